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

// corpus is the directory of real skills, which not every machine has.
const corpus = "../../../../shared/corpus"

// minAgreement is the required share of cases in which a model agrees with its client. In the set
// "table", models must agree in all cases except exceptions.
const minAgreement = 0.995

// exceptions maps cases of the table in which a model differs from its client to the reason.
var exceptions = map[string]string{} // by "client case"

func TestAnswers(t *testing.T) {
	if testing.Short() {
		t.Skip("-short")
	}
	for _, s := range sets(t) {
		r := recording(t, s.Name)
		cases := recordedCases(t, s, r)
		documents := map[string]*analysis.Document{}
		for _, c := range cases {
			documents[c.ID] = c.Document()
		}
		for _, a := range loader.Clients() {
			if a.Grade == loader.Measured {
				t.Run(s.Name+"/"+a.ID, func(t *testing.T) { testAgreement(t, a.ID, s, cases, documents, r) })
			}
		}
	}
}

// sets returns the sets of cases. The set of real skills is empty on machines without the corpus.
func sets(t *testing.T) []conformance.HeaderSet {
	var real fs.FS
	if _, err := os.Stat(corpus); err != nil {
		t.Logf("%s not found: comparing generated cases only", corpus)
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

// recordedCases returns the cases of a set whose content is unchanged since the recording. Generated
// cases must all be unchanged; real ones may have changed.
func recordedCases(t *testing.T, s conformance.HeaderSet, r *conformance.Recording) []conformance.Header {
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
		t.Errorf("%s: %d recorded answers are outdated; record them again: go run ./internal/clients/conformance/ask", s.Name, stale)
	case stale > 0:
		t.Logf("%s: ignored %d recorded answers about other versions of skills", s.Name, stale)
	}
	return cases
}

func testAgreement(t *testing.T, id string, s conformance.HeaderSet, cases []conformance.Header, documents map[string]*analysis.Document, r *conformance.Recording) {
	model := loader.Lookup(id)
	if model == nil {
		t.Fatalf("no model of %s", id)
	}
	if want := model.Program + " " + model.Version; r.Programs[id] != want {
		t.Errorf("recorded with %s, want %s, the version of the model", r.Programs[id], want)
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
		text := fmt.Sprintf("%s differs in %s %v\nfile  %.700q\nmodel %v\nclient %v", d.What, d.ID, files[d.ID].Slips, files[d.ID].File, d.A, d.B)
		switch reason := exceptions[id+" "+d.ID]; {
		case s.Name == "table" && reason == "":
			t.Error(text)
		case testing.Verbose():
			t.Log(text)
		}
	}
	t.Logf("%s, %s: %v", s.Name, id, &score)
	if s.Name != "table" && score.Least() < minAgreement {
		t.Errorf("agreement is below %v; -v lists the differences", minAgreement)
	}
}

// TestExceptions checks that each exception is still needed.
func TestExceptions(t *testing.T) {
	r := recording(t, "table")
	cases := map[string]conformance.Header{}
	for _, c := range conformance.HeaderTable() {
		cases[c.ID] = c
	}
	for _, c := range r.Cases {
		for id, theirs := range c.Answers {
			reason, listed := exceptions[id+" "+c.ID]
			if !listed {
				continue
			}
			var score conformance.Score
			score.Add(c.ID, conformance.Modelled(loader.Lookup(id), cases[c.ID]), theirs)
			if len(score.Differences) == 0 {
				t.Errorf("%s %s: the model agrees despite the exception: %s", id, c.ID, reason)
			}
		}
	}
}

// TestRecordings checks that recordings are complete and name the recorded programs.
func TestRecordings(t *testing.T) {
	for _, set := range []string{"table", "made", "real", "slips"} {
		r := recording(t, set)
		if r.Set != set || r.Date == "" || len(r.Cases) == 0 {
			t.Errorf("%s: recorded as %q on %q, with %d cases", set, r.Set, r.Date, len(r.Cases))
		}
		for _, c := range r.Cases {
			if len(c.Answers) != len(r.Programs) {
				t.Errorf("%s of %s: missing answer", c.ID, set)
			}
		}
	}
}
