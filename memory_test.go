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

// What rules and facts keep of a file must not keep the file: neither its text nor its tree is
// reachable from the findings and facts of a run.
func TestFilesAreDropped(t *testing.T) {
	if testing.Short() {
		t.Skip("-short")
	}
	trees := []string{"fixtures/examples"}
	if corpus := filepath.Join("..", "shared", "corpus"); exists(corpus) {
		trees = append(trees, corpus)
	} else {
		t.Log("the corpus is not there: ", corpus)
	}
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	var seen, dropped atomic.Int64
	watch := &analysis.Analyzer{Name: "test/watch", Doc: "watches what is dropped", Severity: analysis.Error, Scope: analysis.PerDocument,
		Source: analysis.Source{Kind: analysis.Opinion, Name: "test", Checked: "2026-11-21"},
		Run: func(p *analysis.Pass) error {
			if d := p.Document; len(d.Source) > 64 { // smaller ones share their memory with others
				seen.Add(2)
				runtime.AddCleanup(&d.Source[0], func(int) { dropped.Add(1) }, 0)
				runtime.AddCleanup(d, func(int) { dropped.Add(1) }, 0)
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
	for deadline := time.Now().Add(10 * time.Second); dropped.Load() < seen.Load() && time.Now().Before(deadline); {
		runtime.GC()
		time.Sleep(time.Millisecond)
	}
	if seen.Load() == 0 || len(result.Findings) == 0 {
		t.Fatalf("%d texts and trees, %d findings: the test sees nothing", seen.Load(), len(result.Findings))
	}
	if n := seen.Load() - dropped.Load(); n > 0 {
		t.Errorf("%d of %d texts and trees are kept by findings or facts", n, seen.Load())
	}
	runtime.KeepAlive(result)
}
