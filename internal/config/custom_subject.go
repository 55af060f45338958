package config

import (
	"slices"
	"strconv"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/rules/house"
)

// A subject is a kind of thing that a custom rule forbids or requires.
type subject struct {
	key  string
	with []string // optional keys
}

var subjects = []subject{
	{"pattern", []string{"in", "languages"}},
	{"heading", []string{"level"}},
	{"field", []string{"matches", "one-of"}},
	{"file", nil},
}

// customSubject decodes the value of forbid or require.
func (d *decoder) customSubject(to *customDraft) {
	members := map[string]analysis.Member{}
	var named *subject
	for _, m := range d.entries(to.subject, map[bool]string{true: "require", false: "forbid"}[to.Require]) {
		members[m.Key] = m
		for i := range subjects {
			if subjects[i].key != m.Key {
				continue
			}
			if named != nil {
				d.failf(m.KeyRange, "%s cannot be combined with %s: write two rules", m.Key, named.key)
				return
			}
			named = &subjects[i]
		}
	}
	if named == nil {
		if to.subject.Kind == analysis.Map {
			d.noSubject(to.subject)
		}
		return
	}
	known := append([]string{named.key}, named.with...)
	for _, m := range to.subject.Members {
		if !slices.Contains(known, m.Key) {
			d.failf(m.KeyRange, "unknown key %s for a rule about a %s%s", quote.Text(m.Key), named.key, Hint(m.Key, known))
			return
		}
	}
	switch v := members[named.key].Value; named.key {
	case "pattern":
		d.customPattern(to, v, members["in"].Value, members["languages"].Value)
	case "heading":
		d.customHeading(to, v, members["level"].Value)
	case "field":
		d.customField(to, v, members["matches"].Value, members["one-of"].Value)
	case "file":
		d.customFile(to, v)
	}
}

// noSubject reports a missing or unknown subject.
func (d *decoder) noSubject(v *analysis.Value) {
	var words []string
	for _, s := range subjects {
		words = append(words, s.key)
	}
	for _, m := range v.Members {
		d.failf(m.KeyRange, "unknown key %s in a custom rule%s", quote.Text(m.Key), Hint(m.Key, words))
		return
	}
	d.failf(v.Range, "missing subject: add one of %s", strings.Join(words, ", "))
}

// customPatternOf compiles a pattern.
func (d *decoder) customPatternOf(v *analysis.Value, what string, lines bool) *house.Pattern {
	text, ok := d.text(v, what)
	if !ok {
		return nil
	}
	p, err := house.Compile(text, lines)
	if err != nil {
		d.failf(v.Range, "%v", err)
		return nil
	}
	return p
}

func (d *decoder) customPattern(to *customDraft, v, in, languages *analysis.Value) {
	to.Pattern, to.In = d.customPatternOf(v, "pattern", true), house.Everywhere
	before := len(d.errs)
	if in != nil {
		to.In = 0
		for _, item := range d.list(in, "in") {
			if name, ok := d.oneOf(item, "place", house.Places()); ok {
				to.In |= house.ParsePlace(name)
			}
		}
		if to.In == 0 && len(d.errs) == before {
			d.failf(in.Range, "in is empty: remove it, or add one of %s", strings.Join(house.Places(), ", "))
		}
	}
	if languages == nil {
		return
	}
	if before = len(d.errs); to.In != house.Code {
		d.failf(languages.Range, "languages requires in: code")
	}
	for _, item := range d.list(languages, "languages") {
		if text := d.customText(item, "a language", 60); text != "" {
			to.Languages = append(to.Languages, strings.ToLower(text))
		}
	}
	if len(to.Languages) == 0 && len(d.errs) == before {
		d.failf(languages.Range, "languages is empty: remove it, or add languages of code blocks, for example [bash, sh]")
	}
}

// maxRuleValues limits the headings or values of a rule.
const maxRuleValues = 100

// names decodes a list of non-empty texts. It records an error if the list is empty.
func (d *decoder) names(v *analysis.Value, what string) []string {
	var names []string
	items := d.list(v, what)
	for _, item := range items {
		if text, ok := d.scalar(item, what); ok {
			names = append(names, text)
		}
	}
	switch {
	case len(names) > maxRuleValues:
		d.failf(v.Range, "%s has %d values (limit %d)", what, len(names), maxRuleValues)
	case len(items) == 0 && v.Kind == analysis.List:
		d.failf(v.Range, "%s is empty", what)
	}
	return names
}

// scalar returns a text that is not empty, or a number or boolean verbatim.
func (d *decoder) scalar(v *analysis.Value, what string) (string, bool) {
	if v.Kind == analysis.Number || v.Kind == analysis.Bool {
		return v.Text, d.plain(v)
	}
	text := d.customText(v, what, house.MaxMessage)
	return text, strings.TrimSpace(text) != ""
}

func (d *decoder) customHeading(to *customDraft, v, level *analysis.Value) {
	to.Headings = d.names(v, "heading")
	for _, text := range to.Headings {
		if bare := strings.TrimLeft(text, "#"); bare != text {
			d.failf(v.Range, "write the heading without number signs: heading: %s, level: %d", strings.TrimSpace(bare), len(text)-len(bare))
		}
	}
	if level == nil {
		return
	}
	n, err := strconv.Atoi(level.Text)
	if level.Kind != analysis.Number || err != nil || n < 1 || n > 6 {
		d.failf(level.Range, "level must be a number from 1 to 6, not %s", valueOrKind(level))
	}
	to.Level = n
}

func (d *decoder) customField(to *customDraft, v, matches, oneOf *analysis.Value) {
	to.Field = &house.Field{}
	if path, ok := d.text(v, "field"); ok {
		to.Field.Path = strings.Split(path, ".")
		if slices.Contains(to.Field.Path, "") {
			d.failf(v.Range, "invalid field %s: separate keys with single dots, as in metadata.owner", quote.Text(path))
		}
	}
	if matches != nil && oneOf != nil {
		d.failf(oneOf.Range, "matches cannot be combined with one-of: remove one of them")
		return
	}
	if matches != nil {
		to.Field.Matches = d.customPatternOf(matches, "matches", false)
	}
	if oneOf != nil {
		to.Field.OneOf = d.names(oneOf, "one-of")
	}
}

// customFile decodes the glob of a file. Without a slash, a required file must be next to the checked file, and a
// forbidden file is reported at any depth.
func (d *decoder) customFile(to *customDraft, v *analysis.Value) {
	name, ok := d.text(v, "file")
	if !ok {
		return
	}
	pattern := name
	if to.Require && !strings.Contains(strings.TrimSuffix(name, "/"), "/") {
		pattern = "/" + name
	}
	if glob, ok := d.glob(pattern, v.Range); ok {
		to.File, to.FileName = glob, name
	}
}
