package driver

import (
	"runtime"
	"runtime/debug"
	"runtime/metrics"
)

// Most of what a run allocates is the tree of one document and garbage at once, so collecting
// rarely is cheap as long as the heap is small. gcPercent applies below softLimit; from there on
// the collector keeps to it, until what is alive needs more.
const (
	gcPercent = 400
	softLimit = 100 << 20
)

// TuneMemory sets up the garbage collector of the process, unless its environment does.
func TuneMemory(getenv func(string) string) {
	if getenv("GOGC") != "" || getenv("GOMEMLIMIT") != "" {
		return
	}
	debug.SetGCPercent(gcPercent)
	debug.SetMemoryLimit(softLimit)
	watchHeap(softLimit)
}

// watchHeap raises the limit after a collection that left most of it alive: a fixed
// limit would make the collector run without end on a large tree. The finalizer of an object that
// nobody holds is called once a collection.
func watchHeap(limit int64) {
	runtime.SetFinalizer(new([16]byte), func(*[16]byte) {
		live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
		metrics.Read(live)
		if need := int64(live[0].Value.Uint64()) * 2; need > limit {
			limit = need
			debug.SetMemoryLimit(limit)
		}
		watchHeap(limit)
	})
}
