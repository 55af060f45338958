package analysis

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestBudgets(t *testing.T) {
	base := &Budgets{Skill: 1, Metadata: 2, Dialects: map[string]Budgets{"cleo": {Skill: 3, Spawn: 4}}}
	if got, want := base.For("cleo"), (Budgets{Skill: 3, Metadata: 2, Spawn: 4}); !cmp.Equal(got, want) {
		t.Errorf("of cleo: %+v, want %+v", got, want)
	}
	if got, want := base.For("codex"), (Budgets{Skill: 1, Metadata: 2}); !cmp.Equal(got, want) {
		t.Errorf("of codex: %+v, want %+v", got, want)
	}
	later := &Budgets{Skill: 5, Dialects: map[string]Budgets{"cleo": {Metadata: 6}, "codex": {Skill: 7}}}
	want := &Budgets{Skill: 5, Metadata: 2, Dialects: map[string]Budgets{"cleo": {Spawn: 4, Metadata: 6}, "codex": {Skill: 7}}}
	if diff := cmp.Diff(want, base.With(later)); diff != "" {
		t.Errorf("with later limits (-want +got):\n%s", diff)
	}
	if base.Skill != 1 || base.Dialects["cleo"].Skill != 3 {
		t.Errorf("the budgets were changed: %+v", base)
	}
	if none := (*Budgets)(nil); none.With(later) != later || later.With(none) != later || !cmp.Equal(none.For("cleo"), Budgets{}) {
		t.Error("nil is not nothing")
	}
}
