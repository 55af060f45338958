package report

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/url"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v5"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/finding"
)

// logs returns different SARIF logs by name, and the logs in the files that SARIF_LOGS lists.
func logs(t *testing.T) map[string]string {
	clean := sample()
	clean.Findings, clean.Notices = nil, nil
	bare := options()
	bare.Help, bare.URL, bare.Version = nil, nil, "(devel)"
	cut := options()
	cut.MaxResults, cut.Category = 2, "skills"
	all := map[string]string{
		"sample": render(t, "sarif", sample(), options()),
		"clean":  render(t, "sarif", clean, options()),
		"empty":  render(t, "sarif", &finding.Report{}, Options{}),
		"bare":   render(t, "sarif", sample(), bare),
		"cut":    render(t, "sarif", sample(), cut),
		"partly": render(t, "sarif", partlySuppressed(), options()),
		"many":   render(t, "sarif", largeReport(500), Options{MaxResults: 400}),
	}
	for _, value := range hostileValues {
		all[fmt.Sprintf("%.60q", value)] = render(t, "sarif", hostileReport(value), options())
	}
	for _, path := range filepath.SplitList(os.Getenv("SARIF_LOGS")) {
		all[path] = read(t, path)
	}
	return all
}

// TestSARIFSchema validates the logs against the official schema, sarif-2.1.0.json in the npm package @microsoft/sarif-multitool-linux.
func TestSARIFSchema(t *testing.T) {
	path := os.Getenv("SARIF_SCHEMA")
	if path == "" {
		t.Skip("SARIF_SCHEMA is not set")
	}
	compiler := jsonschema.NewCompiler()
	compiler.AssertFormat = true
	schema, err := compiler.Compile(path)
	if err != nil {
		t.Fatal(err)
	}
	all := logs(t)
	for name, log := range all {
		var value any
		if err := json.Unmarshal([]byte(log), &value); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if err := schema.Validate(value); err != nil {
			t.Errorf("%s: %#v", name, err)
		}
	}
	if !t.Failed() {
		t.Logf("%d logs conform to the schema of SARIF 2.1.0", len(all))
	}
}

// TestSARIFMultitool runs Microsoft's validator with its rules for GitHub. It ignores notes, some of which an offline tool with rule
// names like group/rule cannot comply with.
func TestSARIFMultitool(t *testing.T) {
	multitool := os.Getenv("SARIF_MULTITOOL")
	if multitool == "" {
		t.Skip("SARIF_MULTITOOL is not set to the program Sarif.Multitool of the npm package @microsoft/sarif-multitool-linux")
	}
	all := mergeLogs(t, logs(t))
	dir := t.TempDir()
	names := map[string]string{} // of logs, by file
	arguments, results := []string{"validate"}, 0
	for name, log := range all {
		file := filepath.Join(dir, fmt.Sprintf("%d.sarif", len(names)))
		if err := os.WriteFile(file, []byte(log), 0o644); err != nil {
			t.Fatal(err)
		}
		names[filepath.Base(file)] = name
		results += len(parse(t, log).Runs[0].Results)
		arguments = append(arguments, file)
	}
	out := filepath.Join(dir, "verdict.sarif")
	command := exec.Command(multitool, append(arguments, "--rule-kind", "Sarif;Ghas", "--level", "Error;Warning;Note", "--max-file-size-in-kb", "100000", "--output", out)...)
	command.Env = append(os.Environ(), "DOTNET_SYSTEM_GLOBALIZATION_INVARIANT=1")
	if text, err := command.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	notes := map[string]int{}
	for _, v := range parse(t, read(t, out)).Runs[0].Results {
		name := names[path.Base(v.Locations[0].PhysicalLocation.ArtifactLocation.URI)]
		notes[name]++
		if v.Level != "note" {
			t.Errorf("%s: %s %s at %+v", name, v.RuleID, v.Level, v.Locations)
		}
	}
	for name := range all {
		if notes[name] == 0 {
			t.Errorf("%s: no notes, which every log should have: it was not read", name)
		}
	}
	if !t.Failed() {
		t.Logf("no errors or warnings from the multitool, with its rules for GitHub, for %d results", results)
	}
}

// mergeLogs merges logs with the same rules, because rules take most of the time of the validation.
func mergeLogs(t *testing.T, logs map[string]string) map[string]string {
	type log struct {
		Schema  string                       `json:"$schema"`
		Version string                       `json:"version"`
		Runs    []map[string]json.RawMessage `json:"runs"`
	}
	all := map[string]string{}
	byTool := map[string]*log{}
	for _, name := range slices.Sorted(maps.Keys(logs)) {
		l := &log{}
		if err := json.Unmarshal([]byte(logs[name]), l); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		run := l.Runs[0]
		first := byTool[string(run["tool"])]
		switch {
		case strings.Contains(logs[name], `"suppressions":`): // either all results of a run have them or none
			all[name] = logs[name]
			continue
		case first == nil:
			byTool[string(run["tool"])] = l
			first = l
			run = map[string]json.RawMessage{"results": run["results"], "invocations": run["invocations"]}
			l.Runs[0]["results"], l.Runs[0]["invocations"] = json.RawMessage("[]"), json.RawMessage("[]")
		}
		for _, list := range []string{"results", "invocations"} {
			var both, more []json.RawMessage
			if err := errors.Join(json.Unmarshal(first.Runs[0][list], &both), json.Unmarshal(run[list], &more)); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			first.Runs[0][list], _ = json.Marshal(append(both, more[:min(len(more), 1000)]...)) // each takes milliseconds
		}
	}
	for tool, l := range byTool {
		data, err := json.Marshal(l)
		if err != nil {
			t.Fatal(err)
		}
		all[fmt.Sprintf("those by %.300s", tool)] = string(data)
	}
	return all
}

func read(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// A parsedLog is the SARIF format, declared independently of the structs that write it.
type parsedLog struct {
	Version string
	Runs    []struct {
		Tool struct {
			Driver struct {
				SemanticVersion, Version string
				Rules                    []struct {
					ID, Name             string
					Help                 struct{ Text, Markdown string }
					DefaultConfiguration struct{ Level string }
				}
			}
		}
		Invocations       []struct{ ToolExecutionNotifications []parsedResult }
		AutomationDetails struct{ ID string }
		ColumnKind        string
		Results           []parsedResult
	}
}

type parsedResult struct {
	RuleID              string
	RuleIndex           *int
	Level               string
	Message             struct{ Text string }
	Locations           []parsedLocation
	RelatedLocations    []parsedLocation
	PartialFingerprints map[string]string
	CodeFlows           []struct {
		ThreadFlows []struct {
			Locations []struct{ Location parsedLocation }
		}
	}
	Properties struct{ Message, Effect, Help string }
	Fixes      []struct {
		Description     struct{ Text string }
		ArtifactChanges []struct {
			ArtifactLocation struct{ URI, URIBaseID string }
			Replacements     []struct {
				DeletedRegion   parsedRegion
				InsertedContent struct{ Text string }
			}
		}
		Properties struct{ Safe bool }
	}
}

type parsedLocation struct {
	PhysicalLocation struct {
		ArtifactLocation struct{ URI, URIBaseID string }
		Region           parsedRegion
	}
	Message struct{ Text string }
}

type parsedRegion struct {
	StartLine, StartColumn, EndLine, EndColumn int
	Snippet                                    struct{ Text string }
}

func parse(t testing.TB, log string) parsedLog {
	t.Helper()
	var parsed parsedLog
	if err := json.Unmarshal([]byte(log), &parsed); err != nil {
		t.Fatalf("%v\n%s", err, log)
	}
	return parsed
}

// unescapeMessage returns a message as a viewer shows it.
func unescapeMessage(t testing.TB, text string) string {
	t.Helper()
	text, ok := strings.CutSuffix(text, ".")
	if !ok && !strings.HasSuffix(text, "?") {
		t.Errorf("message %q is not a sentence", text)
	}
	if strings.Contains(text, `\](`) {
		text = strings.NewReplacer(`\\`, `\`, `\[`, `[`, `\]`, `]`).Replace(text)
	}
	return text
}

func (l parsedLocation) path(t testing.TB) string {
	t.Helper()
	a := l.PhysicalLocation.ArtifactLocation
	u, err := url.Parse(a.URI)
	if err != nil || u.Scheme != "" || u.Host != "" || strings.HasPrefix(u.Path, "/") || u.RawQuery != "" || u.Fragment != "" ||
		a.URIBaseID != "%SRCROOT%" || slices.Contains(strings.Split(u.Path, "/"), "..") || strings.HasPrefix(a.URI, "./") {
		t.Errorf("address %+v: %v", a, err)
		return ""
	}
	return u.Path
}

func TestSARIFRoundTrip(t *testing.T) {
	r := sample()
	run := parse(t, render(t, "sarif", r, options())).Runs[0]
	if len(run.Results) != len(r.Findings) {
		t.Fatalf("%d results of %d findings", len(run.Results), len(r.Findings))
	}
	for i, got := range run.Results {
		f := &r.Findings[i]
		if got.RuleID != f.Rule || got.RuleIndex == nil || run.Tool.Driver.Rules[*got.RuleIndex].ID != f.Rule {
			t.Errorf("result %d: rule %s, index %v, want %s", i, got.RuleID, got.RuleIndex, f.Rule)
		}
		var all []string
		for _, text := range []string{f.Message, f.Effect, helpOf(f)} {
			if text != "" {
				all = append(all, strings.TrimRight(toValidUTF8(text), "?"))
			}
		}
		sentences := strings.NewReplacer(". ", "\n", "? ", "\n").Replace(strings.TrimSuffix(unescapeMessage(t, got.Message.Text), "?"))
		if want := strings.Join(all, "\n"); !strings.EqualFold(sentences, want) {
			t.Errorf("result %d: message %q, want the sentences %q", i, got.Message.Text, want)
		}
		if p := got.Properties; p.Message != toValidUTF8(f.Message) || p.Effect != f.Effect || p.Help != helpOf(f) {
			t.Errorf("result %d: properties %+v", i, p)
		}
		if len(got.Locations) != 1 {
			t.Fatalf("result %d: %d locations", i, len(got.Locations))
		}
		compareLocation(t, got.Locations[0], &f.Place, "")
		if len(got.RelatedLocations) != len(f.Related) {
			t.Errorf("result %d: %d related locations, want %d", i, len(got.RelatedLocations), len(f.Related))
		}
		for j, l := range got.RelatedLocations {
			compareLocation(t, l, &f.Related[j].Place, f.Related[j].Message)
		}
		if got.PartialFingerprints["skilllint/v1"] != f.Fingerprint {
			t.Errorf("result %d: fingerprints %v, want %s", i, got.PartialFingerprints, f.Fingerprint)
		}
		compareFlow(t, got, f)
		compareFixes(t, got, f)
	}
	if notifications := run.Invocations[0].ToolExecutionNotifications; len(notifications) != len(r.Notices) {
		t.Errorf("%d notifications of %d notices", len(notifications), len(r.Notices))
	}
}

// toValidUTF8 replaces each invalid byte by U+FFFD, as JSON does.
func toValidUTF8(text string) string { return string([]rune(text)) }

func compareLocation(t *testing.T, got parsedLocation, want *finding.Place, message string) {
	t.Helper()
	if path := got.path(t); path != want.Path {
		t.Errorf("path %q, want %q", path, want.Path)
	}
	start, end := positions(want.Location)
	region := got.PhysicalLocation.Region
	if (analysis.Position{Line: region.StartLine, Column: region.StartColumn}) != start ||
		(analysis.Position{Line: region.EndLine, Column: region.EndColumn}) != end {
		t.Errorf("%s: region %+v, want %v to %v", want.Path, region, start, end)
	}
	source := sources[want.Path]
	if text := toValidUTF8(source[want.Range.Start:want.Range.End]); region.Snippet.Text != "" && region.Snippet.Text != text {
		t.Errorf("%s: snippet %q, want %q", want.Path, region.Snippet.Text, text)
	}
	if message != "" && !strings.EqualFold(unescapeMessage(t, got.Message.Text), message) {
		t.Errorf("message %q, want %q", got.Message.Text, message)
	}
}

func compareFlow(t *testing.T, got parsedResult, f *finding.Finding) {
	t.Helper()
	if !f.Flow {
		if len(got.CodeFlows) > 0 {
			t.Errorf("%s has a code flow", f.Rule)
		}
		return
	}
	steps := got.CodeFlows[0].ThreadFlows[0].Locations
	if len(steps) != len(f.Related) {
		t.Errorf("%d steps, want %d", len(steps), len(f.Related))
	}
	for i, s := range steps {
		compareLocation(t, s.Location, &f.Related[i].Place, f.Related[i].Message)
	}
}

func compareFixes(t *testing.T, got parsedResult, f *finding.Finding) {
	t.Helper()
	if len(got.Fixes) != len(f.Fixes) {
		t.Fatalf("%s: %d fixes, want %d", f.Rule, len(got.Fixes), len(f.Fixes))
	}
	for i, fix := range got.Fixes {
		want := f.Fixes[i]
		if !strings.EqualFold(unescapeMessage(t, fix.Description.Text), want.Title) || fix.Properties.Safe != want.Safe || len(fix.ArtifactChanges) != 1 {
			t.Errorf("fix %+v, want %+v", fix, want)
		}
		for j, r := range fix.ArtifactChanges[0].Replacements {
			e := want.Edits[j]
			if r.InsertedContent.Text != e.Text || r.DeletedRegion.StartLine != e.Location.Start.Line ||
				r.DeletedRegion.StartColumn != e.Location.Start.Column || r.DeletedRegion.EndLine != e.Location.End.Line ||
				r.DeletedRegion.EndColumn != e.Location.End.Column {
				t.Errorf("replacement %+v, want %+v", r, e)
			}
		}
	}
}

func TestSARIFDriver(t *testing.T) {
	tests := []struct{ version, plain, semantic string }{
		{"v1.2.3", "1.2.3", "1.2.3"}, {"1.2.3-rc.1+abc", "1.2.3-rc.1+abc", "1.2.3-rc.1+abc"},
		{"(devel)", "0 (devel)", ""}, {"v1.2", "0 1.2", ""}, {"1.02.3", "0 1.02.3", ""}, {"1.2.3-", "0 1.2.3-", ""}, {"", "0", ""},
	}
	for _, test := range tests {
		d := newDriver(nil, Options{Version: test.version})
		if d.Version != test.plain || d.SemanticVersion != test.semantic {
			t.Errorf("version %q: got %q and %q, want %q and %q", test.version, d.Version, d.SemanticVersion, test.plain, test.semantic)
		}
	}
}

func TestSARIFCategory(t *testing.T) {
	for category, want := range map[string]string{"": "skilllint/", "docs": "skilllint/docs/", "a/b/": "skilllint/a/b/"} {
		run := parse(t, render(t, "sarif", &finding.Report{}, Options{Category: category})).Runs[0]
		if run.AutomationDetails.ID != want {
			t.Errorf("category %q: id %q, want %q", category, run.AutomationDetails.ID, want)
		}
	}
}

// TestSARIFRules checks that rules are listed only if they have a result.
func TestSARIFRules(t *testing.T) {
	known := rule("b/known-rule", "known", analysis.Info)
	off := rule("c/opt-in", "asked for", analysis.Off)
	long := rule("d/long", strings.Repeat("é", 2000), analysis.Error)
	r := &finding.Report{Rules: []*analysis.Analyzer{long, rule("b/another", "it finds nothing", analysis.Error), off, known}}
	for i, a := range []*analysis.Analyzer{long, {Name: "a/unlisted"}, off, known, known} {
		f := finding.Finding{Rule: a.Name, Severity: analysis.Error, Place: finding.Place{Location: analysis.Location{Path: "x"}}}
		if i != 1 {
			f.Analyzer = a
		}
		r.Findings = append(r.Findings, f)
	}
	r.Findings, r.Suppressed = r.Findings[:3], r.Findings[3:]
	run := parse(t, render(t, "sarif", r, Options{})).Runs[0]
	var got []string
	for _, rule := range run.Tool.Driver.Rules {
		got = append(got, rule.ID+" "+rule.Name+" "+rule.DefaultConfiguration.Level)
		if rule.Help.Text == "" || rule.Help.Markdown != "" {
			t.Errorf("%s: help %+v, want only a text", rule.ID, rule.Help)
		}
	}
	want := []string{"a/unlisted AUnlisted warning", "b/known-rule BKnownRule note", "c/opt-in COptIn warning", "d/long DLong error"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	for _, r := range run.Results {
		if r.RuleIndex == nil || run.Tool.Driver.Rules[*r.RuleIndex].ID != r.RuleID {
			t.Errorf("%s: wrong ruleIndex", r.RuleID)
		}
	}
}

func TestSARIFRelatedLimit(t *testing.T) {
	f := sample().Findings[4]
	for len(f.Related) < 12_000 {
		f.Related = append(f.Related, f.Related[0])
	}
	result := parse(t, render(t, "sarif", &finding.Report{Findings: []finding.Finding{f}}, Options{})).Runs[0].Results[0]
	if n := len(result.RelatedLocations); n != 999 {
		t.Errorf("%d related locations, want 999", n)
	}
	if n := len(result.CodeFlows[0].ThreadFlows[0].Locations); n != 10_000 {
		t.Errorf("%d steps, want 10,000", n)
	}
}

func TestRelativeURI(t *testing.T) {
	tests := []struct{ path, want string }{
		{"skills/a/SKILL.md", "skills/a/SKILL.md"},
		{"./a.md", "a.md"},
		{"../../etc/passwd", "etc/passwd"},
		{"a/../../b", "b"},
		{"/etc/passwd", "etc/passwd"},
		{"//host/x", "host/x"},
		{"javascript:alert(1)", "javascript%3Aalert%281%29"},
		{`C:\x`, "C%3A%5Cx"},
		{"a b%c?d#e", "a%20b%25c%3Fd%23e"},
		{"ü/技", "%C3%BC/%E6%8A%80"},
		{"\xff\n", "%FF%0A"},
		{"a@b+c,d=e~", "a@b+c,d=e~"},
		{"", "."},
		{"..", "."},
	}
	for _, test := range tests {
		if got := relativeURI(test.path); got != test.want {
			t.Errorf("relativeURI(%q) = %q, want %q", test.path, got, test.want)
		}
	}
}

func TestLineHashes(t *testing.T) {
	tests := []struct {
		name, rule, path string
		line             int
		hash, want       string
	}{
		{"first line", "a/x", "p", 1, "f00", "f00:1"},
		{"the same line, another rule", "a/y", "p", 1, "f00", "f00:1"},
		{"the same line and rule", "a/x", "p", 1, "f00", "f00:2"},
		{"the next line of equal content", "a/y", "p", 5, "f00", "f00:2"},
		{"a value that the rule already has", "a/x", "p", 5, "f00", "f00:3"},
		{"no line", "a/x", "p", 7, "", "08d59e07b575f69f:1"},
		{"no line, again", "a/x", "p", 7, "", "08d59e07b575f69f:2"},
		{"no line, another rule", "a/y", "p", 7, "", "08d59e07b575f69f:1"},
		{"another file", "a/x", "q", 9, "f00", "f00:1"},
		{"with GitHub's ordinal", "a/x", "q", 12, "abc:7", "abc:7"},
		{"with GitHub's ordinal, again", "a/x", "q", 12, "abc:7", "abc:8"},
	}
	var hashes lineHashes
	for _, test := range tests {
		f := finding.Finding{Rule: test.rule, LineHash: test.hash}
		f.Place.Path, f.Place.Start = test.path, analysis.Position{Line: test.line, Column: 1}
		if got := hashes.value(&f); got != test.want {
			t.Errorf("%s: got %s, want %s", test.name, got, test.want)
		}
	}
}

func TestNewRegion(t *testing.T) {
	at := func(line, column int) analysis.Position { return analysis.Position{Line: line, Column: column} }
	long := strings.Repeat("x", 240)
	tests := []struct {
		name             string
		lines            []string
		column           int
		start, end       analysis.Position
		snippet, context string
	}{
		{"a part of a line", []string{"aé技b"}, 1, at(3, 2), at(3, 4), "é技", "3:1-3:5 aé技b"},
		{"a whole line has no context", []string{"abc"}, 1, at(3, 1), at(3, 4), "abc", ""},
		{"an empty range", []string{"abc"}, 1, at(3, 4), at(3, 4), "", "3:1-3:4 abc"},
		{"an empty line", []string{""}, 1, at(3, 1), at(3, 1), "", ""},
		{"a piece of a long line", []string{"bcd"}, 50, at(3, 51), at(3, 52), "c", "3:50-3:53 bcd"},
		{"lines", []string{"ab", "cd"}, 1, at(3, 2), at(4, 2), "b\nc", "3:1-4:3 ab\ncd"},
		{"lines without a complete excerpt", []string{"ab"}, 1, at(3, 2), at(4, 2), "", ""},
		{"lines of which one is truncated", []string{long, "cd"}, 1, at(3, 2), at(4, 2), "", ""},
		{"a place after the end of the line", []string{"ab"}, 1, at(3, 2), at(3, 9), "", ""},
		{"a place before the piece", []string{"ab"}, 5, at(3, 2), at(3, 6), "", ""},
	}
	for _, test := range tests {
		p := finding.Place{Excerpt: test.lines, ExcerptColumn: test.column, Location: analysis.Location{Start: test.start, End: test.end}}
		region, c := newRegion(&p)
		var snippet, context string
		if region.Snippet != nil {
			snippet = region.Snippet.Text
		}
		if c != nil {
			context = fmt.Sprintf("%d:%d-%d:%d %s", c.StartLine, c.StartColumn, c.EndLine, c.EndColumn, c.Snippet.Text)
		}
		if snippet != test.snippet || context != test.context {
			t.Errorf("%s: snippet %q, context %q, want %q and %q", test.name, snippet, context, test.snippet, test.context)
		}
	}
}

func TestMessageText(t *testing.T) {
	tests := []struct{ message, want string }{
		{"plain text", "Plain text."},
		{"a sentence.", "A sentence."},
		{"a question?", "A question?"},
		{`tools: [a, b] and \n`, `Tools: [a, b] and \n.`},
		{"see [x](http://y)", `See \[x\](http://y).`},
		{`see \[x\](http://y)`, `See \\\[x\\\](http://y).`},
	}
	for _, test := range tests {
		if got := messageText(test.message); got != test.want {
			t.Errorf("messageText(%q) = %q, want %q", test.message, got, test.want)
		}
	}
}

// largeReport returns a report of n findings in many files.
func largeReport(n int) *finding.Report {
	r := sample()
	var findings []finding.Finding
	for i := range n {
		f := r.Findings[i%len(r.Findings)]
		f.Place.Path = fmt.Sprintf("skills/s%05d/%s", i/20, f.Place.Path)
		f.Place.Start.Line += i % 20
		f.Place.End.Line += i % 20
		findings = append(findings, f)
	}
	r.Findings = findings
	return r
}
