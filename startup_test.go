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

// maxInit is how many bytes one of our packages may allocate before main: the variables that are
// the analyzers, and a few small tables. A schema, a regular expression or a model that is made
// ready there would need a hundred times as much, in every run, used or not.
const maxInit = 4 << 10

// maxInitOutside is the same for packages of others. A library that prepares more is looked for elsewhere, or listed here.
const maxInitOutside = 32 << 10

// heavy are the packages that allocate more before main, which costs each run a few milliseconds.
var heavy = map[string]int{
	"github.com/santhosh-tekuri/jsonschema/v5":   1100 << 10, // compiles the meta-schemas of five drafts
	"github.com/yuin/goldmark/extension":         300 << 10,  // regular expressions of addresses, which we do not use
	"github.com/yuin/goldmark/util":              160 << 10,  // the entities of HTML
	"github.com/yuin/goldmark/parser":            130 << 10,
	"github.com/google/jsonschema-go/jsonschema": 100 << 10, // for mcp
}

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
		limit := maxInitOutside
		if regexp.MustCompile(`^github\.com/skilllint/skilllint(/|$)`).MatchString(m[1]) {
			ours++
			limit = maxInit
		} else if listed, ok := heavy[m[1]]; ok {
			limit = listed
		}
		if n, _ := strconv.Atoi(m[2]); n > limit {
			t.Errorf("%s allocates %s bytes (%s times) before main, over %d: do it on first use", m[1], m[2], m[3], limit)
		}
	}
	if ours == 0 {
		t.Errorf("the trace names no package of ours:\n%.2000s", &trace)
	}
}

// maxCommands is how many bytes the commands and their flags may take, which are made in every run. A command that decodes
// the dialects for its help, for example, takes as much alone.
const maxCommands = 350 << 10

// TestCommandsDoNoWork makes the commands in a process of their own, where nothing is decoded yet.
func TestCommandsDoNoWork(t *testing.T) {
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
	cmd := exec.Command(os.Args[0], "-test.run=^TestCommandsDoNoWork$", "-test.v")
	cmd.Env = append(os.Environ(), child+"=1")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	_, rest, _ := strings.Cut(string(out), "\ncommands: ")
	text, _, _ := strings.Cut(rest, " bytes\n")
	if n, err := strconv.Atoi(text); err != nil || n > maxCommands {
		t.Errorf("the commands take %s bytes, over %d (%v): prepare what a command needs when it runs\n%s", text, maxCommands, err, out)
	} else {
		t.Logf("%d bytes", n)
	}
}
