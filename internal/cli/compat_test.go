package cli

import (
	"bufio"
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/clients/loader"
	"github.com/skilllint/skilllint/internal/discover"
	"github.com/skilllint/skilllint/internal/lint"
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/renderer/html"
)

// hostile is what strangers write into names, descriptions and paths.
const hostile = "<b>&amp; @octocat #1 [x](http://evil.example) `a` | www.x.org \x1b[31m\u202e\n::error::x ##[group] *_~$\\"

// sampleCompat is a table with everything that a format shows.
func sampleCompat() *compat {
	place := func(path string, line, column, start, end int) analysis.Location {
		return analysis.Location{Path: path, Range: analysis.Range{Start: start, End: end},
			Start: analysis.Position{Line: line, Column: column}, End: analysis.Position{Line: line, Column: column + end - start}}
	}
	loads := func(agent, name, description string) loader.Verdict {
		return loader.Verdict{Agent: agent, Status: loader.Loads, Name: name, Description: description}
	}
	c := &compat{agents: []*loader.Agent{
		{ID: "codex", Title: "Codex", Version: "1.2.3", Grade: loader.Measured},
		{ID: "gemini", Title: "Gemini CLI", Version: "4.5.6", Grade: loader.Measured},
		{ID: "claude-code", Title: "Claude Code", Version: "documentation of 2026", Grade: loader.Documented},
	}}
	add := func(path, name, description string, verdicts ...loader.Verdict) {
		c.skills = append(c.skills, compatSkill{path, "agentskills", loader.Readings{Name: name, Description: description, Verdicts: verdicts}})
	}
	add("skills/greet/SKILL.md", "greet", "Greets.", loads("codex", "greet", "Greets."), loads("gemini", "greet", "Greets.\n"), loads("claude-code", "greet", "Greets."))

	const bare = "skills/bare/SKILL.md"
	missing := func(agent string) loader.Verdict {
		return loader.Verdict{Agent: agent, Status: loader.Rejected, Grounds: []loader.Ground{
			{Message: "the header has no name, and " + agent + " takes no skill without one", Cause: "no-name", At: place(bare, 1, 1, 0, 3)}}}
	}
	add(bare, "bare", "", missing("codex"), missing("gemini"), loader.Verdict{Agent: "claude-code", Status: loader.Unknown, Grounds: []loader.Ground{
		{Message: "nobody knows", Cause: "no-name", At: place(bare, 2, 1, 4, 5)}}})

	path := "skills/" + hostile + "/SKILL.md"
	read := loader.Verdict{Agent: "gemini", Status: loader.Partial, Name: hostile + "-", Description: hostile, More: 2, Grounds: []loader.Ground{
		{Message: "gemini reads the name as " + hostile, Cause: "name-misread", At: place(path, 2, 7, 10, 20)}}}
	add(path, hostile, "Says it.", loads("codex", hostile, "Says it."), read, loader.Verdict{Agent: "claude-code"})
	return c
}

// golden compares with a file of testdata/compat, or writes it with -update.
func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", "compat", name)
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s differs; with -update it is written anew. Got:\n%s", path, got)
	}
}

func TestCompatFormats(t *testing.T) {
	write := func(write func(*program, *compat) error) string {
		var b bytes.Buffer
		p := &program{streams: streams{out: bufio.NewWriter(&b), getenv: func(string) string { return "" }}}
		if err := write(p, sampleCompat()); err != nil {
			t.Fatal(err)
		}
		if err := p.out.Flush(); err != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	formats := map[string]string{
		"text.txt":  write(func(p *program, c *compat) error { return c.text(p.out, signs, 0) }),
		"ascii.txt": write(func(p *program, c *compat) error { return c.text(p.out, ascii, 40) }),
		"json.json": write((*program).compatJSON),
		"table.md":  write(func(p *program, c *compat) error { return c.markdown(p.out) }),
		"page.html": write(func(p *program, c *compat) error { return c.html(p.out) }),
	}
	for name, got := range formats {
		golden(t, name, got)
		for _, r := range []string{"\x1b", "\u202e", "\r"} {
			if strings.Contains(got, r) {
				t.Errorf("%s holds %q", name, r)
			}
		}
	}
	if page := formats["page.html"]; strings.Contains(page, "<b>") || strings.Contains(page, "href=\"http") {
		t.Error("page.html holds an element of a stranger")
	}
	if strings.ContainsAny(formats["ascii.txt"], "✓✗·") {
		t.Error("ascii.txt holds other signs")
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
	if n := strings.Count(rendered.String(), "<td"); n != 3*6+2*4 {
		t.Errorf("table.md renders %d cells:\n%s", n, &rendered)
	}
}

// A comment has room for so much only: what is left out is counted.
func TestCompatMarkdownIsBounded(t *testing.T) {
	c := sampleCompat()
	bare := c.skills[1]
	for range 5000 {
		c.skills = append(c.skills, bare)
	}
	var b bytes.Buffer
	if err := c.markdown(&b); err != nil {
		t.Fatal(err)
	}
	if b.Len() > 60_000 || !strings.Contains(b.String(), "There is no room for ") {
		t.Errorf("%d bytes: %.200s", b.Len(), b.String())
	}
}

// What agents say of one place in the same words is one reason, unless it is worse for some.
func TestCompatGrounds(t *testing.T) {
	verdict := func(agent string, status loader.Status, starts ...int) loader.Verdict {
		v := loader.Verdict{Agent: agent, Status: status}
		for _, start := range starts {
			v.Grounds = append(v.Grounds, loader.Ground{Message: agent + " reads it", At: analysis.Location{Range: analysis.Range{Start: start}}})
		}
		return v
	}
	s := compatSkill{Readings: loader.Readings{Verdicts: []loader.Verdict{
		verdict("gemini", loader.Partial, 7, 3), verdict("codex", loader.Rejected, 7), verdict("copilot", loader.Rejected, 7), verdict("cursor", loader.Unknown, 3)}}}
	var got []string
	for _, g := range s.grounds() {
		got = append(got, fmt.Sprint(g.at.Range.Start, " ", g.status, " ", strings.Join(g.agents, "+"), ": ", g.message))
	}
	want := []string{"3 partial gemini: gemini reads it", "3 unknown cursor: cursor reads it",
		"7 rejected codex+copilot: these read it", "7 partial gemini: gemini reads it"}
	if !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}

// White space makes no other description.
func TestCompatOthers(t *testing.T) {
	loads := func(agent, name, description string) loader.Verdict {
		return loader.Verdict{Agent: agent, Status: loader.Loads, Name: name, Description: description}
	}
	s := compatSkill{Readings: loader.Readings{Name: "a", Description: "Does it.\n", Verdicts: []loader.Verdict{
		loads("codex", "a", "Does  it."), loads("gemini", "a", "It is\ndone."), loads("copilot", "a", "It is done."), loads("opencode", "b", "It is done."), loads("cursor", "a", "No.")}}}
	var got []string
	for _, o := range s.others() {
		got = append(got, strings.Join(o.agents, "+")+" "+o.name+" "+strings.Join(strings.Fields(o.description), " "))
	}
	if want := []string{"gemini+copilot  It is done.", "opencode b It is done.", "cursor  No."}; !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}

func TestMarksFor(t *testing.T) {
	for _, test := range []struct {
		environment map[string]string
		want        string
	}{
		{nil, "✓"},
		{map[string]string{"LANG": "de_DE.UTF-8"}, "✓"},
		{map[string]string{"LC_ALL": "C.utf8", "LANG": "C"}, "✓"},
		{map[string]string{"LANG": "C"}, "+"},
		{map[string]string{"LC_CTYPE": "de_DE.ISO-8859-1", "LANG": "de_DE.UTF-8"}, "+"},
	} {
		if got := marksFor(func(name string) string { return test.environment[name] })[loader.Loads]; got != test.want {
			t.Errorf("%v: %s, want %s", test.environment, got, test.want)
		}
	}
}

// Columns of house agents are for trees that have skills of theirs, and for these skills only.
func TestCompatHouses(t *testing.T) {
	agents := []*loader.Agent{{ID: "codex"}, {ID: "cleo"}, {ID: "triagent"}}
	rejected := func(agent string) loader.Verdict { return loader.Verdict{Agent: agent, Status: loader.Rejected} }
	skill := func(path, dialect string) compatSkill {
		return compatSkill{path, dialect, loader.Readings{Verdicts: []loader.Verdict{rejected("codex"), rejected("cleo"), rejected("triagent")}}}
	}
	c := &compat{agents: agents, skills: []compatSkill{skill("a/SKILL.md", "agentskills"), skill("core/b.md", "triagent"), skill("c/SKILL.md", "triagent"), skill("d.md", "agentskills")}}
	c.leaveOutHouses()
	var got []string
	for _, s := range c.skills {
		for _, v := range s.Verdicts {
			got = append(got, v.Agent+":"+ascii[v.Status])
		}
	}
	const want = "codex:X triagent:. codex:. triagent:X codex:X triagent:X codex:X triagent:."
	if strings.Join(got, " ") != want || len(c.agents) != 2 {
		t.Errorf("got %v, want %s", got, want)
	}
}

// A skill of which nothing is known but that it is there is listed, too; so is no file of another
// kind.
func TestCompatListsEverySkill(t *testing.T) {
	known := &analysis.File{Path: "a/SKILL.md", Kind: analysis.Skill}
	lost := &analysis.File{Path: "b/SKILL.md", Kind: analysis.Skill}
	files := []*analysis.File{known, lost, {Path: "c.md", Kind: analysis.Agent}}
	read := map[*analysis.File]loader.Readings{known: {Name: "a", Verdicts: []loader.Verdict{{Agent: "gemini", Status: loader.Loads}}}}
	c := newCompat([]string{"gemini"}, &lint.Result{Files: files}, read)
	if len(c.skills) != 2 || c.skills[1].Name != "b" || c.skills[1].Verdicts[0].Status != loader.Unknown || c.has(loader.Rejected) {
		t.Errorf("%+v", c.skills)
	}
	links := []analysis.Link{{Path: "aa/SKILL.md", Target: "x", Problem: discover.Nowhere}, {Path: "ab/SKILL.md", Target: "../..", Problem: "leaves the root"}, {Path: "ab/x.md"}}
	c = newCompat([]string{"gemini"}, &lint.Result{Files: files, Links: links}, read)
	var got []string
	for _, s := range c.skills {
		got = append(got, s.path+" "+s.Name+" "+string(s.Verdicts[0].Status))
	}
	const want = "a/SKILL.md a loads, aa/SKILL.md aa rejected, ab/SKILL.md ab unknown, b/SKILL.md b unknown"
	if strings.Join(got, ", ") != want {
		t.Errorf("got %s, want %s", strings.Join(got, ", "), want)
	}
}
