package security

import (
	"context"
	"strings"
	"testing"

	"github.com/skilllint/skilllint/analysis"
)

// TestHiddenIsBounded checks that the number of findings is limited, and that the last one counts the omitted findings and has
// their highest severity.
func TestHiddenIsBounded(t *testing.T) {
	for _, test := range []struct {
		name, text string
		findings   int // including the one that counts omitted findings
		counted    int // number of omitted findings
	}{
		{"a thousand", strings.Repeat("a\u202eb\n", mostPassages), mostPassages, 0},
		{"one more", strings.Repeat("a\u202eb\n", mostPassages+1), mostPassages + 1, 1},
		{"many lines", strings.Repeat("a\u202eb\n", 50_000), mostPassages + 1, 50_000 - mostPassages},
		{"many tags", strings.Repeat("\U000e0041x", 50_000), mostPassages + 1, 50_000 - mostPassages},
		{"one line", strings.Repeat("\u202ea\u202c", 50_000), 1, 0},
	} {
		d := analysis.NewDocument(&analysis.File{Path: "a.txt", Rel: "a.txt"}, []byte(test.text))
		findings, edits := 0, 0
		var last analysis.Diagnostic
		pass := analysis.NewPass(context.Background(), HiddenText, nil, func(f analysis.Diagnostic) {
			findings++
			last = f
			for _, fix := range f.SuggestedFixes {
				edits += len(fix.Edits)
			}
		})
		pass.File, pass.Document = d.File, d
		if err := HiddenText.Run(pass); err != nil {
			t.Fatal(err)
		}
		if findings != test.findings || last.Severity != analysis.Error {
			t.Errorf("%s: %d findings, want %d; the last: %+v", test.name, findings, test.findings, last)
		}
		if test.counted != last.Measured || last.Anywhere != (test.counted > 0) {
			t.Errorf("%s: %d omitted, want %d", test.name, last.Measured, test.counted)
		}
		if edits > mostPassages {
			t.Errorf("%s: %d edits", test.name, edits)
		}
	}
}
