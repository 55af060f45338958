package schema

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v5"
)

// decode returns a value as callers provide it.
func decode(t testing.TB, source string) any {
	t.Helper()
	decoder := json.NewDecoder(strings.NewReader(source))
	decoder.UseNumber()
	var v any
	if err := decoder.Decode(&v); err != nil {
		t.Fatalf("%s: %v", source, err)
	}
	return v
}

// short formats a violation for comparison.
func short(v Violation) string {
	s := fmt.Sprintf("%s %s %s", v.Severity, strings.Join(v.Path, "/"), v.Keyword)
	for _, part := range []string{v.Missing, strings.Join(v.Types, "|"), strings.Join(v.Allowed, "|"), v.Limit} {
		if part != "" {
			s += " " + part
		}
	}
	if v.Keyword == "format" {
		s += " " + v.Format
	}
	return s
}

func TestValidate(t *testing.T) {
	long := strings.Repeat("é", 1025)
	tests := []struct {
		name, schema, value string
		want                []string
	}{
		{"clean", "agentskills/skill", `{"name": "pdf-forms", "description": "Fills forms."}`, nil},
		{"empty", "agentskills/skill", `{}`, []string{"error  required description", "error  required name"}},
		{"unknown keys are not checked", "agentskills/skill", `{"name": "a", "description": "b", "version": 1}`, nil},
		{"name form", "agentskills/skill", `{"name": "Pdf_Forms", "description": "b"}`, []string{"error name format skill-name-unicode"}},
		{"name of another script", "agentskills/skill", `{"name": "技能", "description": "b"}`, []string{"warning name pattern"}},
		{"name with a line end", "agentskills/skill", `{"name": "pdf\n", "description": "b"}`, nil},
		{"code points, not bytes", "agentskills/skill", `{"name": "a", "description": "` + long[2:] + `"}`, nil},
		{"too long", "agentskills/skill", `{"name": "a", "description": "` + long + `"}`, []string{"error description maxLength 1024"}},
		{"only spaces", "agentskills/skill", `{"name": " ", "description": "\n "}`, []string{"error description pattern", "error name pattern"}},
		{"wrong types", "agentskills/skill", `{"name": ["a"], "description": null, "metadata": "x"}`,
			[]string{"error description type string", "warning metadata type object", "error name type string"}},
		{"nested metadata", "agentskills/skill", `{"name": "a", "description": "b", "metadata": {"x": 1, "y": {"z": 1}}}`,
			[]string{"warning metadata/y type string|number|boolean|null"}},
		{"tools as list", "agentskills/skill", `{"name": "a", "description": "b", "allowed-tools": ["Read"]}`, []string{"warning allowed-tools type string"}},
		{"tools with commas", "agentskills/skill", `{"name": "a", "description": "b", "allowed-tools": "Read, Grep"}`, []string{"warning allowed-tools format space-separated"}},
		{"commas in a pattern", "agentskills/skill", `{"name": "a", "description": "b", "allowed-tools": "Bash(a, b) Grep"}`, nil},

		{"words for booleans", "claude-code/skill", `{"user-invocable": "Yes", "background": 0, "disable-model-invocation": false}`, nil},
		{"invalid word for a boolean", "claude-code/skill", `{"user-invocable": "maybe"}`, []string{"warning user-invocable format boolean-word"}},
		{"neither users nor models can invoke it", "claude-code/skill", `{"user-invocable": "off", "disable-model-invocation": 1}`, []string{"error user-invocable format not-false-word"}},
		{"agent without fork", "claude-code/skill", `{"agent": "Explore"}`, []string{"warning agent dependentRequired context"}},
		{"hint as a list", "claude-code/command", `{"argument-hint": ["file"]}`, []string{"info argument-hint type string|null"}},
		{"arguments as mappings", "claude-code/skill", `{"arguments": [{"name": "x"}]}`, []string{"warning arguments/0 type string"}},
		{"agent without name", "claude-code/agent", `{"description": "x"}`, []string{"error  required name"}},
		{"plugin's agent without name", "claude-code/plugin-agent", `{"description": "x"}`, []string{"info  required name"}},
		{"not allowed in plugins", "claude-code/plugin-agent", `{"name": "a", "description": "x", "permissionMode": "plan"}`, []string{"warning permissionMode not"}},
		{"agent's name", "claude-code/agent", `{"name": "a:b", "description": "x", "color": "magenta", "maxTurns": 0}`,
			[]string{"info color enum red|blue|green|yellow|purple|orange|pink|cyan", "warning maxTurns minimum 1", "error name pattern"}},

		{"version as a number", "cleo/skill", `{"name": "ct-x", "description": "b", "version": 1.0}`, []string{"warning version format semver"}},
		{"prefix", "cleo/skill", `{"name": "x", "description": "b"}`, []string{"warning name pattern"}},

		{"duyetbot's minimum", "duyetbot/skill", `{"name": "x", "type": "mode", "description": "b", "triggers": ["a"]}`, nil},
		{"duyetbot's limits", "duyetbot/skill", `{"name": "x", "type": "modes", "description": "b", "triggers": [], "timeout_ms": 0, "version": "1.0", "required_tools": ["bash", "grep"], "disallowed_tools": ["rm"]}`,
			[]string{
				"warning disallowed_tools/0 enum bash|git|github|read|write|edit|search|research|plan|run_tests",
				"error required_tools/1 enum bash|git|github|read|write|edit|search|research|plan|run_tests",
				"error timeout_ms exclusiveMinimum 0", "warning timeout_ms minimum 1000",
				"error triggers minItems 1", "error type enum self-improvement|mode|custom", "warning version format version-triple"}},
		{"duyetbot's subagent", "duyetbot/agent", `{"name": "x", "type": "subagent", "description": "b", "triggers": ["a"], "max_concurrent": 4}`,
			[]string{"warning  required capabilities", "info max_concurrent maximum 3"}},

		{"string for a list", "triagent/skill", `{"display_name": "X", "description": "b", "requires": "ado_basics"}`, []string{"error requires type array"}},
		{"list after two references", "triagent/agent", `{"name": "x", "description": "b", "prompt": "c", "tools": "Read", "file_extensions": ["py"]}`,
			[]string{"warning file_extensions/0 pattern", "error tools type array"}},
		{"no such schema", "triagent/registry", `{"name": 1}`, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			dialect, kind, _ := strings.Cut(tt.schema, "/")
			found, err := Validate(dialect, kind, decode(t, tt.value))
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, v := range found {
				got = append(got, short(v))
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("%s: -want +got\n%s", tt.value, diff)
			}
		})
	}
}

func TestAnnotations(t *testing.T) {
	tests := []struct {
		name, schema, value string
		want                Violation
	}{
		{"from the root, with the help of the field", "agentskills/skill", `{"name": "a"}`, Violation{
			Keyword: "required", Missing: "description", Severity: "error", Loader: "reject",
			Effect: "several clients do not load the skill", Help: "describe what the skill does and when to use it"}},
		{"through a reference", "triagent/persona", `{"skills": "a"}`, Violation{
			Path: []string{"skills"}, Keyword: "type", Types: []string{"array"}, Severity: "error", Must: true, Loader: "abort",
			Effect: "Triagent reads each character as an item"}},
		{"severity overrides the parent's effect", "triagent/skill", `{"display_name": "X", "description": "b", "version": 1}`, Violation{
			Path: []string{"version"}, Keyword: "type", Types: []string{"string"}, Severity: "warning", Must: true, Loader: "ignore",
			Effect: "Triagent keeps a value that is not a version", Message: "invalid semantic version {}", Format: "semver",
			Help: `use a version such as "1.0.0"`, Exact: true, Rule: "frontmatter/version"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			dialect, kind, _ := strings.Cut(tt.schema, "/")
			found, err := Validate(dialect, kind, decode(t, tt.value))
			if err != nil || len(found) == 0 {
				t.Fatalf("%s: %v, error %v", tt.value, found, err)
			}
			if diff := cmp.Diff(tt.want, found[0]); diff != "" {
				t.Errorf("%s: -want +got\n%s", tt.value, diff)
			}
		})
	}
}

func TestHostileValues(t *testing.T) {
	deep := any("x")
	for range 5000 {
		deep = []any{deep}
	}
	many := make([]any, 300_000)
	for i := range many {
		many[i] = json.Number("1")
	}
	odd := map[string]any{"name": "a", "description": "b", "metadata": map[string]any{"a/b~c%2F\n": []any{}}}
	for _, value := range []any{deep, odd, nil, "x", json.Number("NaN"), map[string]any{"timeout_ms": json.Number("1e100000000x")}} {
		for _, name := range List() {
			dialect, kind, _ := strings.Cut(name, "/")
			_, _ = Validate(dialect, kind, value) // no panic
		}
	}
	if _, err := Validate("triagent", "skill", map[string]any{"tags": many}); !errors.Is(err, ErrTooLarge) {
		t.Errorf("300,000 tags: error %v, want %v", err, ErrTooLarge)
	}
	found, err := Validate("agentskills", "skill", odd)
	if err != nil || len(found) != 1 || len(found[0].Path) != 2 || found[0].Path[1] != "a/b~c%2F\n" {
		t.Errorf("odd keys: %v, error %v", found, err)
	}
}

func TestChoose(t *testing.T) {
	tests := []struct {
		name, schema, value, want string
	}{
		{"no branch of that type", `{"anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]}`, `1`, "error  type array|string"},
		{"list branch", `{"anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]}`, `["a", 1]`, "error 1 type string"},
		{"object branch with that constant", `{"oneOf": [
			{"type": "object", "properties": {"source": {"const": "github"}, "repo": {"type": "string"}}, "required": ["repo", "source"]},
			{"type": "object", "properties": {"source": {"const": "url"}}, "required": ["url", "source"]}]}`,
			`{"source": "url"}`, "error  required url"},
		{"both", `{"oneOf": [{"type": "string"}, {"minLength": 1}]}`, `"x"`, "error  oneOf"},
		{"unknown key", `{"properties": {"a": {}}, "additionalProperties": false}`, `{"a": 1, "b": 2}`, "error b additionalProperties a"},
		{"key of the wrong form", `{"propertyNames": {"pattern": "^a"}}`, `{"b": 1}`, "error b pattern"},
		{"nothing is allowed", `{"properties": {"a": false}}`, `{"a": 1}`, "error a false"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			v := validateBy(t, tt.schema, decode(t, tt.value))
			if len(v) != 1 || short(v[0]) != tt.want {
				t.Errorf("%s by %s: %v, want %s", tt.value, tt.schema, v, tt.want)
			}
		})
	}
}

// validateBy checks a value against a schema that is not embedded.
func validateBy(t *testing.T, source string, value any) []Violation {
	t.Helper()
	compiled, err := jsonschema.CompileString("test.json", source)
	if err != nil {
		t.Fatal(err)
	}
	found, err := validate(&collector{origin: origin{"", mapOf(decode(t, source))}, value: value}, compiled)
	if err != nil {
		t.Fatal(err)
	}
	return found
}

func BenchmarkFirstUse(b *testing.B) {
	for b.Loop() {
		if _, err := compileLight("claude-code/skill"); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkValidate(b *testing.B) {
	value := decode(b, `{"name": "pdf-forms", "description": "Fills forms.", "allowed-tools": ["Read"], "metadata": {"a": "b"}}`)
	for b.Loop() {
		if _, err := Validate("claude-code", "skill", value); err != nil {
			b.Fatal(err)
		}
	}
}
