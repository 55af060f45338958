package main

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/skilllint/skilllint/internal/clients/conformance"
	"github.com/skilllint/skilllint/internal/clients/loader"
)

// TestAgents checks that what is asked is what the models are of.
func TestAgents(t *testing.T) {
	for _, a := range agents {
		model := loader.Lookup(a.ID)
		if model == nil {
			t.Errorf("no model of %s", a.ID)
			continue
		}
		if model.Grade != loader.Measured || model.Program != a.Package || model.Version != a.Version {
			t.Errorf("the model of %s is %s, of %s %s, and %s %s is asked", a.ID, model.Grade, model.Program, model.Version, a.Package, a.Version)
		}
	}
	for _, model := range loader.Agents() {
		if model.Grade == loader.Measured && lookup(model.ID) == nil {
			t.Errorf("%s is measured, but not asked", model.ID)
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
			t.Errorf("a batch of %d", len(batch))
		}
		for _, c := range batch {
			if name := string(nameLine.FindSubmatch(c.File)[1]); names[name] {
				t.Errorf("two cases of a batch have the name %s", name)
			} else {
				names[name] = true
			}
			seen = append(seen, c.ID)
		}
	}
	slices.Sort(seen)
	if len(slices.Compact(seen)) != 25 {
		t.Errorf("%d of 25 cases are in a batch", len(seen))
	}
	if n := len(batches(cases, 5, false)); n != 5 {
		t.Errorf("%d batches, want 5", n)
	}
}

func TestCodexAnswers(t *testing.T) {
	tree := &tree{paths: []string{"/t/a", "/t/b", "/t/c"}, cases: make([]conformance.Header, 3)}
	from := strings.NewReader("{\"id\":1,\"result\":{}}\nnoise\n" +
		`{"id":2,"result":{"data":[{"skills":[{"name":"x","description":"d","path":"/t/b/SKILL.md"},{"name":"own","path":"/home/s/SKILL.md"}],"errors":[{"path":"/t/a/SKILL.md","message":"no"}]}]}}` + "\n")
	list, err := talk(&strings.Builder{}, from, "/t")
	if err != nil {
		t.Fatal(err)
	}
	answers, doubtful, err := codexAnswers(list, tree)
	if err != nil {
		t.Fatal(err)
	}
	want := []conformance.Answer{{Error: "no"}, {Loads: true, Name: "x", Description: "d"}, {}}
	if !slices.Equal(answers, want) || !slices.Equal(doubtful, []int{2}) {
		t.Errorf("answers %+v, doubtful %v", answers, doubtful)
	}
	if _, err := talk(&strings.Builder{}, strings.NewReader("{\"id\":1}\n"), "/t"); err == nil {
		t.Error("no answer, and no error")
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
	folder := t.TempDir()
	if err := writeRecordings(folder, []*conformance.Recording{recordingOf("1", loads, "2")}); err != nil {
		t.Fatal(err)
	}
	asked := []*agent{lookup("codex")}
	var out strings.Builder
	if err := report(&out, asked, []conformance.HeaderSet{set}, []*conformance.Recording{recordingOf("2", loads, "2")}, folder); err != nil {
		t.Errorf("nothing changed: %v", err)
	}
	if !strings.Contains(out.String(), "Every answer is the same.") {
		t.Errorf("nothing changed, but:\n%s", out.String())
	}
	out.Reset()
	if report(&out, asked, []conformance.HeaderSet{set}, []*conformance.Recording{recordingOf("2", rejects, "3")}, folder) == nil {
		t.Error("a change is no error")
	}
	for _, want := range []string{"## codex: codex 1 → codex 2", "made: 1 of 1 answers changed", "| one |", `a \| b`, "rejects: no", "1 cases of made are not the ones"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %q in:\n%s", want, out.String())
		}
	}
}
