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

// corpus is where real skills are, on machines that have them.
const corpus = "../../../../shared/corpus"

// exceptions are the recorded lists that a model does not make, with the reason.
var exceptions = map[string]string{} // "agent tree"

// TestAnswers checks that the models make the lists that the agents' programs made, of each tree, or of one in three if
// SKILLLINT_THOROUGH is not set.
func TestAnswers(t *testing.T) {
	if testing.Short() {
		t.Skip("-short")
	}
	for _, s := range sets(t) {
		lists := recordedLists(t, s.Name)
		for _, id := range measured() {
			t.Run(s.Name+"/"+id, func(t *testing.T) { listsAsRecorded(t, catalog.Lookup(id), s, lists) })
		}
	}
}

func listsAsRecorded(t *testing.T, a *catalog.Agent, s conformance.TreeSet, lists *conformance.Lists) {
	equal, stale := 0, 0
	for i, tree := range s.Trees {
		if !tree.Asks(a.ID) || i%3 > 0 && os.Getenv("SKILLLINT_THOROUGH") == "" {
			continue
		}
		if !lists.Has(a.ID, tree.ID, tree.Sum()) {
			stale++
			continue
		}
		folder := path.Join(conformance.Root, tree.ID)
		ours, err := conformance.Listed(a, tree, folder)
		if err != nil {
			t.Errorf("%s: %v", tree.ID, err)
			continue
		}
		difference := lists.Tree(tree.ID).Lists[a.ID].Against(ours, folder)
		switch reason := exceptions[a.ID+" "+tree.ID]; {
		case difference == "" && reason != "":
			t.Errorf("%s: the model agrees, but there is an exception: %s", tree.ID, reason)
		case difference == "":
			equal++
		case reason == "":
			t.Errorf("%s: %s", tree.ID, difference)
		}
	}
	t.Logf("%s, %s: %d lists are equal", s.Name, a.ID, equal)
	switch {
	case stale > 0 && !s.Others:
		t.Errorf("%d trees are not the recorded ones; record them anew: go run ./internal/clients/conformance/ask -trees", stale)
	case stale > 0:
		t.Logf("%d trees of real skills are not the recorded ones, and are left out", stale)
	}
}

// sets returns the sets of trees that can be made here.
func sets(t *testing.T) []conformance.TreeSet {
	var real fs.FS
	if _, err := os.Stat(corpus); err != nil {
		t.Logf("no real skills in %s, so only our own trees are compared", corpus)
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

// measured returns the IDs of the models whose lists are recorded.
func measured() []string {
	var ids []string
	for _, a := range catalog.Agents() {
		if a.Grade == loader.Measured {
			ids = append(ids, a.ID)
		}
	}
	return ids
}
