package report

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/escape"
	"github.com/skilllint/skilllint/internal/finding"
)

func TestFormats(t *testing.T) {
	names := Formats()
	if names[0] != "text" {
		t.Errorf("the default format is %s", names[0])
	}
	for i, name := range names {
		if slices.Contains(names[:i], name) {
			t.Errorf("duplicate format %s", name)
		}
	}
	for name := range readers {
		if !slices.Contains(names, name) {
			t.Errorf("readers has the unknown format %s", name)
		}
	}
}

// A jsonReport is the public JSON format, declared independently of the structs that write it.
type jsonReport struct {
	Version  int
	Summary  map[string]int
	Findings []json.RawMessage
	Notices  []map[string]string
}

func TestJSONContract(t *testing.T) {
	r := sample()
	var parsed jsonReport
	decoder := json.NewDecoder(strings.NewReader(render(t, "json", r, options())))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&parsed); err != nil {
		t.Fatal(err)
	}
	want := map[string]int{"files": 14, "skills": 9, "errors": 6, "warnings": 1, "infos": 1, "suppressed": 3, "baselined": 0, "hidden": 0}
	if diff := cmp.Diff(want, parsed.Summary); diff != "" {
		t.Error(diff)
	}
	if parsed.Version != 1 || len(parsed.Notices) != len(r.Notices) || len(parsed.Findings) != len(r.Findings) {
		t.Errorf("version %d, %d notices, %d findings", parsed.Version, len(parsed.Notices), len(parsed.Findings))
	}
	if _, ok := parsed.Notices[2]["path"]; ok {
		t.Error("a notice about the whole run has a path")
	}
	for i, raw := range parsed.Findings {
		var got jsonFinding
		if err := json.Unmarshal(raw, &got); err != nil {
			t.Fatal(err)
		}
		compareJSON(t, got, &r.Findings[i])
		var members map[string]any
		if err := json.Unmarshal(raw, &members); err != nil || len(members) != 12 {
			t.Errorf("finding %d has the members %v, want all twelve: %v", i, members, err)
		}
	}
	lines := strings.Split(strings.TrimSuffix(render(t, "jsonl", r, options()), "\n"), "\n")
	if len(lines) != len(parsed.Findings) {
		t.Fatalf("%d lines of jsonl", len(lines))
	}
	for i, line := range lines {
		if line != string(parsed.Findings[i]) {
			t.Errorf("line %d of jsonl is %s, want the same as in json", i+1, line)
		}
	}
}

func compareJSON(t testing.TB, got jsonFinding, f *finding.Finding) {
	t.Helper()
	at := func(l analysis.Location) jsonRange {
		return jsonRange{jsonPosition{l.Start.Line, l.Start.Column, l.Range.Start}, jsonPosition{l.End.Line, l.End.Column, l.Range.End}}
	}
	want := jsonFinding{Rule: f.Rule, Severity: f.Severity.String(), Message: toValidUTF8(f.Message), Effect: f.Effect, Help: f.Help, Path: toValidUTF8(f.Place.Path),
		Range: at(f.Place.Location), Dialect: f.Dialect, Fingerprint: f.Fingerprint,
		URL: "https://example.test/rules/" + f.Rule + ".md", Related: []jsonRelated{}, Fixes: []jsonFix{}}
	for _, r := range f.Related {
		want.Related = append(want.Related, jsonRelated{r.Place.Path, at(r.Place.Location), r.Message})
	}
	for _, x := range f.Fixes {
		fix := jsonFix{Title: x.Title, Safe: x.Safe, Edits: []jsonEdit{}}
		for _, e := range x.Edits {
			fix.Edits = append(fix.Edits, jsonEdit{e.Location.Path, at(e.Location), e.Text})
		}
		want.Fixes = append(want.Fixes, fix)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("finding read back (-want +got)\n%s", diff)
	}
}

func TestQuota(t *testing.T) {
	var r finding.Report
	for _, s := range []analysis.Severity{analysis.Info, analysis.Error, analysis.Warning, analysis.Error, analysis.Warning, analysis.Info} {
		r.Findings = append(r.Findings, finding.Finding{Rule: "a/b", Severity: s})
	}
	tests := []struct {
		most, before, omitted int
		want                  string // indexes of the written findings
	}{
		{0, 0, 0, "012345"}, {6, 0, 0, "012345"}, {5, 0, 1, "01234"}, {4, 2, 4, "1234"}, {3, 0, 3, "123"}, {2, 0, 4, "13"}, {1, 0, 5, "1"},
	}
	for _, test := range tests {
		r.Summary.Omitted = test.before
		q := newQuota(&r, test.most)
		var got strings.Builder
		for i, f := range r.Findings {
			if q.take(f.Severity) {
				got.WriteByte(byte('0' + i))
			}
		}
		if got.String() != test.want || q.omitted != test.omitted {
			t.Errorf("at most %d: %s written and %d omitted, want %s and %d", test.most, got.String(), q.omitted, test.want, test.omitted)
		}
	}
}

func TestLimitIsReported(t *testing.T) {
	o := options()
	o.MaxResults = 3
	for format, want := range map[string]string{
		"text":  "; 5 omitted, the least severe",
		"json":  `{"message":"5 findings are omitted from this report, the least severe first"}`,
		"sarif": `"message":{"text":"5 findings are omitted from this report, the least severe first."}`,
	} {
		if got := render(t, format, sample(), o); !strings.Contains(got, want) {
			t.Errorf("%s does not contain %s:\n%s", format, want, got)
		}
	}
}

// TestFolds checks that findings with one cause are shown once, wherever they are, and all findings with different messages.
func TestFolds(t *testing.T) {
	grepp := sample().Findings[3]
	r := &finding.Report{}
	for i := range 20 {
		f := grepp
		if f.Place.Path = fmt.Sprintf("skills/s%02d/SKILL.md", i); i%2 == 0 {
			f.Message = fmt.Sprintf("unknown tool %d", i)
		} else if i > 16 {
			f.Severity = analysis.Warning
		}
		r.Findings = append(r.Findings, f)
	}
	tests := []struct {
		o           Options
		shown, more int
	}{
		{Options{}, 10 + 1 + 2, 6}, {Options{NoFold: true}, 20, 0}, {Options{MaxResults: 18}, 10 + 1, 6}, {Options{GroupBy: "rule"}, 13, 6},
		{Options{GroupBy: "file"}, 13, 6},
	}
	for _, test := range tests {
		got := render(t, "text", r, test.o)
		n := strings.Count(got, ": error: ") + strings.Count(got, ": warning: ")
		if folded := fmt.Sprintf("= also at %d more places (--no-fold)\n", test.more-1); n != test.shown || strings.Contains(got, folded) != (test.more > 0) {
			t.Errorf("%+v: %d findings are shown, want %d and %q:\n%s", test.o, n, test.shown, folded, got)
		}
		if test.o.GroupBy != "" {
			continue
		}
		got = render(t, "markdown", r, test.o)
		if n, folded := strings.Count(got, "| unknown tool"), fmt.Sprintf("<br>also at %d more places |", test.more+1); n != test.shown || strings.Contains(got, folded) != (test.more > 0) {
			t.Errorf("markdown, %+v: %d findings are shown, want %d and %q:\n%s", test.o, n, test.shown, folded, got)
		}
	}
}

// TestEqualCauses checks that five of different causes with equal messages are shown, and a sixth if it is the last.
func TestEqualCauses(t *testing.T) {
	var r finding.Report
	for i := range 7 {
		r.Findings = append(r.Findings, finding.Finding{Rule: "a/b", Severity: analysis.Error, Message: "unclosed block", Content: uint64(i + 1)})
	}
	if got := render(t, "text", &r, Options{}); strings.Count(got, ": error: ") != 5 || !strings.Contains(got, "… and 2 more of a/b (--no-fold)\n") {
		t.Errorf("want five of seven findings:\n%s", got)
	}
	r.Findings = r.Findings[:6]
	if got := render(t, "text", &r, Options{}); strings.Count(got, ": error: ") != 6 {
		t.Errorf("the last of six findings is folded:\n%s", got)
	}
}

func TestTextShowsSomeRelatedPlaces(t *testing.T) {
	f := sample().Findings[4]
	f.Related = slices.Repeat(f.Related, 6)
	got := renderText(t, &finding.Report{Findings: []finding.Finding{f}}, Options{})
	if !strings.Contains(got, "= 10. ") || strings.Contains(got, "= 11. ") || !strings.Contains(got, "     = and 2 more places\n") {
		t.Errorf("want 10 of 12 related places, and the number of the others:\n%s", got)
	}
}

func TestTextSummary(t *testing.T) {
	safe, unsafe := finding.Fix{Title: "a", Safe: true}, finding.Fix{Title: "b"}
	tests := []struct {
		name  string
		s     finding.Summary
		fixes [][]finding.Fix // of each finding
		min   analysis.Severity
		want  string
	}{
		{"clean", finding.Summary{Files: 2}, nil, 0, "no findings in 2 files"},
		{"no files", finding.Summary{}, nil, 0, "nothing to check in 0 files"},
		{"one of each", finding.Summary{Files: 1, Skills: 1, Errors: 1, Warnings: 1, Infos: 1}, nil, 0,
			"1 error, 1 warning, 1 info in 1 file (1 skill)"},
		{"findings that are not shown", finding.Summary{Errors: 2, Suppressed: 3, Baselined: 4, Unchanged: 6, Omitted: 5}, nil, 0,
			"2 errors in 0 files; 3 suppressed; 4 baselined; 6 unchanged; 5 omitted, the least severe"},
		{"only suppressed findings", finding.Summary{Files: 1, Suppressed: 1}, nil, 0, "no findings in 1 file; 1 suppressed"},
		{"fixes", finding.Summary{Infos: 3}, [][]finding.Fix{{safe}, nil, {safe, unsafe}}, 0,
			"3 infos in 0 files; 2 fixable with `skilllint --fix`"},
		{"unsafe fixes", finding.Summary{Infos: 3}, [][]finding.Fix{{unsafe}, {unsafe}}, 0,
			"3 infos in 0 files; 2 fixable with `skilllint --fix --unsafe-fixes`"},
		{"both", finding.Summary{Errors: 7, Warnings: 12, Infos: 192, Files: 9}, [][]finding.Fix{{unsafe}, {unsafe, safe}, {unsafe}}, analysis.Warning,
			"7 errors, 12 warnings in 9 files; 1 fixable with `skilllint --fix`, 2 more with `--unsafe-fixes`; 192 infos hidden, --min-severity info shows them"},
		{"only hidden findings", finding.Summary{Infos: 1, Files: 1}, nil, analysis.Warning,
			"no errors or warnings in 1 file; 1 info hidden, --min-severity info shows them"},
		{"errors only", finding.Summary{Warnings: 2, Infos: 1, Files: 1}, nil, analysis.Error,
			"no errors in 1 file; 2 warnings and 1 info hidden, --min-severity info shows them"},
		{"no infos", finding.Summary{Warnings: 2, Files: 1}, nil, analysis.Error,
			"no errors in 1 file; 2 warnings hidden, --min-severity warning shows them"},
	}
	for _, test := range tests {
		r := &finding.Report{Summary: test.s}
		for _, fixes := range test.fixes {
			r.Findings = append(r.Findings, finding.Finding{Rule: "a/b", Severity: analysis.Info, Fixes: fixes})
		}
		if test.min > analysis.Info {
			r.Hidden = slices.Repeat([]finding.Finding{{Severity: analysis.Info}}, test.s.Infos)
		}
		if test.min > analysis.Warning {
			r.Hidden = append(r.Hidden, slices.Repeat([]finding.Finding{{Severity: analysis.Warning}}, test.s.Warnings)...)
		}
		got := strings.TrimSuffix(renderText(t, r, Options{}), "\n")
		if got = got[strings.LastIndexByte(got, '\n')+1:]; got != test.want {
			t.Errorf("%s: got %q, want %q", test.name, got, test.want)
		}
	}
}

// TestOverview checks that many causes are followed by an overview that fits on a screen.
func TestOverview(t *testing.T) {
	var r finding.Report
	for i := range 45 {
		f := finding.Finding{Rule: "a/b", Severity: analysis.Warning, Message: "unknown tool " + strconv.Quote(strings.Repeat("x", i/2+1))}
		if i < 5 {
			f = finding.Finding{Rule: "a/c", Severity: analysis.Error, Message: fmt.Sprintf("path \"d%d\" does not start with \"./\"", i), Fixes: []finding.Fix{{Safe: true}}}
		}
		if i >= 25 {
			f.Message = fmt.Sprint("unclosed block ", i)
		}
		f.Place.Path = fmt.Sprintf("skills/s%d/SKILL.md", i%7)
		r.Findings = append(r.Findings, f)
	}
	r.Summary.Errors, r.Summary.Warnings = 5, 40
	got := render(t, "text", &r, Options{})
	_, overview, found := strings.Cut(got, "Where to begin: ")
	if !found || !strings.HasPrefix(overview, "45 findings have 32 causes\nplaces  causes  fixable\n    45      32        5  will hurt: fails or costs something in use\n     5       1        5    error a/c: path \"d0\" does not start with \"./\"\n") {
		t.Errorf("overview %q", overview)
	}
	many := r
	many.Summary.Infos = 40
	many.Hidden = slices.Repeat([]finding.Finding{{Severity: analysis.Info}}, 40)
	for i := range 40 {
		many.Findings = append(many.Findings, finding.Finding{Rule: fmt.Sprint("a/", i), Severity: analysis.Severity(2 + i%2), Message: strings.Repeat("long ", 30)})
	}
	_, overview, _ = strings.Cut(render(t, "text", &many, Options{Width: 80}), "Where to begin: ")
	if lines := strings.Count(overview, "\n"); lines > 20 {
		t.Errorf("%d lines, want at most 20, which leaves room for a notice:\n%s", lines, overview)
	}
	for line := range strings.Lines(overview) {
		if len([]rune(line)) > 81 {
			t.Errorf("too long: %q", line)
		}
	}
	few := r
	few.Findings = r.Findings[:18]
	for name, got := range map[string]string{"few": render(t, "text", &few, Options{}), "no summary": render(t, "text", &r, Options{NoSummary: true})} {
		if strings.Contains(got, "Where to begin") {
			t.Errorf("%s: overview", name)
		}
	}
	for name, o := range map[string]Options{"statistics": {Statistics: true, NoSummary: true}, "overview": {Overview: true}} {
		if !strings.Contains(render(t, "text", &few, o), "Where to begin: 18 findings have") {
			t.Errorf("%s: no overview", name)
		}
	}
}

func TestPositions(t *testing.T) {
	at := func(line, column int) analysis.Position { return analysis.Position{Line: line, Column: column} }
	tests := []struct{ start, end, wantStart, wantEnd analysis.Position }{
		{at(2, 3), at(4, 1), at(2, 3), at(4, 1)},
		{at(0, 0), at(0, 0), at(1, 1), at(1, 1)},
		{at(2, 0), at(2, 5), at(1, 1), at(2, 5)},
		{at(2, 3), at(0, 0), at(2, 3), at(2, 3)},
		{at(2, 3), at(2, 1), at(2, 3), at(2, 3)},
	}
	for _, test := range tests {
		start, end := positions(analysis.Location{Start: test.start, End: test.end})
		if start != test.wantStart || end != test.wantEnd {
			t.Errorf("positions(%v, %v) = %v, %v", test.start, test.end, start, end)
		}
	}
}

func TestLink(t *testing.T) {
	o := Options{Links: true}
	tests := []struct{ address, want string }{
		{"", "x"},
		{"https://y/z", "\x1b]8;;https://y/z\x1b\\x\x1b]8;;\x1b\\"},
		{"https://y/\x1b\\", "x"},
		{"https://y/é", "x"},
	}
	for _, test := range tests {
		if got := o.link(test.address, "x"); got != test.want {
			t.Errorf("link(%q) = %q, want %q", test.address, got, test.want)
		}
	}
}

func TestTextExcerpts(t *testing.T) {
	long := strings.Repeat("語", 30) + "X" + strings.Repeat("é", 60)
	tests := []struct {
		name   string
		lines  []string
		column int // of the first character
		start  analysis.Position
		end    analysis.Position
		want   string
	}{
		{"tab before the range", []string{"a\tb c"}, 1, analysis.Position{Line: 7, Column: 3}, analysis.Position{Line: 7, Column: 4},
			"   7 | a   b c\n     |     ^\n"},
		{"wide characters", []string{"技能 ok 🚀🚀 end"}, 1, analysis.Position{Line: 7, Column: 4}, analysis.Position{Line: 7, Column: 9},
			"   7 | 技能 ok 🚀🚀 end\n     |      ^^^^^^^\n"},
		{"combining mark", []string{"e\u0301x"}, 1, analysis.Position{Line: 7, Column: 3}, analysis.Position{Line: 7, Column: 4},
			"   7 | e\u0301x\n     |  ^\n"},
		{"escaped characters in the range", []string{"a\u202eb"}, 1, analysis.Position{Line: 7, Column: 2}, analysis.Position{Line: 7, Column: 3},
			"   7 | a\\u202eb\n     |  ^^^^^^\n"},
		{"empty range at the end", []string{"abc"}, 1, analysis.Position{Line: 7, Column: 4}, analysis.Position{Line: 7, Column: 4},
			"   7 | abc\n     |    ^\n"},
		{"line end included", []string{"abc"}, 1, analysis.Position{Line: 7, Column: 2}, analysis.Position{Line: 8, Column: 1},
			"   7 | abc\n     |  ^^\n"},
		{"long line", []string{long}, 1, analysis.Position{Line: 7, Column: 31}, analysis.Position{Line: 7, Column: 32},
			"   7 | …語語語語語語語Xéééééééééééééééé…\n     |                ^\n"},
		{"range wider than the output", []string{long}, 1, analysis.Position{Line: 7, Column: 11}, analysis.Position{Line: 7, Column: 90},
			"   7 | …語語語語語語語語語語語語語語語…\n     |          ^^^^^^^^^^^^^^^^^^^^^^\n"},
		{"end of a long line", []string{long}, 1, analysis.Position{Line: 7, Column: 91}, analysis.Position{Line: 7, Column: 92},
			"   7 | …ééééééééééééééééééééééééééééééé\n     |                                ^\n"},
		{"piece of a longer line", []string{"bcd"}, 100, analysis.Position{Line: 7, Column: 101}, analysis.Position{Line: 7, Column: 102},
			"   7 | …bcd\n     |   ^\n"},
		{"two lines", []string{"  ab", "cd e"}, 1, analysis.Position{Line: 9, Column: 3}, analysis.Position{Line: 10, Column: 3},
			"   9 | /   ab\n  10 | | cd e\n     | |__^\n"},
		{"from the middle of a line", []string{"key: [a,", "  b]"}, 1, analysis.Position{Line: 9, Column: 6}, analysis.Position{Line: 10, Column: 5},
			"   9 |   key: [a,\n     |  ______^\n  10 | |   b]\n     | |____^\n"},
		{"more lines than the limit", []string{"a", "", "c"}, 1, analysis.Position{Line: 9, Column: 1}, analysis.Position{Line: 300, Column: 1},
			"   9 | / a\n  10 | |\n  11 | | c\n   … | |_ to line 299\n"},
		{"excerpt with one of several lines", []string{"a"}, 1, analysis.Position{Line: 9, Column: 1}, analysis.Position{Line: 10, Column: 2},
			"   9 | / a\n   … | |_ to line 10\n"},
		{"nothing to show", []string{""}, 1, analysis.Position{Line: 9, Column: 1}, analysis.Position{Line: 9, Column: 1}, ""},
		{"empty first line", []string{"", "b"}, 1, analysis.Position{Line: 9, Column: 1}, analysis.Position{Line: 10, Column: 2},
			"   9 | /\n  10 | | b\n     | |_^\n"},
		{"start after the end of the line", []string{"ab"}, 1, analysis.Position{Line: 9, Column: 99}, analysis.Position{Line: 9, Column: 100},
			"   9 | ab\n     |   ^\n"},
		{"line numbers of different widths", []string{"a", "b"}, 1, analysis.Position{Line: 99999, Column: 1}, analysis.Position{Line: 100000, Column: 2},
			" 99999 | / a\n100000 | | b\n       | |_^\n"},
	}
	for _, test := range tests {
		f := finding.Finding{Rule: "a/b", Severity: analysis.Error, Message: "m"}
		f.Place = finding.Place{Excerpt: test.lines, ExcerptColumn: test.column,
			Location: analysis.Location{Path: "x", Start: test.start, End: test.end}}
		_, got, _ := strings.Cut(render(t, "text", &finding.Report{Findings: []finding.Finding{f}}, Options{Width: 40, NoSummary: true}), "\n")
		if got != test.want {
			t.Errorf("%s\n got\n%s\nwant\n%s", test.name, got, test.want)
		}
	}
}

func TestTextWithoutColorHasNoEscapes(t *testing.T) {
	for _, r := range renderText(t, sample(), options()) {
		if r != '\n' && !escape.Printable(r) {
			t.Fatalf("text contains %U", r)
		}
	}
	o := options()
	o.Color, o.Links = true, true
	colored := renderText(t, sample(), o)
	if stripped := regexp.MustCompile("\x1b\\[[0-9;]*m|\x1b]8;;[!-~]*\x1b\\\\").ReplaceAllString(colored, ""); stripped != renderText(t, sample(), options()) {
		t.Errorf("color changes the text:\n%s", stripped)
	}
}

func renderText(t testing.TB, r *finding.Report, o Options) string { return render(t, "text", r, o) }

// FuzzWrite writes hostile text in every format and parses the machine-readable formats.
func FuzzWrite(f *testing.F) {
	f.Add("skills/x/SKILL.md", "a message", "a line", 1, 2, 0)
	f.Add("::error::\x1b", "##[group]\n::x", "\t\u202e技\xff", 2, 3, 2)
	f.Add("../a/../../b:c", "[x](y)\\", "\u2028\u009b31m", -1, 9, 1)
	f.Add("　::x", "##", "[ ##vso[", 300, 0, 5)
	command := regexp.MustCompile(`(?m)^[\s\x{3000}]*::|##[a-zA-Z]*\[`)
	f.Fuzz(func(t *testing.T, name, message, line string, from, to, lines int) {
		line = strings.NewReplacer("\n", "", "\r", "").Replace(line)
		p := finding.Place{Excerpt: []string{line, message}, ExcerptColumn: 1, Location: analysis.Location{Path: name,
			Start: analysis.Position{Line: 7, Column: from}, End: analysis.Position{Line: 7 + lines&0xFFFF, Column: to}}}
		r := &finding.Report{
			Findings: []finding.Finding{{Rule: "a/b", Severity: analysis.Error, Message: message, Place: p,
				Related: []finding.Related{{Place: p, Message: line}}, LineHash: "1",
				Fixes: []finding.Fix{{Title: message, Edits: []finding.Edit{{Location: p.Location, Text: line}}}}}},
			Notices: []finding.Notice{{Message: message, Path: name}},
		}
		for _, o := range []Options{{}, {CI: true}, {Statistics: true}, {Width: 1}, {GroupBy: "file", Width: 20}} {
			var out bytes.Buffer
			if err := Notices(&out, r, o); err != nil {
				t.Fatal(err)
			}
			text := renderText(t, r, o) + out.String()
			for _, c := range text {
				if c != '\n' && !escape.Printable(c) {
					t.Fatalf("text contains %U:\n%q", c, text)
				}
			}
			if o.CI && command.MatchString(text) {
				t.Fatalf("the log contains a command:\n%q", text)
			}
		}
		for _, format := range []string{"json", "jsonl", "sarif"} {
			out := render(t, format, r, Options{})
			for _, c := range out {
				if c != '\n' && !escape.Printable(c) {
					t.Fatalf("%s contains %U:\n%q", format, c, out)
				}
			}
			if command.MatchString(out) {
				t.Fatalf("%s contains a command:\n%q", format, out)
			}
		}
		var own jsonFinding
		if err := json.Unmarshal([]byte(render(t, "jsonl", r, Options{})), &own); err != nil {
			t.Fatal(err)
		}
		if own.Message != toValidUTF8(message) || own.Path != toValidUTF8(name) || own.Fixes[0].Edits[0].Text != toValidUTF8(line) {
			t.Fatalf("json turns %q, %q, %q into %+v", message, name, line, own)
		}
		result := parse(t, render(t, "sarif", r, Options{})).Runs[0].Results[0]
		if want := path.Clean("/" + name)[1:]; want != "" && result.Locations[0].path(t) != want {
			t.Fatalf("sarif turns path %q into %q", name, result.Locations[0].PhysicalLocation.ArtifactLocation.URI)
		}
	})
}

func BenchmarkWrite(b *testing.B) {
	r := largeReport(100_000)
	b.Run("sarif within GitHub's limits", func(b *testing.B) {
		for b.Loop() {
			if err := Write(io.Discard, "sarif", r, options()); err != nil {
				b.Fatal(err)
			}
		}
	})
	for _, format := range Formats() {
		b.Run(format, func(b *testing.B) {
			o := options()
			o.MaxResults = len(r.Findings)
			b.ReportAllocs()
			for b.Loop() {
				if err := Write(io.Discard, format, r, o); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
