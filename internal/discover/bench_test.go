package discover

import (
	"context"
	"os"
	"testing"
)

// BenchmarkWalk walks the directory in SKILLLINT_TREE, or this repository.
func BenchmarkWalk(b *testing.B) {
	dir := os.Getenv("SKILLLINT_TREE")
	if dir == "" {
		dir = "../.."
	}
	b.ReportAllocs()
	for b.Loop() {
		files := 0
		if _, err := Walk(context.Background(), Options{Dir: dir}, func(Input) { files++ }); err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(float64(files), "files")
	}
}
