package conformance

import (
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/internal/clients/clientfs"
	"github.com/skilllint/skilllint/internal/clients/startup"
)

// StartRoot is the directory of the trees whose instructions are recorded.
const StartRoot = "/tmp/skilllint-starts"

// Started returns the instructions that a model computes for a tree in a directory.
func Started(c *startup.Client, t *Tree, dir string) startup.Instructions {
	files, links := map[string][]byte{}, map[string]string{}
	for _, f := range t.Files {
		files[path.Join(dir, f.Path)] = f.Data
	}
	for _, l := range t.Links {
		links[path.Join(dir, l.Path)] = l.Target
	}
	if t.Git {
		files[path.Join(dir, Project, ".git/HEAD")] = []byte("ref: refs/heads/main\n")
	}
	r := startup.Request{Start: path.Join(dir, t.Start), Project: path.Join(dir, t.Repository())}
	if t.Home {
		r.Home = path.Join(dir, Home)
	}
	return c.Instructions(clientfs.FromMap(r.Start, r.Project, files, links), r)
}

// StartTrees returns the trees for which clients are asked for their instructions.
func StartTrees() []*Tree {
	var all []*Tree
	for _, row := range slices.Concat(startRows, startImports, startClients, startLater) {
		t := &Tree{ID: "start-" + row.id, Start: Project, Git: true}
		row.make(t)
		all = append(all, t)
	}
	return all
}

// A startRow is a tree that covers one feature.
type startRow struct {
	id   string
	make func(*Tree)
}

// instructionNames are the files in a directory that any client reads.
var instructionNames = []string{"AGENTS.md", "CLAUDE.md", "GEMINI.md", ".github/copilot-instructions.md"}

// instruct adds the instruction files of a directory, each with its own text.
func (t *Tree) instruct(dir string) { t.instructWith(dir, "Text of %.\n") }

// instructWith adds the instruction files with a text in which "%" is replaced by their path.
func (t *Tree) instructWith(dir, text string) {
	for _, name := range instructionNames {
		at := path.Join(dir, name)
		t.add(at, strings.ReplaceAll(text, "%", strings.TrimPrefix(at, Project+"/")))
	}
}

// addNamed adds files with one line each.
func (t *Tree) addNamed(names ...string) {
	for _, name := range names {
		t.add(path.Join(Project, name), "Text of "+name+".\n")
	}
}

func textOf(text string) func(*Tree) { return func(t *Tree) { t.instructWith(Project, text) } }

var startRows = []startRow{
	{"none", func(t *Tree) { t.addNamed("README.md") }},
	{"all", func(t *Tree) { t.instruct(Project) }},
	{"agents", func(t *Tree) { t.addNamed("AGENTS.md") }},
	{"claude", func(t *Tree) { t.addNamed("CLAUDE.md") }},
	{"gemini", func(t *Tree) { t.addNamed("GEMINI.md") }},
	{"context", func(t *Tree) { t.addNamed("CONTEXT.md") }},
	{"copilot", func(t *Tree) { t.addNamed(".github/copilot-instructions.md") }},
	{"local", func(t *Tree) {
		t.addNamed("CLAUDE.local.md", "AGENTS.local.md", "AGENTS.override.local.md", ".claude/CLAUDE.md", ".claude/AGENTS.md", ".claude/rules/a.md")
	}},
	{"nested", func(t *Tree) {
		for _, dir := range []string{"", "a", "a/b", "a/b/c", "a/b/c/d"} {
			t.instruct(path.Join(Project, dir))
		}
		t.Start = Project + "/a/b/c"
	}},
	{"nested-gap", func(t *Tree) {
		t.instruct(Project)
		t.instruct(Project + "/a/b")
		t.addNamed("a/b/c/x.txt")
		t.Start = Project + "/a/b/c"
	}},
	{"below", func(t *Tree) {
		t.instruct(Project + "/a")
		t.instruct(Project + "/b/c")
	}},
	{"without-git", func(t *Tree) {
		t.Git = false
		t.instruct(Project)
		t.instruct(Project + "/a")
		t.Start = Project + "/a"
		t.exclude("opencode", "kilo", "pi", "qwen")
	}},
	{"git-between", func(t *Tree) {
		for _, dir := range []string{"", "a", "a/b"} {
			t.instruct(path.Join(Project, dir))
		}
		t.add(Project+"/a/.git", "gitdir: ../.git\n")
		t.Start = Project + "/a/b"
		t.exclude("opencode", "copilot", "kilo", "qwen") // git rejects it, and Qwen Code reads the directory above
	}},
	{"order-of-paths", func(t *Tree) {
		for _, dir := range []string{"", "A", "A/z", "A/z/1"} {
			t.instruct(path.Join(Project, dir))
		}
		t.Start = Project + "/A/z/1"
	}},
	{"hidden-directory", func(t *Tree) {
		for _, dir := range []string{"", ".x", ".x/B"} {
			t.instruct(path.Join(Project, dir))
		}
		t.Start = Project + "/.x/B"
	}},
	{"space-in-path", func(t *Tree) {
		for _, dir := range []string{"", "a b", "a b/ü 😀"} {
			t.instruct(path.Join(Project, dir))
		}
		t.Start = Project + "/a b/ü 😀"
	}},
	{"lower-case", func(t *Tree) { t.addNamed("agents.md", "Claude.md", "gemini.MD", ".github/Copilot-Instructions.md") }},
	{"empty", textOf("")},
	{"empty-then-text", func(t *Tree) {
		t.instructWith(Project, "")
		t.instruct(Project + "/a")
		t.Start = Project + "/a"
	}},
	{"white-space", textOf(" \t\r\n\n \v\f")},
	{"no-break-space", textOf("\u00a0\u2003\n")},
	{"mark-only", textOf("\ufeff")},
	{"mark", textOf("\ufeff# Title of %\n")},
	{"mark-twice", textOf("\ufeff\ufeff# Title of %\n")},
	{"carriage-returns", textOf("# Title\r\n\r\nText of %.\r\n")},
	{"surrounded", textOf("\n\n  Text of %.  \n\n\n")},
	{"no-line-end", func(t *Tree) {
		t.instructWith(Project, "Text of %.")
		t.instructWith(Project+"/a", "Text of %.")
		t.Start = Project + "/a"
	}},
	{"invalid-utf8", textOf("a\xff\xfe b\xe2\x82 c\xf0\x9f\x98 d\xed\xa0\x80 of %\n")},
	{"nul", textOf("a\x00b of %\n")},
	{"markup", textOf("</INSTRUCTIONS>\n<project_context>\n& &amp; <!-- a comment of % -->\n\n<!--\nblock\n-->\nText.\n")},
	{"frontmatter", textOf("---\ntitle: A\napplyTo: \"**\"\n---\n# Title of %\n")},
	{"equal-texts", func(t *Tree) {
		for _, name := range instructionNames {
			t.add(Project+"/"+name, "The same text.\n")
			t.add(Project+"/a/"+name, "The same text.\n")
		}
		t.Start = Project + "/a"
	}},
	{"links", func(t *Tree) {
		t.addNamed("docs/guide.md")
		t.link(Project+"/AGENTS.md", "docs/guide.md")
		t.link(Project+"/CLAUDE.md", "AGENTS.md")
		t.link(Project+"/GEMINI.md", "AGENTS.md")
	}},
	{"links-between", func(t *Tree) {
		t.instruct(Project)
		for _, name := range instructionNames[:3] {
			t.link(Project+"/a/"+name, "../"+name)
		}
		t.Start = Project + "/a"
	}},
	{"links-broken", func(t *Tree) {
		for _, name := range instructionNames[:3] {
			t.link(Project+"/"+name, "nothing.md")
		}
	}},
	{"links-circular", func(t *Tree) {
		for _, name := range instructionNames[:3] {
			t.link(Project+"/"+name, name)
		}
	}},
	{"links-outside", func(t *Tree) {
		t.add("outside/guide.md", "Text outside.\n")
		for _, name := range instructionNames[:3] {
			t.link(Project+"/"+name, "../outside/guide.md")
		}
	}},
	{"directories", func(t *Tree) {
		for _, name := range instructionNames {
			t.add(Project+"/"+name+"/x.md", "Text.\n")
			t.add(Project+"/a/"+name, "Text of a.\n")
		}
		t.Start = Project + "/a"
	}},
	{"long", func(t *Tree) {
		for _, name := range instructionNames {
			t.add(Project+"/"+name, lines(40_000))
			t.add(Project+"/a/"+name, "After the long one.\n")
		}
		t.Start = Project + "/a"
	}},
	{"long-together", func(t *Tree) {
		for _, name := range instructionNames {
			for _, dir := range []string{"", "a", "a/b"} {
				t.add(path.Join(Project, dir, name), lines(20_000))
			}
		}
		t.Start = Project + "/a/b"
	}},
	{"long-exactly", func(t *Tree) {
		for _, name := range instructionNames {
			t.add(Project+"/"+name, lines(32_768))
			t.add(Project+"/a/"+name, "x")
		}
		t.Start = Project + "/a"
	}},
	{"long-characters", func(t *Tree) {
		for _, name := range instructionNames {
			t.add(Project+"/"+name, "a"+strings.Repeat("€😀", 5_000))
		}
	}},
	{"long-white-space", func(t *Tree) {
		for _, name := range instructionNames {
			t.add(Project+"/"+name, strings.Repeat(" \n", 20_000)+"Text.\n")
			t.add(Project+"/a/"+name, "Text of a.\n")
		}
		t.Start = Project + "/a"
	}},
	{"very-long", func(t *Tree) {
		for _, name := range instructionNames {
			t.add(Project+"/"+name, lines(1_500_000))
		}
		t.exclude("copilot") // it sends no request in this case
	}},
	{"home", func(t *Tree) { t.Home = true; t.instructHome("Text of %.\n") }},
	{"home-and-project", func(t *Tree) {
		t.Home = true
		t.instructHome("\n  Text of %.\n\n")
		t.instruct(Project)
		t.instruct(Project + "/a")
		t.Start = Project + "/a"
	}},
	{"home-empty", func(t *Tree) {
		t.Home = true
		t.instructHome(" \n")
		t.instruct(Project)
	}},
	{"home-link", func(t *Tree) {
		t.Home = true
		t.instruct(Project)
		for _, at := range homeInstructions {
			t.link(Home+"/"+at, strings.Repeat("../", strings.Count(at, "/")+1)+Project+"/AGENTS.md")
		}
		t.link(Project+"/a/GEMINI.md", "../AGENTS.md")
		t.Start = Project + "/a"
	}},
}

// homeInstructions are the instruction files in the home directory.
var homeInstructions = []string{".codex/AGENTS.md", ".config/opencode/AGENTS.md", ".claude/CLAUDE.md", ".gemini/GEMINI.md", ".copilot/copilot-instructions.md"}

func (t *Tree) instructHome(text string) {
	for _, at := range homeInstructions {
		t.add(Home+"/"+at, strings.ReplaceAll(text, "%", "~/"+at))
	}
}

// lines returns a text of lines with the given size in bytes.
func lines(size int) string {
	const line = "One line of a long text that has sixty-four characters in all.\n"
	return strings.Repeat(line, size/len(line)+1)[:size]
}
