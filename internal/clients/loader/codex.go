package loader

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/internal/clients/serdeyaml"
	"github.com/skilllint/skilllint/internal/syntax/libyaml"
)

// codex reads the header into typed fields with serde_yaml. Where that fails it puts values in
// quotation marks, line by line, and tries once more.
var codex = &Agent{
	ID:      "codex",
	Title:   "Codex",
	Program: "@openai/codex",
	Version: "0.169.0",
	Source:  "skills/list of codex app-server, run; its published source, read",
	Checked: "2026-11-21",
	Grade:   Measured,
	read:    readCodex,
}

// Limits of codex, in characters.
const (
	codexName        = 64
	codexDescription = 1024 // beyond it only the list that the model sees is cut
)

func readCodex(f *file) outcome {
	if at := invalidAt(f.source); at >= 0 {
		where := analysis.Range{Start: at, End: at + 1}
		return outcome{reasons: []Reason{{"the file is not UTF-8, and codex reads no other", where, "not-utf-8"}}}
	}
	source := string(f.source)
	header, opened, closed := rustHeaderOf(source, func(line string) bool { return strings.TrimSpace(line) == "---" })
	switch {
	case !closed:
		return noRustHeader(f, source, "codex", opened)
	case len(header.lines) == 0:
		return outcome{reasons: []Reason{{"nothing stands in the header, so codex finds none", f.top(), "no-header"}}}
	case len(header.text) > serdeyaml.MaxBytes:
		return tooLarge(f)
	}
	fields, err := typed(header.text)
	var cut []repair
	if err != nil && !errors.Is(err, serdeyaml.ErrTooLarge) {
		repaired, repairs := requote(header.text)
		if again, second := typed(repaired); len(repairs) > 0 && second == nil {
			fields, err, cut = again, nil, repairs
		}
	}
	var wrong *wrongType
	if errors.As(err, &wrong) {
		return outcome{reasons: []Reason{{wrong.Error(), f.wordAt(header.inFile(wrong.at)), wrong.cause}}}
	}
	if err != nil {
		return serdeFlaw(f, err, header.inFile, "codex", "putting values in quotation marks does not help")
	}
	return fields.outcome(f, &header, cut)
}

// invalidAt returns the offset of the first byte that is no UTF-8; -1 when there is none.
func invalidAt(source []byte) int {
	if utf8.Valid(source) {
		return -1
	}
	for at := 0; ; {
		r, size := utf8.DecodeRune(source[at:])
		if r == utf8.RuneError && size <= 1 {
			return at
		}
		at += size
	}
}

// codexFields are the fields that codex asks for; nil when they are missing or null.
type codexFields struct {
	name, description, short *serdeyaml.Node
	members                  []serdeyaml.Member
}

// typed reads a header into the fields that codex asks for: a text each, taken as it is written
// whatever it is otherwise. It looks at nothing else.
func typed(text string) (codexFields, error) {
	var fields codexFields
	root, err := serdeyaml.Load(text)
	if err != nil || root == nil {
		return fields, err
	}
	err = structure(root, "header", map[string]func(*serdeyaml.Node) error{
		"name":        optional(&fields.name, "name"),
		"description": optional(&fields.description, "description"),
		"metadata": func(n *serdeyaml.Node) error {
			return structure(n, "metadata", map[string]func(*serdeyaml.Node) error{
				"short-description": optional(&fields.short, "short description"),
			})
		},
	})
	if root.Form == libyaml.Mapping {
		fields.members = root.Members
	}
	return fields, err
}

// structure takes a mapping into the fields that are known, each of which may stand there once.
func structure(n *serdeyaml.Node, what string, known map[string]func(*serdeyaml.Node) error) error {
	at := n.Start
	if n = n.Resolved(); n.IsEmpty() {
		return nil
	}
	if n.Form != libyaml.Mapping && what == "metadata" {
		return &wrongType{at, "metadata is no mapping", "field-type"}
	}
	if n.Form != libyaml.Mapping {
		return &serdeyaml.Error{Offset: at, Message: "the " + what + " is no mapping of fields to values"}
	}
	seen := map[string]bool{}
	for _, m := range n.Members {
		key := m.Key.Resolved()
		if key.Form != libyaml.Scalar {
			return &serdeyaml.Error{Offset: m.Key.Start, Message: "a list or mapping as a key of the " + what}
		}
		take := known[key.Text]
		if take == nil {
			continue
		}
		if seen[key.Text] {
			return &serdeyaml.Error{Offset: m.Key.Start, Message: quote.Text(key.Text) + " stands twice in the " + what}
		}
		seen[key.Text] = true
		if err := take(m.Value); err != nil {
			return err
		}
	}
	return nil
}

// A wrongType is a value of a type that codex does not take.
type wrongType struct {
	at    int // in the header
	what  string
	cause string
}

func (e *wrongType) Error() string { return e.what + ", and codex takes no skill with another value" }

// optional takes a text, or nothing.
func optional(field **serdeyaml.Node, what string) func(*serdeyaml.Node) error {
	return func(n *serdeyaml.Node) error {
		null, wrong := n.IsNull()
		switch {
		case wrong:
			return &serdeyaml.Error{Offset: n.Start, Message: "the " + what + " has a tag that its value does not fit"}
		case null:
			return nil
		case n.Resolved().Form != libyaml.Scalar:
			cause := what + "-type"
			if what != "name" && what != "description" {
				cause = "field-type"
			}
			return &wrongType{n.Start, "the " + what + " is no text", cause}
		}
		*field = n.Resolved()
		return nil
	}
}

// outcome is what codex makes of the fields.
func (c *codexFields) outcome(f *file, header *rustHeader, repairs []repair) outcome {
	o := outcome{loaded: true}
	if c.name != nil {
		o.name = collapse(c.name.Text)
	}
	if c.description != nil {
		o.description = collapse(c.description.Text)
	}
	if o.name == "" {
		o.name = collapse(f.directory)
		if m := f.field("name"); m != nil {
			o.reasons = append(o.reasons, Reason{"the name is empty, so codex takes that of the directory", m.at, "no-name"})
		}
	}
	if o.name == "" {
		o.name = "skill"
	}
	if n := utf8.RuneCountInString(o.name); n > codexName {
		message := fmt.Sprintf("the name has %d characters, and codex takes %d", n, codexName)
		return outcome{reasons: []Reason{{message, f.at("name"), "name-length"}}}
	}
	if o.description == "" {
		return outcome{reasons: []Reason{c.noDescription(f)}}
	}
	o.reasons = append(o.reasons, c.losses(f, header, repairs)...)
	if n := utf8.RuneCountInString(o.description); n > codexDescription {
		message := fmt.Sprintf("the description has %s characters, and codex shows its model %s", quote.Count(n), quote.Count(codexDescription))
		o.reasons = append(o.reasons, Reason{message, f.at("description"), "description-length"})
	}
	return o
}

func (c *codexFields) noDescription(f *file) Reason {
	if c.description == nil && f.field("description") == nil {
		r := missing(f, "description", "codex")
		r.Message += misspelt(c.members, "description")
		return r
	}
	return Reason{"the description is empty, and codex takes no skill without one", f.at("description"), "no-description"}
}

// losses says what of name and description is not what was written.
func (c *codexFields) losses(f *file, header *rustHeader, repairs []repair) []Reason {
	var reasons []Reason
	if h := f.doc.Header; h != nil && h.State == analysis.HeaderClosed && header.body < h.Range.End {
		last := header.lines[len(header.lines)-1].inFile
		start := last + bytes.Index(f.source[last:], []byte("\n"))
		start += bytes.Index(f.source[start:], []byte("---"))
		reasons = append(reasons, Reason{"codex ends the header at this ---, although it is indented, and takes what follows for the body",
			analysis.Range{Start: start, End: start + len("---")}, "early-end"})
	}
	for _, field := range []struct {
		key  string
		node *serdeyaml.Node
	}{{"name", c.name}, {"description", c.description}} {
		if field.node == nil {
			continue
		}
		reasons = append(reasons, lostTag(f, field.key, "codex", field.node)...)
		for _, r := range repairs {
			if r.comment != "" && strings.TrimSpace(r.key) == field.key {
				message := "codex takes " + quote.Text(r.comment) + " for a comment and drops it from the " + field.key
				start := header.inFile(r.offset)
				reasons = append(reasons, Reason{message, analysis.Range{Start: start, End: start + len(r.comment)}, "comment"})
			}
		}
	}
	return reasons
}
