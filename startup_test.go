package skilllint_test

import (
	"bytes"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"testing"
)

// maxInit is how many bytes one of our packages may allocate before main: the variables that are
// the analyzers, and a few small tables. A schema, a regular expression or a model that is made
// ready there would need a hundred times as much, in every run, used or not.
const maxInit = 4 << 10

// TestStartUpDoesNoWork runs the program with the runtime's trace of what packages do before main.
func TestStartUpDoesNoWork(t *testing.T) {
	cmd := exec.Command(build(t), "version")
	cmd.Env = append(os.Environ(), "GODEBUG=inittrace=1")
	var trace bytes.Buffer
	cmd.Stderr = &trace
	if err := cmd.Run(); err != nil {
		t.Fatal(err)
	}
	line := regexp.MustCompile(`(?m)^init (\S+) @.* clock, (\d+) bytes, (\d+) allocs$`)
	ours := 0
	for _, m := range line.FindAllStringSubmatch(trace.String(), -1) {
		if !regexp.MustCompile(`^github\.com/skilllint/skilllint(/|$)`).MatchString(m[1]) {
			continue
		}
		ours++
		if n, _ := strconv.Atoi(m[2]); n > maxInit {
			t.Errorf("%s allocates %s bytes (%s times) before main, over %d: do it on first use", m[1], m[2], m[3], maxInit)
		}
	}
	if ours == 0 {
		t.Errorf("the trace names no package of ours:\n%.2000s", &trace)
	}
}
