package loader

import (
	"bytes"
	"errors"
	"strings"
	"unicode/utf8"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/internal/clients/serdeyaml"
	"github.com/skilllint/skilllint/internal/syntax/libyaml"
)

// codex parses the frontmatter into typed fields with serde_yaml. If that fails, it quotes values line
// by line and tries again.
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
	codexDescription = 1024 // longer ones are truncated in the skill list
)

func readCodex(f *file) outcome {
	if at := invalidAt(f.source); at >= 0 {
		where := analysis.Range{Start: at, End: at + 1}
		return outcome{reasons: []Reason{{"file is not valid UTF-8", "", where, "not-utf-8"}}}
	}
	source := string(f.source)
	header, opened, closed := rustHeaderOf(source, func(line string) bool { return strings.TrimSpace(line) == "---" })
	switch {
	case !closed:
		return noRustHeader(f, source, opened)
	case len(header.lines) == 0:
		return outcome{reasons: []Reason{{"empty frontmatter", "", f.top(), "no-header"}}}
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
		return outcome{reasons: []Reason{{wrong.Error(), "", f.wordAt(header.inFile(wrong.at)), wrong.cause}}}
	}
	if err != nil {
		return serdeFlaw(f, err, header.inFile)
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
	err = structure(root, "frontmatter", map[string]func(*serdeyaml.Node) error{
		"name":        optional(&fields.name, "name"),
		"description": optional(&fields.description, "description"),
		"metadata": func(n *serdeyaml.Node) error {
			return structure(n, "metadata", map[string]func(*serdeyaml.Node) error{
				"short-description": optional(&fields.short, "short-description"),
			})
		},
	})
	if root.Form == libyaml.Mapping {
		fields.members = root.Members
	}
	return fields, err
}

// structure reads the known fields of a mapping, each of which may occur once.
func structure(n *serdeyaml.Node, what string, known map[string]func(*serdeyaml.Node) error) error {
	at := n.Start
	if n = n.Resolved(); n.IsEmpty() {
		return nil
	}
	if n.Form != libyaml.Mapping && what == "metadata" {
		return &wrongType{at, `"metadata" must be a mapping`, "field-type"}
	}
	if n.Form != libyaml.Mapping {
		return &serdeyaml.Error{Offset: at, Message: what + " is not a mapping"}
	}
	seen := map[string]bool{}
	for _, m := range n.Members {
		key := m.Key.Resolved()
		if key.Form != libyaml.Scalar {
			return &serdeyaml.Error{Offset: m.Key.Start, Message: "a list or mapping as a key"}
		}
		take := known[key.Text]
		if take == nil {
			continue
		}
		if seen[key.Text] {
			return &serdeyaml.Error{Offset: m.Key.Start, Message: "duplicate field " + quote.Text(key.Text)}
		}
		seen[key.Text] = true
		if err := take(m.Value); err != nil {
			return err
		}
	}
	return nil
}

// A wrongType is the error of a value of the wrong type.
type wrongType struct {
	at    int // in the header
	what  string
	cause string
}

func (e *wrongType) Error() string { return e.what }

// optional reads a string, or nothing.
func optional(field **serdeyaml.Node, what string) func(*serdeyaml.Node) error {
	return func(n *serdeyaml.Node) error {
		null, wrong := n.IsNull()
		switch {
		case wrong:
			return &serdeyaml.Error{Offset: n.Start, Message: "the tag of " + quote.Text(what) + " does not match its value"}
		case null:
			return nil
		case n.Resolved().Form != libyaml.Scalar:
			cause := what + "-type"
			if what != "name" && what != "description" {
				cause = "field-type"
			}
			return &wrongType{n.Start, mustBeString(what), cause}
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
			o.reasons = append(o.reasons, Reason{empty("name"), "uses the directory name", m.at, "no-name"})
		}
	}
	if o.name == "" {
		o.name = "skill"
	}
	if n := utf8.RuneCountInString(o.name); n > codexName {
		return outcome{reasons: []Reason{{tooLong("name", n, codexName), "", f.at("name"), "name-length"}}}
	}
	if o.description == "" {
		return outcome{reasons: []Reason{c.noDescription(f)}}
	}
	o.reasons = append(o.reasons, c.losses(f, header, repairs)...)
	if n := utf8.RuneCountInString(o.description); n > codexDescription {
		o.reasons = append(o.reasons, Reason{tooLong("description", n, codexDescription), "truncates the description in the skill list", f.at("description"), "description-length"})
	}
	return o
}

func (c *codexFields) noDescription(f *file) Reason {
	if c.description == nil && f.field("description") == nil {
		r := missing(f, "description")
		r.Message += misspelt(c.members, "description")
		return r
	}
	return Reason{empty("description"), "", f.at("description"), "no-description"}
}

// losses returns what of the name and description is lost.
func (c *codexFields) losses(f *file, header *rustHeader, repairs []repair) []Reason {
	var reasons []Reason
	if h := f.doc.Header; h != nil && h.State == analysis.HeaderClosed && header.body < h.Range.End {
		last := header.lines[len(header.lines)-1].inFile
		start := last + bytes.Index(f.source[last:], []byte("\n"))
		start += bytes.Index(f.source[start:], []byte("---"))
		reasons = append(reasons, Reason{`indented "---" inside the frontmatter`, "ends the frontmatter there",
			analysis.Range{Start: start, End: start + len("---")}, "early-end"})
	}
	for _, field := range []struct {
		key  string
		node *serdeyaml.Node
	}{{"name", c.name}, {"description", c.description}} {
		if field.node == nil {
			continue
		}
		reasons = append(reasons, lostTag(f, field.key, field.node)...)
		for _, r := range repairs {
			if r.comment != "" && strings.TrimSpace(r.key) == field.key {
				message := "unquoted " + quote.Text(r.comment) + " is a YAML comment"
				start := header.inFile(r.offset)
				reasons = append(reasons, Reason{message, "drops it from the " + field.key, analysis.Range{Start: start, End: start + len(r.comment)}, "comment"})
			}
		}
	}
	return reasons
}
