package registry

import (
	"encoding/json"
	"maps"
	"math/rand"
	"slices"
	"testing"

	"github.com/skilllint/skilllint/internal/syntax/jsontree"
	"github.com/skilllint/skilllint/schema"
)

// TestPlain checks that the schema accepts plain entries, and that common entries are plain.
func TestPlain(t *testing.T) {
	random := rand.New(rand.NewSource(1))
	plains := 0
	for range 5000 {
		source := generate(random)
		entry := jsontree.Parse([]byte(source), 0).Root
		if !plain(entry) {
			continue
		}
		plains++
		found, err := schema.Validate("cleo", "registry", map[string]any{"$schema": "x", "skills": []any{entry.JSON()},
			"_meta": map[string]any{"schemaVersion": "1.0.0", "lastUpdated": "2026-01-26", "totalSkills": json.Number("1")}})
		if err != nil || len(found) > 0 {
			t.Fatalf("%s: %+v, error %v", source, found, err)
		}
	}
	if plains < 500 {
		t.Errorf("only %d of 5000 entries are plain", plains)
	}
	usual := `{"name":"ct-epic-architect","version":"2.1.0","description":"Plans.","path":"skills/ct-epic-architect","model":"sonnet","tags":["planning"],"status":"active","tier":1,"token_budget":8000,"references":["skills/x/y.md"],"capabilities":{"inputs":["TASK_ID"],"outputs":["epic"],"dependencies":[],"dispatch_triggers":["create epic"],"compatible_subagent_types":["planning"],"chains_to":["ct-x"]}}`
	if !plain(jsontree.Parse([]byte(usual), 0).Root) {
		t.Error("common entry is not plain")
	}
}

func generate(random *rand.Rand) string {
	pick := func(from ...any) any { return from[random.Intn(len(from))] }
	texts := func() any {
		return pick([]any{}, []any{"a", "b-c"}, []any{"A b"}, []any{""}, []any{"-a"}, []any{1}, "a", nil, []any{"a", nil})
	}
	values := map[string]any{
		"name":              pick("ct-a", "a", "a1-b2", "1a", "a--b", "a-", "-a", "A", "", "ä", 1, nil),
		"version":           pick("1.0.0", "0.0.1", "01.0.0", "1.0", "1.0.0-rc.1", "1.0.0.0", "v1.0.0", "", "1..0", 1, nil),
		"path":              pick("skills/a", "", " ", "\n", 1, nil),
		"description":       pick("x", "", string(make([]rune, 501)), "é", 1, nil),
		"model":             pick("sonnet", "opus", "haiku", "Sonnet", "gpt", 1, nil),
		"status":            pick("active", "deprecated", "experimental", "Active", "", nil),
		"tier":              pick(0, 3, 4, -1, 1.5, "1", nil),
		"token_budget":      pick(1, 8000, 0, -5, 1.5, "8000", nil),
		"tags":              texts(),
		"references":        texts(),
		"protocol":          pick("research", "", 1, nil),
		"capabilities":      pick(map[string]any{}, map[string]any{"inputs": texts(), "chains_to": texts()}, map[string]any{"dispatch_keywords": map[string]any{"primary": texts()}}, []any{}, nil),
		"constraints":       pick(map[string]any{}, nil),
		"dispatch_triggers": pick(map[string]any{}, []any{1}, nil),
		"own":               1,
	}
	whole := map[string]any{"name": "ct-a", "version": "1.0.0", "path": "skills/ct-a"}
	for _, field := range slices.Sorted(maps.Keys(values)) {
		if random.Intn(8) == 0 {
			whole[field] = values[field]
		}
	}
	if random.Intn(20) == 0 {
		delete(whole, pick("name", "version", "path").(string))
	}
	b, err := json.Marshal(whole)
	if err != nil {
		panic(err)
	}
	return string(b)
}
