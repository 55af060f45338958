package payload_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/skilllint/skilllint/internal/cleo/payload"
	"github.com/skilllint/skilllint/internal/tokenizer"
)

// show formats the steps and parts of a payload, one per line.
func show(p *payload.Payload) []string {
	var lines []string
	for _, s := range p.Steps {
		lines = append(lines, fmt.Sprintf("%s %s %d→%d", s.Kind, s.Skill, s.Before, s.After))
	}
	for _, part := range p.Parts {
		line := fmt.Sprintf("%d %s %s %d", part.Priority, strings.TrimSuffix(part.File.Path, "/SKILL.md"), part.Form, part.Tokens)
		if len(part.Dropped) > 0 {
			var dropped []string
			for _, d := range part.Dropped {
				dropped = append(dropped, fmt.Sprintf("%s:%d", d.Heading, d.Line))
			}
			line += " -" + strings.Join(dropped, ",")
		}
		lines = append(lines, line)
	}
	return append(lines, fmt.Sprintf("%d/%d %d/%d fits: %v", p.Tokens.Skills, p.Tokens.SkillsLimit, p.Tokens.Total, p.Tokens.Limit, p.Fits))
}

// words returns a text of a number of tokens, in lines of 10 tokens including the line feed.
func words(tokens int) string { return strings.Repeat(strings.Repeat("w", 39)+"\n", tokens/10) }

func TestSteps(t *testing.T) {
	head := "---\nname: a\ndescription: It is long enough.\n---\n" // 48 characters
	long := head + "# Title\n" + words(100) + "## Summary\n" + words(50) + "## Steps\n" + words(200) + "## Examples\n### One\n" + words(20) + "### Two\n" + words(30) +
		"## References\n" + words(40) + "## Appendix\n" + words(10)
	wide := "---\n" + strings.Repeat("# "+strings.Repeat("w", 37)+"\n", 60) + "---\nText.\n" // frontmatter of 60 lines
	tests := []struct {
		name          string
		strategy      payload.Strategy
		skills, limit int
		loads         []payload.Load
		want          []string
	}{
		{"all fits", payload.Comprehensive, 500, 0, []payload.Load{skill("a", long, words(10))}, []string{
			"2 skills/a whole 483",
			"4 skills/a/references/0.md whole 10",
			"493/500 2493/70000 fits: true"}},
		{"references omitted", payload.Comprehensive, 488, 0, []payload.Load{skill("a", long, words(10), words(20)), skill("b", small, words(10))}, []string{
			"references b 530→520",
			"references a 520→490",
			"supporting b 490→487",
			"2 skills/a whole 483",
			"4 skills/a/references/0.md omitted 0 -:1",
			"4 skills/a/references/1.md omitted 0 -:1",
			"3 skills/b metadata 4 -A:4",
			"4 skills/b/references/0.md omitted 0 -:1",
			"487/488 2487/70000 fits: true"}},
		{"supporting skills reduced to frontmatter, the last first", payload.Standard, 200, 0, []payload.Load{skill("a", small), skill("b", small+words(100)), skill("c", small+words(100)), skill("d", words(20))}, []string{
			"supporting d 241→221",
			"supporting c 221→118",
			"2 skills/a whole 7",
			"3 skills/b whole 107",
			"3 skills/c metadata 4 -A:4",
			"3 skills/d omitted 0 -:1",
			"118/200 2118/70000 fits: true"}},
		{"named sections", payload.Standard, 400, 0, []payload.Load{skill("a", long)}, []string{
			"sections a 483→394",
			"2 skills/a sections 394 -Two:47,References:51,Appendix:56",
			"394/400 2394/70000 fits: true"}},
		{"other sections, the last first", payload.Standard, 250, 0, []payload.Load{skill("a", long)}, []string{
			"sections a 483→192",
			"2 skills/a sections 192 -Steps:22,Two:47,References:51,Appendix:56",
			"192/250 2192/70000 fits: true"}},
		{"lines", payload.Standard, 60, 0, []payload.Load{skill("a", long)}, []string{
			"sections a 483→90",
			"lines a 90→55",
			"2 skills/a lines 55 -Title:5,Summary:16,Steps:22,Examples:43,Two:47,References:51,Appendix:56",
			"55/60 2055/70000 fits: true"}},
		{"frontmatter does not fit", payload.Standard, 520, 0, []payload.Load{skill("a", wide)}, []string{
			"strategy a 604→491",
			"2 skills/a minimal 491 -:51,:63",
			"491/520 2491/70000 fits: true"}},
		{"nothing fits", payload.Comprehensive, 100, 0, []payload.Load{skill("a", wide, "r")}, []string{
			"references a 605→604",
			"strategy a 604→491",
			"2 skills/a minimal 491 -:51,:63",
			"4 skills/a/references/0.md omitted 0 -:1",
			"491/100 2491/70000 fits: false"}},
		{"limit of the payload", payload.Standard, 1000, 2400, []payload.Load{skill("a", long)}, []string{
			"sections a 483→394",
			"2 skills/a sections 394 -Two:47,References:51,Appendix:56",
			"394/1000 2394/2400 fits: true"}},
		{"task exceeds the limit", payload.Standard, 1000, 1999, []payload.Load{skill("a", small)}, []string{
			"strategy a 7→7",
			"2 skills/a whole 7",
			"7/1000 2007/1999 fits: false"}},
		{"no frontmatter and no sections", payload.Standard, 25, 0, []payload.Load{skill("a", words(100))}, []string{
			"lines a 100→20",
			"2 skills/a lines 20 -:1",
			"20/25 2020/70000 fits: true"}},
		{"a section around line 50", payload.Standard, 80, 0, []payload.Load{skill("a", head+strings.Repeat("words\n", 80))}, []string{
			"lines a 132→80",
			"2 skills/a lines 80 -:5",
			"80/80 2080/70000 fits: true"}},
		{"one long line", payload.Standard, 25, 0, []payload.Load{skill("a", strings.Repeat("w", 400))}, []string{
			"strategy a 100→100",
			"2 skills/a whole 100",
			"100/25 2100/70000 fits: false"}},
	}
	for _, test := range tests {
		p := payload.New(payload.Options{Strategy: test.strategy, Loads: test.loads, SkillsLimit: test.skills, Limit: test.limit}, values{})
		if diff := cmp.Diff(test.want, show(p)); diff != "" {
			t.Errorf("%s (-want +got)\n%s", test.name, diff)
		}
		if !p.Fits && p.Prompt != "" {
			t.Errorf("%s: it does not fit, but has a prompt", test.name)
		}
		if n := tokenizer.Chars4([]byte(p.Prompt)); p.Fits && n > test.skills+30 {
			t.Errorf("%s: the prompt has %d tokens", test.name, n)
		}
		for _, s := range p.Steps {
			if s.Message == "" || strings.Contains(s.Message, "%!") {
				t.Errorf("%s: %q", test.name, s.Message)
			}
		}
	}
}
