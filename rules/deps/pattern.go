package deps

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/internal/clients/pyregex"
)

// isPhrase reports whether a pattern finds nothing but its own text.
func isPhrase(pattern string) bool { return !strings.ContainsAny(pattern, `\.+*?()|[]{}^$`) }

// compiled returns a pattern as Go reads it, which is how Python does as long as it is this simple; nil
// where they differ, or it finds anything.
func compiled(t trigger) *regexp.Regexp {
	if t.Form != patternTrigger || len(t.Text) > 1_000 {
		return nil
	}
	if v := pyregex.Check(t.Text); v.Problem != "" || v.Beyond != "" || v.Empty {
		return nil
	}
	expr, err := regexp.Compile("(?i)" + t.Text)
	if err != nil {
		return nil
	}
	return expr
}

// maxTried is how many pairs of patterns and phrases of one folder are tried.
const maxTried = 50_000

// found reports phrases that the pattern of another skill finds.
func (c *collider) found(skills []triggered) {
	var phrases []owner
	for i := range skills {
		for _, t := range skills[i].List {
			if t.Form == patternTrigger && isPhrase(t.Text) {
				phrases = append(phrases, owner{&skills[i], t})
			}
		}
	}
	for i := range skills {
		for _, t := range skills[i].List {
			if expr := compiled(t); expr != nil {
				c.tries(owner{&skills[i], t}, expr, phrases)
			}
		}
	}
}

// tries reports the first phrase of another skill that a pattern finds.
func (c *collider) tries(of owner, expr *regexp.Regexp, phrases []owner) {
	for _, p := range phrases {
		if c.compared++; c.compared > maxTried {
			return
		}
		if p.skill == of.skill || strings.EqualFold(p.trigger.Text, of.trigger.Text) || !expr.MatchString(p.trigger.Text) || namesOther(p.skill, of.skill) {
			continue
		}
		severity := analysis.Warning
		if isPhrase(of.trigger.Text) {
			severity = analysis.Info
		}
		c.report(of, p, severity, fmt.Sprintf("%s finds %s, which is to start %s", quote.Text(of.trigger.Text), quote.Text(p.trigger.Text), quote.Text(p.skill.name)))
		return
	}
}

// namesOther reports whether the description of one of two skills names the other.
func namesOther(a, b *triggered) bool {
	return strings.Contains(a.Speaks, strings.ToLower(b.name)) || strings.Contains(b.Speaks, strings.ToLower(a.name))
}
