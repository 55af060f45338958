package schema

import (
	"slices"
	"strings"
	"testing"
)

func TestLength(t *testing.T) {
	tests := []struct {
		text, unit string
		want       int
	}{
		{"", UTF16, 0}, {"abc", UTF16, 3}, {"技能", UTF16, 2}, {"a😀", UTF16, 3}, {"\xff", UTF16, 1},
		{"a😀", CodePoints, 2}, {"a\n b", CodePoints, 4},
		{" a \n\t b\u00a0 ", Collapsed, 3}, {"😀", Collapsed, 1}, {" ", Collapsed, 0},
	}
	for _, tt := range tests {
		if got := Length(tt.text, tt.unit); got != tt.want {
			t.Errorf("Length(%q, %q) = %d, want %d", tt.text, tt.unit, got, tt.want)
		}
	}
}

// TestLengthFormats checks that a limit in another unit is reported as maxLength.
func TestLengthFormats(t *testing.T) {
	found, err := Validate("copilot", "skill", map[string]any{"name": "a", "description": strings.Repeat("😀", 513)})
	if err != nil || len(found) != 1 {
		t.Fatalf("%v, error %v", found, err)
	}
	if v := found[0]; v.Keyword != "maxLength" || v.Limit != "1024" || v.Unit != UTF16 || v.Format != "" || v.Severity != "error" {
		t.Errorf("got %+v", v)
	}
	for _, format := range lengthFormats {
		if formats()[format] == nil || !formats()[format](1) {
			t.Errorf("%s is not a format, or rejects values that are not strings", format)
		}
		if _, _, ok := lengthOf(format); !ok {
			t.Errorf("%s is not a length limit", format)
		}
	}
	for _, format := range []string{"date", "bytes-length-5", "utf16"} {
		if _, _, ok := lengthOf(format); ok {
			t.Errorf("%s is a length limit", format)
		}
	}
}

// TestIgnored checks that an ignored field is known, and that no client reads it.
func TestIgnored(t *testing.T) {
	if !slices.Contains(Fields("codex", "skill"), "license") {
		t.Error("license is not a field of codex")
	}
	if readers := ReadersOf("skill", "license"); slices.Contains(readers, "codex") || !slices.Contains(readers, "agentskills") {
		t.Errorf("license is read by %q", readers)
	}
}

// TestExactNumbers checks that Copilot accepts dates as strings, but not numbers.
func TestExactNumbers(t *testing.T) {
	if got := Exact("copilot", "skill"); got != nil {
		t.Errorf("dates are not accepted as strings in %q", got)
	}
	found, err := Validate("copilot", "skill", decode(t, `{"name": 1, "description": "x"}`))
	if err != nil || len(found) != 1 || !found[0].Exact {
		t.Errorf("%+v, error %v", found, err)
	}
}
