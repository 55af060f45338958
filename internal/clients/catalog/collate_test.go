package catalog

import (
	"bufio"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// TestCollate compares the order of names with that of Node.js 20.
func TestCollate(t *testing.T) {
	f, err := os.Open("testdata/collation.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var names []string
	for in := bufio.NewScanner(f); in.Scan(); {
		name, err := strconv.Unquote(in.Text())
		if err != nil {
			t.Fatal(err)
		}
		names = append(names, name)
	}
	if len(names) < 500 {
		t.Fatalf("only %d names", len(names))
	}
	for i := 1; i < len(names); i++ {
		if a, b := names[i-1], names[i]; compareNames(a, b) > 0 || compareNames(b, a) < 0 {
			t.Errorf("%q does not sort before %q", a, b)
		}
	}
	shuffled := slices.Clone(names)
	slices.Sort(shuffled)
	slices.SortStableFunc(shuffled, compareNames)
	for i := range names {
		if compareNames(names[i], shuffled[i]) != 0 {
			t.Fatalf("index %d: %q, want %q", i, shuffled[i], names[i])
		}
	}
}

func TestIsExact(t *testing.T) {
	for name, want := range map[string]bool{"a-b": true, "": true, "\x00": true, "Café": true, "straße": true, "Ångström": true, "技能": false, "а": false, "→": false} {
		if got := isExactlySorted(name); got != want {
			t.Errorf("%q: %v", name, got)
		}
	}
	if compareNames("技能", "a") <= 0 || compareNames("→", "0") >= 0 || compareNames(strings.Repeat("a", 9), "аа") >= 0 {
		t.Error("wrong order of other scripts")
	}
}

// TestCollateForms compares the order of names with variants of letters with that of Node.js 20.
func TestCollateForms(t *testing.T) {
	names := strings.Fields("1a ①a a ª áb abc ａｂｃ ABC Ａbc file ﬁle FILE i I İ ia iı ı ıa viii VIII Ⅷ x10 x2 x² zebra")
	for i := 1; i < len(names); i++ {
		if a, b := names[i-1], names[i]; compareNames(a, b) >= 0 || compareNames(b, a) <= 0 {
			t.Errorf("%q does not sort before %q", a, b)
		}
	}
}
