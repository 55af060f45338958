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

// customRuleKeys are the keys of a custom rule.
var customRuleKeys = []string{"effect", "except", "files", "forbid", "help", "kinds", "message", "reason", "replace", "require", "safe", "severity", "url"}

// customRules is the key of custom rules. Its alias is "house".
const customRules = "custom-rules"

// customRules decodes the custom rules.
func (d *decoder) customRules(key analysis.Member) {
	if d.customKey != "" {
		d.failf(key.KeyRange, "%s and %s are the same key: use only %s", d.customKey, key.Key, customRules)
		return
	}
	d.customKey = key.Key
	v := key.Value
	if v.Kind == analysis.Null {
		return
	}
	members := d.entries(v, key.Key)
	if len(members) > house.MaxRules {
		d.failf(v.Range, "%s has %d rules (limit %d)", key.Key, len(members), house.MaxRules)
		return
	}
	for _, m := range members {
		if !isID(m.Key) {
			d.failf(m.KeyRange, "invalid rule name %s: use a-z, 0-9 and hyphens, for example %q", quote.Text(m.Key), suggestID(m.Key))
			continue
		}
		if slices.ContainsFunc(d.schema.Rules, func(a *analysis.Analyzer) bool { return a.Name == house.Group+m.Key }) {
			d.failf(m.KeyRange, "rule %s already exists in this program: choose another name", quote.Text(house.Group+m.Key))
			continue
		}
		if r := d.customRule(m); r != nil {
			d.config.customRules = append(d.config.customRules, r)
			d.record(customRules+"."+m.Key, r.Doc, m.KeyRange, false)
		}
	}
	d.config.customRules = mergeCustomRules(nil, d.config.customRules)
}

// isID reports whether a text is a valid name of a custom rule.
func isID(text string) bool {
	return len(text) <= 60 && text != "" && !strings.HasPrefix(text, "-") && !strings.HasSuffix(text, "-") && !strings.Contains(text, "--") &&
		strings.Trim(text, "abcdefghijklmnopqrstuvwxyz0123456789-") == ""
}

// suggestID returns a valid name similar to a text.
func suggestID(text string) string {
	words := strings.FieldsFunc(strings.ToLower(strings.TrimPrefix(text, house.Group)), func(r rune) bool { return r < '0' || '9' < r && r < 'a' || 'z' < r })
	id := strings.Join(words, "-")
	if isID(id) {
		return id
	}
	return "no-curl"
}

// A customDraft is a partly decoded custom rule. Values that depend on other keys are decoded last.
type customDraft struct {
	*house.Rule
	severity analysis.Severity
	message  *analysis.Value
	effect   *analysis.Value
	help     *analysis.Value
	subject  *analysis.Value // the value of forbid or require
	replace  *analysis.Value
	safe     *analysis.Value
	kinds    *analysis.Value
}

// customRule decodes one rule; nil if it is invalid.
func (d *decoder) customRule(m analysis.Member) *house.Rule {
	before := len(d.errs)
	draft := customDraft{Rule: &house.Rule{}, severity: analysis.Warning}
	members := d.entries(m.Value, "a custom rule")
	for _, k := range members {
		d.customRuleKey(&draft, k)
	}
	switch {
	case len(d.errs) > before:
		return nil
	case draft.message == nil:
		d.failf(m.KeyRange, "missing message in rule %s: add for example message: \"skill without an owner\"", quote.Text(m.Key))
	case draft.subject == nil:
		d.failf(m.KeyRange, "missing forbid or require in rule %s: add for example forbid: {pattern: '\\bcurl\\b'}", quote.Text(m.Key))
	default:
		d.customSubject(&draft)
	}
	if len(d.errs) > before {
		return nil
	}
	d.customMessages(&draft)
	d.customKinds(&draft)
	if len(d.errs) > before {
		return nil
	}
	draft.Complete(m.Key, draft.severity, d.path+":"+strconv.Itoa(d.doc.LineOf(m.KeyRange.Start)))
	return draft.Rule
}

// customRuleKey decodes one key of a rule.
func (d *decoder) customRuleKey(to *customDraft, m analysis.Member) {
	switch v := m.Value; m.Key {
	case "message":
		to.message = v
	case "effect":
		to.effect = v
	case "help":
		to.help = v
	case "forbid", "require":
		if to.subject != nil {
			d.failf(m.KeyRange, "a custom rule has either forbid or require: write two rules")
		}
		to.subject, to.Require = v, m.Key == "require"
	case "severity":
		to.severity, _ = d.severity(v)
	case "kinds":
		to.kinds = v
	case "files":
		to.Files = d.customGlobs(v, "files")
	case "except":
		to.Except = d.customGlobs(v, "except")
	case "replace":
		to.replace = v
	case "safe":
		to.safe = v
	case "reason":
		to.Reason = d.customText(v, "reason", house.MaxReason)
	case "url":
		to.URL = d.customURL(v)
	default:
		d.failf(m.KeyRange, "unknown key %s in a custom rule%s", quote.Text(m.Key), Hint(m.Key, customRuleKeys))
	}
}

// isHidden reports whether a character is invisible, and therefore not allowed in a fix: a control character
// other than a tab or line feed, or one that has no width or changes the direction of text.
func isHidden(r rune) bool {
	switch {
	case r == '\t' || r == '\n' || r == '\u200c' || r == '\u200d': // some scripts and emoji need the last two, non-joiner and joiner
		return false
	}
	return unicode.IsControl(r) || unicode.Is(unicode.Cf, r)
}

func (d *decoder) customGlobs(v *analysis.Value, what string) []house.Glob {
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
		d.failf(v.Range, "%s is empty: remove it, or add a glob", what)
	}
	d.limitGlobs(v, len(globs), what)
	return globs
}

// customText returns a text. It records an error if the text is empty or too long.
func (d *decoder) customText(v *analysis.Value, what string, most int) string {
	text, ok := d.text(v, what)
	switch n := utf8.RuneCountInString(text); {
	case !ok:
	case strings.TrimSpace(text) == "":
		d.failf(v.Range, "%s is empty", what)
	case n > most:
		d.failf(v.Range, "%s is %s characters long (limit %s)", what, quote.Count(n), quote.Count(most))
	}
	return text
}

func (d *decoder) customURL(v *analysis.Value) string {
	text := d.customText(v, "url", house.MaxMessage)
	notASCII := strings.ContainsFunc(text, func(r rune) bool { return r <= ' ' || r > '~' })
	if u, err := url.Parse(text); text != "" && (notASCII || err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Host == "") {
		d.failf(v.Range, "invalid URL %s: it must begin with https:// or http://", quote.Text(text))
	}
	return text
}

// customMessages decodes message, effect, help and replacement, which may refer to groups of the pattern.
func (d *decoder) customMessages(to *customDraft) {
	d.sentence(to, &to.Message, to.message, "message")
	d.sentence(to, &to.Effect, to.effect, "effect")
	d.sentence(to, &to.Help, to.help, "help")
	if to.safe != nil {
		if to.safe.Kind != analysis.Bool || !d.plain(to.safe) {
			d.failf(to.safe.Range, "safe must be true or false, not %s", kindOf(to.safe))
		} else if to.Safe = strings.EqualFold(to.safe.Text, "true"); to.replace == nil {
			d.failf(to.safe.Range, "safe has no effect without replace")
		}
	}
	if to.replace != nil {
		d.replacement(to)
	}
}

// sentence decodes a text of the rule's findings. v may be nil.
func (d *decoder) sentence(to *customDraft, out **house.Template, v *analysis.Value, what string) {
	if v == nil {
		return
	}
	text := strings.TrimSuffix(strings.Join(strings.Fields(d.customText(v, what, house.MaxMessage)), " "), ".")
	*out = house.Plain(text)
	if pattern := to.matched(); pattern != nil && !to.Require {
		d.template(out, text, v, pattern)
	}
}

// replacement decodes the replacement of forbidden text.
func (d *decoder) replacement(to *customDraft) {
	pattern := to.matched()
	text, ok := d.text(to.replace, "replace")
	switch {
	case !ok:
	case to.Require:
		d.failf(to.replace.Range, "replace requires forbid")
	case pattern == nil && (to.Field == nil || to.Field.OneOf == nil) || to.In == house.Path:
		d.failf(to.replace.Range, "replace requires a pattern, or a field with matches or one-of")
	case strings.ContainsFunc(text, isHidden):
		d.failf(to.replace.Range, "replace %s contains an invisible character", quote.Text(text))
	case utf8.RuneCountInString(text) > house.MaxMessage:
		d.failf(to.replace.Range, "replace is %d characters long (limit %d)", utf8.RuneCountInString(text), house.MaxMessage)
	case pattern == nil:
		to.Replace = house.Plain(text)
		if slices.Contains(to.Field.OneOf, text) {
			d.failf(to.replace.Range, "replacement %s is forbidden by the rule itself", quote.Text(text))
		}
	default:
		d.template(&to.Replace, text, to.replace, pattern)
		if to.Replace != nil {
			if fixed, ok := to.Replace.Fixed(); ok && pattern.Matches(fixed) {
				d.failf(to.replace.Range, "replacement %s is forbidden by the rule itself", quote.Text(fixed))
			}
		}
	}
}

// matched returns the pattern whose matches are reported, or nil.
func (to *customDraft) matched() *house.Pattern {
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

// customKinds decodes the kinds of files that a rule checks.
func (d *decoder) customKinds(to *customDraft) {
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
			d.failf(item.Range, "this rule cannot check files of the kind %s (possible: %s)", name, strings.Join(can.Names(), ", "))
			return
		}
	}
	if to.Kinds == 0 && len(d.errs) == before {
		d.failf(to.kinds.Range, "kinds is empty: remove it, or add one of %s", strings.Join(all.Names(), ", "))
	}
}
