package config

import (
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/rules/house"
)

// houseKeys are the keys of a house rule.
var houseKeys = []string{"except", "files", "forbid", "kinds", "message", "reason", "replace", "require", "safe", "severity", "url"}

// house decodes the rules of an organisation.
func (d *decoder) house(v *analysis.Value) {
	if v.Kind == analysis.Null {
		return
	}
	members := d.entries(v, "house")
	if len(members) > house.MaxRules {
		d.failf(v.Range, "house has %d rules; it may have %d", len(members), house.MaxRules)
		return
	}
	for _, m := range members {
		if !isID(m.Key) {
			d.failf(m.KeyRange, "%s is no name of a rule; write words of a-z and 0-9 with hyphens between them, as %q", quote.Text(m.Key), idLike(m.Key))
			continue
		}
		if slices.ContainsFunc(d.schema.Rules, func(a *analysis.Analyzer) bool { return a.Name == house.Group+m.Key }) {
			d.failf(m.KeyRange, "%s is a rule of this program already; choose another name", quote.Text(house.Group+m.Key))
			continue
		}
		if r := d.houseRule(m); r != nil {
			d.config.house = append(d.config.house, r)
			d.says("house."+m.Key, r.Doc, m.KeyRange, false)
		}
	}
	d.config.house = withHouse(nil, d.config.house)
}

// isID reports whether a text can name a house rule.
func isID(text string) bool {
	return len(text) <= 60 && text != "" && !strings.HasPrefix(text, "-") && !strings.HasSuffix(text, "-") && !strings.Contains(text, "--") &&
		strings.Trim(text, "abcdefghijklmnopqrstuvwxyz0123456789-") == ""
}

// idLike returns an id that is like a text.
func idLike(text string) string {
	words := strings.FieldsFunc(strings.ToLower(strings.TrimPrefix(text, house.Group)), func(r rune) bool { return r < '0' || '9' < r && r < 'a' || 'z' < r })
	id := strings.Join(words, "-")
	if isID(id) {
		return id
	}
	return "no-curl"
}

// A houseDraft is a house rule with the values that can be decoded only when all of it is known.
type houseDraft struct {
	*house.Rule
	severity analysis.Severity
	message  *analysis.Value
	subject  *analysis.Value // of forbid or require
	replace  *analysis.Value
	safe     *analysis.Value
	kinds    *analysis.Value
}

// houseRule decodes one rule; nil if there is a mistake in it.
func (d *decoder) houseRule(m analysis.Member) *house.Rule {
	before := len(d.errs)
	draft := houseDraft{Rule: &house.Rule{}, severity: analysis.Warning}
	members := d.entries(m.Value, "a house rule")
	for _, k := range members {
		d.houseKey(&draft, k)
	}
	switch {
	case len(d.errs) > before:
		return nil
	case draft.message == nil:
		d.failf(m.KeyRange, "%s has no message; write what to do, as message: \"every skill names its owner\"", quote.Text(m.Key))
	case draft.subject == nil:
		d.failf(m.KeyRange, "%s says neither what it forbids nor what it requires; write one of them, as forbid: {pattern: '\\bcurl\\b'}", quote.Text(m.Key))
	default:
		d.houseSubject(&draft)
	}
	if len(d.errs) > before {
		return nil
	}
	d.houseTexts(&draft)
	d.houseKinds(&draft)
	if len(d.errs) > before {
		return nil
	}
	draft.Complete(m.Key, draft.severity, d.path+":"+strconv.Itoa(d.doc.LineOf(m.KeyRange.Start)))
	return draft.Rule
}

// houseKey decodes what one key of a rule says.
func (d *decoder) houseKey(to *houseDraft, m analysis.Member) {
	switch v := m.Value; m.Key {
	case "message":
		to.message = v
	case "forbid", "require":
		if to.subject != nil {
			d.failf(m.KeyRange, "a house rule forbids or requires, not both; write two rules")
		}
		to.subject, to.Require = v, m.Key == "require"
	case "severity":
		to.severity, _ = d.severity(v)
	case "kinds":
		to.kinds = v
	case "files":
		to.Files = d.houseGlobs(v, "files")
	case "except":
		to.Except = d.houseGlobs(v, "except")
	case "replace":
		to.replace = v
	case "safe":
		to.safe = v
	case "reason":
		to.Reason = d.houseText(v, "reason", house.MaxReason)
	case "url":
		to.URL = d.houseURL(v)
	default:
		d.failf(m.KeyRange, "%s is no key of a house rule%s", quote.Text(m.Key), Hint(m.Key, houseKeys))
	}
}

// isHidden reports whether a character is a control character, but for a tab and the end of a line, turns the
// direction of text or has no width by itself: fixes write no such thing.
func isHidden(r rune) bool {
	switch {
	case r == '\t' || r == '\n' || r == '\u200c' || r == '\u200d': // the last two join letters of some scripts and emoji
		return false
	}
	return unicode.IsControl(r) || unicode.Is(unicode.Cf, r)
}

func (d *decoder) houseGlobs(v *analysis.Value, what string) []house.Glob {
	var globs []house.Glob
	before := len(d.errs)
	for _, item := range d.list(v, what) {
		if text, ok := d.text(item, "a glob"); ok {
			if glob, ok := d.glob(text, item.Range); ok {
				globs = append(globs, glob)
			}
		}
	}
	if len(globs) == 0 && len(d.errs) == before {
		d.failf(v.Range, "%s names no file; leave it out, or write a glob", what)
	}
	d.few(v, len(globs), what)
	return globs
}

// houseText returns a text that is not empty and not too long.
func (d *decoder) houseText(v *analysis.Value, what string, most int) string {
	text, ok := d.text(v, what)
	switch n := utf8.RuneCountInString(text); {
	case !ok:
	case strings.TrimSpace(text) == "":
		d.failf(v.Range, "%s is empty", what)
	case n > most:
		d.failf(v.Range, "%s has %s characters; it may have %s", what, quote.Count(n), quote.Count(most))
	}
	return text
}

func (d *decoder) houseURL(v *analysis.Value) string {
	text := d.houseText(v, "url", house.MaxMessage)
	odd := strings.ContainsFunc(text, func(r rune) bool { return r <= ' ' || r > '~' })
	if u, err := url.Parse(text); text != "" && (odd || err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Host == "") {
		d.failf(v.Range, "%s is no address; write one that begins with https://", quote.Text(text))
	}
	return text
}

// houseTexts decodes message and replacement, in which groups of the pattern may stand.
func (d *decoder) houseTexts(to *houseDraft) {
	text := strings.TrimSuffix(strings.Join(strings.Fields(d.houseText(to.message, "message", house.MaxMessage)), " "), ".")
	to.Message = house.Plain(text)
	pattern := to.matched()
	if pattern != nil && !to.Require {
		d.template(&to.Message, text, to.message, pattern)
	}
	if to.safe != nil {
		if to.safe.Kind != analysis.Bool || !d.plain(to.safe) {
			d.failf(to.safe.Range, "safe is true or false, not %s", kindOf(to.safe))
		} else if to.Safe = strings.EqualFold(to.safe.Text, "true"); to.replace == nil {
			d.failf(to.safe.Range, "safe says that replacing cannot change what a file means; there is no replace")
		}
	}
	if to.replace == nil {
		return
	}
	text, ok := d.text(to.replace, "replace")
	switch {
	case !ok:
	case to.Require:
		d.failf(to.replace.Range, "only what is forbidden can be replaced")
	case pattern == nil && (to.Field == nil || to.Field.OneOf == nil) || to.In == house.Path:
		d.failf(to.replace.Range, "replace takes the place of text that a pattern or a value of a field matches; this rule has neither")
	case strings.ContainsFunc(text, isHidden):
		d.failf(to.replace.Range, "%s has a character that nobody would see in the file; write text that can be read", quote.Text(text))
	case utf8.RuneCountInString(text) > house.MaxMessage:
		d.failf(to.replace.Range, "replace has %d characters; it may have %d", utf8.RuneCountInString(text), house.MaxMessage)
	case pattern == nil:
		to.Replace = house.Plain(text)
		if slices.Contains(to.Field.OneOf, text) {
			d.failf(to.replace.Range, "%s is forbidden itself, so replacing would never end", quote.Text(text))
		}
	default:
		d.template(&to.Replace, text, to.replace, pattern)
		if to.Replace != nil {
			if fixed, ok := to.Replace.Fixed(); ok && pattern.Matches(fixed) {
				d.failf(to.replace.Range, "%s is forbidden itself, so replacing would never end", quote.Text(fixed))
			}
		}
	}
}

// matched returns the pattern whose match is reported; nil: there is none.
func (to *houseDraft) matched() *house.Pattern {
	if to.Field != nil {
		return to.Field.Matches
	}
	return to.Pattern
}

func (d *decoder) template(to **house.Template, text string, v *analysis.Value, p *house.Pattern) {
	t, err := house.ParseTemplate(text, p)
	if err != nil {
		d.failf(v.Range, "%v", err)
		return
	}
	*to = t
}

// houseKinds decodes the kinds of files that a rule looks at.
func (d *decoder) houseKinds(to *houseDraft) {
	if to.kinds == nil {
		return
	}
	all, before := analysis.Kind(analysis.Parsed), len(d.errs)
	for _, item := range d.list(to.kinds, "kinds") {
		name, ok := d.oneOf(item, "kind of file", all.Names())
		if !ok {
			continue
		}
		for k := analysis.Kind(1); k != 0; k <<= 1 {
			if slices.Equal(k.Names(), []string{name}) {
				to.Kinds |= k
			}
		}
		if can := to.Possible(); to.Kinds&^can != 0 {
			d.failf(item.Range, "a file of the kind %s has no such thing; this rule can look at %s", name, strings.Join(can.Names(), ", "))
			return
		}
	}
	if to.Kinds == 0 && len(d.errs) == before {
		d.failf(to.kinds.Range, "kinds names none; leave it out, or write one of %s", strings.Join(all.Names(), ", "))
	}
}
