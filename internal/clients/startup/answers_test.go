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

// exceptions maps trees for which a model differs from the recorded instructions to the reason.
var exceptions = map[string]string{ // by "client tree"
	"opencode start-opencode-globs":      "the order of files in a directory depends on the file system",
	"kilo start-opencode-globs":          "the order of files in a directory depends on the file system",
	"copilot start-copilot-instructions": "Copilot's text that lists files for certain paths is not modeled",
}

// TestAnswers compares the models' instructions with those that the clients sent to a language model.
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
			t.Errorf("recorded with %s, want version %s, that of the model of %s", recorded.Programs[c.ID], c.Version, c.ID)
		}
		t.Run(c.ID, func(t *testing.T) { compareInstructions(t, c, recorded) })
	}
}

func compareInstructions(t *testing.T, c *startup.Client, recorded *conformance.Lists) {
	equal := 0
	for _, tree := range conformance.StartTrees() {
		if !tree.Asks(c.ID) {
			continue
		}
		if !recorded.Has(c.ID, tree.ID, tree.Sum()) {
			t.Errorf("%s: no recording; run: go run ./internal/clients/conformance/ask -starts", tree.ID)
			continue
		}
		ours := conformance.Started(c, tree, path.Join(conformance.StartRoot, tree.ID))
		difference := recorded.Tree(tree.ID).Lists[c.ID].Differs(ours.Text())
		switch reason := exceptions[c.ID+" "+tree.ID]; {
		case difference == "" && reason != "":
			t.Errorf("%s: the model agrees despite the exception: %s", tree.ID, reason)
		case difference == "":
			equal++
		case reason == "":
			t.Errorf("%s: %s", tree.ID, difference)
		}
	}
	t.Logf("%s: %d instructions are equal", c.ID, equal)
}
