package startup

import (
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/clients/catalog"
	"github.com/skilllint/skilllint/internal/clients/loader"
	"github.com/skilllint/skilllint/internal/syntax/yamltree"
	"golang.org/x/text/unicode/norm"
)

// copilot reads the files of all clients: of the repository root, of the working directory, then of the directories
// between them. It drops duplicate texts and expands imports.
var copilot = &Client{
	ID:           "copilot",
	Title:        "Copilot CLI",
	Version:      "1.0.102",
	Grade:        loader.Measured,
	Source:       "copilot --acp with a local model server, run",
	Checked:      "2026-11-29",
	instructions: copilotInstructions,
	subagents:    true,
	servers:      []serverFile{{".mcp.json", "mcpServers"}, {".vscode/mcp.json", "servers"}},
}

const copilotFile = ".github/copilot-instructions.md"

// copilotAgents are the files of other clients that it reads, ignoring case.
var copilotAgents = []string{"AGENTS.md", "CLAUDE.md", "GEMINI.md"}

func copilotInstructions(b *builder) {
	c := &copilotReader{builder: b, texts: map[string]bool{}}
	if b.Home != "" {
		c.add(path.Join(b.Home, ".copilot"), "copilot-instructions.md")
	}
	dirs := upwards(b.Start, b.copilotRoot())
	root := dirs[len(dirs)-1]
	ends := slices.Compact([]string{root, b.Start})
	for _, dir := range ends {
		c.add(path.Join(dir, ".github"), path.Base(copilotFile))
	}
	for _, dir := range ends {
		c.addAgents(dir)
	}
	for _, dir := range dirs[min(1, len(dirs)-1):max(1, len(dirs)-1)] {
		if dir == b.Start || dir == root {
			continue
		}
		c.add(path.Join(dir, ".github"), path.Base(copilotFile))
		c.addAgents(dir)
	}
	c.addRules(ends)
}

// copilotRoot returns the nearest directory with .git at or above the working directory, or the working directory.
func (b *builder) copilotRoot() string {
	for _, dir := range upwards(b.Start, b.Project) {
		if b.exists(path.Join(dir, ".git")) {
			return dir
		}
	}
	return b.Start
}

// A copilotReader reads the files of one session.
type copilotReader struct {
	*builder
	texts map[string]bool // the texts in the prompt
}

func (c *copilotReader) addAgents(dir string) {
	for _, name := range copilotAgents {
		c.add(dir, name)
	}
}

// add adds a file of a directory, ignoring the case of its name.
func (c *copilotReader) add(dir, name string) {
	for _, e := range c.from.List(dir) {
		if !strings.EqualFold(e.Name, name) || e.Kind != catalog.File && e.Kind != catalog.LinkedFile {
			continue
		}
		c.load(path.Join(dir, e.Name), name != "GEMINI.md")
		return
	}
}

func (c *copilotReader) load(at string, expands bool) {
	i := c.addFile(at, noFile, Loaded, "")
	text, size, ok := c.read(at)
	c.out.Files[i].Size = size
	if !ok {
		c.out.Files[i].State, c.out.Files[i].Reason = Omitted, "it cannot be read"
		return
	}
	before := len(c.out.Files)
	expands = expands && (c.scope(at) == "user" || c.exists(path.Join(c.copilotRoot(), ".git"))) // project imports require a repository
	pieces := []Piece{{i, text}}
	if expands {
		imports := copilotImports{c.builder, c.copilotRoot(), map[string]bool{c.from.Real(at): true}}
		if c.scope(at) == "user" {
			imports.root = path.Dir(at)
		}
		pieces = imports.expand(pieces[0].Text, i, path.Dir(at))
	}
	for i := range pieces {
		pieces[i].Text = removeInvisible(pieces[i].Text)
	}
	whole := join(pieces)
	if c.texts[whole] {
		c.out.Files = c.out.Files[:before]
		c.out.Files[i].State, c.out.Files[i].Reason = Omitted, "its text is the same as that of an earlier file"
		return
	}
	c.texts[whole] = true
	if strings.TrimSpace(text) == "" {
		c.out.Files[i].State = Empty
	}
	if len(c.out.Pieces) > 0 {
		c.frame("\n\n")
	}
	c.frame("<custom_instruction>\n")
	c.write(pieces...)
	c.frame("\n</custom_instruction>")
}

// removeInvisible removes the invisible characters that Copilot removes, and normalizes to NFC.
func removeInvisible(text string) string {
	return norm.NFC.String(strings.Map(func(r rune) rune {
		switch {
		case strings.ContainsRune("\u00ad\u180e\u200b\u200c\u200e\u200f\ufeff\U000e0001", r), '\u202a' <= r && r <= '\u202e', '\u2060' <= r && r <= '\u2064',
			'\u2066' <= r && r <= '\u2069', '\U000e0020' <= r && r <= '\U000e007f':
			return -1
		}
		return r
	}, text))
}

// addRules adds the files for all paths, and records the others.
func (c *copilotReader) addRules(ends []string) {
	var dirs []string
	for _, dir := range ends {
		dirs = append(dirs, path.Join(dir, ".github/instructions"))
	}
	if c.Home != "" {
		dirs = append(dirs, path.Join(c.Home, ".copilot/instructions"))
	}
	first := true
	for _, dir := range dirs {
		files := findFiles(c.from, dir, "**/*.instructions.md", true)
		slices.Sort(files)
		for _, at := range files {
			text, size, ok := c.read(at)
			if !ok {
				continue
			}
			i := c.addFile(at, noFile, Loaded, "")
			c.out.Files[i].Size = size
			if patterns := applyTo(text); len(patterns) > 0 {
				c.out.Files[i].State, c.out.Files[i].Reason = OnDemand, "for "+strings.Join(patterns, ", ")
				c.addNote("the text that lists the files for certain paths is not shown")
				c.addLaterRule(i, text, patterns)
				continue
			}
			if first && len(c.out.Pieces) > 0 {
				c.frame("\n")
			}
			if len(c.out.Pieces) > 0 {
				c.frame("\n")
			}
			first = false
			c.write(Piece{i, removeInvisible(text)}, Piece{clientText, "\n"})
		}
	}
}

// addLaterRule adds a rule that applies to the file of the request.
func (c *copilotReader) addLaterRule(i int, text string, patterns []string) {
	rel, ok := strings.CutPrefix(c.For, strings.TrimSuffix(c.copilotRoot(), "/")+"/")
	if ok && slices.ContainsFunc(patterns, func(p string) bool { return matches(p, rel) }) {
		c.out.Later = append(c.out.Later, Piece{i, removeInvisible(text)})
	}
}

// applyTo returns the patterns of a file, or nil if it applies to all paths.
func applyTo(text string) []string {
	header, _ := splitFrontmatter(text)
	tree := yamltree.Parse([]byte(header), analysis.Range{End: len(header)})
	var patterns []string
	for _, v := range tree.Root.Get("applyTo").Strings() {
		for part := range strings.SplitSeq(v.Text, ",") {
			if part = strings.TrimSpace(part); part != "" {
				patterns = append(patterns, part)
			}
		}
	}
	if tree.Broken != nil && strings.Contains(header, "applyTo:") {
		return []string{"an invalid pattern"}
	}
	if slices.Contains(patterns, "**") {
		return nil
	}
	return patterns
}
