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
	maxGrowth = 2.6 // of what a run costs when its input is twice as large

	// Below these the cost of a run says more about the machine than about the input.
	leastTime   = 100 * time.Millisecond
	leastMemory = 48 << 20
)

// A runCost is what a process took from the machine.
type runCost struct {
	cpu    time.Duration
	memory int64 // at most, in bytes
}

// grewFrom returns by what factor a run costs more than another one, beyond what every run costs.
func (c runCost) grewFrom(small, empty runCost) (cpu, memory float64) {
	cpu = float64(c.cpu-empty.cpu) / float64(max(small.cpu-empty.cpu, leastTime))
	memory = float64(c.memory-empty.memory) / float64(max(small.memory-empty.memory, leastMemory))
	return cpu, memory
}

// least returns the lower cost of two runs of the same.
func (c runCost) least(other runCost) runCost {
	return runCost{min(c.cpu, other.cpu), min(c.memory, other.memory)}
}

// lintCost lints a directory with every rule.
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
		t.Errorf("took %d MB of memory; the limit is %d MB", c.memory>>20, hostileMemory>>20)
	}
	return c
}

// Input that is twice as large costs about twice as much, whatever it is made of. Of all inputs one in 80 is tried, every
// second if SKILLLINT_THOROUGH is "ci", all if it is "1".
func TestGrowth(t *testing.T) {
	if testing.Short() {
		t.Skip("-short")
	}
	binary := build(t)
	const noise = 100 * time.Millisecond // by which two equal runs differ
	const steady = "GOGC=100"            // else the collector works more above 100 MB than below
	empty := lintCost(t, binary, t.TempDir(), steady)
	sampled := 80
	switch os.Getenv(thorough) {
	case "":
	case "ci":
		sampled = 2
	default:
		sampled = 1
	}
	for i, input := range growingInputs() {
		if i%sampled > 0 {
			continue
		}
		t.Run(input.name, func(t *testing.T) {
			small, large := t.TempDir(), t.TempDir()
			input.write(t, small, input.size)
			input.write(t, large, 2*input.size)
			one, two := lintCost(t, binary, small, steady), lintCost(t, binary, large, steady)
			cpu, memory := two.grewFrom(one, empty)
			tooMuch := func() bool { return memory > maxGrowth || cpu > maxGrowth && two.cpu-2*one.cpu > noise }
			for range 4 { // the machine may be busy with something else
				if !tooMuch() {
					break
				}
				one, two = one.least(lintCost(t, binary, small, steady)), two.least(lintCost(t, binary, large, steady))
				cpu, memory = two.grewFrom(one, empty)
			}
			said := fmt.Sprintf("%d: %d ms, %d MB; twice that: %d ms, %d MB; growth %.1f, %.1f", input.size,
				one.cpu.Milliseconds(), one.memory>>20, two.cpu.Milliseconds(), two.memory>>20, cpu, memory)
			if t.Log(said); tooMuch() {
				t.Error("the cost grows faster than the input")
			}
		})
	}
}

// growingInputs are all that a tree may be made of.
func growingInputs() []hostileInput {
	inputs := slices.Clone(hostileInputs)
	for _, more := range []struct {
		size  int // in units of the writers
		trees map[string]func(testing.TB, string, int)
	}{{2_000, leadingTrees}, {1_000, securityGrowth}} {
		for _, name := range slices.Sorted(maps.Keys(more.trees)) {
			inputs = append(inputs, hostileInput{name, more.size, more.trees[name]})
		}
	}
	return inputs
}

// All of it together, a tree of 50 MB, is linted in time.
func TestLargeHostileTree(t *testing.T) {
	if os.Getenv(thorough) == "" {
		t.Skip(thorough + " is not set")
	}
	dir := t.TempDir()
	for i, input := range hostileInputs {
		input.write(t, filepath.Join(dir, strconv.Itoa(i)), 48<<20/len(hostileInputs))
	}
	c := lintCost(t, build(t), dir)
	const processors = 2
	if c.cpu > processors*hostileTime {
		t.Errorf("took %s of CPU time; the limit is %s on %d processors", c.cpu, hostileTime, processors)
	}
	t.Logf("%s of CPU time, %d MB", c.cpu, c.memory>>20)
}

// put writes a file.
func put(t testing.TB, dir, path string, data []byte) {
	t.Helper()
	path = filepath.Join(dir, filepath.FromSlash(path))
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, data, 0o644); err != nil {
		t.Fatal(err)
	}
}
