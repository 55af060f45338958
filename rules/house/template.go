package house

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/skilllint/skilllint/analysis/quote"
)

// A Template is a text with references to groups of a match: $1, ${1} or ${name}; $$ is a dollar sign.
type Template struct {
	parts []part
}

// A part is a text or a group of the match.
type part struct {
	text  string
	group int // -1 for text
}

// Plain returns a template without groups.
func Plain(text string) *Template { return &Template{[]part{{text, -1}}} }

// ParseTemplate parses a template for the matches of a pattern.
func ParseTemplate(text string, p *Pattern) (*Template, error) {
	t := &Template{}
	for {
		before, rest, found := strings.Cut(text, "$")
		t.add(before)
		if !found {
			return t, nil
		}
		if after, ok := strings.CutPrefix(rest, "$"); ok {
			t.add("$")
			text = after
			continue
		}
		name, after := cutName(rest)
		group := p.group(name)
		if group < 0 {
			return nil, fmt.Errorf("unknown group %s%s: write $$ for a dollar", quote.Text("$"+rest[:len(rest)-len(after)]), p.groups())
		}
		t.parts = append(t.parts, part{group: group})
		text = after
	}
}

func (t *Template) add(text string) {
	if n := len(t.parts); n > 0 && t.parts[n-1].group < 0 {
		t.parts[n-1].text += text
	} else if text != "" {
		t.parts = append(t.parts, part{text, -1})
	}
}

// cutName splits off the name after a dollar sign: {name} or digits.
func cutName(text string) (name, rest string) {
	if inner, ok := strings.CutPrefix(text, "{"); ok {
		if name, rest, ok = strings.Cut(inner, "}"); ok {
			return name, rest
		}
		return "", text
	}
	n := len(text) - len(strings.TrimLeft(text, "0123456789"))
	if n == 0 { // neither a number nor braces
		n = len(text) - len(strings.TrimLeft(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_"))
		return "", text[n:]
	}
	return text[:n], text[n:]
}

// group returns the number of the group with a name, or -1.
func (p *Pattern) group(name string) int {
	if name == "" {
		return -1
	}
	if n, err := strconv.Atoi(name); err == nil {
		if n > p.expr.NumSubexp() {
			return -1
		}
		return n
	}
	return p.expr.SubexpIndex(name)
}

// groups lists the groups.
func (p *Pattern) groups() string {
	if n := p.expr.NumSubexp(); n > 0 {
		return fmt.Sprintf(" (available: $0 to $%d)", n)
	}
	return " (available: $0, the whole match)"
}

// usesGroups reports whether the template contains groups.
func (t *Template) usesGroups() bool {
	return t != nil && slices.ContainsFunc(t.parts, func(p part) bool { return p.group >= 0 })
}

// withoutMatch returns the text with each group replaced by an ellipsis.
func (t *Template) withoutMatch() string { return t.expand(func(int) string { return "…" }) }

// expand returns the text for a match. group returns the text of a group.
func (t *Template) expand(group func(int) string) string {
	if len(t.parts) == 1 && t.parts[0].group < 0 {
		return t.parts[0].text
	}
	var b strings.Builder
	for _, p := range t.parts {
		if p.group < 0 {
			b.WriteString(p.text)
		} else {
			b.WriteString(group(p.group))
		}
	}
	return b.String()
}

// Fixed returns the text of a template, and whether it has no groups.
func (t *Template) Fixed() (string, bool) {
	return t.expand(func(int) string { return "" }), !t.usesGroups()
}

// Matches reports whether a text matches the pattern.
func (p *Pattern) Matches(text string) bool { return p.expr.MatchString(text) }
