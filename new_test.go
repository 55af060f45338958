package skilllint_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/skilllint/skilllint/internal/setup"
)

// placeholderRules are the rules that report the placeholders of new files.
const placeholderRules = "frontmatter/description,markdown/placeholder"

// TestNewLintsClean creates a file of each kind in each dialect and lints it, with the dialect detected, then configured,
// which is stricter. Only placeholders are reported.
func TestNewLintsClean(t *testing.T) {
	if testing.Short() {
		t.Skip("-short")
	}
	t.Setenv("SOURCE_DATE_EPOCH", "1767312000") // 2026-01-02, the date in addManifest
	binary := build(t)
	for _, kind := range setup.Kinds() {
		for _, dialect := range setup.Dialects(kind) {
			t.Run(dialect+"/"+kind, func(t *testing.T) {
				dir := t.TempDir()
				for _, args := range newCommands(dialect, kind) {
					if out, err := runIn(dir, binary, args...); err != nil {
						t.Fatalf("skilllint %q: %v\n%s", args, err, out)
					}
				}
				if kind == "output" {
					addManifest(t, filepath.Join(dir, "out"))
				}
				config := "dialects: {'**': " + dialect + "}\n"
				for _, configured := range []bool{false, true} {
					if configured {
						if err := os.WriteFile(filepath.Join(dir, ".skilllint.yaml"), []byte(config), 0o666); err != nil {
							t.Fatal(err)
						}
					}
					if out, err := runIn(dir, binary, "--fail-on", "info", "--ignore", placeholderRules+",registry/exposed", "."); err != nil || !strings.Contains(out, "no findings") {
						t.Errorf("dialect configured %t: %v\n%s", configured, err, out)
					}
					if !configured && dialect == "progressive" {
						continue // cannot be detected
					}
					if !isListed(t, dir, binary, kind, dialect) {
						t.Errorf("dialect configured %t: no file has the kind %s and the dialect %s", configured, kind, dialect)
					}
				}
			})
		}
	}
}

// TestNewPlaceholders checks that rules report the placeholders of a new file.
func TestNewPlaceholders(t *testing.T) {
	t.Parallel()
	binary := build(t)
	dir := t.TempDir()
	if err := os.MkdirAll(filepath.Join(dir, ".claude", "skills"), 0o777); err != nil {
		t.Fatal(err)
	}
	if out, err := runIn(dir, binary, "new", "skill", "sort-mail"); err != nil || !strings.Contains(out, ".claude/skills/sort-mail/SKILL.md") {
		t.Fatalf("%v\n%s", err, out)
	}
	out, _ := runIn(dir, binary, "--format", "json", ".")
	for _, rule := range strings.Split(placeholderRules, ",") {
		if !strings.Contains(out, rule) {
			t.Errorf("no finding of %s:\n%s", rule, out)
		}
	}
}

// TestNewUnusualNames checks that names which YAML would parse as other types are quoted, and that invalid names are
// errors.
func TestNewUnusualNames(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("-short")
	}
	binary := build(t)
	dir := t.TempDir()
	for _, name := range []string{"9", "017", "0x1f", "1e-3", "2024-01-01", "2048-game", "true", "no", "null", "y"} {
		for _, args := range [][]string{{"skill", name}, {"agent", name}, {"agent", name, "--dialect", "duyetbot"}, {"agent", name, "--dialect", "copilot"}} {
			if out, err := runIn(dir, binary, append([]string{"new"}, args...)...); err != nil {
				t.Fatalf("new %q: %v\n%s", args, err, out)
			}
		}
	}
	for _, name := range []string{"true", "null"} {
		if out, err := runIn(dir, binary, "new", "persona", name, "--in", "team"); err != nil {
			t.Fatalf("new persona %s: %v\n%s", name, err, out)
		}
	}
	if out, err := runIn(dir, binary, "--fail-on", "info", "--ignore", placeholderRules+",registry/exposed", "."); err != nil || !strings.Contains(out, "no findings") {
		t.Errorf("%v\n%s", err, out)
	}
	if out, err := runIn(dir, binary, "new", "registry", "ct-mail", "--in", "team"); err == nil || !strings.Contains(out, `invalid directory "team"`) {
		t.Errorf("registry outside of skills: %v, %s", err, out)
	}
	for name, want := range map[string]string{
		"":                       `invalid name "": must consist of lower-case letters, digits and hyphens`,
		"...":                    `invalid name "...": must consist of`,
		"\u00dcber":              "must consist of lower-case letters",
		"nul":                    "reserved for a device on Windows",
		"CON":                    "reserved for a device on Windows",
		"com1":                   "reserved for a device on Windows",
		"Sort Mail":              `did you mean "sort-mail"`,
		strings.Repeat("a", 65):  "name is 65 characters long (limit 64)",
		strings.Repeat("aB", 40): "name is 80 characters long (limit 64)",
	} {
		out, err := runIn(dir, binary, "new", "skill", name)
		if err == nil || !strings.Contains(out, want) || strings.Contains(out, "internal error") {
			t.Errorf("new skill %q: %v, %s; want %q", name, err, out, want)
		}
	}
}

// newCommands returns the commands that create a file of a kind in a dialect and the files that it depends on.
func newCommands(dialect, kind string) [][]string {
	create := func(kind, name, in string) []string {
		args := []string{"new", kind, name, "--dialect", dialect}
		if in != "" {
			args = append(args, "--in", in)
		}
		return args
	}
	switch {
	case kind == "registry":
		return [][]string{create("skill", "ct-sort-mail", ""), create(kind, "ct-sort-mail", ""),
			create("skill", "ct-send-mail", ""), create(kind, "ct-send-mail", "")}
	case kind == "output":
		return [][]string{create(kind, "T12-sort-mail", "out")}
	case dialect == "triagent" && kind == "agent":
		return [][]string{create("persona", "developer", "skills/one"), create(kind, "reader", "skills/one/_subagents")}
	case dialect == "triagent":
		return [][]string{create("persona", "developer", "skills/one"), create("skill", "sort_mail", "skills/one/developer")}
	case dialect == "cleo" && kind == "skill":
		return [][]string{create(kind, "ct-sort-mail", ""), create("registry", "ct-sort-mail", "")}
	}
	return [][]string{create(kind, "sort-mail", "")}
}

// isListed reports whether `skilllint files` lists a file with a kind and a dialect.
func isListed(t *testing.T, dir, binary, kind, dialect string) bool {
	t.Helper()
	out, err := runIn(dir, binary, "files", "--format", "json")
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	var list struct {
		Files []struct{ Kind, Dialect string }
	}
	if err := json.Unmarshal([]byte(out), &list); err != nil {
		t.Fatal(err)
	}
	return slices.ContainsFunc(list.Files, func(f struct{ Kind, Dialect string }) bool { return f.Kind == kind && f.Dialect == dialect })
}

// addManifest writes a manifest with the output, without which the file is not an output.
func addManifest(t *testing.T, dir string) {
	t.Helper()
	const line = `{"id":"T12-sort-mail","file":"T12-sort-mail.md","title":"Sort mail","date":"2026-01-02","status":"partial",` +
		`"agent_type":"research","topics":["mail"],"key_findings":["One.","Two.","Three."],"actionable":true,` +
		`"needs_followup":["T13"],"linked_tasks":["T12"]}` + "\n"
	if err := os.WriteFile(filepath.Join(dir, "MANIFEST.jsonl"), []byte(line), 0o666); err != nil {
		t.Fatal(err)
	}
}
