package deps

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/internal/script/python"
)

// isPhrase reports whether a pattern matches only its own text.
func isPhrase(pattern string) bool { return !strings.ContainsAny(pattern, `\.+*?()|[]{}^$`) }

// compile compiles a pattern. It returns nil if Python may interpret it differently, or it matches everything.
func compile(t trigger) *regexp.Regexp {
	if t.Form != patternTrigger || len(t.Text) > 1_000 {
		return nil
	}
	if v := python.CheckPattern(t.Text); v.Problem != "" || v.Unmodeled != "" || v.Empty {
		return nil
	}
	expr, err := regexp.Compile("(?i)" + t.Text)
	if err != nil {
		return nil
	}
	return expr
}

// maxTried limits the pairs of patterns and phrases that are compared per directory.
const maxTried = 50_000

// matches reports phrases that the pattern of another skill matches.
func (c *collider) matches(skills []triggerFile) {
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
			if expr := compile(t); expr != nil {
				c.match(owner{&skills[i], t}, expr, phrases)
			}
		}
	}
}

// match reports the first phrase of another skill that a pattern matches.
func (c *collider) match(of owner, expr *regexp.Regexp, phrases []owner) {
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
		c.report(of, p, severity, fmt.Sprintf("trigger %s also matches %s of %s", quote.Text(of.trigger.Text), quote.Text(p.trigger.Text), quote.Text(p.skill.name)))
		return
	}
}

// namesOther reports whether the description of one of two skills names the other.
func namesOther(a, b *triggerFile) bool {
	return strings.Contains(a.Description, strings.ToLower(b.name)) || strings.Contains(b.Description, strings.ToLower(a.name))
}
