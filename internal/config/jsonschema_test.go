package config

import (
	"encoding/json"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v5"
	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/clients/loader"
	"github.com/skilllint/skilllint/internal/syntax/yamltree"
	"github.com/skilllint/skilllint/rules"
	"github.com/skilllint/skilllint/schema"
	"golang.org/x/tools/txtar"
)

// testSchema returns the JSON Schema of configurations for the names in [testNames].
var testSchema = sync.OnceValue(func() *jsonschema.Schema { return compileSchema(testNames()) })

func compileSchema(s Schema) *jsonschema.Schema {
	source, err := json.Marshal(JSONSchema(s))
	if err != nil {
		panic(err)
	}
	return jsonschema.MustCompileString("config.json", string(source))
}

// validate returns the reason why a schema rejects a configuration, or nil.
func validate(s *jsonschema.Schema, source string) error {
	start := len(source) - len(strings.TrimPrefix(source, "\ufeff"))
	return s.Validate(plainValue(yamltree.Parse([]byte(source), analysis.Range{Start: start, End: len(source)}).Root))
}

// plainValue converts a value to the types of encoding/json.
func plainValue(v *analysis.Value) any {
	if v == nil {
		return nil
	}
	switch v.Kind {
	case analysis.Bool:
		return strings.EqualFold(v.Text, "true")
	case analysis.Number:
		n, err := strconv.ParseFloat(v.Text, 64)
		if err != nil || math.IsInf(n, 0) || math.IsNaN(n) {
			return 0.5
		}
		return n
	case analysis.String:
		return v.Text
	case analysis.List:
		list := []any{}
		for _, item := range v.Items {
			list = append(list, plainValue(item))
		}
		return list
	case analysis.Map:
		members := map[string]any{}
		for _, m := range v.Members {
			members[m.Key] = plainValue(m.Value)
		}
		return members
	}
	return nil
}

// TestSchemaKeys checks that the schema has the keys of the decoder, and the alias.
func TestSchemaKeys(t *testing.T) {
	schemas := keySchemas(testNames())
	delete(schemas, "house")
	keys := slices.Sorted(maps.Keys(schemas))
	if !slices.Equal(keys, Keys()) {
		t.Errorf("keys of the schema: %v, of the decoder: %v", keys, Keys())
	}
}

// TestSchemaRejects checks that the schema rejects keys and values that the decoder rejects.
func TestSchemaRejects(t *testing.T) {
	for _, source := range []string{
		"ruels: {}", "later: 1", "rules: {markdown/unclosed-fense: off}", "rules: {dep: off}", "rules: {internal/analyzer: off}", "rules: {deps: critical}",
		"rules: {deps: true}", "rules: {deps: {limit: 3}}", "rules: {deps/cycle: {limit: 3}}", "rules: {markdown/required-section: {limits: 3}}",
		"rules: {markdown/required-section: {limit: many}}", "rules: {markdown/required-section: {mode: lose}}", "rules: {markdown/required-section: {names: [1]}}",
		"rules: [deps]", "budgets: {skil: 1}", "budgets: {skill: 0}", "budgets: {skill: x}", "budgets: {dialects: {cloe: {}}}", "budgets: {dialects: {cleo: {dialects: {}}}}",
		"overrides: {}", "overrides: [a]", "overrides: [{files: a}]", "overrides: [{rules: {}}]", "overrides: [{file: a, rules: {}}]", "overrides: [{files: a, exclude: b}]",
		"dialects: {a: chatgpt}", "dialects: [a]", "targets: jarvis", "targets: [jarvis]", "targets: {codex: true}", "exclude: {a: b}", "exclude: [1]", "exclude: ['']",
		"manifest: {profil: strict}", "manifest: {profile: lax}", "manifest: {files: all}", "ledgers: [a]", "ledgers: {a: 1}", "schemas: {skil: a}", "schemas: {skill: 1}",
		"tokens: {knwon: A}", "tokens: {known: 1}", "tokens: [A]", "sections: {skil: A}", "sections: {registry: A}", "sections: {skill: [1]}", "links: {external_roots: a}",
		"min-severity: off", "min-severity: [info]", "suppressions: {reason: true}", "security: {hosts: a}", "security: {trusted-hosts: ['a/b']}", "suppressions: {require-reason: yes}", "baseline: [a]", "baseline: true", "extends: {a: b}", "extends: [1]", "[a]", "text",
		"house: {Bad_Name: {message: m, forbid: {file: x}}}", "house: {a: {forbid: {file: x}}}", "house: {a: {message: m}}", "house: {a: {message: m, forbid: {fiel: x}}}",
		"house: {a: {message: m, forbid: {file: x}, mesage: y}}", "house: {a: {message: m, forbid: {file: x, level: 1}}}", "house: {a: {message: m, forbid: {file: x}, require: {file: x}}}",
	} {
		if _, err := Parse([]byte(source), Name, ".", testNames()); err == nil {
			t.Errorf("the decoder accepts %s", source)
		}
		if validate(testSchema(), source) == nil {
			t.Errorf("the schema accepts %s", source)
		}
	}
}

// TestSchemaAccepts checks that the schema accepts each configuration in fixtures, tests and documentation that the
// decoder accepts.
func TestSchemaAccepts(t *testing.T) {
	all := Schema{Rules: rules.All(), Dialects: schema.Names(), Targets: loader.IDs()}
	s := compileSchema(all)
	accepted := 0
	for name, source := range configurations(t) {
		if _, err := Parse([]byte(source), Name, ".", all); err != nil {
			continue
		}
		accepted++
		if err := validate(s, source); err != nil {
			t.Errorf("%s: %#v\n%s", name, err, source)
		}
	}
	if accepted < 60 {
		t.Errorf("only %d configurations were found", accepted)
	}
}

// configurations returns the configurations in the repository's fixtures, command-line tests and documentation.
func configurations(t *testing.T) map[string]string {
	found := map[string]string{}
	for _, dir := range []string{"../../fixtures", "../cli/testdata"} {
		err := filepath.WalkDir(dir, func(path string, entry os.DirEntry, err error) error {
			if err != nil || filepath.Ext(path) != ".txtar" {
				return err
			}
			archive, err := txtar.ParseFile(path)
			if err != nil {
				return err
			}
			for _, f := range archive.Files {
				if strings.HasSuffix(f.Name, Name) || filepath.Ext(f.Name) == ".yaml" {
					found[path+": "+f.Name] = string(f.Data)
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	page, err := os.ReadFile("../../docs/configuration.md")
	if err != nil {
		t.Fatal(err)
	}
	for i, part := range strings.Split(string(page), "```yaml\n")[1:] {
		source, _, _ := strings.Cut(part, "```")
		found["docs/configuration.md: example "+strconv.Itoa(i)] = source
	}
	return found
}
