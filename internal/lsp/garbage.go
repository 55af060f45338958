package lsp

import (
	"runtime/metrics"
	"time"
)

// idlePause is the pause between a run and a garbage collection; soon is the pause if the heap is almost full, so that the next changes
// do not wait for the collector.
const (
	idlePause  = 2 * time.Second
	shortPause = 5 * time.Millisecond
)

// gcPause returns the pause between a run and a garbage collection.
func gcPause() time.Duration {
	heap := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}, {Name: "/gc/heap/goal:bytes"}}
	metrics.Read(heap)
	if used, goal := heap[0].Value.Uint64(), heap[1].Value.Uint64(); used > goal/3*2 {
		return shortPause
	}
	return idlePause
}
