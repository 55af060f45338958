package loader_test

import (
	"fmt"
	"io/fs"
	"os"
	"testing"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/clients/conformance"
	"github.com/skilllint/skilllint/internal/clients/loader"
)

// corpus is where real skills are, on machines that have them.
const corpus = "../../../../shared/corpus"

// least is the share of the cases of a set in which a model must say what the program said; of
// the table it is all, but for exceptions.
const least = 0.995

// exceptions are the answers of the table that a model does not give, with the reason.
var exceptions = map[string]string{} // "agent case"

func TestAnswers(t *testing.T) {
	if testing.Short() {
		t.Skip("-short")
	}
	for _, s := range sets(t) {
		r := recording(t, s.Name)
		cases := fresh(t, s, r)
		documents := map[string]*analysis.Document{}
		for _, c := range cases {
			documents[c.ID] = c.Document()
		}
		for _, a := range loader.Agents() {
			if a.Grade == loader.Measured {
				t.Run(s.Name+"/"+a.ID, func(t *testing.T) { agrees(t, a.ID, s, cases, documents, r) })
			}
		}
	}
}

// sets returns the sets of cases that can be made here.
func sets(t *testing.T) []conformance.HeaderSet {
	var real fs.FS
	if _, err := os.Stat(corpus); err != nil {
		t.Logf("no real skills in %s, so only our own cases are compared", corpus)
	} else {
		real = os.DirFS(corpus)
	}
	all, err := conformance.HeaderSets(real)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func recording(t *testing.T, set string) *conformance.Recording {
	f, err := os.Open("testdata/answers-" + set + ".jsonl.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	r, err := conformance.ReadRecording(f)
	if err != nil {
		t.Fatalf("%s: %v", f.Name(), err)
	}
	return r
}

// fresh returns the cases of a set that the recording is about. Our own must all be; the real
// ones may have changed since.
func fresh(t *testing.T, s conformance.HeaderSet, r *conformance.Recording) []conformance.Header {
	sums := map[string]string{}
	for _, c := range r.Cases {
		sums[c.ID] = c.Sum
	}
	var cases []conformance.Header
	for _, c := range s.Cases {
		if sums[c.ID] == c.Sum() {
			cases = append(cases, c)
		}
	}
	stale := max(len(s.Cases), len(r.Cases)) - len(cases)
	switch {
	case stale > 0 && !s.Others:
		t.Errorf("%s: %d recorded answers are about other cases; record them anew: go run ./internal/clients/conformance/ask", s.Name, stale)
	case stale > 0:
		t.Logf("%s: %d recorded answers are about other skills than are here, and are left out", s.Name, stale)
	}
	return cases
}

func agrees(t *testing.T, id string, s conformance.HeaderSet, cases []conformance.Header, documents map[string]*analysis.Document, r *conformance.Recording) {
	model := loader.Lookup(id)
	if model == nil {
		t.Fatalf("no model of %s", id)
	}
	if want := model.Program + " " + model.Version; r.Programs[id] != want {
		t.Errorf("the answers are of %s, the model is of %s", r.Programs[id], want)
	}
	theirs := map[string]conformance.Answer{}
	for _, c := range r.Cases {
		theirs[c.ID] = c.Answers[id]
	}
	var score conformance.Score
	files := map[string]conformance.Header{}
	for _, c := range cases {
		ours := conformance.AnswerOf(model, documents[c.ID])
		if r.Hashed {
			ours = ours.Hashed()
		}
		files[c.ID] = c
		score.Add(c.ID, ours, theirs[c.ID])
	}
	for _, d := range score.Differences {
		text := fmt.Sprintf("%s differs in %s %v\nfile  %.700q\nmodel %v\nagent %v", d.What, d.ID, files[d.ID].Slips, files[d.ID].File, d.A, d.B)
		switch reason := exceptions[id+" "+d.ID]; {
		case s.Name == "table" && reason == "":
			t.Error(text)
		case testing.Verbose():
			t.Log(text)
		}
	}
	t.Logf("%s, %s: %v", s.Name, id, &score)
	if s.Name != "table" && score.Least() < least {
		t.Errorf("that is less than %v; -v lists the differences", least)
	}
}

// TestExceptions checks that no exception has outlived its reason.
func TestExceptions(t *testing.T) {
	r := recording(t, "table")
	about := map[string]conformance.Header{}
	for _, c := range conformance.HeaderTable() {
		about[c.ID] = c
	}
	for _, c := range r.Cases {
		for id, theirs := range c.Answers {
			reason, listed := exceptions[id+" "+c.ID]
			if !listed {
				continue
			}
			var score conformance.Score
			score.Add(c.ID, conformance.Modelled(loader.Lookup(id), about[c.ID]), theirs)
			if len(score.Differences) == 0 {
				t.Errorf("%s %s: the model agrees, but there is an exception: %s", id, c.ID, reason)
			}
		}
	}
}

// TestRecordings checks that recordings are whole, and say of which programs they are.
func TestRecordings(t *testing.T) {
	for _, set := range []string{"table", "made", "real", "slips"} {
		r := recording(t, set)
		if r.Set != set || r.Date == "" || len(r.Cases) == 0 {
			t.Errorf("%s: recorded as %q on %q, with %d cases", set, r.Set, r.Date, len(r.Cases))
		}
		for _, c := range r.Cases {
			if len(c.Answers) != len(r.Programs) {
				t.Errorf("%s of %s lacks an answer", c.ID, set)
			}
		}
	}
}
