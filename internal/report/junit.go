package report

import (
	"bufio"
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/finding"
	"github.com/skilllint/skilllint/internal/sorting"
)

// writeJUnit writes the XML that CI systems read as test results: a suite for each checked file, with a failed case for each rule with
// findings. A file without findings has one passed case. Infos are the output of a passed case.
func writeJUnit(w *bufio.Writer, r *finding.Report, o Options) error {
	tests, failures := 0, 0
	for s := range junitSuites(r, o) {
		tests += len(s.cases)
		failures += s.failures()
	}
	w.WriteString(xmlHeader + "<testsuites")
	xmlAttribute(w, "name", "skilllint")
	junitCounts(w, tests, failures)
	w.WriteString(">\n")
	for s := range junitSuites(r, o) {
		s.write(w)
	}
	w.WriteString("</testsuites>\n")
	return nil
}

// A junitSuite is a file.
type junitSuite struct {
	path  string
	cases []junitCase
}

// A junitCase is a rule in a file, or a file without findings.
type junitCase struct {
	rule     string
	findings []*finding.Finding
}

// junitSuites yields the suites of files with findings and of other checked files, sorted by path. A suite is valid until the next one.
func junitSuites(r *finding.Report, o Options) iter.Seq[*junitSuite] {
	return func(yield func(*junitSuite) bool) {
		var s junitSuite
		clean := r.Files
		before := func(path string) bool { // yields clean files that precede a path, or all
			for ; len(clean) > 0 && (path == "" || clean[0].Path <= path); clean = clean[1:] {
				if clean[0].Path == path {
					continue
				}
				s.path, s.cases = clean[0].Path, append(s.cases[:0], junitCase{rule: "skilllint"})
				if !yield(&s) {
					return false
				}
			}
			return true
		}
		for path, findings := range byFile(r, newQuota(r, o.MaxResults)) {
			if !before(path) {
				return
			}
			s.path, s.cases = path, junitCases(s.cases[:0], findings)
			if !yield(&s) {
				return
			}
		}
		before("")
	}
}

// junitCases groups the findings of a file by rule, sorted by rule name.
func junitCases(cases []junitCase, findings []*finding.Finding) []junitCase {
	sorting.By(findings, func(a, b *finding.Finding) int { return strings.Compare(a.Rule, b.Rule) })
	for len(findings) > 0 {
		n := 1
		for n < len(findings) && findings[n].Rule == findings[0].Rule {
			n++
		}
		cases = append(cases, junitCase{findings[0].Rule, findings[:n]})
		findings = findings[n:]
	}
	return cases
}

func (s *junitSuite) failures() int {
	n := 0
	for _, c := range s.cases {
		if c.fails() {
			n++
		}
	}
	return n
}

func (c junitCase) fails() bool {
	return slices.ContainsFunc(c.findings, func(f *finding.Finding) bool { return f.Severity > analysis.Info })
}

func (s *junitSuite) write(w *bufio.Writer) {
	w.WriteString("  <testsuite")
	xmlAttribute(w, "name", s.path)
	junitCounts(w, len(s.cases), s.failures())
	w.WriteString(">\n")
	for _, c := range s.cases {
		w.WriteString("    <testcase")
		xmlAttribute(w, "name", c.rule)
		xmlAttribute(w, "classname", s.path)
		xmlAttribute(w, "file", s.path)
		if len(c.findings) == 0 {
			w.WriteString("/>\n")
			continue
		}
		w.WriteString(">\n")
		c.write(w)
		w.WriteString("    </testcase>\n")
	}
	w.WriteString("  </testsuite>\n")
}

func junitCounts(w *bufio.Writer, tests, failures int) {
	xmlAttribute(w, "tests", strconv.Itoa(tests))
	xmlAttribute(w, "failures", strconv.Itoa(failures))
	xmlAttribute(w, "errors", "0")
	xmlAttribute(w, "skipped", "0")
}

// write writes a line for each finding, followed by indented lines with its note and help.
func (c junitCase) write(w *bufio.Writer) {
	element := "system-out"
	if c.fails() {
		element = "failure"
	}
	w.WriteString("      <" + element)
	if c.fails() {
		first := c.findings[0]
		message := first.Message
		if more := len(c.findings) - 1; more > 0 {
			message += fmt.Sprintf(" (and %d more)", more)
		}
		xmlAttribute(w, "message", message)
		xmlAttribute(w, "type", maxSeverity(c.findings).String())
	}
	w.WriteString(">")
	for i, f := range c.findings {
		if i > 0 {
			w.WriteString("\n")
		}
		start, _ := positions(f.Place.Location)
		xmlText(w, f.Place.Path)
		fmt.Fprintf(w, ":%d:%d: %s: ", start.Line, start.Column, f.Severity)
		xmlText(w, f.Message)
		for _, line := range details(f) {
			w.WriteString("\n    ")
			xmlText(w, line)
		}
	}
	w.WriteString("</" + element + ">\n")
}

func maxSeverity(findings []*finding.Finding) analysis.Severity {
	severity := analysis.Off
	for _, f := range findings {
		severity = max(severity, f.Severity)
	}
	return severity
}
