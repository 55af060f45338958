package setup

import (
	"encoding/json"
	"regexp"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v5"
	"github.com/skilllint/skilllint/internal/clients/loader"
	"github.com/skilllint/skilllint/internal/config"
	"github.com/skilllint/skilllint/rules"
	"github.com/skilllint/skilllint/schema"
	"gopkg.in/yaml.v3"
)

// TestConfig decodes configurations for several surveys, as written and with all examples uncommented.
func TestConfig(t *testing.T) {
	everything := &Survey{
		Pins:     []Pin{{"skills", "cleo", 3, 4}, {"9 lives/@x", "claude-code", 1, 1}, {"-x", "codex", 1, 2}, {"no", "codex", 1, 2}},
		Excluded: []ExcludedDir{{"vendor", 12}, {"a b/test data+", 1}},
		Hidden:   []string{".myagent/skills"},
		Agents:   []string{"codex", "gemini"}, Protocol: "the protocol",
	}
	surveys := map[string]*Survey{"nothing": {}, "everything": everything, "undetected": {Undetected: []string{"skills", "more"}}, "hidden": {Hidden: []string{".a/skills", "x/.b/skills"}}}
	hints := []RuleHint{{"links/broken", 12}, {"budget/skill", 1}}
	for name, s := range surveys {
		for _, o := range []Options{{}, {Rules: hints}} {
			text := Config(s, o)
			for mode, source := range map[string]string{"as written": text, "with its examples": uncommented(text)} {
				t.Run(name+" "+mode, func(t *testing.T) {
					schema := config.Schema{Rules: rules.All(), Dialects: schema.Names(), Targets: loader.IDs()}
					c, err := config.Parse([]byte(source), config.Name, ".", schema)
					if err != nil {
						t.Fatalf("%v\n%s", err, source)
					}
					if err := valid(t, source); err != nil {
						t.Errorf("%#v\n%s", err, source)
					}
					if len(c.Dialects) < len(s.Pins) || len(c.Exclude) < len(s.Excluded) {
						t.Errorf("%d pins, %d exclusions; want %d, %d\n%s", len(c.Dialects), len(c.Exclude), len(s.Pins), len(s.Excluded), source)
					}
				})
			}
		}
	}
}

// valid checks a configuration against the schema that editors use.
func valid(t *testing.T, source string) error {
	t.Helper()
	text, err := json.Marshal(config.JSONSchema(config.Schema{Rules: rules.All(), Dialects: schema.Names(), Targets: loader.IDs()}))
	if err != nil {
		t.Fatal(err)
	}
	compiled, err := jsonschema.CompileString("config.json", string(text))
	if err != nil {
		t.Fatal(err)
	}
	var decoded any
	if err := yaml.Unmarshal([]byte(source), &decoded); err != nil {
		t.Fatal(err)
	}
	if decoded == nil {
		decoded = map[string]any{} // only comments
	}
	return compiled.Validate(decoded)
}

// uncommented enables the examples of a configuration.
func uncommented(text string) string {
	example := regexp.MustCompile(`(?m)^#(\S|  )`)
	return example.ReplaceAllString(text, "$1")
}

func TestWorkflow(t *testing.T) {
	text := Workflow("trunk", Release{Ref: "abc", Note: "v1.2.3"}, true)
	for _, want := range []string{"branches: [trunk]\n", "skilllint/skilllint@abc # v1.2.3\n", "fail-on: error\n", "persist-credentials: false", "  contents: read\n"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	for _, not := range []string{"pull_request_target", "run:", "{branch}", "{release}", "{fail-on}"} {
		if strings.Contains(text, not) {
			t.Errorf("unexpected %q in\n%s", not, text)
		}
	}
	pinned := regexp.MustCompile(`uses: [\w/-]+@[0-9a-f]{40} # v\d`)
	if got := len(pinned.FindAllString(text, -1)); got != 2 {
		t.Errorf("%d pinned third-party actions, want 2\n%s", got, text)
	}
	for branch, want := range map[string]string{"1.0": "['1.0']", "null": "['null']", "c++": `['c\+\+']`, "release/2.x": "[release/2.x]"} {
		if text := Workflow(branch, Release{Ref: "abc"}, true); !strings.Contains(text, "branches: "+want+"\n") {
			t.Errorf("branch %s: want %s in\n%s", branch, want, text)
		}
	}
	if !strings.Contains(Workflow("main", Release{Ref: "abc"}, false), "|| 'never' }}") {
		t.Error("a push to a tree with existing errors would fail")
	}
}
