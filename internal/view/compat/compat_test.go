package compat

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/clients/loader"
	"github.com/skilllint/skilllint/internal/discover"
	"github.com/skilllint/skilllint/internal/view/viewtest"
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/renderer/html"
)

// sampleTable returns a table with all elements of the formats.
func sampleTable() *Table {
	place := func(path string, line, column, start, end int) analysis.Location {
		return analysis.Location{Path: path, Range: analysis.Range{Start: start, End: end},
			Start: analysis.Position{Line: line, Column: column}, End: analysis.Position{Line: line, Column: column + end - start}}
	}
	loads := func(agent, name, description string) loader.Verdict {
		return loader.Verdict{Client: agent, Status: loader.Loads, Name: name, Description: description}
	}
	c := &Table{agents: []*loader.Client{
		{ID: "codex", Title: "Codex", Version: "1.2.3", Grade: loader.Measured},
		{ID: "gemini", Title: "Gemini CLI", Version: "4.5.6", Grade: loader.Measured},
		{ID: "claude-code", Title: "Claude Code", Version: "documentation of 2026", Grade: loader.Documented},
	}}
	add := func(path, name, description string, verdicts ...loader.Verdict) {
		c.skills = append(c.skills, skill{path, "agentskills", loader.Readings{Name: name, Description: description, Verdicts: verdicts}})
	}
	add("skills/greet/SKILL.md", "greet", "Greets.", loads("codex", "greet", "Greets."), loads("gemini", "greet", "Greets.\n"), loads("claude-code", "greet", "Greets."))

	const bare = "skills/bare/SKILL.md"
	missing := func(agent string) loader.Verdict {
		return loader.Verdict{Client: agent, Status: loader.Rejected, Grounds: []loader.Ground{
			{Message: `missing field "name"`, Effect: "skips the skill", Cause: "no-name", At: place(bare, 1, 1, 0, 3)}}}
	}
	add(bare, "bare", "", missing("codex"), missing("gemini"), loader.Verdict{Client: "claude-code", Status: loader.Unknown, Grounds: []loader.Ground{
		{Message: "missing field", Effect: "the behavior of {} is undocumented", Cause: "no-name", At: place(bare, 2, 1, 4, 5)}}})

	const lossy = "skills/lossy/SKILL.md"
	lost := func(agent string, causes ...string) loader.Verdict {
		v := loader.Verdict{Client: agent, Status: loader.Partial, Name: "lossy"}
		for i, cause := range causes {
			v.Grounds = append(v.Grounds, loader.Ground{Message: "lost " + cause, Effect: "loses it", Cause: cause, At: place(lossy, 3+i, 1, 10+i, 12+i)})
		}
		return v
	}
	add(lossy, "lossy", "", lost("codex", "unread-field", loader.Literal, loader.Literal), lost("gemini", "unknown-tool", loader.Unreachable), lost("claude-code", "description-cut"))

	path := "skills/" + viewtest.Hostile + "/SKILL.md"
	read := loader.Verdict{Client: "gemini", Status: loader.Partial, Name: viewtest.Hostile + "-", Description: viewtest.Hostile, More: 2, Grounds: []loader.Ground{
		{Message: "name is not read as written", Effect: "reads it as " + viewtest.Hostile, Cause: "name-misread", At: place(path, 2, 7, 10, 20)}}}
	add(path, viewtest.Hostile, "Says it.", loads("codex", viewtest.Hostile, "Says it."), read, loader.Verdict{Client: "claude-code"})
	c.components = []component{
		{"commands/plan.md", "command", "claude-code", loader.Loads, ""},
		{"commands/" + viewtest.Hostile + ".md", "command", "claude-code", loader.Rejected, "lost " + viewtest.Hostile},
		{"agents/a.md", "subagent", "gemini", loader.Unknown, "invalid YAML, which the client may repair"},
		{"agents/b.md", "subagent", "gemini", loader.Unknown, "invalid YAML, which the client may repair"},
	}
	return c
}

func TestCompatFormats(t *testing.T) {
	write := func(write func(*bufio.Writer) error) string {
		var b strings.Builder
		w := bufio.NewWriter(&b)
		if err := errors.Join(write(w), w.Flush()); err != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	c := sampleTable()
	formats := map[string]string{
		"text.txt":  write(func(w *bufio.Writer) error { return c.Text(w, true, 0) }),
		"ascii.txt": write(func(w *bufio.Writer) error { return c.Text(w, false, 40) }),
		"json.json": write(c.JSON),
		"table.md":  write(func(w *bufio.Writer) error { return c.Markdown(w) }),
		"page.html": write(func(w *bufio.Writer) error { return c.HTML(w) }),
	}
	for name, got := range formats {
		viewtest.Golden(t, name, got)
		for _, r := range []string{"\x1b", "\u202e", "\r"} {
			if strings.Contains(got, r) {
				t.Errorf("%s contains %q", name, r)
			}
		}
	}
	if page := formats["page.html"]; strings.Contains(page, "<b>") || strings.Contains(page, "href=\"http") {
		t.Error("page.html contains an untrusted element")
	}
	if strings.ContainsAny(formats["ascii.txt"], "✓✗·") {
		t.Error("ascii.txt contains non-ASCII symbols")
	}
	var rendered bytes.Buffer
	m := goldmark.New(goldmark.WithExtensions(extension.GFM), goldmark.WithRendererOptions(html.WithUnsafe()))
	if err := m.Convert([]byte(formats["table.md"]), &rendered); err != nil {
		t.Fatal(err)
	}
	for _, element := range []string{"<b>", "<a ", "<em>", "<del>", "<img", " @octocat</td>"} {
		if strings.Contains(rendered.String(), element) {
			t.Errorf("table.md renders %q:\n%s", element, &rendered)
		}
	}
	if n := strings.Count(rendered.String(), "<td"); n != 3*6+3*6+2*6+3*4 {
		t.Errorf("table.md renders %d cells:\n%s", n, &rendered)
	}
}

// TestCompatMarkdownIsBounded checks the size limit of Markdown, and that omitted skills are counted.
func TestCompatMarkdownIsBounded(t *testing.T) {
	c := sampleTable()
	bare := c.skills[1]
	for range 5000 {
		c.skills = append(c.skills, bare)
	}
	var b bytes.Buffer
	if err := c.Markdown(&b); err != nil {
		t.Fatal(err)
	}
	if b.Len() > 60_000 || !strings.Contains(b.String(), " omitted; ") {
		t.Errorf("%d bytes: %.200s", b.Len(), b.String())
	}
}

// TestCompatGrounds checks that equal reasons of several clients at one place are merged if the status is the same.
func TestCompatGrounds(t *testing.T) {
	verdict := func(agent string, status loader.Status, starts ...int) loader.Verdict {
		v := loader.Verdict{Client: agent, Status: status}
		for _, start := range starts {
			v.Grounds = append(v.Grounds, loader.Ground{Message: "a name", Effect: "reads it", At: analysis.Location{Range: analysis.Range{Start: start}}})
		}
		return v
	}
	s := skill{Readings: loader.Readings{Verdicts: []loader.Verdict{
		verdict("gemini", loader.Partial, 7, 3), verdict("codex", loader.Rejected, 7), verdict("copilot", loader.Rejected, 7), verdict("cursor", loader.Unknown, 3)}}}
	var got []string
	for _, g := range s.grounds() {
		got = append(got, fmt.Sprint(g.at.Range.Start, " ", g.status, " ", strings.Join(g.agents, "+"), ": ", g.message))
	}
	want := []string{"3 partial gemini: a name; reads it", "3 unknown cursor: a name; reads it",
		"7 rejected codex+copilot: a name; reads it", "7 partial gemini: a name; reads it"}
	if !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}

// TestCompatOthers checks that descriptions that differ only in white space are equal.
func TestCompatOthers(t *testing.T) {
	loads := func(agent, name, description string) loader.Verdict {
		return loader.Verdict{Client: agent, Status: loader.Loads, Name: name, Description: description}
	}
	s := skill{Readings: loader.Readings{Name: "a", Description: "Does it.\n", Verdicts: []loader.Verdict{
		loads("codex", "a", "Does  it."), loads("gemini", "a", "It is\ndone."), loads("copilot", "a", "It is done."), loads("opencode", "b", "It is done."), loads("cursor", "a", "No.")}}}
	var got []string
	for _, o := range s.differences() {
		got = append(got, strings.Join(o.agents, "+")+" "+o.name+" "+strings.Join(strings.Fields(o.description), " "))
	}
	if want := []string{"gemini+copilot  It is done.", "opencode b It is done.", "cursor  No."}; !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}

// TestCompatSingleVendor checks that single-vendor clients have a column only if the tree has skills for them, and results only for these
// skills.
func TestCompatSingleVendor(t *testing.T) {
	agents := []*loader.Client{{ID: "codex"}, {ID: "cleo"}, {ID: "triagent"}}
	rejected := func(agent string) loader.Verdict { return loader.Verdict{Client: agent, Status: loader.Rejected} }
	row := func(path, dialect string) skill {
		return skill{path, dialect, loader.Readings{Verdicts: []loader.Verdict{rejected("codex"), rejected("cleo"), rejected("triagent")}}}
	}
	c := &Table{agents: agents, skills: []skill{row("a/SKILL.md", "agentskills"), row("core/b.md", "triagent"), row("c/SKILL.md", "triagent"), row("d.md", "agentskills")}}
	c.OmitUnusedClients()
	var got []string
	for _, s := range c.skills {
		for _, v := range s.Verdicts {
			got = append(got, v.Client+":"+asciiSymbols[v.Status])
		}
	}
	const want = "codex:X triagent:. codex:. triagent:X codex:X triagent:X codex:X triagent:."
	if strings.Join(got, " ") != want || len(c.agents) != 2 {
		t.Errorf("got %v, want %s", got, want)
	}
}

// TestCompatListsEverySkill checks that skills that could not be read are listed, and that files of other kinds are not.
func TestCompatListsEverySkill(t *testing.T) {
	known := &analysis.File{Path: "a/SKILL.md", Kind: analysis.Skill}
	unread := &analysis.File{Path: "b/SKILL.md", Kind: analysis.Skill}
	files := []*analysis.File{known, unread, {Path: "c.md", Kind: analysis.Agent}}
	read := Readings{known: {Name: "a", Verdicts: []loader.Verdict{{Client: "gemini", Status: loader.Loads}}}}
	c := New([]string{"gemini"}, files, nil, read)
	if len(c.skills) != 2 || c.skills[1].Name != "b" || c.skills[1].Verdicts[0].Status != loader.Unknown || c.Has(loader.Rejected) {
		t.Errorf("%+v", c.skills)
	}
	links := []analysis.Link{{Path: "aa/SKILL.md", Target: "x", Problem: discover.Broken}, {Path: "ab/SKILL.md", Target: "../..", Problem: "points outside of the repository root"}, {Path: "ab/x.md"}}
	c = New([]string{"gemini"}, files, links, read)
	var got []string
	for _, s := range c.skills {
		got = append(got, s.path+" "+s.Name+" "+string(s.Verdicts[0].Status))
	}
	const want = "a/SKILL.md a loads, aa/SKILL.md aa rejected, ab/SKILL.md ab unknown, b/SKILL.md b unknown"
	if strings.Join(got, ", ") != want {
		t.Errorf("got %s, want %s", strings.Join(got, ", "), want)
	}
}

// TestCompatCommonReasons checks that text shows a reason that many skills share once, with the first places.
func TestCompatCommonReasons(t *testing.T) {
	for n, want := range map[int]string{
		3: "\na/SKILL.md:1:1: ~ codex: lost\n\nb/SKILL.md:1:1: ~ codex: lost\n\nc/SKILL.md:1:1: ~ codex: lost\n",
		5: "\nin 5 places: ~ codex: lost\n  a/SKILL.md:1:1\n  b/SKILL.md:1:1\n  c/SKILL.md:1:1\n  … and 2 more places\n\n0 of 5",
	} {
		c := &Table{agents: []*loader.Client{{ID: "codex"}}}
		for i := range n {
			start := analysis.Position{Line: 1, Column: 1}
			path := string(rune('a'+i)) + "/SKILL.md"
			c.skills = append(c.skills, skill{path, "", loader.Readings{Verdicts: []loader.Verdict{{Client: "codex", Status: loader.Partial,
				Grounds: []loader.Ground{{Message: "lost", At: analysis.Location{Path: path, Start: start, End: start}}}}}}})
		}
		var b strings.Builder
		if err := c.Text(&b, true, 0); err != nil || !strings.Contains(b.String(), want) {
			t.Errorf("%d skills: %v:\n%s", n, err, b.String())
		}
	}
}
