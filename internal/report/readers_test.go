package report

import (
	"encoding/json"
	"encoding/xml"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	east "github.com/yuin/goldmark/extension/ast"
	mdtext "github.com/yuin/goldmark/text"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/escape"
	"github.com/skilllint/skilllint/internal/finding"
)

// An entry is the information on a finding that every format contains.
type entry struct {
	Path, Rule, Severity, Message string
	Line                          int
}

// readers parse the formats independently of the code that writes them.
var readers = map[string]func(t testing.TB, written string) []entry{
	"concise": readConcise, "github": readGitHub, "gitlab": readGitLab, "junit": readJUnit, "checkstyle": readCheckstyle, "markdown": readMarkdown, "html": readHTML, "rdjson": readRDJSON, "rdjsonl": readRDJSONL,
}

// readGitHub parses like GitHub's runner: a line that starts with "::" is a command, and values are split before they are unescaped.
func readGitHub(t testing.TB, written string) []entry {
	command := regexp.MustCompile(`^::(error|warning|notice) file=([^,]*),line=(\d+),endLine=\d+(?:,col=\d+,endColumn=\d+)?,title=([^,:]*)::(.*)$`)
	data := strings.NewReplacer("%0D", "\r", "%0A", "\n", "%25", "%")
	property := strings.NewReplacer("%0D", "\r", "%0A", "\n", "%3A", ":", "%2C", ",", "%25", "%")
	var entries []entry
	for line := range strings.Lines(written) {
		m := command.FindStringSubmatch(strings.TrimSuffix(line, "\n"))
		if m == nil {
			t.Fatalf("%q is not a command", line)
		}
		n, _ := strconv.Atoi(m[3])
		severity := strings.Replace(m[1], "notice", "info", 1)
		entries = append(entries, entry{property.Replace(m[2]), strings.TrimPrefix(property.Replace(m[4]), "skilllint: "), severity, data.Replace(m[5]), n})
	}
	return entries
}

// readConcise splits lines at the first position after a path.
func readConcise(t testing.TB, written string) []entry {
	form := regexp.MustCompile(`^(.*?):(\d+):\d+: (error|warning|info) ([a-z-]+/[a-z-]+) (.*)\n$`)
	var entries []entry
	for line := range strings.Lines(written) {
		m := form.FindStringSubmatch(line)
		if m == nil {
			t.Fatalf("%q is not a finding", line)
		}
		n, _ := strconv.Atoi(m[2])
		entries = append(entries, entry{m[1], m[4], m[3], m[5], n})
	}
	return entries
}

func readGitLab(t testing.TB, written string) []entry {
	var issues []struct {
		Description string
		CheckName   string `json:"check_name"`
		Fingerprint string
		Severity    string
		Location    struct {
			Path  string
			Lines struct{ Begin, End int }
		}
	}
	decoder := json.NewDecoder(strings.NewReader(written))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&issues); err != nil {
		t.Fatalf("%v in %s", err, written)
	}
	severities := map[string]string{"major": "error", "minor": "warning", "info": "info"}
	seen := map[string]bool{}
	var entries []entry
	for _, i := range issues {
		if seen[i.Fingerprint] || i.Fingerprint == "" {
			t.Errorf("duplicate or empty fingerprint %q", i.Fingerprint)
		}
		seen[i.Fingerprint] = true
		entries = append(entries, entry{escape.String(i.Location.Path), i.CheckName, severities[i.Severity], i.Description, i.Location.Lines.Begin})
	}
	return entries
}

func readJUnit(t testing.TB, written string) []entry {
	type testcase struct {
		Name    string   `xml:"name,attr"`
		Class   string   `xml:"classname,attr"`
		Failure []string `xml:"failure"`
		Out     []string `xml:"system-out"`
	}
	type suite struct {
		Name     string     `xml:"name,attr"`
		Tests    int        `xml:"tests,attr"`
		Failures int        `xml:"failures,attr"`
		Cases    []testcase `xml:"testcase"`
	}
	var all struct {
		Tests    int     `xml:"tests,attr"`
		Failures int     `xml:"failures,attr"`
		Suites   []suite `xml:"testsuite"`
	}
	decodeXML(t, written, &all)
	place := regexp.MustCompile(`^:(\d+):\d+: (error|warning|info): (.*)$`)
	var entries []entry
	tests, failures := 0, 0
	for _, s := range all.Suites {
		failed := 0
		for _, c := range s.Cases {
			failed += len(c.Failure)
			for line := range strings.SplitSeq(strings.Join(append(c.Failure, c.Out...), "\n"), "\n") {
				m := place.FindStringSubmatch(strings.TrimPrefix(line, c.Class))
				if m == nil {
					if last := len(entries) - 1; strings.HasPrefix(line, "    ") {
						entries[last].Message += "\n" + line
					}
					continue
				}
				n, _ := strconv.Atoi(m[1])
				entries = append(entries, entry{c.Class, c.Name, m[2], m[3], n})
			}
		}
		if s.Tests != len(s.Cases) || s.Failures != failed {
			t.Errorf("suite %s counts %d tests and %d failures, has %d and %d", s.Name, s.Tests, s.Failures, len(s.Cases), failed)
		}
		tests += len(s.Cases)
		failures += failed
	}
	if all.Tests != tests || all.Failures != failures {
		t.Errorf("the suites have %d tests and %d failures, not %d and %d", tests, failures, all.Tests, all.Failures)
	}
	return entries
}

func readCheckstyle(t testing.TB, written string) []entry {
	var all struct {
		Files []struct {
			Name   string `xml:"name,attr"`
			Errors []struct {
				Line     int    `xml:"line,attr"`
				Column   int    `xml:"column,attr"`
				Severity string `xml:"severity,attr"`
				Message  string `xml:"message,attr"`
				Source   string `xml:"source,attr"`
			} `xml:"error"`
		} `xml:"file"`
	}
	decodeXML(t, written, &all)
	var entries []entry
	for _, f := range all.Files {
		for _, e := range f.Errors {
			entries = append(entries, entry{f.Name, strings.TrimPrefix(e.Source, "skilllint/"), e.Severity, e.Message, e.Line})
		}
	}
	return entries
}

func decodeXML(t testing.TB, written string, to any) {
	decoder := xml.NewDecoder(strings.NewReader(written))
	if err := decoder.Decode(to); err != nil {
		t.Fatalf("%v in %s", err, written)
	}
	if _, err := decoder.Token(); err != nil && err != io.EOF {
		t.Fatalf("after the document: %v", err)
	}
}

// readMarkdown parses the tables like a renderer, and checks that the document has no other markup.
func readMarkdown(t testing.TB, written string) []entry {
	source := []byte(written)
	doc := goldmark.New(goldmark.WithExtensions(extension.GFM)).Parser().Parse(mdtext.NewReader(source))
	severity := ""
	var entries []entry
	_ = ast.Walk(doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.Heading, *ast.HTMLBlock:
			shown := string(n.Lines().Value(source))
			for _, s := range []string{"error", "warning", "info"} {
				if strings.HasPrefix(shown, "### ") || regexp.MustCompile(`\d `+s).MatchString(shown) && !strings.Contains(shown, "skilllint:") {
					severity = s
					break
				}
			}
			if h, ok := n.(*ast.HTMLBlock); ok && !regexp.MustCompile(`^(<details>\n<summary>\d+ \w+</summary>\n|</details>\n)$`).Match(h.Lines().Value(source)) {
				t.Errorf("HTML in the report: %q", shown)
			}
		case *ast.Image, *ast.AutoLink:
			t.Errorf("%s in the report", n.Kind())
		case *ast.Link:
			if !strings.HasPrefix(string(n.Destination), "https://example.test/rules/") {
				t.Errorf("a link to %s", n.Destination)
			}
		case *ast.RawHTML:
			if got := string(n.Segments.Value(source)); !slices.Contains([]string{"<!-- -->", "<br>", "<code>", "</code>"}, got) {
				t.Errorf("HTML in the report: %q", got)
			}
		case *east.TableRow:
			entries = append(entries, markdownEntry(t, n, source, severity))
			return ast.WalkSkipChildren, nil
		}
		return ast.WalkContinue, nil
	})
	return entries
}

func markdownEntry(t testing.TB, row *east.TableRow, source []byte, severity string) entry {
	where := row.FirstChild().(*east.TableCell)
	place := regexp.MustCompile(`(?s)^(.*):(\d+):\d+$`).FindStringSubmatch(visibleText(where, source))
	what := regexp.MustCompile(`(?s)^(.*?) \(([a-z-]+/[a-z-]+)\)((?:note: |help: |$).*)$`).FindStringSubmatch(visibleText(where.NextSibling(), source))
	if place == nil || what == nil || row.ChildCount() != 2 {
		t.Fatalf("a row without a finding: %q, %q", visibleText(where, source), visibleText(where.NextSibling(), source))
	}
	n, _ := strconv.Atoi(place[2])
	return entry{place[1], what[2], severity, what[1] + strings.TrimRight(what[3], " "), n}
}

// visibleText returns the text that a renderer shows.
func visibleText(n ast.Node, source []byte) string {
	var b strings.Builder
	escapes := regexp.MustCompile("\\\\([!-/:-@\\[-`{-~])")
	_ = ast.Walk(n, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if n, ok := n.(*ast.Text); ok && entering {
			shown := string(n.Segment.Value(source))
			if n.Parent().Kind() != ast.KindCodeSpan {
				shown = strings.NewReplacer("&amp;", "&", "&lt;", "<", "&gt;", ">", "&#124;", "|").Replace(escapes.ReplaceAllString(shown, "$1"))
			}
			b.WriteString(shown)
		}
		return ast.WalkContinue, nil
	})
	return b.String()
}

// htmlElements are the elements of a page outside of its script.
const htmlElements = "html head meta title body header h1 h2 h3 p b div input span select output main section details summary svg rect table thead tbody tr noscript button a code ul li footer"

// readHTML parses the data of a page, and checks the rest: well-formed XML except for its first line and attributes without value, so
// text cannot leave its element.
func readHTML(t testing.TB, written string) []entry {
	data := regexp.MustCompile(`(?s)<script type="application/json" id="data">(.*?)</script>`).FindStringSubmatch(written)
	body := regexp.MustCompile(`(?s)<(style|script)[^>]*>.*?</(style|script)>`).ReplaceAllString(written, "")
	decoder := xml.NewDecoder(strings.NewReader(body))
	decoder.Strict, decoder.AutoClose, decoder.Entity = false, xml.HTMLAutoClose, xml.HTMLEntity
	for {
		token, err := decoder.Token()
		if err == io.EOF {
			break
		} else if err != nil {
			t.Fatalf("%v in %s", err, written)
		}
		if token, ok := token.(xml.StartElement); ok {
			attr := map[string]string{}
			for _, a := range token.Attr {
				attr[a.Name.Local] = a.Value
			}
			if src := attr["src"] + attr["onclick"] + attr["style"]; src != "" || attr["href"] != "" && !strings.HasPrefix(attr["href"], "https://example.test/rules/") {
				t.Errorf("an element %s with %v", token.Name.Local, attr)
			}
			if !slices.Contains(strings.Fields(htmlElements), token.Name.Local) {
				t.Errorf("an element %s", token.Name.Local)
			}
		}
	}
	if data == nil {
		return nil
	}
	if strings.ContainsAny(data[1], "<>&") {
		t.Errorf("data contain markup: %s", data[1])
	}
	var all struct {
		Findings [][]any
		Texts    []string
		Rules    map[int]string
	}
	if err := json.Unmarshal([]byte(data[1]), &all); err != nil {
		t.Fatalf("%v in %s", err, data[1])
	}
	var entries []entry
	for _, f := range all.Findings {
		number := func(i int) int { return int(f[i].(float64)) }
		text := func(i int) string { return all.Texts[number(i)] }
		if url, known := all.Rules[number(4)]; !known || url != "" && !strings.HasPrefix(url, "https://example.test/rules/") {
			t.Errorf("%s has the page %q", text(4), url)
		}
		entries = append(entries, entry{text(0), text(4), analysis.Severity(number(3)).String(), text(5), number(1)})
	}
	return entries
}

// separators maps formats to the separator of message, effect and help. With "; ", they are on one line without the effect.
var separators = map[string]string{"github": "\n", "rdjson": "\n", "rdjsonl": "\n", "junit": "\n    ", "markdown": "", "gitlab": "; ", "checkstyle": "; ", "concise": "; "}

// wantEntries returns the information that a reader of a format must find.
func wantEntries(format string, r *finding.Report) []entry {
	var entries []entry
	for i := range r.Findings {
		f := &r.Findings[i]
		start, _ := positions(f.Place.Location)
		message := escape.String(f.Message)
		switch separator, all := separators[format]; {
		case separator == "; ":
			message = escape.String(oneLine(f))
		case all:
			if message = lines(f, escape.String, separator); format == "markdown" && message != escape.String(f.Message) {
				message = strings.TrimRight(message, " ") // like the end of a cell
			}
		}
		entries = append(entries, entry{escape.String(f.Place.Path), f.Rule, f.Severity.String(), message, start.Line})
	}
	return entries
}

func sortEntries(entries []entry) []entry {
	slices.SortFunc(entries, func(a, b entry) int { return strings.Compare(fmt.Sprint(a), fmt.Sprint(b)) })
	return entries
}

func TestReadBack(t *testing.T) {
	o := options()
	o.CI = true
	for name, read := range readers {
		if diff := cmp.Diff(sortEntries(escapeEntries(name, wantEntries(name, sample()))), sortEntries(read(t, render(t, name, sample(), o)))); diff != "" {
			t.Errorf("%s (-want +got)\n%s", name, diff)
		}
		clean := sample()
		clean.Findings = nil
		if got := read(t, render(t, name, clean, o)); len(got) > 0 {
			t.Errorf("%s without findings: %v", name, got)
		}
	}
}

// hostileValues are values that break formats or readers if they are not escaped.
var hostileValues = []string{"a\nb", "::error::x", "##[error]x", "##vso[task.x]", "%0A%25", "]]>", "<script>alert(1)</script>", "<!-- x", "-->",
	"\x1b[31mred", "\u202eevil\u2066", "a|b", "`a``b```", "\\", "|\\|`|", "\xed\xa0\x80", "\x00\x01\x7f\u009b", "&amp;&#x41;&", "'\"", "[x](https://y)", "![i](https://y)",
	"@team #1 https://z www.z", "~~~~", "$x$", "技能 🚀", "  blanks  ", "{{x}}", "a:1:2: error: b", ",title=x", "\u2028\u2029", "",
	"<img src=x onerror=alert(1)>", "\"><svg onload=alert(1)>", "'});alert(1);({'", "</script><script>alert(1)</script>", "</style>", "javascript:alert(1)", "\r\n::stop-commands::x", "\xff\xfe",
	"\ufeffx", "<?xml x?>", "<!DOCTYPE x [<!ENTITY y SYSTEM 'file:///etc/passwd'>]>&y;", "section_start:1:x\r\x1b[0K", "##teamcity[x]", "team@example.test", "a\u0000b", strings.Repeat("long ", 400)}

// hostileReport returns a report in which every text has a hostile value.
func hostileReport(value string) *finding.Report {
	r := &finding.Report{Summary: finding.Summary{Errors: 1, Files: 1}}
	f := findingAt(rule("house/x", value, analysis.Error), "empty/SKILL.md", "", "said: "+value)
	f.Place.Path = "dir/" + value + "/x.md"
	f.Place.Excerpt = []string{strings.NewReplacer("\n", " ", "\r", " ").Replace(value)}
	f.Fixes = []finding.Fix{{Title: value, Safe: true, Edits: []finding.Edit{{Location: f.Place.Location, Text: value}}}}
	f.Related = []finding.Related{{Place: f.Place, Message: value}}
	r.Findings = []finding.Finding{f}
	r.Notices = []finding.Notice{{Path: value, Message: value}}
	r.Rules = []*analysis.Analyzer{f.Analyzer}
	return r
}

// TestWriteHostile writes a report with all hostile values in each format to the directory SKILLLINT_REPORTS, for external readers. See
// scripts/conformance.
func TestWriteHostile(t *testing.T) {
	dir := os.Getenv("SKILLLINT_REPORTS")
	if dir == "" {
		t.Skip("SKILLLINT_REPORTS is not set")
	}
	all := &finding.Report{}
	for i, value := range hostileValues {
		r := hostileReport(value)
		r.Findings[0].Fingerprint += strconv.Itoa(i)
		all.Findings = append(all.Findings, r.Findings...)
		all.Notices = append(all.Notices, r.Notices...)
	}
	slices.SortFunc(all.Findings, func(a, b finding.Finding) int { return strings.Compare(a.Place.Path, b.Place.Path) })
	all.Summary.Errors = len(all.Findings)
	for _, format := range Formats() {
		out := render(t, format, all, Options{CI: true, Version: "1.2.3"})
		if err := os.WriteFile(filepath.Join(dir, "values."+format), []byte(out), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// TestHostileValues writes hostile values in every field of a finding, and searches the output of every format for unescaped ones.
func TestHostileValues(t *testing.T) {
	command := regexp.MustCompile(`(?m)^[\s\x{3000}]*::|##[a-zA-Z]*\[`)
	for _, value := range hostileValues {
		r := hostileReport(value)
		for _, format := range Formats() {
			o := options()
			o.CI = true
			out := render(t, format, r, o)
			for _, c := range out {
				if c != '\n' && !escape.Printable(c) {
					t.Errorf("%s with %q contains %U", format, value, c)
					break
				}
			}
			if format != "github" && command.MatchString(out) || format == "github" && (strings.Count(out, "\n") != 1 || strings.Contains(out, "##[")) {
				t.Errorf("hostile value %q: %s contains a command:\n%s", value, format, out)
			}
			read := readers[format]
			if read == nil {
				continue
			}
			want := escapeEntries(format, wantEntries(format, r))
			if slices.Contains([]string{"gitlab", "rdjson", "rdjsonl"}, format) && !utf8.ValidString(value) {
				continue // JSON cannot represent the path
			}
			if diff := cmp.Diff(want, read(t, out)); diff != "" {
				t.Errorf("%s with %q (-want +got)\n%s", format, value, diff)
			}
		}
	}
}

// escapeEntries escapes the commands of CI systems in entries as the format does.
func escapeEntries(format string, entries []entry) []entry {
	if format != "github" && format != "markdown" && format != "concise" {
		return entries
	}
	old := regexp.MustCompile(`##()\[`)
	if format != "github" {
		old = regexp.MustCompile(`##([a-zA-Z]*)\[`)
	}
	for i := range entries {
		e := &entries[i]
		e.Path = old.ReplaceAllString(e.Path, `##$1\u005b`)
		if format != "markdown" {
			e.Message = old.ReplaceAllString(e.Message, `##$1\u005b`)
		}
	}
	return entries
}

func TestGitHubShowsTen(t *testing.T) {
	r := sample()
	r.Findings = nil
	for range 25 {
		r.Findings = append(r.Findings, sample().Findings[6], sample().Findings[0])
	}
	lines := strings.Split(strings.TrimSpace(render(t, "github", r, Options{MaxResults: 48})), "\n")
	if len(lines) != 20 || !strings.HasPrefix(lines[0], "::error") || !strings.HasPrefix(lines[10], "::") || strings.HasPrefix(lines[10], "::error") {
		t.Fatalf("%d lines, want ten errors, then ten infos:\n%s", len(lines), strings.Join(lines, "\n"))
	}
	if !strings.HasSuffix(lines[9], "%0A(15 more errors in the summary or the log of the job)") || !strings.Contains(lines[19], "(13 more infos in") {
		t.Errorf("the last annotations do not contain the number of omitted ones:\n%s\n%s", lines[9], lines[19])
	}
}

func TestMarkdownFits(t *testing.T) {
	if testing.Short() {
		t.Skip("-short")
	}
	o := options()
	o.NoFold = true
	out := render(t, "markdown", largeReport(100_000), o)
	if len(out) > 65_536 {
		t.Errorf("%d bytes, more than the limit of comments", len(out))
	}
	entries := readMarkdown(t, out)
	more := regexp.MustCompile(`(?m)^and (\d+) more$`).FindAllStringSubmatch(out, -1)
	total := len(entries)
	for _, m := range more {
		n, _ := strconv.Atoi(m[1])
		total += n
	}
	if total != 100_000 || len(entries) < 100 {
		t.Errorf("%d findings are shown, %d in total", len(entries), total)
	}
}
