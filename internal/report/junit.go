package report

import (
	"bufio"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/finding"
	"github.com/skilllint/skilllint/internal/sorting"
)

// writeJUnit writes the XML that CI systems read as the result of tests: a suite for each file that was
// looked at, in it a case for each rule that found something, which failed; a file in which nothing was
// found is one case that passed. Info does not fail: it is the output of a case that passed.
func writeJUnit(w *bufio.Writer, r *finding.Report, o Options) error {
	suites := junitSuites(r, newQuota(r, o.MaxResults))
	tests, failures := 0, 0
	for i := range suites {
		tests += len(suites[i].cases)
		failures += suites[i].failures()
	}
	w.WriteString(xmlHeader + "<testsuites")
	xmlAttribute(w, "name", "skilllint")
	junitCounts(w, tests, failures)
	w.WriteString(">\n")
	for i := range suites {
		suites[i].write(w)
	}
	w.WriteString("</testsuites>\n")
	return nil
}

// A junitSuite is a file.
type junitSuite struct {
	path  string
	cases []junitCase
}

// A junitCase is a rule in a file; without findings, the file itself.
type junitCase struct {
	rule     string
	findings []*finding.Finding
}

func junitSuites(r *finding.Report, q *quota) []junitSuite {
	var suites []junitSuite
	known := map[string]bool{}
	for path, findings := range byFile(r, q) {
		known[path] = true
		suites = append(suites, junitSuite{path, junitCases(findings)})
	}
	for _, f := range r.Files {
		if !known[f.Path] {
			suites = append(suites, junitSuite{f.Path, []junitCase{{rule: "skilllint"}}})
		}
	}
	sorting.By(suites, func(a, b junitSuite) int { return strings.Compare(a.path, b.path) })
	return suites
}

// junitCases groups the findings of a file by rule, in the order of the rules' names.
func junitCases(findings []*finding.Finding) []junitCase {
	var cases []junitCase
	for _, f := range findings {
		i := slices.IndexFunc(cases, func(c junitCase) bool { return c.rule == f.Rule })
		if i < 0 {
			i = len(cases)
			cases = append(cases, junitCase{rule: f.Rule})
		}
		cases[i].findings = append(cases[i].findings, f)
	}
	sorting.By(cases, func(a, b junitCase) int { return strings.Compare(a.rule, b.rule) })
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

// write writes what was found, a line for each finding.
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
		xmlAttribute(w, "type", worst(c.findings).String())
	}
	w.WriteString(">")
	for i, f := range c.findings {
		if i > 0 {
			w.WriteString("\n")
		}
		xmlText(w, fmt.Sprintf("%s: %s: %s", address(f.Place.Location), f.Severity, f.Message))
	}
	w.WriteString("</" + element + ">\n")
}

func worst(findings []*finding.Finding) analysis.Severity {
	severity := analysis.Off
	for _, f := range findings {
		severity = max(severity, f.Severity)
	}
	return severity
}
