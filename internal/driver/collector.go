package driver

import (
	"runtime"
	"runtime/debug"
	"runtime/metrics"
)

// Most allocations are the tree of one document, which soon is garbage, so infrequent collection is cheap
// while the heap is small. gcPercent applies below softLimit. Above it, the collector keeps to the limit
// unless more memory is live.
const (
	gcPercent = 400
	softLimit = 100 << 20

	// mostGarbage is what may be allocated besides live memory before a collection.
	mostGarbage = 256 << 20

	// liveLimit is the limit of a process that runs until it is stopped: with less, one of five changes in an editor
	// waits for the collector.
	liveLimit = 192 << 20
)

// TuneMemory configures the garbage collector of the process, unless its environment does.
func TuneMemory(getenv func(string) string) {
	if getenv("GOGC") != "" || getenv("GOMEMLIMIT") != "" {
		return
	}
	debug.SetGCPercent(gcPercent)
	debug.SetMemoryLimit(softLimit)
	watchHeap()
}

// TuneLive configures the garbage collector of a process that lints again after each change.
func TuneLive(getenv func(string) string) {
	if getenv("GOGC") == "" && getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(liveLimit)
	}
}

// watchHeap raises the limit after a collection that freed little: with a fixed limit, the collector would
// run continuously on a large tree. The finalizer of an unreachable object runs once per collection.
func watchHeap() {
	runtime.SetFinalizer(new([16]byte), func(*[16]byte) {
		live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
		metrics.Read(live)
		n := int64(live[0].Value.Uint64())
		if need := n + min(n, mostGarbage); need > debug.SetMemoryLimit(-1) {
			debug.SetMemoryLimit(need)
		}
		watchHeap()
	})
}
