package lsp

import (
	"runtime/metrics"
	"time"
)

// idle is the pause after which garbage is collected, and soon the pause if there is so much that the next changes would
// otherwise have to wait for the collector.
const (
	idle = 2 * time.Second
	soon = 5 * time.Millisecond
)

// rest returns the pause after a run.
func rest() time.Duration {
	heap := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}, {Name: "/gc/heap/goal:bytes"}}
	metrics.Read(heap)
	if used, goal := heap[0].Value.Uint64(), heap[1].Value.Uint64(); used > goal/3*2 {
		return soon
	}
	return idle
}
