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
var codex = &Client{
	ID:      "codex",
	Title:   "Codex",
	Program: "@openai/codex",
	Version: "0.171.0",
	Source:  "skills/list of codex app-server, run; its published source, read",
	Checked: "2026-11-28",
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
		return outcome{reasons: []Reason{{"empty frontmatter", "", f.topRange(), "no-header"}}}
	case len(header.text) > serdeyaml.MaxBytes:
		return tooLarge(f)
	}
	fields, err := parseCodexFields(header.text)
	var cut []repair
	if err != nil && !errors.Is(err, serdeyaml.ErrTooLarge) {
		repaired, repairs := requote(header.text)
		if again, second := parseCodexFields(repaired); len(repairs) > 0 && second == nil {
			fields, err, cut = again, nil, repairs
		}
	}
	var wrong *typeError
	if errors.As(err, &wrong) {
		return outcome{reasons: []Reason{{wrong.Error(), "", f.wordAt(header.inFile(wrong.offset)), wrong.cause}}}
	}
	if err != nil {
		return serdeFailure(f, err, header.inFile)
	}
	return fields.outcome(f, &header, cut)
}

// invalidAt returns the offset of the first byte that is not valid UTF-8, or -1.
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

// codexFields are the fields that codex reads; nil if they are missing or null.
type codexFields struct {
	name, description, short *serdeyaml.Node
	members                  []serdeyaml.Member
}

// parseCodexFields parses the fields that codex reads. Each is a scalar, whose source is used as text whatever its
// YAML type. Other fields are ignored.
func parseCodexFields(text string) (codexFields, error) {
	var fields codexFields
	root, err := serdeyaml.Load(text)
	if err != nil || root == nil {
		return fields, err
	}
	err = parseMapping(root, "frontmatter", map[string]func(*serdeyaml.Node) error{
		"name":        optionalScalar(&fields.name, "name"),
		"description": optionalScalar(&fields.description, "description"),
		"metadata": func(n *serdeyaml.Node) error {
			return parseMapping(n, "metadata", map[string]func(*serdeyaml.Node) error{
				"short-description": optionalScalar(&fields.short, "short-description"),
			})
		},
	})
	if root.Form == libyaml.Mapping {
		fields.members = root.Members
	}
	return fields, err
}

// parseMapping parses the known fields of a mapping. Each may occur once.
func parseMapping(n *serdeyaml.Node, what string, known map[string]func(*serdeyaml.Node) error) error {
	at := n.Start
	if n = n.Resolved(); n.IsEmpty() {
		return nil
	}
	if n.Form != libyaml.Mapping && what == "metadata" {
		return &typeError{at, `"metadata" must be a mapping`, "field-type"}
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
		parse := known[key.Text]
		if parse == nil {
			continue
		}
		if seen[key.Text] {
			return &serdeyaml.Error{Offset: m.Key.Start, Message: "duplicate field " + quote.Text(key.Text)}
		}
		seen[key.Text] = true
		if err := parse(m.Value); err != nil {
			return err
		}
	}
	return nil
}

// A typeError reports a value of the wrong type.
type typeError struct {
	offset int // in the frontmatter
	what   string
	cause  string
}

func (e *typeError) Error() string { return e.what }

// optionalScalar returns a parser of a scalar that may be null.
func optionalScalar(field **serdeyaml.Node, what string) func(*serdeyaml.Node) error {
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
			return &typeError{n.Start, mustBeString(what), cause}
		}
		*field = n.Resolved()
		return nil
	}
}

// outcome applies codex's checks and limits to the fields.
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
			o.reasons = append(o.reasons, Reason{empty("name"), "uses the directory name", m.valueRange, "no-name"})
		}
	}
	if o.name == "" {
		o.name = "skill"
	}
	if n := utf8.RuneCountInString(o.name); n > codexName {
		return outcome{reasons: []Reason{{tooLong("name", n, codexName), "", f.valueRange("name"), "name-length"}}}
	}
	if o.description == "" {
		return outcome{reasons: []Reason{c.noDescription(f)}}
	}
	o.reasons = append(o.reasons, c.losses(f, header, repairs)...)
	if n := utf8.RuneCountInString(o.description); n > codexDescription {
		o.reasons = append(o.reasons, Reason{tooLong("description", n, codexDescription), "truncates the description in the skill list", f.valueRange("description"), "description-cut"})
	}
	return o
}

func (c *codexFields) noDescription(f *file) Reason {
	if c.description == nil && f.field("description") == nil {
		r := missing(f, "description")
		r.Message += missingHint(c.members, "description")
		return r
	}
	return Reason{empty("description"), "", f.valueRange("description"), "no-description"}
}

// losses returns the reasons why parts of the name and description are lost.
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
		reasons = append(reasons, droppedTag(f, field.key, field.node)...)
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
