package manifest

import (
	"math/rand"
	"testing"

	"github.com/skilllint/skilllint/schema"
)

// TestOutputForms compares the checks in Go with the schema cleo/output.
func TestOutputForms(t *testing.T) {
	random := rand.New(rand.NewSource(1))
	values := map[string][]string{
		"title":  {"Why the queue stalls", "x", "", " "},
		"task":   {"T2402", "T2402 (the queue)", "T1, T2", "T1.", "T1-a", "T1é", "T1x", "T1_", "t1", "T", "", " T1", "the queue"},
		"epic":   {"T2392", "T2392 — messaging", "2392", "E12"},
		"date":   {"2026-01-26", "2024-02-29", "2026-02-29", "2026-1-26", "2026-01-26 10:00", "today", ""},
		"status": {"complete", "Complete", "PARTIAL", " blocked ", "blocked", "done", "complete.", "archived", ""},
	}
	names := []string{"title", "task", "epic", "date", "status"}
	for range 3000 {
		document, valid := map[string]any{}, map[string]bool{}
		for _, name := range names {
			if random.Intn(8) > 0 {
				text := values[name][random.Intn(len(values[name]))]
				document[name], valid[name] = text, isValidForm(name, text)
			}
		}
		found, err := schema.Validate("cleo", "output", document)
		if err != nil {
			t.Fatal(err)
		}
		wrong, missing := map[string]bool{}, map[string]bool{}
		for _, v := range found {
			if v.Keyword == "required" {
				missing[v.Missing] = true
			} else {
				wrong[v.Path[0]] = true
			}
		}
		for _, name := range names {
			_, there := document[name]
			if there && valid[name] == wrong[name] {
				t.Fatalf("%s %q: valid in Go: %v, by the schema: %v", name, document[name], valid[name], !wrong[name])
			}
			if missing[name] != (!there && name != "epic") {
				t.Fatalf("%s: missing according to the schema: %v", name, missing[name])
			}
		}
	}
}

func TestIsOutputName(t *testing.T) {
	for _, name := range []string{"T1-a.md", "T2402-Retry.md", "2026-01-26_queue.md", "2026-01-26-queue.md", "T1-a"} {
		if !isOutputName(name) {
			t.Errorf("isOutputName(%q) = false", name)
		}
	}
	for _, name := range []string{"T1.md", "T1-.md", "t1-a.md", "a-T1.md", "2026-01-26.md", "2026-01-26_.md", "2026-13-26_a.md", "queue.md", ""} {
		if isOutputName(name) {
			t.Errorf("isOutputName(%q) = true", name)
		}
	}
}
