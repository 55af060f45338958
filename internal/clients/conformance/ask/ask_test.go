package main

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/skilllint/skilllint/internal/clients/conformance"
	"github.com/skilllint/skilllint/internal/clients/loader"
)

// TestAgents checks that the versions of the clients are those of the models.
func TestAgents(t *testing.T) {
	for _, a := range agents {
		model := loader.Lookup(a.ID)
		if model == nil {
			t.Errorf("no model of %s", a.ID)
			continue
		}
		if model.Grade != loader.Measured || model.Program != a.Package || model.Version != a.Version {
			t.Errorf("model of %s is %s for %s %s, but %s %s is asked", a.ID, model.Grade, model.Program, model.Version, a.Package, a.Version)
		}
	}
	for _, model := range loader.Clients() {
		if model.Grade == loader.Measured && lookup(model.ID) == nil {
			t.Errorf("model of %s is measured, but the client is not asked", model.ID)
		}
	}
}

func TestBatches(t *testing.T) {
	var cases []conformance.Header
	for i := range 25 {
		cases = append(cases, conformance.Header{ID: fmt.Sprint(i), Directory: fmt.Sprint("d", i), File: []byte(fmt.Sprintf("---\nname: n%d\n---\n", i%7))})
	}
	var seen []string
	for _, batch := range batches(cases, 5, true) {
		names := map[string]bool{}
		if len(batch) > 5 {
			t.Errorf("batch of %d cases", len(batch))
		}
		for _, c := range batch {
			if name := string(nameLine.FindSubmatch(c.File)[1]); names[name] {
				t.Errorf("duplicate name %s in a batch", name)
			} else {
				names[name] = true
			}
			seen = append(seen, c.ID)
		}
	}
	slices.Sort(seen)
	if len(slices.Compact(seen)) != 25 {
		t.Errorf("got %d different cases in batches, want 25", len(seen))
	}
	if n := len(batches(cases, 5, false)); n != 5 {
		t.Errorf("got %d batches, want 5", n)
	}
}

func TestCodexAnswers(t *testing.T) {
	tree := &tree{paths: []string{"/t/a", "/t/b", "/t/c"}, cases: make([]conformance.Header, 3)}
	from := strings.NewReader("{\"id\":1,\"result\":{}}\nnoise\n" +
		`{"id":2,"result":{"data":[{"skills":[{"name":"x","description":"d","path":"/t/b/SKILL.md"},{"name":"own","path":"/home/s/SKILL.md"}],"errors":[{"path":"/t/a/SKILL.md","message":"no"}]}]}}` + "\n")
	list, err := requestSkills(&strings.Builder{}, from, "/t")
	if err != nil {
		t.Fatal(err)
	}
	answers, uncertain, err := codexAnswers(list, tree)
	if err != nil {
		t.Fatal(err)
	}
	want := []conformance.Answer{{Error: "no"}, {Loads: true, Name: "x", Description: "d"}, {}}
	if !slices.Equal(answers, want) || !slices.Equal(uncertain, []int{2}) {
		t.Errorf("answers %+v, uncertain %v", answers, uncertain)
	}
	if _, err := requestSkills(&strings.Builder{}, strings.NewReader("{\"id\":1}\n"), "/t"); err == nil {
		t.Error("no error for a missing answer")
	}
}

func TestReport(t *testing.T) {
	loads, rejects := conformance.Answer{Loads: true, Name: "n", Description: "a | b"}, conformance.Answer{Error: "no"}
	set := conformance.HeaderSet{Name: "made", Cases: []conformance.Header{{ID: "one", File: []byte("---\nname: n\n---\n")}, {ID: "two"}}}
	recordingOf := func(version string, first conformance.Answer, sum string) *conformance.Recording {
		return &conformance.Recording{Set: "made", Programs: map[string]string{"codex": "codex " + version}, Cases: []conformance.Case{
			{ID: "one", Sum: "1", Answers: map[string]conformance.Answer{"codex": first}},
			{ID: "two", Sum: sum, Answers: map[string]conformance.Answer{"codex": loads}}}}
	}
	dir := t.TempDir()
	if err := writeRecordings(dir, []*conformance.Recording{recordingOf("1", loads, "2")}); err != nil {
		t.Fatal(err)
	}
	asked := []*agent{lookup("codex")}
	var out strings.Builder
	if err := report(&out, asked, []conformance.HeaderSet{set}, []*conformance.Recording{recordingOf("2", loads, "2")}, dir); err != nil {
		t.Errorf("nothing changed: %v", err)
	}
	if !strings.Contains(out.String(), "Every answer is the same.") {
		t.Errorf("nothing changed, but:\n%s", out.String())
	}
	out.Reset()
	if report(&out, asked, []conformance.HeaderSet{set}, []*conformance.Recording{recordingOf("2", rejects, "3")}, dir) == nil {
		t.Error("no error for changed answers")
	}
	for _, want := range []string{"## codex: codex 1 → codex 2", "made: 1 of 1 answers changed", "| one |", `a \| b`, "rejects: no", "1 cases of made differ from the recorded cases"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("missing %q in:\n%s", want, out.String())
		}
	}
}
