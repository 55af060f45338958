package language

import (
	"bytes"
	"fmt"
	"path"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/shell"
	"github.com/skilllint/skilllint/internal/script"
)

// A command is a command in a shell block that runs a script of the workspace.
type command struct {
	words  []commandWord
	runs   int // index of the word that names the script
	tree   *analysis.Tree
	rel    string
	source []byte
	script *script.Script
}

// A commandWord is a word of a command, without quotes.
type commandWord struct {
	analysis.Range
	text string
}

// maxCommand limits the bytes of a command.
const maxCommand = 4_000

// commandAt returns the command at an offset of a shell block, or nil.
func commandAt(d *Document, offset int) *command {
	inShell := false
	for i := range d.Fences {
		if f := &d.Fences[i]; f.Open.End < offset && offset <= f.End {
			inShell = shell.Is(f.Info)
		}
	}
	if !inShell || d.File.Tree == nil {
		return nil
	}
	c := &command{tree: d.File.Tree, words: wordsAt(d.Source, offset)}
	for i, w := range c.words {
		if strings.HasPrefix(w.text, "-") || !strings.ContainsAny(w.text, "./") {
			continue
		}
		rel := scriptPath(d.File, w.text)
		if rel == "" {
			continue
		}
		if c.source = c.tree.Read(rel, script.MaxSize); c.source == nil {
			return nil
		}
		c.runs, c.rel, c.script = i, rel, script.Read(rel, c.source)
		return c
	}
	return nil
}

// wordsAt returns the words of the command at an offset: the line, with those that a backslash continues, between separators.
func wordsAt(source []byte, offset int) []commandWord {
	start, end := offset, offset
	for start > 0 && offset-start < maxCommand && (source[start-1] != '\n' || start > 1 && source[start-2] == '\\') {
		start--
	}
	for end < len(source) && end-offset < maxCommand && (source[end] != '\n' || source[end-1] == '\\') {
		end++
	}
	var words []commandWord
	for at := start; at < end; {
		switch c := source[at]; {
		case c == ' ' || c == '\t' || c == '\n' || c == '\\' && at+1 < end && source[at+1] == '\n':
			at++
		case strings.IndexByte("|;&()`", c) >= 0:
			if at >= offset {
				return words
			}
			words = words[:0]
			at++
		case c == '#' && at < offset:
			return nil
		default:
			from := at
			quote := byte(0)
			for at < end && (quote != 0 || strings.IndexByte(" \t\n|;&()`", source[at]) < 0) {
				switch {
				case quote != 0 && source[at] == quote:
					quote = 0
				case quote == 0 && (source[at] == '"' || source[at] == '\''):
					quote = source[at]
				}
				at++
			}
			words = append(words, commandWord{analysis.Range{Start: from, End: at}, string(bytes.Trim(source[from:at], `"'`))})
		}
	}
	return words
}

// scriptPath returns the path of the script that a word of a command names, relative to the root of the tree, or "".
func scriptPath(f *analysis.File, word string) string {
	dir := path.Dir(f.Rel)
	if strings.HasPrefix(word, "$") {
		n := strings.IndexByte(word, '/')
		if n < 0 {
			return ""
		}
		word = word[n+1:]
	}
	if !script.IsScript(word) || analysis.LeavesRoot(path.Clean(word)) && dir == "." {
		return ""
	}
	for d := dir; ; d = path.Dir(d) {
		if rel := path.Join(d, word); !analysis.LeavesRoot(rel) && f.Tree.Stat(rel) == analysis.IsFile {
			return rel
		}
		if d == "." {
			return ""
		}
	}
}

// accepted returns the interface that applies to the word with an index, and that word's option, if it is the value of one.
func (c *command) accepted(index int) (i *script.Interface, of *script.Option) {
	i = c.script.Interface
	for k := c.runs + 1; k < index && k < len(c.words); k++ {
		text := c.words[k].text
		of = nil
		if sub := i.Subcommand(text); sub != nil {
			i = sub.Interface
			continue
		}
		if o := i.Option(text); o != nil && o.Arity != 0 {
			of = o
		}
	}
	return i, of
}

// wordIndex returns the index of the word at an offset, or that of the word that would start there.
func (c *command) wordIndex(offset int) (index int, at analysis.Range) {
	for i, w := range c.words {
		if offset < w.Start {
			return i, analysis.Range{Start: offset, End: offset}
		}
		if offset <= w.End {
			return i, w.Range
		}
	}
	return len(c.words), analysis.Range{Start: offset, End: offset}
}

// command completes options, subcommands and values of a bundled script.
func (c *completer) command() bool {
	cmd := commandAt(c.d, c.offset)
	if cmd == nil {
		return false
	}
	index, at := cmd.wordIndex(c.offset)
	if index <= cmd.runs {
		return false
	}
	i, of := cmd.accepted(index)
	if !i.Known {
		return true
	}
	if of != nil {
		for _, choice := range of.Choices {
			c.add(Item{Label: choice, Kind: ValueItem, Detail: of.Names[0], Range: at})
		}
		return true
	}
	for k := range i.Options {
		o := &i.Options[k]
		if isGivenIn(cmd, o) {
			continue
		}
		rank := 2
		if o.Required {
			rank = 1
		}
		for _, name := range o.Names {
			if len(o.Names) > 1 && !strings.HasPrefix(name, "--") && c.offset-at.Start < 2 {
				continue // the long name is enough
			}
			c.add(Item{Label: name, Kind: KeyItem, Detail: optionDetail(o), Documentation: escapeMarkdown(o.Help), Range: at, Rank: rank})
		}
	}
	for k := range i.Subcommands {
		sub := &i.Subcommands[k]
		c.add(Item{Label: sub.Names[0], Kind: ValueItem, Detail: "subcommand", Documentation: escapeMarkdown(sub.Help), Range: at})
	}
	for _, p := range i.Positionals {
		for _, choice := range p.Choices {
			c.add(Item{Label: choice, Kind: ValueItem, Detail: p.Name, Range: at, Rank: 1})
		}
	}
	return true
}

func isGivenIn(c *command, o *script.Option) bool {
	for _, w := range c.words[c.runs+1:] {
		for _, name := range o.Names {
			if w.text == name {
				return true
			}
		}
	}
	return false
}

// optionDetail describes an option in a few words.
func optionDetail(o *script.Option) string {
	var parts []string
	if o.Required {
		parts = append(parts, "required")
	}
	switch {
	case len(o.Choices) > 0:
		parts = append(parts, strings.Join(o.Choices, ", "))
	case o.Type == script.Int:
		parts = append(parts, "integer")
	case o.Type == script.Float:
		parts = append(parts, "number")
	case o.Arity == 0:
		parts = append(parts, "flag")
	}
	if o.Default != "" && o.Default != "None" && o.Default != "False" {
		parts = append(parts, "default "+o.Default)
	}
	return strings.Join(parts, "; ")
}

// hoverCommand describes a bundled script, or an option of it, in a shell block.
func (s *Snapshot) hoverCommand(d *Document, offset int) *Hover {
	c := commandAt(d, offset)
	if c == nil || len(c.words) == 0 {
		return nil
	}
	index, at := c.wordIndex(offset)
	if at.Len() == 0 || index < c.runs || index >= len(c.words) {
		return nil
	}
	if index == c.runs {
		return &Hover{at, interfaceText(c)}
	}
	i, _ := c.accepted(index)
	name, _, _ := strings.Cut(c.words[index].text, "=")
	if o := i.Option(name); o != nil && i.Known {
		return &Hover{at, paragraphs("**"+escapeMarkdown(strings.Join(o.Names, ", "))+"** "+escapeMarkdown(optionDetail(o)), escapeMarkdown(o.Help))}
	}
	if sub := i.Subcommand(name); sub != nil {
		return &Hover{at, paragraphs("**"+escapeMarkdown(name)+"**", escapeMarkdown(sub.Help))}
	}
	return nil
}

// maxShownOptions limits the options in a hover.
const maxShownOptions = 30

// interfaceText describes what a script accepts.
func interfaceText(c *command) string {
	i := c.script.Interface
	title := "**" + escapeMarkdown(path.Base(c.rel)) + "**"
	if !i.Known {
		return paragraphs(title, "Its options are unknown: "+escapeMarkdown(i.Reason)+".")
	}
	usage := path.Base(c.rel)
	for _, p := range i.Positionals {
		name := p.Name
		if p.Max < 0 {
			name += " …"
		}
		if p.Min == 0 {
			name = "[" + name + "]"
		}
		usage += " " + name
	}
	if len(i.Subcommands) > 0 {
		var names []string
		for _, sub := range i.Subcommands {
			names = append(names, sub.Names[0])
		}
		usage += " {" + strings.Join(names, "|") + "}"
	}
	var lines []string
	for k := range i.Options {
		if k == maxShownOptions {
			lines = append(lines, fmt.Sprintf("- %d more", len(i.Options)-k))
			break
		}
		o := &i.Options[k]
		line := "- " + codeSpan(strings.Join(o.Names, ", "))
		if detail := optionDetail(o); detail != "" {
			line += " (" + escapeMarkdown(detail) + ")"
		}
		if o.Help != "" {
			line += ": " + escapeMarkdown(shorten(o.Help))
		}
		lines = append(lines, line)
	}
	return paragraphs(title, codeSpan(shorten(usage)), strings.Join(lines, "\n"))
}

// commandDefinition returns the place in a script that defines the option or subcommand at an offset.
func commandDefinition(d *Document, offset int) []analysis.Location {
	c := commandAt(d, offset)
	if c == nil || len(c.words) == 0 {
		return nil
	}
	index, at := c.wordIndex(offset)
	if at.Len() == 0 || index < c.runs || index >= len(c.words) {
		return nil
	}
	target := analysis.NewDocument(&analysis.File{Path: c.tree.Prefix + c.rel, Rel: c.rel, Tree: c.tree}, c.source)
	if index == c.runs {
		return []analysis.Location{target.At(analysis.Range{})}
	}
	i, _ := c.accepted(index)
	name, _, _ := strings.Cut(c.words[index].text, "=")
	switch o, sub := i.Option(name), i.Subcommand(name); {
	case !i.Known:
	case o != nil && o.Range.Len() > 0:
		return []analysis.Location{target.At(o.Range)}
	case sub != nil:
		return []analysis.Location{target.At(sub.Range)}
	}
	return nil
}
