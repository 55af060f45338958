package markdown

import (
	"testing"

	"github.com/skilllint/skilllint/facts/markdown"
	"github.com/skilllint/skilllint/schema"
)

// TestSimilar checks that the heading of a required section is not reported as a misspelling of another one.
func TestSimilar(t *testing.T) {
	wanted := []schema.Section{{Heading: "Reference", Level: 2}, {Heading: "References", Level: 2}}
	for _, c := range []struct {
		heading string
		level   int
		want    bool
	}{
		{"Refrences", 2, true}, {"Reference", 2, false}, {"Refrences", 3, false}, {"Sources", 2, false},
	} {
		check := sectionCheck{wanted: wanted, sections: []markdown.Section{{Name: c.heading, Title: c.heading, Level: c.level}}}
		if _, got := check.similar(wanted[1]); got != c.want {
			t.Errorf("similar(%q, level %d) to \"References\" = %v, want %v", c.heading, c.level, got, c.want)
		}
	}
}
