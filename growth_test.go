//go:build unix

package skilllint_test

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"syscall"
	"testing"
	"time"
)

const (
	maxGrowth = 2.6 // factor of the cost when the input doubles

	// Smaller costs depend more on the machine than on the input.
	minTime   = 100 * time.Millisecond
	minMemory = 48 << 20
)

// A runCost is the resource usage of a process.
type runCost struct {
	cpu    time.Duration
	memory int64 // peak, in bytes
}

// growthFrom returns the ratio of the costs of two runs, each without the cost of an empty run.
func (c runCost) growthFrom(small, empty runCost) (cpu, memory float64) {
	cpu = float64(c.cpu-empty.cpu) / float64(max(small.cpu-empty.cpu, minTime))
	memory = float64(c.memory-empty.memory) / float64(max(small.memory-empty.memory, minMemory))
	return cpu, memory
}

// lower returns the lower cost of two equal runs.
func (c runCost) lower(other runCost) runCost {
	return runCost{min(c.cpu, other.cpu), min(c.memory, other.memory)}
}

// lintCost lints a directory with all rules and returns the cost.
func lintCost(t testing.TB, binary, dir string, env ...string) runCost {
	t.Helper()
	cmd := exec.Command(binary, "--select", "all", "--min-severity", "info", "--fail-on", "never", "--allow-empty", "--format", "json="+os.DevNull, "--format", "text", ".")
	cmd.Dir, cmd.Env = dir, append(os.Environ(), env...)
	_, err := cmd.Output()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	state := cmd.ProcessState
	c := runCost{state.UserTime() + state.SystemTime(), state.SysUsage().(*syscall.Rusage).Maxrss * 1024}
	if code := state.ExitCode(); code != 0 && code != 2 {
		t.Errorf("exit code %d\n%.2000s", code, exit.Stderr)
	}
	if c.memory > hostileMemory {
		t.Errorf("%d MB of memory, limit %d MB", c.memory>>20, hostileMemory>>20)
	}
	return c
}

// TestGrowth checks that doubling the size of an input about doubles the cost. It tries one in 80 inputs, one in five if
// SKILLLINT_THOROUGH is "ci", or all if it is "1". SKILLLINT_PART chooses which.
func TestGrowth(t *testing.T) {
	if testing.Short() {
		t.Skip("-short")
	}
	binary := build(t)
	const noise = 100 * time.Millisecond // difference between two equal runs
	const steady = "GOGC=100"            // by default, garbage collection costs more above 100 MB than below
	empty := lintCost(t, binary, t.TempDir(), steady)
	sampled := 80
	switch os.Getenv(thorough) {
	case "":
	case "ci":
		sampled = 5
	default:
		sampled = 1
	}
	part, _ := strconv.Atoi(os.Getenv("SKILLLINT_PART"))
	for i, input := range growingInputs() {
		if (i+part)%sampled > 0 {
			continue
		}
		t.Run(input.name, func(t *testing.T) {
			small, large := t.TempDir(), t.TempDir()
			input.write(t, small, input.size)
			input.write(t, large, 2*input.size)
			one, two := lintCost(t, binary, small, steady), lintCost(t, binary, large, steady)
			cpu, memory := two.growthFrom(one, empty)
			exceeded := func() bool { return memory > maxGrowth || cpu > maxGrowth && two.cpu-2*one.cpu > noise }
			for range 4 { // the machine may be busy with something else
				if !exceeded() {
					break
				}
				one, two = one.lower(lintCost(t, binary, small, steady)), two.lower(lintCost(t, binary, large, steady))
				cpu, memory = two.growthFrom(one, empty)
			}
			summary := fmt.Sprintf("size %d: %d ms, %d MB; double size: %d ms, %d MB; growth %.1f, %.1f", input.size,
				one.cpu.Milliseconds(), one.memory>>20, two.cpu.Milliseconds(), two.memory>>20, cpu, memory)
			if t.Log(summary); exceeded() {
				t.Error("the cost grows faster than the input")
			}
		})
	}
}

// growingInputs returns all generators of inputs.
func growingInputs() []hostileInput {
	inputs := slices.Clone(hostileInputs)
	for _, more := range []struct {
		size  int // in units of the generators
		trees map[string]func(testing.TB, string, int)
	}{{2_000, linkedTrees}, {1_000, securityGrowth}} {
		for _, name := range slices.Sorted(maps.Keys(more.trees)) {
			inputs = append(inputs, hostileInput{name, more.size, more.trees[name]})
		}
	}
	return inputs
}

// TestLargeHostileTree lints all inputs together, a tree of 50 MB, within the memory limit.
func TestLargeHostileTree(t *testing.T) {
	if os.Getenv(thorough) == "" {
		t.Skip(thorough + " is not set")
	}
	dir := t.TempDir()
	for i, input := range hostileInputs {
		input.write(t, filepath.Join(dir, strconv.Itoa(i)), 48<<20/len(hostileInputs))
	}
	c := lintCost(t, build(t), dir)
	t.Logf("%s of CPU time, %d MB", c.cpu, c.memory>>20)
}

// writeData writes a file and creates its parent directories.
func writeData(t testing.TB, dir, path string, data []byte) {
	t.Helper()
	path = filepath.Join(dir, filepath.FromSlash(path))
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, data, 0o644); err != nil {
		t.Fatal(err)
	}
}
