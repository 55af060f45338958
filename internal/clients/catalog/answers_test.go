package catalog_test

import (
	"io/fs"
	"os"
	"path"
	"testing"

	"github.com/skilllint/skilllint/internal/clients/catalog"
	"github.com/skilllint/skilllint/internal/clients/conformance"
	"github.com/skilllint/skilllint/internal/clients/loader"
)

// corpus is the directory of real skills, which not every machine has.
const corpus = "../../../../shared/corpus"

// exceptions maps trees for which a model differs from the recorded list to the reason.
var exceptions = map[string]string{} // by "client tree"

// TestAnswers compares the models' lists with the recorded lists of the clients, for each tree, or for one in three
// unless SKILLLINT_THOROUGH is set.
func TestAnswers(t *testing.T) {
	if testing.Short() {
		t.Skip("-short")
	}
	for _, s := range sets(t) {
		lists := recordedLists(t, s.Name)
		for _, id := range measuredIDs() {
			t.Run(s.Name+"/"+id, func(t *testing.T) { compareLists(t, catalog.Lookup(id), s, lists) })
		}
	}
}

func compareLists(t *testing.T, a *catalog.Client, s conformance.TreeSet, lists *conformance.Lists) {
	equal, stale := 0, 0
	for i, tree := range s.Trees {
		if !tree.Asks(a.ID) || i%3 > 0 && os.Getenv("SKILLLINT_THOROUGH") == "" {
			continue
		}
		if !lists.Has(a.ID, tree.ID, tree.Sum()) {
			stale++
			continue
		}
		dir := path.Join(conformance.Root, tree.ID)
		ours, err := conformance.Listed(a, tree, dir)
		if err != nil {
			t.Errorf("%s: %v", tree.ID, err)
			continue
		}
		difference := lists.Tree(tree.ID).Lists[a.ID].Against(ours, dir)
		switch reason := exceptions[a.ID+" "+tree.ID]; {
		case difference == "" && reason != "":
			t.Errorf("%s: the model agrees despite the exception: %s", tree.ID, reason)
		case difference == "":
			equal++
		case reason == "":
			t.Errorf("%s: %s", tree.ID, difference)
		}
	}
	t.Logf("%s, %s: %d lists are equal", s.Name, a.ID, equal)
	switch {
	case stale > 0 && !s.Others:
		t.Errorf("%d recorded lists are outdated; record them again: go run ./internal/clients/conformance/ask -trees", stale)
	case stale > 0:
		t.Logf("ignored %d trees of other versions of skills", stale)
	}
}

// sets returns the sets of trees. The set of real skills is empty on machines without the corpus.
func sets(t *testing.T) []conformance.TreeSet {
	var real fs.FS
	if _, err := os.Stat(corpus); err != nil {
		t.Logf("%s not found: comparing generated trees only", corpus)
	} else {
		real = os.DirFS(corpus)
	}
	all, err := conformance.TreeSets(real)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func recordedLists(t *testing.T, set string) *conformance.Lists {
	f, err := os.Open("testdata/lists-" + set + ".jsonl.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	l, err := conformance.ReadLists(f)
	if err != nil {
		t.Fatalf("%s: %v", f.Name(), err)
	}
	return l
}

// measuredIDs returns the IDs of the measured clients.
func measuredIDs() []string {
	var ids []string
	for _, a := range catalog.Clients() {
		if a.Grade == loader.Measured {
			ids = append(ids, a.ID)
		}
	}
	return ids
}
