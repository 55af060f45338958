package protocol

import (
	"regexp"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	roles "github.com/skilllint/skilllint/facts/role"
)

var (
	// prettyCall matches calls that print an object over several lines.
	prettyCall = func() *regexp.Regexp {
		return regexp.MustCompile(`json\.dumps?\([^\n]*?\bindent[ \t]*=[ \t]*[1-9"'][^\n)]*\)|` +
			`JSON\.stringify\([^\n]*?,[ \t]*(?:null|undefined)[ \t]*,[ \t]*(?:[1-9]|["'][ \\])[^\n)]*\)`)
	}
	writeCall = func() *regexp.Regexp { return regexp.MustCompile(`(?:[wW]rite\w*|append\w*)[ \t]*\(`) }
	assigned  = func() *regexp.Regexp { return regexp.MustCompile(`(\w+)[ \t]*(?::[ \t]*\w+[ \t]*)?=[ \t]*$`) }
)

// nearby is the size of the text before and after a call that is searched for what happens to its result.
const nearby = 2_000

// checkCalls reports calls in Python and JavaScript that write an entry over several lines to the manifest.
func checkCalls(pass *analysis.Pass, t *Text, f *analysis.Fence) {
	lines := f.Node.Lines()
	if lines.Len() == 0 {
		return
	}
	start := lines.At(0).Start
	text := string(pass.Document.Source[start:lines.At(lines.Len()-1).Stop])
	if !strings.Contains(text, "json.dump") && !strings.Contains(text, "JSON.stringify") || !namesLedger(text, t) || t.IsBad(f) {
		return
	}
	for _, m := range prettyCall().FindAllStringIndex(text, -1) {
		call := analysis.Range{Start: start + m[0], End: start + m[1]}
		name, _, _ := strings.Cut(text[m[0]:m[1]], "(")
		if name != "json.dump" && !isWritten(text, m[0], m[1]) || t.Roles.IsDiscouraged(call.Start) || isMarkedBad(text[:m[0]]) {
			continue
		}
		pass.Report(analysis.Diagnostic{Range: call, Severity: severity(pass.Document), Must: true,
			Message: name + " prints the entry over several lines", Effect: unreadable, Help: "write it on one line, without indentation"})
	}
}

// namesLedger reports whether code names the manifest, and no example of one.
func namesLedger(text string, t *Text) bool {
	for line := range strings.Lines(text) {
		if at := strings.Index(line, t.Protocol.Ledger); at >= 0 && !isExample(line[:at]) || strings.Contains(line, t.Protocol.LedgerToken) {
			return true
		}
	}
	return false
}

// isMarkedBad reports whether the last comment line before a call marks it as bad.
func isMarkedBad(before string) bool {
	lines := strings.Split(before[max(0, len(before)-nearby):], "\n")
	for _, line := range slices.Backward(lines) {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "#") || strings.HasPrefix(line, "//") {
			return roles.CallsBad(line)
		}
	}
	return false
}

// isWritten reports whether the result of a call in a text is written: as an argument, or later as the variable that receives it.
func isWritten(text string, start, end int) bool {
	line := text[strings.LastIndexByte(text[:start], '\n')+1 : start]
	variable := assigned().FindStringSubmatch(line)
	if variable == nil {
		return writeCall().MatchString(line)
	}
	for statement := range strings.Lines(text[end:min(len(text), end+nearby)]) {
		if at := writeCall().FindStringIndex(statement); at != nil && strings.Contains(statement[at[1]:], variable[1]) {
			return true
		}
	}
	return false
}
