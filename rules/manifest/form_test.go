package manifest

import "testing"

func TestForms(t *testing.T) {
	forms := []struct {
		name    string
		is      func(string) bool
		yes, no []string
	}{
		{"isID", isID, []string{"a", "Z", "0", "azAZ09._-", "a_b"}, []string{"", "-a", ".a", "_a", "a b", "a/b", "a:", "a@", "a[", "a{", "a`"}},
		{"startsWithTaskID", startsWithTaskID, []string{"T1-a", "T09-x", "T1--"}, []string{"T1", "T1-", "T-a", "1-a", "t1-a", "T1xa", "T12xab", ""}},
		{"isTaskSlug", isTaskSlug, []string{"T1-a", "T1-a-b9"}, []string{"T1-A", "T1-a-", "T1--a", "T1-a_b"}},
		{"endsWithDay", endsWithDay, []string{"-2026-01-02", "a-2026-01-02", "a-9999-99-99"},
			[]string{"2026-01-02", "a-2026-01-0x", "a_2026-01-02", "a-2026/01/02", "a-20260-1-02", "", "a-2026-01-02x"}},
		{"isDay", isDay, []string{"2026-01-31", "2026-06-30", "2026-09-30", "2026-11-30", "2026-12-31", "2024-02-29", "2000-02-29"},
			[]string{"2026-01-32", "2026-04-31", "2026-06-31", "2026-09-31", "2026-11-31", "2026-13-01", "2026-00-01", "2026-01-00", "2023-02-29", "1900-02-29",
				"2026/01-02", "2026-01/02", "2O26-01-02", "2026-0a-02", "2026-01-0:", "2026-1-2", ""}},
	}
	for _, form := range forms {
		for _, text := range form.yes {
			if !form.is(text) {
				t.Errorf("%s(%q) = false", form.name, text)
			}
		}
		for _, text := range form.no {
			if form.is(text) {
				t.Errorf("%s(%q) = true", form.name, text)
			}
		}
	}
}
