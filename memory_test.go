package skilllint_test

import (
	"context"
	"os"
	"path/filepath"
	"runtime"
	"sync/atomic"
	"testing"
	"time"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/discover"
	"github.com/skilllint/skilllint/internal/driver"
	"github.com/skilllint/skilllint/rules"
)

// TestFilesAreReleased checks that findings and facts do not keep the text or the syntax tree of a file reachable.
func TestFilesAreReleased(t *testing.T) {
	if testing.Short() {
		t.Skip("-short")
	}
	trees := []string{"fixtures/examples"}
	if corpus := filepath.Join("..", "shared", "corpus"); exists(corpus) {
		trees = append(trees, corpus)
	} else {
		t.Log("corpus not found: ", corpus)
	}
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	var tracked, released atomic.Int64
	watch := &analysis.Analyzer{Name: "test/watch", Doc: "tracks when documents are released", Severity: analysis.Error, Scope: analysis.PerDocument,
		Source: analysis.Source{Kind: analysis.Opinion, Name: "test", Checked: "2026-11-21"},
		Run: func(p *analysis.Pass) error {
			if d := p.Document; len(d.Source) > 64 { // smaller allocations may share a block
				tracked.Add(2)
				runtime.AddCleanup(&d.Source[0], func(int) { released.Add(1) }, 0)
				runtime.AddCleanup(d, func(int) { released.Add(1) }, 0)
			}
			return nil
		}}
	settings := &driver.Settings{}
	result, err := driver.Run(context.Background(), driver.Options{
		Analyzers:   append(rules.All(), watch),
		SettingsFor: func(*analysis.File) *driver.Settings { return settings },
		Find: func(ctx context.Context, emit func(driver.Input)) ([]analysis.Link, []analysis.Unchecked, error) {
			found, err := discover.Walk(ctx, discover.Options{Dir: dir, Paths: trees}, func(in discover.Input) { emit(driver.Input(in)) })
			if err != nil {
				return nil, nil, err
			}
			return found.Links, found.Unchecked, nil
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	for deadline := time.Now().Add(10 * time.Second); released.Load() < tracked.Load() && time.Now().Before(deadline); {
		runtime.GC()
		time.Sleep(time.Millisecond)
	}
	if tracked.Load() == 0 || len(result.Findings) == 0 {
		t.Fatalf("%d tracked texts and trees, %d findings; want some of each", tracked.Load(), len(result.Findings))
	}
	if n := tracked.Load() - released.Load(); n > 0 {
		t.Errorf("findings or facts keep %d of %d texts and trees reachable", n, tracked.Load())
	}
	runtime.KeepAlive(result)
}
