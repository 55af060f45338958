package sorting_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/skilllint/skilllint/internal/sorting"
)

func TestBy(t *testing.T) {
	words := []string{"b2", "a1", "b1", "c", "a2"}
	sorting.By(words, func(x, y string) int { return strings.Compare(x[:1], y[:1]) })
	if want := []string{"a1", "a2", "b2", "b1", "c"}; !slices.Equal(words, want) {
		t.Errorf("%v, want %v", words, want)
	}
	sorting.By([]string(nil), strings.Compare)
}
