package effect

import (
	"strings"
	"testing"
)

// TestPrograms checks that each use has programs, and each program one use.
func TestPrograms(t *testing.T) {
	for use, names := range programNames[1:] {
		if names == "" {
			t.Errorf("use %d has no programs", use+1)
		}
		for name := range strings.FieldsSeq(names) {
			if got := ProgramOf(name); got != Program(use+1) {
				t.Errorf("%s has the uses %d and %d", name, use+1, got)
			}
		}
	}
	if got := ProgramOf("unknown"); got != ProgramNone {
		t.Errorf("an unknown program has the use %d", got)
	}
}

// TestWrappers checks that no option of a wrapper is listed without its dash.
func TestWrappers(t *testing.T) {
	for name, w := range Wrappers {
		for option := range strings.FieldsSeq(w.Options + " " + w.Code) {
			if !strings.HasPrefix(option, "-") {
				t.Errorf("%s: %q is not an option", name, option)
			}
		}
	}
}
