//go:build unix

package skilllint_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"
	"time"
)

// BenchmarkManifest compares the CPU time of linting a manifest with that of json.Valid on its lines, both in
// separate processes. It also reports the peak memory of the linter.
func BenchmarkManifest(b *testing.B) {
	for _, lines := range []int{1_000, 200_000, 1_000_000} {
		b.Run(strconv.Itoa(lines), func(b *testing.B) { benchmarkManifest(b, lines) })
	}
}

func benchmarkManifest(b *testing.B, lines int) {
	dir := filepath.Join(b.TempDir(), "tree")
	generate(b, dir, "-n", "0", "-lines", strconv.Itoa(lines), "-no-outputs")
	binary := build(b)
	self, err := os.Executable()
	if err != nil {
		b.Fatal(err)
	}
	var lint, valid time.Duration
	var memory int64
	for b.Loop() {
		cmd := exec.Command(self)
		cmd.Env = append(os.Environ(), validVariable+"="+filepath.Join(dir, "agent-outputs", "MANIFEST.jsonl"))
		cpu, _ := measure(b, cmd)
		valid += cpu
		cpu, rss := measure(b, exec.Command(binary, "--fail-on", "never", dir))
		lint += cpu
		memory = max(memory, rss)
	}
	b.ReportMetric(lint.Seconds()/float64(b.N), "lint-cpu-s/op")
	b.ReportMetric(valid.Seconds()/float64(b.N), "valid-cpu-s/op")
	b.ReportMetric(lint.Seconds()/valid.Seconds(), "ratio")
	b.ReportMetric(float64(memory)/1e6, "MB")
}
