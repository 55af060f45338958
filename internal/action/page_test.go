package action

import (
	"cmp"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"gopkg.in/yaml.v3"
)

// A parameter is an input or an output, in the order of action.yml.
type parameter struct{ name, description, fallback string }

// readDescriptions returns a section of action.yml.
func readDescriptions(t *testing.T, section string) []parameter {
	t.Helper()
	var doc map[string]yaml.Node
	readYAML(t, "action.yml", &doc)
	node := doc[section]
	var found []parameter
	for i := 0; i+1 < len(node.Content); i += 2 {
		var one struct{ Description, Default string }
		if err := node.Content[i+1].Decode(&one); err != nil {
			t.Fatal(err)
		}
		found = append(found, parameter{node.Content[i].Value, strings.Join(strings.Fields(one.Description), " "), one.Default})
	}
	return found
}

// TestPage checks that docs/action.md has the inputs and outputs of action.yml and the workflow that init writes.
func TestPage(t *testing.T) {
	page := readText(t, "docs/action.md")
	var inputs, outputs strings.Builder
	for _, d := range readDescriptions(t, "inputs") {
		fallback := cmp.Or(d.fallback, "empty")
		if d.fallback != "" {
			fallback = "`" + d.fallback + "`"
		}
		inputs.WriteString("| `" + d.name + "` | " + fallback + " | " + d.description + " |\n")
	}
	for _, d := range readDescriptions(t, "outputs") {
		outputs.WriteString("| `" + d.name + "` | " + d.description + " |\n")
	}
	for head, rows := range map[string]string{"| input | default | meaning |\n|---|---|---|\n": inputs.String(), "| output | value |\n|---|---|\n": outputs.String()} {
		if !strings.Contains(page, head+rows+"\n") {
			t.Errorf("docs/action.md differs from action.yml; want:\n%s%s", head, rows)
		}
	}
	shown := regexp.MustCompile("(?s)```yaml\n(name: .*?)```\n").FindStringSubmatch(page)
	if shown == nil {
		t.Fatal("no workflow in docs/action.md")
	}
	written := strings.NewReplacer("{branch}", "main", "{release}", "v1 # better: the commit of a release", "{fail-on}", "error").Replace(readText(t, "internal/setup/workflow.yml"))
	if shown[1] != written {
		t.Errorf("docs/action.md differs from the workflow that init writes:\n%s", written)
	}
}

func readText(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
