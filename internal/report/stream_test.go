package report

import (
	"runtime"
	"testing"
)

type writerFunc func([]byte) (int, error)

func (f writerFunc) Write(p []byte) (int, error) { return f(p) }

// TestStreamed measures the memory while large reports are written: no format may buffer its output.
func TestStreamed(t *testing.T) {
	r := largeReport(8_000)
	for _, format := range Formats() {
		var before, now runtime.MemStats
		peak, written := uint64(0), 0
		w := writerFunc(func(p []byte) (int, error) {
			if before, after := written/(1<<20), (written+len(p))/(1<<20); before != after {
				runtime.GC()
				runtime.ReadMemStats(&now)
				peak = max(peak, now.HeapAlloc)
			}
			written += len(p)
			return len(p), nil
		})
		runtime.GC()
		runtime.ReadMemStats(&before)
		if err := Write(w, format, r, options()); err != nil {
			t.Fatal(err)
		}
		if used := int(peak) - int(before.HeapAlloc); used > 512<<10+written/20 {
			t.Errorf("%s: %d KB of memory for %d KB", format, used>>10, written>>10)
		} else {
			t.Logf("%s: %d KB of memory for %d KB", format, max(0, used>>10), written>>10)
		}
	}
}
