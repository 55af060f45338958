//go:build unix

package skilllint_test

import (
	"bufio"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"
	"time"
)

// validVariable makes the test binary do what no reader of a manifest can do without: read the
// lines and look whether they are JSON.
const validVariable = "SKILLLINT_BENCH_VALID"

func validLines(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		if !json.Valid(lines.Bytes()) {
			return os.ErrInvalid
		}
	}
	return lines.Err()
}

// BenchmarkManifest compares linting a manifest, by all rules, with json.Valid over its lines, both
// as processes: CPU time, and the largest memory of the linter.
func BenchmarkManifest(b *testing.B) {
	for _, lines := range []int{1_000, 200_000, 1_000_000} {
		b.Run(strconv.Itoa(lines), func(b *testing.B) { benchmarkManifest(b, lines) })
	}
}

func benchmarkManifest(b *testing.B, lines int) {
	generator := filepath.Join("..", "shared", "tools", "gentree")
	if _, err := os.Stat(generator); err != nil {
		b.Skip("the generator of trees is not there: ", generator)
	}
	dir := filepath.Join(b.TempDir(), "tree")
	cmd := exec.Command("go", "run", ".", "-n", "0", "-lines", strconv.Itoa(lines), "-no-outputs", "-o", dir)
	cmd.Dir = generator
	if out, err := cmd.CombinedOutput(); err != nil {
		b.Fatalf("gentree: %v\n%s", err, out)
	}
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
		cpu, _ := cost(b, cmd)
		valid += cpu
		cpu, rss := cost(b, exec.Command(binary, "--fail-on", "never", dir))
		lint += cpu
		memory = max(memory, rss)
	}
	b.ReportMetric(lint.Seconds()/float64(b.N), "lint-cpu-s/op")
	b.ReportMetric(valid.Seconds()/float64(b.N), "valid-cpu-s/op")
	b.ReportMetric(lint.Seconds()/valid.Seconds(), "ratio")
	b.ReportMetric(float64(memory)/1e6, "MB")
}
