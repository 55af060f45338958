package skilllint_test

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"github.com/skilllint/skilllint/internal/cli"
	"github.com/skilllint/skilllint/rules"
)

// maxInit is the number of bytes that one of our packages may allocate before main, for analyzers and a few small
// tables. A compiled schema or regular expression would need a hundred times as much, in every run.
const maxInit = 32 << 10

// maxInitDependency is the same limit for packages of other modules that initLimits does not list.
const maxInitDependency = 32 << 10

// initLimits has the limits of packages that allocate more before main, which costs each run a few milliseconds.
var initLimits = map[string]int{
	"github.com/santhosh-tekuri/jsonschema/v5":   1100 << 10, // compiles the meta-schemas of five drafts
	"github.com/yuin/goldmark/extension":         300 << 10,  // regular expressions for URLs, which are unused
	"github.com/yuin/goldmark/util":              160 << 10,  // HTML entities
	"github.com/yuin/goldmark/parser":            130 << 10,
	"github.com/google/jsonschema-go/jsonschema": 100 << 10, // for mcp
}

// TestStartupAllocations measures what packages allocate before main, with the runtime's trace.
func TestStartupAllocations(t *testing.T) {
	cmd := exec.Command(build(t), "version")
	cmd.Env = append(os.Environ(), "GODEBUG=inittrace=1")
	var trace bytes.Buffer
	cmd.Stderr = &trace
	if err := cmd.Run(); err != nil {
		t.Fatal(err)
	}
	line := regexp.MustCompile(`(?m)^init (\S+) @.* clock, (\d+) bytes, (\d+) allocs$`)
	own := 0
	for _, m := range line.FindAllStringSubmatch(trace.String(), -1) {
		limit := maxInitDependency
		if regexp.MustCompile(`^github\.com/skilllint/skilllint(/|$)`).MatchString(m[1]) {
			own++
			limit = maxInit
		} else if exception, ok := initLimits[m[1]]; ok {
			limit = exception
		}
		if n, _ := strconv.Atoi(m[2]); n > limit {
			t.Errorf("%s allocates %s bytes (%s allocations) before main, limit %d: initialize on first use", m[1], m[2], m[3], limit)
		}
	}
	if own == 0 {
		t.Errorf("no skilllint package in the trace:\n%.2000s", &trace)
	}
}

// maxCommands is the number of bytes that creating the commands and their flags may allocate, which happens in every
// run. Decoding the dialects for a help text would take as much alone.
const maxCommands = 350 << 10

// TestCommandAllocations creates the commands in a separate process, where nothing is decoded yet.
func TestCommandAllocations(t *testing.T) {
	const child = "SKILLLINT_TEST_COMMANDS"
	if os.Getenv(child) != "" {
		analyzers := rules.All()
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		cli.Commands(analyzers)
		runtime.ReadMemStats(&after)
		fmt.Printf("\ncommands: %d bytes\n", after.TotalAlloc-before.TotalAlloc)
		return
	}
	cmd := exec.Command(os.Args[0], "-test.run=^TestCommandAllocations$", "-test.v")
	cmd.Env = append(os.Environ(), child+"=1")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	_, rest, _ := strings.Cut(string(out), "\ncommands: ")
	text, _, _ := strings.Cut(rest, " bytes\n")
	if n, err := strconv.Atoi(text); err != nil || n > maxCommands {
		t.Errorf("creating the commands allocates %s bytes, limit %d (%v): initialize when a command runs\n%s", text, maxCommands, err, out)
	} else {
		t.Logf("%d bytes", n)
	}
}
