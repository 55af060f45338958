package startup

import (
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/clients/catalog"
	"github.com/skilllint/skilllint/internal/clients/loader"
	"github.com/skilllint/skilllint/internal/syntax/yamltree"
	"github.com/skilllint/skilllint/schema"
)

// claudeCode reads the files of the home directory, then those of each directory from the repository root to the working
// directory: CLAUDE.md, rules and CLAUDE.local.md, or otherwise AGENTS.md.
var claudeCode = &Client{
	ID:           "claude-code",
	Title:        "Claude Code",
	Grade:        loader.Documented,
	Source:       "code.claude.com/docs/en/memory, as of November 2026, read",
	Checked:      "2026-11-23",
	instructions: claudeInstructions,
	subagents:    true,
	commands:     true,
	servers:      []serverFile{{".mcp.json", "mcpServers"}},
}

const claudeEstimate = "based on documentation, not measured; the text around the files, the organization's CLAUDE.md, auto memory and plugins are unknown"

func claudeInstructions(b *builder) {
	b.out.Estimate = claudeEstimate
	c := &claude{builder: b, seen: map[string]bool{}, excludes: b.claudeExcludes()}
	if b.Home != "" {
		c.addMemory(path.Join(b.Home, ".claude/CLAUDE.md"))
		c.addRules(path.Join(b.Home, ".claude/rules"))
	}
	dirs := upwards(b.Start, b.Project)
	names := []string{"CLAUDE.md", ".claude/CLAUDE.md", "CLAUDE.local.md"}
	var replacing string // the file that Claude Code reads instead of AGENTS.md
	for _, dir := range slices.Backward(dirs) {
		for _, name := range names {
			if at := path.Join(dir, name); b.isFile(at) && at != path.Join(b.Home, ".claude/CLAUDE.md") {
				replacing = at
			}
		}
	}
	for _, dir := range slices.Backward(dirs) {
		c.addMemory(path.Join(dir, "CLAUDE.md"))
		if dir != b.Home {
			c.addMemory(path.Join(dir, ".claude/CLAUDE.md"))
			c.addRules(path.Join(dir, ".claude/rules"))
		}
		c.addMemory(path.Join(dir, "CLAUDE.local.md"))
		for _, name := range []string{"AGENTS.md", ".claude/AGENTS.md"} {
			switch at := path.Join(dir, name); {
			case !b.isFile(at) || c.seen[b.from.Real(at)]:
			case replacing == "":
				c.addMemory(at)
			default:
				b.addFile(at, noFile, Omitted, "Claude Code reads "+replacing+" instead")
			}
		}
	}
	c.addLater(dirs)
	for _, dir := range dirs {
		if len(catalog.ClaudePlugins(b.from, catalog.Request{Start: b.Start, Project: b.Project, Home: b.Home})) > 0 {
			break // they are enabled here
		}
		for _, name := range []string{"plugin.json", "marketplace.json"} {
			if at := path.Join(dir, ".claude-plugin", name); b.isFile(at) {
				b.addNote(at + ": Claude Code loads the skills, commands and subagents of plugins only where they are installed")
				break
			}
		}
	}
	if len(b.out.Files) == 0 {
		b.out.Estimate = ""
		return
	}
	b.addNote("directories above the repository are not read here; Claude Code also loads their CLAUDE.md files")
}

// claudeExcludes returns the patterns of claudeMdExcludes.
func (b *builder) claudeExcludes() []string {
	files := []string{path.Join(b.Start, ".claude/settings.json"), path.Join(b.Start, ".claude/settings.local.json")}
	if b.Home != "" {
		files = append(files, path.Join(b.Home, ".claude/settings.json"))
	}
	var patterns []string
	for _, at := range files {
		for _, v := range readSettings(b.from, at).Get("claudeMdExcludes").Strings() {
			patterns = append(patterns, v.Text)
		}
	}
	return patterns
}

// claude reads the files of one session.
type claude struct {
	*builder
	seen     map[string]bool // real paths of loaded files
	excludes []string
	target   *[]Piece // nil: the text at start-up
}

// addMemory adds a file with its imports, if it exists.
func (c *claude) addMemory(at string) {
	if !c.isFile(at) || c.seen[c.from.Real(at)] {
		return
	}
	if c.excluded(at) {
		c.addFile(at, noFile, Omitted, "claudeMdExcludes excludes it")
		return
	}
	c.load(at, noFile, 0)
}

func (c *claude) excluded(at string) bool {
	return slices.ContainsFunc(c.excludes, func(pattern string) bool {
		return matches(strings.TrimPrefix(pattern, "/"), strings.TrimPrefix(at, "/"))
	})
}

// load adds an existing file after the files that it imports.
func (c *claude) load(at string, importer, hops int) {
	c.seen[c.from.Real(at)] = true
	i := c.addFile(at, importer, Loaded, "")
	text, size, ok := c.read(at)
	c.out.Files[i].Size = size
	if !ok || len(c.out.Files) > maxFiles {
		c.out.Files[i].State, c.out.Files[i].Reason = Omitted, "it is larger than the 4 MiB that Claude Code reads"
		return
	}
	code := codeSpans(text)
	for _, target := range claudeImports(text, code) {
		c.include(target, at, i, hops)
	}
	text = withoutHTMLComments(text, code)
	if strings.TrimFunc(text, isJSSpace) == "" {
		c.out.Files[i].State = Empty
		return
	}
	if c.target != nil {
		c.out.Files[i].State = OnDemand
	}
	c.add(i, text)
}

func (c *claude) add(file int, text string) {
	if !strings.HasSuffix(text, "\n") {
		text += "\n"
	}
	if c.target != nil {
		*c.target = append(*c.target, Piece{file, text})
		return
	}
	c.write(Piece{file, text})
}

// claudeHops limits how deeply imports can be nested.
func claudeHops() int {
	return schema.Lookup("claude-code").Kinds[analysis.Instructions.String()].Imports.Depth
}

// include follows an import. It ignores other text after "@", such as mentions.
func (c *claude) include(target, from string, importer, hops int) {
	at := resolve(path.Dir(from), target)
	if home, ok := strings.CutPrefix(target, "~/"); ok {
		if c.Home == "" {
			c.addFile(target, importer, Omitted, "the home directory is not read (--home)")
			return
		}
		at = path.Join(c.Home, home)
	}
	switch {
	case !c.isFile(at):
		if strings.HasPrefix(target, ".") || path.Ext(strings.TrimRight(target, ".,;:")) != "" { // not @someone
			c.addFile(at, importer, Missing, "it does not exist, or is outside of what may be read")
		}
	case c.seen[c.from.Real(at)]:
	case hops >= claudeHops():
		c.addFile(at, importer, Omitted, "Claude Code follows imports for "+strconv.Itoa(claudeHops())+" hops")
	case !isBelow(c.Start, c.from.Real(at)) && c.scope(from) == "project":
		c.addFile(at, importer, Omitted, "it is outside the working directory, and loaded once the user approves external imports")
	case c.excluded(at):
		c.addFile(at, importer, Omitted, "claudeMdExcludes excludes it")
	default:
		c.load(at, importer, hops+1)
	}
}

// addRules adds the rules of a directory without paths.
func (c *claude) addRules(dir string) {
	for _, at := range findFiles(c.from, dir, "**/*.md", true) {
		if c.seen[c.from.Real(at)] || c.excluded(at) {
			continue
		}
		text, size, ok := c.read(at)
		if !ok {
			continue
		}
		header, body := splitFrontmatter(text)
		paths := rulePaths(header)
		i := c.addFile(at, noFile, Loaded, "")
		c.out.Files[i].Size = size
		c.seen[c.from.Real(at)] = true
		switch {
		case len(paths) > 0:
			c.out.Files[i].State = OnDemand
			c.out.Files[i].Reason = "for " + strings.Join(paths, ", ")
			if c.For != noFor && slices.ContainsFunc(paths, func(p string) bool { return c.applies(p, dir) }) {
				c.out.Later = append(c.out.Later, Piece{i, body})
			}
		case strings.TrimFunc(body, isJSSpace) == "":
			c.out.Files[i].State = Empty
		default:
			c.add(i, withoutHTMLComments(body, codeSpans(body)))
		}
	}
}

// applies reports whether a pattern of a rule matches the file of the request.
func (c *claude) applies(pattern, rules string) bool {
	base := path.Dir(path.Dir(rules)) // the directory of .claude
	if c.scope(rules) == "user" {
		base = c.Start
	}
	rel, ok := strings.CutPrefix(c.For, strings.TrimSuffix(base, "/")+"/")
	return ok && matches(pattern, rel)
}

// rulePaths returns the patterns of a rule: a list, or a string of patterns separated by commas.
func rulePaths(header string) []string {
	v := yamltree.Parse([]byte(header), analysis.Range{End: len(header)}).Root.Get("paths")
	var paths []string
	for _, text := range v.Strings() {
		for part := range strings.SplitSeq(text.Text, ",") {
			if part = strings.TrimSpace(part); part != "" {
				paths = append(paths, part)
			}
		}
	}
	return paths
}

// addLater adds the files between the working directory and the file of the request.
func (c *claude) addLater(loaded []string) {
	if c.For == noFor || !isBelow(c.Start, c.For) {
		return
	}
	c.target = &c.out.Later
	dirs := upwards(path.Dir(c.For), c.Start)
	for _, dir := range slices.Backward(dirs[:len(dirs)-1]) {
		if slices.Contains(loaded, dir) {
			continue
		}
		before := len(c.out.Later)
		for _, name := range []string{"CLAUDE.md", ".claude/CLAUDE.md", "CLAUDE.local.md"} {
			c.addMemory(path.Join(dir, name))
		}
		if len(c.out.Later) == before {
			c.addMemory(path.Join(dir, "AGENTS.md"))
		}
	}
}
