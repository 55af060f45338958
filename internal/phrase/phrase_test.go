package phrase_test

import (
	"testing"

	"github.com/skilllint/skilllint/internal/phrase"
)

func TestIn(t *testing.T) {
	const first, second, third phrase.Set = 1, 2, 4
	table := phrase.NewTable(func() map[phrase.Set]string {
		return map[phrase.Set]string{first: "a|do not use|❌", second: "do not|use", third: "not to do|e g"}
	})
	for _, c := range []struct {
		words string
		want  phrase.Set
	}{
		{"", 0}, {" ", 0}, {" a ", first}, {" aa ", 0}, {" do ", 0}, {" not ", 0}, {" do not ", second}, {" do not use ", first | second},
		{" do do not ", second}, {" not to not to do it ", third}, {" ❌ e g ", first | third}, {" do not us ", second}, {" e ", 0},
	} {
		if got := table.In(c.words); got != c.want {
			t.Errorf("In(%q) = %b, want %b", c.words, got, c.want)
		}
	}
	if table.Of("use") != second || table.Of("") != 0 {
		t.Error("Of is not about single words")
	}
}
