package driver

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/finding"
)

// Each file keeps the same findings regardless of the order, no run exceeds the limit, and omitted findings
// are counted.
func TestShare(t *testing.T) {
	rules := []*analysis.Analyzer{{Name: "t/a"}, {Name: "t/b"}}
	tests := []struct {
		counts [][2]int // of the findings of the rules, by file
		most   int
		step   int
	}{
		{counts: [][2]int{{5, 5}, {9, 1}}, most: 20, step: 0},
		{counts: [][2]int{{5, 5}, {9, 2}}, most: 20, step: 4}, // neither has more than ten
		{counts: [][2]int{{3_000, 20}, {3, 2_000}, {50, 50}}, most: 5_100, step: 1},
		{counts: [][2]int{{3_000, 20}, {3, 2_000}, {50, 50}}, most: 500, step: 2},
		{counts: [][2]int{{3_000, 20}, {3, 2_000}, {50, 50}}, most: 80, step: 3},
		{counts: [][2]int{{3_000, 20}, {3, 2_000}, {50, 50}}, most: 5, step: 4},
	}
	for _, test := range tests {
		var want string
		for _, order := range [][]int{{0, 1, 2}, {2, 1, 0}, {1, 2, 0}, {0, 2, 1}} {
			s := &share{most: test.most}
			outcomes := make([]*outcome, len(test.counts))
			for _, i := range order {
				if i >= len(outcomes) {
					continue
				}
				o := &outcome{}
				for r, n := range test.counts[i] {
					for k := range n {
						f := finding.Finding{Rule: rules[r].Name, Analyzer: rules[r], Severity: analysis.Info, Message: fmt.Sprint(k)}
						if k == n-1 {
							f.Severity = analysis.Error
						}
						o.findings = append(o.findings, f)
					}
				}
				outcomes[i] = s.take(o)
			}
			var got strings.Builder
			for i, o := range outcomes {
				var known [2]int
				errors := 0
				for _, f := range o.findings {
					r := slices.Index(rules, f.Analyzer)
					if known[r]++; isRest(&f) {
						known[r] += f.Measured - 1
					}
					if f.Severity == analysis.Error {
						errors++
					}
					fmt.Fprintln(&got, i, f.Rule, f.Message, f.Severity)
				}
				if known != test.counts[i] || errors != 2 {
					t.Errorf("%v with %d: file %d has %v findings, of which %d are errors", test.counts, test.most, i, known, errors)
				}
			}
			switch {
			case s.step != test.step:
				t.Errorf("%v with %d: step %d, want %d", test.counts, test.most, s.step, test.step)
			case want == "":
				want = got.String()
			case got.String() != want:
				t.Errorf("%v with %d: in the order %v it is\n%s\nand not\n%s", test.counts, test.most, order, got.String(), want)
			}
			if (len(s.notices()) > 0) != (test.step > 0) {
				t.Errorf("%v with %d: %d notices", test.counts, test.most, len(s.notices()))
			}
		}
	}
}
