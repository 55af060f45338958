// Package goreleaser parses .goreleaser.yaml with goreleaser, which reports unknown keys and wrong types. It is a separate
// module because of the many dependencies of goreleaser.
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
		t.Errorf("schema violations: %#v", err)
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

// TestPlanErrors checks that invalid files are errors.
func TestPlanErrors(t *testing.T) {
	for _, wrong := range []string{"version: 2\nchecksums: {}\n", "version: 2\nbuilds: [{goos: {linux: true}}]\n"} {
		if _, err := config.LoadReader(strings.NewReader(wrong)); err == nil {
			t.Errorf("goreleaser accepts %q", wrong)
		}
		if validate(t, []byte(wrong)) == nil {
			t.Errorf("the schema accepts %q", wrong)
		}
	}
}
