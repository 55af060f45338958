package language

import (
	"fmt"
	"path"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/invocation"
	"github.com/skilllint/skilllint/internal/script"
)

// A command is a command that runs a script of the workspace.
type command struct {
	invocation.Call
	source []byte
}

// commandAt returns the command at an offset, or nil.
func (s *Snapshot) commandAt(d *Document, offset int) *command {
	f := s.Facts
	if d.File.Tree == nil || f == nil || f.store == nil {
		return nil
	}
	at := invocation.At(d.Document, offset)
	if at == nil || at.File < 0 {
		return nil
	}
	if f.calls == nil {
		f.calls = invocation.NewResolver(f.workspace, f.store)
	}
	c := &command{Call: f.calls.Call(d.File, at)}
	if c.To == "" || !script.IsScript(c.To) {
		return nil
	}
	if c.source = d.File.Tree.Read(c.To, script.MaxSize); c.source == nil {
		return nil
	}
	c.Script = script.Read(c.To, c.source)
	return c
}

// accepted returns the interface that applies to the word with an index, and that word's option, if it is the value of one.
func (c *command) accepted(index int) (i *script.Interface, of *script.Option) {
	i = c.Script.Interface
	for k := c.File + 1; k < index && k < len(c.Words); k++ {
		text := c.Words[k].Text
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
	for i, w := range c.Words {
		if offset < w.Range.Start {
			return i, analysis.Range{Start: offset, End: offset}
		}
		if offset <= w.Range.End {
			return i, w.Range
		}
	}
	return len(c.Words), analysis.Range{Start: offset, End: offset}
}

// command completes options, subcommands and values of a bundled script.
func (c *completer) command() bool {
	cmd := c.s.commandAt(c.d, c.offset)
	if cmd == nil {
		return false
	}
	index, at := cmd.wordIndex(c.offset)
	if index <= cmd.File {
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
	for _, w := range c.Args() {
		for _, name := range o.Names {
			if w.Text == name {
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
	c := s.commandAt(d, offset)
	if c == nil {
		return nil
	}
	index, at := c.wordIndex(offset)
	if at.Len() == 0 || index < c.File || index >= len(c.Words) {
		return nil
	}
	if index == c.File {
		return &Hover{at, interfaceText(c)}
	}
	i, _ := c.accepted(index)
	name, _, _ := strings.Cut(c.Words[index].Text, "=")
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
	i := c.Script.Interface
	title := "**" + escapeMarkdown(path.Base(c.To)) + "**"
	if !i.Known {
		return paragraphs(title, "Its options are unknown: "+escapeMarkdown(i.Reason)+".")
	}
	usage := path.Base(c.To)
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
func (s *Snapshot) commandDefinition(d *Document, offset int) []analysis.Location {
	c := s.commandAt(d, offset)
	if c == nil {
		return nil
	}
	index, at := c.wordIndex(offset)
	if at.Len() == 0 || index < c.File || index >= len(c.Words) {
		return nil
	}
	target := analysis.NewDocument(&analysis.File{Path: c.From.Tree.Prefix + c.To, Rel: c.To, Tree: c.From.Tree}, c.source)
	if index == c.File {
		return []analysis.Location{target.At(analysis.Range{})}
	}
	i, _ := c.accepted(index)
	name, _, _ := strings.Cut(c.Words[index].Text, "=")
	switch o, sub := i.Option(name), i.Subcommand(name); {
	case !i.Known:
	case o != nil && o.Range.Len() > 0:
		return []analysis.Location{target.At(o.Range)}
	case sub != nil:
		return []analysis.Location{target.At(sub.Range)}
	}
	return nil
}
