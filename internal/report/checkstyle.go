package report

import (
	"bufio"
	"strconv"

	"github.com/skilllint/skilllint/internal/finding"
)

// writeCheckstyle writes the XML format of Checkstyle, which many tools read, with an element for each file with findings. Severities
// have the same names.
func writeCheckstyle(w *bufio.Writer, r *finding.Report, o Options) error {
	w.WriteString(xmlHeader + `<checkstyle version="10.0">` + "\n")
	for path, findings := range byFile(r, newQuota(r, o.MaxResults)) {
		w.WriteString("  <file")
		xmlAttribute(w, "name", path)
		w.WriteString(">\n")
		for _, f := range findings {
			start, _ := positions(f.Place.Location)
			w.WriteString("    <error")
			xmlAttribute(w, "line", strconv.Itoa(start.Line))
			xmlAttribute(w, "column", strconv.Itoa(start.Column))
			xmlAttribute(w, "severity", f.Severity.String())
			xmlAttribute(w, "message", oneLine(f))
			xmlAttribute(w, "source", "skilllint/"+f.Rule)
			w.WriteString("/>\n")
		}
		w.WriteString("  </file>\n")
	}
	w.WriteString("</checkstyle>\n")
	return nil
}
