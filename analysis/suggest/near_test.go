package suggest

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

func TestBest(t *testing.T) {
	fields := []string{"name", "description", "allowed-tools", "user-invocable", "model", "tools", "type", "argument-hint"}
	tests := []struct {
		name, word, want string
	}{
		{"one letter missing", "descripton", "description"},
		{"two neighbours swapped", "allwoed-tools", "allowed-tools"},
		{"underscore for hyphen", "allowed_tools", "allowed-tools"},
		{"camel case", "argumentHint", "argument-hint"},
		{"case only", "NAME", "name"},
		{"two edits in a long word", "descrption1", "description"},
		{"common misspelling", "user-invokable", "user-invocable"},
		{"swap in a short word", "tyep", "type"},
		{"three edits", "descriptions1x", ""},
		{"two edits in a short word", "date", ""},
		{"two edits that leave a short word", "modeled", ""},
		{"one edit, other length", "nam", "name"},
		{"nothing near", "license", ""},
		{"empty", "", ""},
		{"only separators", "--", ""},
		{"one letter", "n", ""},
		{"very long", strings.Repeat("description", 1000), ""},
		{"not ASCII", "dèscription", "description"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, ok := Best(tt.word, fields)
			if got != tt.want || ok != (tt.want != "") {
				t.Errorf("Best(%.40q) = %q, %v, want %q", tt.word, got, ok, tt.want)
			}
		})
	}
}

func TestBestDoesNotDependOnOrder(t *testing.T) {
	tests := []struct {
		word       string
		candidates []string
		want       string
	}{
		{"Grpe", []string{"Grip", "Grep", "Gripe"}, "Grep"},
		{"cat", []string{"cut", "bat", "hat"}, "cut"},
		{"xat", []string{"hat", "bat"}, "bat"},
		{"read", []string{"Reads", "Read", "head"}, "Read"},
	}
	for _, tt := range tests {
		backwards := slices.Clone(tt.candidates)
		slices.Reverse(backwards)
		for _, candidates := range [][]string{tt.candidates, backwards} {
			if got, _ := Best(tt.word, candidates); got != tt.want {
				t.Errorf("Best(%q, %q) = %q, want %q", tt.word, candidates, got, tt.want)
			}
		}
	}
}

func TestDistance(t *testing.T) {
	tests := []struct {
		a, b       string
		most, want int
	}{
		{"", "", 2, 0},
		{"a", "", 2, 1},
		{"abc", "acb", 2, 1},
		{"ca", "abc", 3, 3}, // restricted: a swapped pair is not edited again
		{"kitten", "sitting", 5, 3},
		{"kitten", "sitting", 2, 3},
		{"日本語", "日本", 2, 1},
	}
	for _, tt := range tests {
		if got := Distance(tt.a, tt.b, tt.most); got != tt.want {
			t.Errorf("Distance(%q, %q, %d) = %d, want %d", tt.a, tt.b, tt.most, got, tt.want)
		}
		if got := Distance(tt.b, tt.a, tt.most); got != tt.want {
			t.Errorf("Distance(%q, %q, %d) = %d, want %d", tt.b, tt.a, tt.most, got, tt.want)
		}
	}
}

func TestPart(t *testing.T) {
	skills := []string{"ct-docs-lookup", "ct-docs-review", "ct-docs-write", "ct-documentor", "ct-research-agent", "ct-task-executor", "claude-code"}
	many := append(slices.Clone(skills), "docs", "my-docs")
	tests := []struct {
		name, word string
		candidates []string
		want       []string
	}{
		{"a word of the name", "research", skills, []string{"ct-research-agent"}},
		{"two words of the name", "task-executor", skills, []string{"ct-task-executor"}},
		{"nearly the first words", "ct-reserch", skills, []string{"ct-research-agent"}},
		{"nearly a word", "executer", skills, []string{"ct-task-executor"}},
		{"the beginning", "ct-res", skills, []string{"ct-research-agent"}},
		{"the first word", "Claude", skills, []string{"claude-code"}},
		{"of several", "docs", skills, []string{"ct-docs-lookup", "ct-docs-review", "ct-docs-write"}},
		{"of too many", "docs", many, nil},
		{"too short", "ct", skills, nil},
		{"a part of a word", "ecut", skills, nil},
		{"nothing", "deploy", skills, nil},
		{"empty", "", skills, nil},
		{"very long", strings.Repeat("research-", 1000), skills, nil},
		{"very long candidate", "research", []string{strings.Repeat("a-", 100000)}, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := Part(tt.word, tt.candidates); !slices.Equal(got, tt.want) {
				t.Errorf("Part(%.40q) = %q, want %q", tt.word, got, tt.want)
			}
		})
	}
}

// An index answers as Best does.
func TestIndex(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	word := func() string {
		letters := []string{"a", "a", "b", "B", "c", "é", "-", "_", " ", "1", "\xff"}
		w := ""
		for range r.IntN(9) {
			w += letters[r.IntN(len(letters))]
		}
		return w
	}
	for range 2_000 {
		var candidates []string
		for range 1 + r.IntN(20) {
			candidates = append(candidates, word())
		}
		x := NewIndex(candidates)
		for range 10 {
			w := word()
			want, _ := Best(w, candidates)
			for range 2 {
				if got, _ := x.Best(w); got != want {
					t.Fatalf("of %q, the index finds %q for %q, and Best %q", candidates, got, w, want)
				}
			}
		}
	}
}

// What an index compares does not grow with the product of words and candidates.
func TestIndexIsBounded(t *testing.T) {
	const n = 5_000
	candidates := make([]string, n)
	for i := range candidates {
		candidates[i] = fmt.Sprintf("some-heading-%d", i)
	}
	x := NewIndex(candidates)
	if best, _ := x.Best("some-headink-4999"); best != "some-heading-4999" {
		t.Errorf("the first word is near %q", best)
	}
	near := 0
	for i := range n {
		if _, ok := x.Best(fmt.Sprintf("some-headunk-%d", i)); ok {
			near++
		}
	}
	if near == 0 || near > n/10 {
		t.Errorf("%d of %d words were compared with all candidates", near, n)
	}
	x.Best("some-headink-4999")
	if best, _ := x.Best("some-headink-4999"); best != "some-heading-4999" {
		t.Errorf("at last, the first word is near %q", best)
	}
}

// TestDiffer: words that differ in their digits, and opposites, are not suggested for each other.
func TestDiffer(t *testing.T) {
	for word, candidate := range map[string]string{"iso3166-1": "iso3166-2", "import": "export", "enable-sync": "disable-sync", "include": "exclude", "install": "uninstall", "2-安全配置": "环境安全配置"} {
		if got, ok := Best(word, []string{candidate}); ok {
			t.Errorf("Best(%q) = %q", word, got)
		}
		if got, ok := NewIndex([]string{candidate}).Best(word); ok {
			t.Errorf("index: Best(%q) = %q", word, got)
		}
	}
}
