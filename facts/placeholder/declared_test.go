package placeholder

import (
	"context"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/syntax/jsontree"
)

func TestFact(t *testing.T) {
	tests := []struct {
		name, source string
		want         []string
	}{
		{"all forms of groups", `{"required": [{"token": "TASK_ID"}, {"token": "DATE"}], "taskCommands": {"tokens": [{"token": "SHOW_CMD"}]},
			"skillSpecific": {"ct-a": [{"token": "TASK_ID"}]}}`, []string{"DATE", "SHOW_CMD", "TASK_ID"}},
		{"no names", `{"required": [{"token": 7}, {"token": ""}, {"name": "X"}], "conventions": {"naming": "CAPITALS"}}`, nil},
		{"a list", `[{"token": "A"}]`, []string{"A"}},
	}
	for _, tt := range tests {
		got, err := fact(tt.source)
		if err != nil {
			t.Fatalf("%s: %v", tt.name, err)
		}
		if diff := cmp.Diff(tt.want, got.Names); diff != "" {
			t.Errorf("%s: %s", tt.name, diff)
		}
	}
	got, err := fact(`{"required": [{"token": "B"}], "skillSpecific": {"x": [{"token": "C"}, {"token": "A"}], "y": [{"token": "A"}]}}`)
	if diff := cmp.Diff([]string{"A", "C"}, got.Specific); err != nil || diff != "" {
		t.Errorf("skill-specific names: %v %s", err, diff)
	}
	if _, err := fact(`{"required": [`); !errors.Is(err, analysis.ErrNoFact) {
		t.Errorf("invalid file: error %v", err)
	}
}

func fact(source string) (Declared, error) {
	d := analysis.NewDocument(&analysis.File{Kind: analysis.Placeholders}, []byte(source))
	d.Data = jsontree.Parse(d.Source, 0).Root
	var facts analysis.FactSet
	pass := analysis.NewPass(context.Background(), DeclaredFact.Analyzer, &facts, nil)
	pass.Document, pass.File = d, d.File
	if err := facts.Compute(pass); err != nil {
		return Declared{}, err
	}
	return facts.Value(DeclaredFact.Analyzer).(Declared), nil
}
