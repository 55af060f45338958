package schema

import "testing"

func TestNormalised(t *testing.T) {
	for text, want := range map[string]string{
		"az09": "az09", "A  Z": "a-z", " a ": "a", "--a--": "a", "a_/:`{b": "a-b", "日本": "", "日a本b": "a-b",
	} {
		if got := Normalised(text); got != want {
			t.Errorf("Normalised(%q) = %q, want %q", text, got, want)
		}
	}
}
