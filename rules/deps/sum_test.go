package deps

import (
	"context"
	"errors"
	"testing"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/load"
)

func sumOf(t *testing.T, source string) contentSum {
	t.Helper()
	d := load.Document(&analysis.File{Path: "x/SKILL.md", Rel: "x/SKILL.md", Kind: analysis.Skill}, []byte(source), false)
	var facts analysis.FactSet
	pass := analysis.NewPass(context.Background(), sumFact.Analyzer, &facts, nil)
	pass.Document, pass.File = d, d.File
	if err := facts.Compute(pass); err != nil {
		if !errors.Is(err, analysis.ErrNoFact) {
			t.Fatal(err)
		}
		return 0
	}
	return facts.Value(sumFact.Analyzer).(contentSum)
}

func TestSum(t *testing.T) {
	base := sumOf(t, "---\nname: a\ndescription: b\n---\nc\n\nd\n")
	for _, same := range []string{
		"---\r\nname: a\r\ndescription: b\r\n---\r\nc\r\n\r\nd\r\n",
		"\ufeff---\ndescription: \" b \"\nlicense: MIT\nname: 'a'\n---\n\nc\n\nd",
	} {
		if sumOf(t, same) != base {
			t.Errorf("%q: sums differ", same)
		}
	}
	seen := map[contentSum]string{base: "the first"}
	for _, other := range []string{
		"---\nname: a\ndescription: b\n---\nc\nd\n", "---\nname: ab\ndescription: b\n---\nc\n\nd\n", "---\nname: a\ndescription: bc\n---\n\nd\n",
		"---\ndescription: b\n---\nc\n\nd\n", "---\nname: a\ndescription: b\n---\n",
	} {
		n := sumOf(t, other)
		if seen[n] != "" || n == 0 {
			t.Errorf("%q: sum %d, equal to that of %q", other, n, seen[n])
		}
		seen[n] = other
	}
	for _, none := range []string{"", "c\n", "---\nname: a\n---\nc\n", "---\nname: [\n---\nc\n", "---\ndescription: ' '\n---\n", "---\ndescription: [b]\n---\n"} {
		if n := sumOf(t, none); n != 0 {
			t.Errorf("%q: sum %d, want none", none, n)
		}
	}
}
