// Package goreleaser reads .goreleaser.yaml as goreleaser does: a key that it does not know, and a value
// of another type, is an error. It is a module of its own, as goreleaser brings much along.
package goreleaser

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/goreleaser/goreleaser/v2/pkg/config"
	"github.com/invopop/jsonschema"
	validator "github.com/santhosh-tekuri/jsonschema/v5"
	"gopkg.in/yaml.v3"
)

func TestPlan(t *testing.T) {
	text, err := os.ReadFile("../../.goreleaser.yaml")
	if err != nil {
		t.Fatal(err)
	}
	plan, err := config.LoadReader(strings.NewReader(string(text)))
	if err != nil {
		t.Fatal(err)
	}
	if len(plan.Builds) != 1 || len(plan.DockersV2) != 1 || len(plan.Casks) != 1 || len(plan.SBOMs) != 2 {
		t.Errorf("builds, images, casks, SBOMs: %d, %d, %d, %d", len(plan.Builds), len(plan.DockersV2), len(plan.Casks), len(plan.SBOMs))
	}
	if err := validate(t, text); err != nil {
		t.Errorf("by the schema: %#v", err)
	}
}

// validate checks a plan against the schema that `goreleaser jsonschema` prints.
func validate(t *testing.T, text []byte) error {
	t.Helper()
	reflected := jsonschema.Reflect(&config.Project{})
	reflected.Definitions["FileInfo"] = jsonschema.Reflect(&config.FileInfo{})
	schema, err := json.Marshal(reflected)
	if err != nil {
		t.Fatal(err)
	}
	compiled, err := validator.CompileString("https://goreleaser.com/static/schema.json", string(schema))
	if err != nil {
		t.Fatal(err)
	}
	var plan any
	if err := yaml.Unmarshal(text, &plan); err != nil {
		t.Fatal(err)
	}
	return compiled.Validate(plan)
}

// TestPlanSees checks that the test above can fail.
func TestPlanSees(t *testing.T) {
	for _, wrong := range []string{"version: 2\nchecksums: {}\n", "version: 2\nbuilds: [{goos: {linux: true}}]\n"} {
		if _, err := config.LoadReader(strings.NewReader(wrong)); err == nil {
			t.Errorf("goreleaser reads %q", wrong)
		}
		if validate(t, []byte(wrong)) == nil {
			t.Errorf("by the schema nothing is wrong with %q", wrong)
		}
	}
}
