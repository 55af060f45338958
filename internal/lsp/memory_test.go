package lsp

import (
	"fmt"
	"os"
	"runtime"
	"strings"
	"testing"
)

// TestMemory checks that the use of memory does not grow with the number of edits.
//
//	SKILLLINT_THOROUGH=ci go test ./internal/lsp -run Memory -v
func TestMemory(t *testing.T) {
	if os.Getenv("SKILLLINT_THOROUGH") == "" {
		t.Skip("SKILLLINT_THOROUGH is not set")
	}
	const skills, edits = 50, 10_000
	files := map[string]string{}
	for i := range skills {
		files[fmt.Sprintf("skills/s%d/SKILL.md", i)] = fmt.Sprintf("---\nname: s%d\ndescription: Does %d. Use when it is needed.\n---\n# s%d\n\n[next](../s%d/SKILL.md)\n", i, i, i, i+1)
	}
	c := start(t, writeTree(t, files), "{}")
	base := func(n int) string { return fmt.Sprintf("skills/s%d/SKILL.md", n%10) }
	for i := range 10 {
		c.open(t, base(i), 0, files[base(i)])
	}
	var before, after uint64
	for n := 1; n <= edits; n++ {
		line := fmt.Sprintf("It was changed %d times: [x](gone-%d.md). %s\n", n, n, strings.Repeat("More. ", n%7))
		c.change(t, base(n), n, files[base(n)]+line)
		c.until(t, base(n), version(int32(n)))
		if n == edits/10 {
			before = heapInUse()
		}
	}
	after = heapInUse()
	t.Logf("%d MB after %d edits, %d MB after %d", before>>20, edits/10, after>>20, edits)
	if after > before+before/10+1<<20 {
		t.Errorf("%d bytes after %d edits, %d after %d", before, edits/10, after, edits)
	}
}

// heapInUse returns the number of allocated bytes.
func heapInUse() uint64 {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}
