package rules_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math/rand"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/invocation"
	"github.com/skilllint/skilllint/facts/link"
	"github.com/skilllint/skilllint/facts/markdown"
	"github.com/skilllint/skilllint/facts/role"
	"github.com/skilllint/skilllint/internal/fixture"
	"github.com/skilllint/skilllint/internal/load"
	"github.com/skilllint/skilllint/rules"
)

// readingDir is the environment variable with the directory that TestReading writes to.
const readingDir = "SKILLLINT_READING"

// A reading is our analysis of a Markdown file. .ci/markdown.mjs compares it with those of other parsers.
type reading struct {
	Name    string       `json:"name"`
	Root    string       `json:"root,omitempty"` // of the tree; empty if there is no file
	Text    string       `json:"text"`
	Body    int          `json:"body"` // number of lines before the body
	Fences  []readFence  `json:"fences"`
	Targets []readTarget `json:"targets"`
	Quoted  []string     `json:"quoted"` // bad examples, whose links are not reported
}

type readFence struct {
	Line   int  `json:"line"`
	Closed bool `json:"closed"`
}

type readTarget struct {
	Form     link.Form `json:"form"`
	Written  string    `json:"written"`
	Path     string    `json:"path"`
	Fragment string    `json:"fragment"`
	Local    bool      `json:"local"`   // relative and inside the tree
	Missing  bool      `json:"missing"` // does not exist, according to links/*
	Unseen   bool      `json:"unseen"`  // in a directory that was not read
	Example  bool      `json:"example"`
	Rule     string    `json:"rule"` // the rule that reports it
}

// TestReading writes our analysis of the Markdown files of the corpus, of a copy of it in which every eighth link
// target is missing, and of generated files.
func TestReading(t *testing.T) {
	folder := os.Getenv(readingDir)
	if folder == "" {
		t.Skip(readingDir + " is not set")
	}
	file, err := os.Create(filepath.Join(folder, "reading.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	w := &readingWriter{t: t, out: json.NewEncoder(file)}
	if _, err := os.Stat(corpus); err == nil {
		linked := w.tree(corpus)
		copied := filepath.Join(folder, "copy")
		if err := os.CopyFS(copied, os.DirFS(corpus)); err != nil {
			t.Fatal(err)
		}
		for i, rel := range linked {
			if i%8 == 7 {
				if err := os.Remove(filepath.Join(copied, filepath.FromSlash(rel))); err != nil {
					t.Fatal(err)
				}
			}
		}
		t.Logf("%d of %d files removed", len(linked)/8, len(linked))
		w.tree(copied)
	}
	r := rand.New(rand.NewSource(6))
	for i := range 20_000 {
		d, targets := readOne(t, &analysis.File{Path: "SKILL.md", Rel: "SKILL.md", Kind: analysis.Skill}, []byte(randomText(r)))
		w.write(fmt.Sprintf("made up %d", i), "", d, targets, nil)
	}
	for i := range 10_000 {
		d, targets := readOne(t, &analysis.File{Path: "SKILL.md", Rel: "SKILL.md", Kind: analysis.Skill}, []byte(randomLinks(r)))
		w.write(fmt.Sprintf("made up links %d", i), "", d, targets, nil)
	}
	t.Logf("%d files", w.count)
}

type readingWriter struct {
	t     *testing.T
	out   *json.Encoder
	count int
}

// tree writes all Markdown files of a tree, and returns the targets of their links.
func (w *readingWriter) tree(dir string) (targets []string) {
	workspace, err := fixture.At(dir)
	if err != nil {
		w.t.Fatal(err)
	}
	dir, _ = filepath.Abs(dir)
	var links []*analysis.Analyzer
	for _, rule := range rules.All() {
		if strings.HasPrefix(rule.Name, "links/") {
			links = append(links, rule)
		}
	}
	reported := map[string]string{} // by file and link text
	found, err := workspace.Lint(fixture.Options{Rules: links})
	if err != nil {
		w.t.Fatal(err)
	}
	for _, f := range found {
		if f.Rule == "links/anchor" {
			continue
		}
		source := workspace.Read(f.Place.Path)
		reported[f.Place.Path+"\x00"+string(source[f.Place.Range.Start:f.Place.Range.End])] = f.Rule
	}
	rule := &analysis.Analyzer{
		Name: "test/reading", Doc: "reads all Markdown files", Severity: analysis.Info, Scope: analysis.PerWorkspace,
		Source: analysis.Source{Kind: analysis.Measurement, Name: "this test", Checked: "2026-11-21"},
		Run: func(pass *analysis.Pass) error {
			targets = w.files(pass, dir, reported)
			return nil
		},
	}
	if _, err := workspace.Lint(fixture.Options{Rules: []*analysis.Analyzer{rule}, Known: rules.All()}); err != nil {
		w.t.Fatal(err)
	}
	return targets
}

func (w *readingWriter) files(pass *analysis.Pass, dir string, reported map[string]string) (targets []string) {
	known := map[string]*analysis.File{}
	var tree *analysis.Tree
	for _, f := range pass.Workspace.Files {
		known[f.Rel], tree = f, f.Tree
	}
	resolver := link.NewResolver(pass.Workspace)
	all := map[string]bool{}
	err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || !e.Type().IsRegular() || filepath.Ext(path) != ".md" {
			return err
		}
		source, err := os.ReadFile(path)
		rel, _ := filepath.Rel(dir, path)
		f := &analysis.File{Path: "SKILL.md", Rel: filepath.ToSlash(rel), Kind: analysis.Skill, Tree: tree}
		d, targets := readOne(w.t, f, source)
		where := f
		if known[f.Rel] != nil {
			where = known[f.Rel]
		}
		w.write(f.Rel, dir, d, targets, func(t link.Target) readTarget {
			l := resolver.Resolve(where, &t)
			if l.Class == link.Local && l.Standing == analysis.IsFile && t.Path != "" && t.Form != link.FormCode && t.Form != link.FormVariable {
				all[l.To] = true
			}
			return readTarget{Local: l.Class == link.Local, Missing: known[f.Rel] != nil && l.Class == link.Local && l.Standing == analysis.Absent,
				Unseen: l.Standing == analysis.Unknown, Example: l.InExample(), Rule: reported[f.Rel+"\x00"+t.Written]}
		})
		return err
	})
	if err != nil {
		w.t.Fatal(err)
	}
	for rel := range all {
		if !strings.HasSuffix(rel, "SKILL.md") { // without it, there would be no skill
			targets = append(targets, rel)
		}
	}
	slices.Sort(targets)
	return targets
}

func (w *readingWriter) write(name, root string, d *analysis.Document, targets link.Targets, resolve func(link.Target) readTarget) {
	if d.Body == nil || len(d.Limits) > 0 {
		return
	}
	w.count++
	r := reading{Name: name, Root: root, Text: string(d.Source), Body: d.LineOf(d.BodyStart()) - 1, Fences: []readFence{}, Targets: []readTarget{}, Quoted: []string{}}
	for _, f := range d.Fences {
		r.Fences = append(r.Fences, readFence{d.LineOf(f.Open.Start), f.Closed})
	}
	for _, t := range targets.List {
		read := readTarget{}
		if resolve != nil {
			read = resolve(t)
		}
		read.Form, read.Written, read.Path, read.Fragment = t.Form, t.Written, t.Path, t.Fragment
		r.Targets = append(r.Targets, read)
	}
	for _, q := range role.Of(d).CounterExamples() {
		r.Quoted = append(r.Quoted, d.Text(q))
	}
	if err := w.out.Encode(r); err != nil {
		w.t.Fatal(err)
	}
}

// readOne parses a file as a skill.
func readOne(t *testing.T, f *analysis.File, source []byte) (*analysis.Document, link.Targets) {
	d := load.Document(f, source, false)
	var facts analysis.FactSet
	for _, a := range []*analysis.Analyzer{markdown.HTMLFact.Analyzer, invocation.Fact.Analyzer, link.TargetFact.Analyzer} {
		pass := analysis.NewPass(context.Background(), a, &facts, nil)
		pass.Document, pass.File = d, d.File
		if err := facts.Compute(pass); errors.Is(err, analysis.ErrNoFact) {
			return d, link.Targets{}
		} else if err != nil {
			t.Fatal(err)
		}
	}
	return d, facts.Value(link.TargetFact.Analyzer).(link.Targets)
}

// randomText returns a text with fences that parsers may interpret differently.
func randomText(r *rand.Rand) string {
	prefixes := []string{"", "", "", "", " ", "  ", "   ", "    ", "\t", " \t", "- ", "- - ", "-\t", "- \t", "- - \t", "1. ", "10)  ", "> ", ">", ">\t", "> - ", "> > ", "- > ", "  - ", "\t- ", "* ", "+   ", "-     "}
	contents := []string{"```", "```", "```", "~~~", "~~~", "````", "~~~~~", "```sh", "~~~ sh", "``` a`b", "~~~ a`b", "``", "``` ", "```\t", "`````` `", "~~~ ~~~", "``` ```",
		"", "", "", "text", "text", "# heading", "===", "---", "***", "- item", "1. item", "2. item", "> quote", "<div>", "</div>", "<pre>", "</pre>", "<PRE class=x>", "</script>", "<script>", "</style >",
		"</textarea>", "<!-- comment -->", "<!-- open", "-->", "<?php", "?>", "<!X>", "<![CDATA[", "]]>", "<x-y>", "</x-y>", "<a href=\"b\">", "<b>bold</b>", "<br/>", "<pre/>", "| a | b |", "|---|---|",
		"[a]: b", "[a](b.md)", "[a]", "\\```", "`code", "\u00a0```", "-", "-\t", "*", "1.", ">", "$$", "<details><summary>x</summary>", "</details>"}
	ends := []string{"\n", "\n", "\n", "\n", "\n", "\r\n"}
	var b strings.Builder
	if r.Intn(4) == 0 {
		b.WriteString("---\nname: a\n---\n")
	}
	for range 1 + r.Intn(12) {
		b.WriteString(prefixes[r.Intn(len(prefixes))])
		b.WriteString(contents[r.Intn(len(contents))])
		b.WriteString(ends[r.Intn(len(ends))])
	}
	text := b.String()
	if r.Intn(5) == 0 {
		text = strings.TrimRight(text, "\r\n")
	}
	return text
}

// randomLinks returns a text with links that parsers may interpret differently.
func randomLinks(r *rand.Rand) string {
	destinations := []string{"a.md", "b/c.md", "a%20b.md", "<a b.md>", "a\\_b.md", "a\\(b.md", "a(b).md", "a&amp;b.md", "a&#46;md", "&copy;.md", "a.md#x-y", "a.md?q=1#x", "#x", "#%C3%A9", "ä/技.md", "", "<>", "./a.md", "../a.md", "/a.md",
		"a.md 'title'", "a.md \"title\"", "a.md (title)", "a.md\"title\"", "<a.md> \"t\"", " a.md ", "\ta.md", "a\tb.md", "a*b*.md", "a_b_c.md", "`a.md`", "a\\b.md", "<a\\>b.md>", "https://x.example/a", "HTTP://x", "mailto:a@b.c", "file:///a", "x:y", "C:\\a.md", "a:b.md", "{a}.md", "$A/b.md", "%zz.md", "a%2Fb.md", "a\u00a0b.md", "javascript:a"}
	destination := func() string { return destinations[r.Intn(len(destinations))] }
	pieces := []func() string{
		func() string { return "[text](" + destination() + ")" }, func() string { return "![alt](" + destination() + ")" },
		func() string { return "[**b** `c`](" + destination() + ")" }, func() string { return "[![i](" + destination() + ")](" + destination() + ")" },
		func() string { return "[a [b](" + destination() + ") c](" + destination() + ")" }, func() string { return "[r]" }, func() string { return "[R][]" }, func() string { return "[text][ r ]" }, func() string { return "![alt][s]" }, func() string { return "[text][none](" + destination() + ")" },
		func() string { return "<" + strings.Trim(strings.ReplaceAll(destination(), "\u00a0", ""), "<>") + ">" }, func() string { return "`[text](" + destination() + ")`" }, func() string { return "\\[text](" + destination() + ")" }, func() string { return "[text] (" + destination() + ")" },
		func() string { return "[te\\]xt](" + destination() + ")" }, func() string { return "[text](\n" + destination() + "\n)" },
		func() string { return "<a href=\"b.md\">" }, func() string { return "<img src='i.png' alt=x>" }, func() string { return "<a\nhref=c.md>" }, func() string { return "<video poster=\"p.png\" src=v.mp4></video>" }, func() string { return "<A HREF=\"d&amp;e.md\">" }, func() string { return "<a title='href=\"no.md\"'>" }, func() string { return "<!-- <a href=\"no.md\"> -->" },
		func() string { return "word" }, func() string { return "*em" }, func() string { return "`" }, func() string { return "``" }, func() string { return "]" }, func() string { return "[" }, func() string { return "\n" }, func() string { return "\n\n" }, func() string { return "\n- " }, func() string { return "\n> " }, func() string { return "\n\n    " }, func() string { return "\n# " }, func() string {
			return "\n\n| a |\n|---|\n| [text](" + strings.ReplaceAll(destination(), "\t", "") + ") |\n\n"
		},
		// Excluded: [text](a(b.md ), a link for goldmark only, which package link handles; and a tag with a no-break
		// space, which is white space for JavaScript only.
		func() string { return "\n\n[r]: " + destination() + "\n\n" }, func() string { return "\n\n[S]:\n" + destination() + "\n\n" }, func() string { return "\r\n" },
	}
	var b strings.Builder
	for range 1 + r.Intn(10) {
		b.WriteString(pieces[r.Intn(len(pieces))]())
		if r.Intn(3) > 0 {
			b.WriteByte(' ')
		}
	}
	return b.String() + "\n"
}
