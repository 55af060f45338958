package startup_test

import (
	"os"
	"path"
	"strings"
	"testing"

	"github.com/skilllint/skilllint/internal/clients/conformance"
	"github.com/skilllint/skilllint/internal/clients/loader"
	"github.com/skilllint/skilllint/internal/clients/startup"
)

// exceptions are the recorded instructions that a model does not return, with the reason.
var exceptions = map[string]string{ // by "client tree"
	"opencode start-opencode-globs":      "the order of files in one directory is that of the file system",
	"copilot start-copilot-instructions": "the text that lists files for certain paths is Copilot's own, and not modeled",
}

// TestAnswers checks that the models return the instructions that the clients' programs sent to their models.
func TestAnswers(t *testing.T) {
	f, err := os.Open("testdata/starts.jsonl.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	recorded, err := conformance.ReadLists(f)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range startup.Clients() {
		if c.Grade != loader.Measured {
			continue
		}
		if !strings.HasSuffix(recorded.Programs[c.ID], " "+c.Version) {
			t.Errorf("%s %s is modeled, and %s is recorded", c.ID, c.Version, recorded.Programs[c.ID])
		}
		t.Run(c.ID, func(t *testing.T) { answersAsRecorded(t, c, recorded) })
	}
}

func answersAsRecorded(t *testing.T, c *startup.Client, recorded *conformance.Lists) {
	equal := 0
	for _, tree := range conformance.StartTrees() {
		if !tree.Asks(c.ID) {
			continue
		}
		if !recorded.Has(c.ID, tree.ID, tree.Sum()) {
			t.Errorf("%s is not recorded: go run ./internal/clients/conformance/ask -starts", tree.ID)
			continue
		}
		ours := conformance.Started(c, tree, path.Join(conformance.StartRoot, tree.ID))
		difference := recorded.Tree(tree.ID).Lists[c.ID].Differs(ours.Text())
		switch reason := exceptions[c.ID+" "+tree.ID]; {
		case difference == "" && reason != "":
			t.Errorf("%s: the model agrees, but there is an exception: %s", tree.ID, reason)
		case difference == "":
			equal++
		case reason == "":
			t.Errorf("%s: %s", tree.ID, difference)
		}
	}
	t.Logf("%s: %d instructions are equal", c.ID, equal)
}
