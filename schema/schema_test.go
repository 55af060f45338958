package schema

import (
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestDialects(t *testing.T) {
	if on, _ := filepath.Glob("*/dialect.json"); len(on) == 0 || len(on) != len(Names()) {
		t.Fatalf("%d dialects in the directory, but %q are embedded", len(on), Names())
	}
	if Lookup("unknown") != nil {
		t.Error("a dialect that does not exist was found")
	}
	for _, d := range All() {
		t.Run(d.Name, func(t *testing.T) {
			if d != Lookup(d.Name) {
				t.Error("the second call decoded the dialect again")
			}
			if d.Title == "" || d.Version == "" || d.Source == "" {
				t.Errorf("title %q, version %q, source %q: all are required", d.Title, d.Version, d.Source)
			}
			if _, err := time.Parse(time.DateOnly, d.Checked); err != nil {
				t.Errorf("checked: %v", err)
			}
			for kind, rules := range d.Kinds {
				checkKind(t, d.Name, kind, rules)
			}
			for _, dep := range d.Dependencies {
				checkDependency(t, d, dep)
			}
			for _, r := range d.Reserved {
				oneOf(t, "reserved: of", r.Of, "name", "directory")
				oneOf(t, "reserved: severity", r.Severity, "warning", "info")
				if len(r.Names) == 0 || !slices.IsSorted(r.Names) || r.Effect == "" {
					t.Errorf("reserved: %+v is incomplete or not sorted", r)
				}
			}
			if d.Tools != nil {
				checkTools(t, d)
			}
		})
	}
}

func checkKind(t *testing.T, dialect, kind string, rules *KindRules) {
	t.Helper()
	if _, ok := Source(dialect, kind); !ok && rules.Header.Need != "none" {
		t.Errorf("%s has no schema", kind)
	}
	h := rules.Header
	if !slices.Contains([]string{"required", "optional", "none"}, h.Need) {
		t.Errorf("%s: header is %q", kind, h.Need)
	}
	if h.Need == "required" && (h.WhenMissing == "" || h.WhenBroken == "") {
		t.Errorf("%s: when-missing or when-broken is empty", kind)
	}
	oneOf(t, kind+": bom", h.BOM, "", "stripped", "no header")
	oneOf(t, kind+": crlf", h.CRLF, "", "read", "no header")
	oneOf(t, kind+": duplicate-key", h.DuplicateKey, "", "error", "warning")
	oneOf(t, kind+": missing", h.Missing, "", "warning", "info")
	oneOf(t, kind+": broken", h.Broken, "", "warning", "info")
	oneOf(t, kind+": delimiter", h.Delimiter, "", "line", "trimmed", "prefix")
	oneOf(t, kind+": merge", h.Merge, "", "read", "ignored")
	if len(h.Unique) > 0 && h.DuplicateKey != "warning" {
		t.Errorf("%s: unique has no effect, because all duplicates are errors", kind)
	}
	oneOf(t, kind+": unknown", rules.Unknown, "", "ignored", "rejected", "passed", "open")
	oneOf(t, kind+": triggers", rules.Triggers, "", "events", "patterns", "extensions")
	if n := rules.Name; n != nil {
		oneOf(t, kind+": name equals", n.Equals, "directory", "stem")
		oneOf(t, kind+": name", n.Severity, "error", "warning", "info")
		oneOf(t, kind+": name nested", n.Nested, "", "error", "warning", "info", "off")
		oneOf(t, kind+": name label", n.Label, "", "error", "warning", "info", "off")
		oneOf(t, kind+": name in plugins", n.Plugin, "", "error", "warning", "info", "off")
		if n.Effect == "" {
			t.Errorf("%s: the effect of a different name is empty", kind)
		}
	}
	for _, s := range rules.Sections {
		oneOf(t, kind+": section", s.Severity, "error", "warning", "info")
		if s.Heading == "" || s.Level < 1 || s.Level > 6 || s.Reader == "" {
			t.Errorf("%s: section %+v is incomplete", kind, s)
		}
	}
	if b := rules.Body; b != nil && (b.Reader == "" || b.Effect == "" || b.Least+b.Most+b.Lines == 0) {
		t.Errorf("%s: body %+v is incomplete", kind, b)
	}
	if i := rules.Imports; i != nil && (i.Depth == 0 || i.Missing == "" || rules.References != "") {
		t.Errorf("%s: imports %+v are incomplete, or references is set, too", kind, i)
	}
	if m := rules.Total; m != nil && (m.Bytes == 0 || m.Option == "" || m.Effect == "") {
		t.Errorf("%s: total %+v is incomplete", kind, m)
	}
	if rules.Home != "" && !slices.Contains(Fields(dialect, kind), rules.Home) {
		t.Errorf("%s: home %q is not a field", kind, rules.Home)
	}
}

func checkDependency(t *testing.T, d *Dialect, dep Dependency) {
	t.Helper()
	name := dep.Kind + " " + dep.Field
	if d.Kinds[dep.Kind] == nil {
		t.Errorf("%s: unknown kind", name)
	}
	oneOf(t, name+": targets", dep.Targets, "skill", "agent")
	oneOf(t, name+": missing", dep.Missing, "error", "warning", "info", "off")
	if dep.Effect == "" || dep.Order != (dep.Cycle != "") {
		t.Errorf("%s: missing effect, or an effect of cycles without order", name)
	}
}

// checkTools checks the tools of a dialect, and that their fields exist.
func checkTools(t *testing.T, d *Dialect) {
	t.Helper()
	for _, f := range d.Tools.Fields {
		oneOf(t, "role of "+f.Field, f.Role, "grants", "limits", "needs", "takes", "switches")
		if !slices.Contains(Fields(d.Name, f.Kind), f.Field) {
			t.Errorf("tools: %s is not a field of %s", f.Field, f.Kind)
		}
		if names := d.ToolNames(); names.Grammar == ToolRules && f.Effect == "" {
			t.Errorf("tools: missing effect of unknown tools in %s", f.Field)
		}
	}
	if d.Tools.Of != "" {
		if n := d.ToolNames(); n == nil || n.Of != "" || d.Tools.Names != nil {
			t.Errorf("tools: invalid reference to the tools of %s", d.Tools.Of)
		}
		return
	}
	oneOf(t, "grammar of tools", d.Tools.Grammar, ToolRules, ToolWords, ToolEnum, ToolForm)
	if _, err := time.Parse(time.DateOnly, d.Tools.Checked); err != nil {
		t.Errorf("tools: checked: %v", err)
	}
	for older, now := range d.Tools.Older {
		if slices.Contains(d.Tools.Names, older) || now != "" && !slices.Contains(d.Tools.Names, now) {
			t.Errorf("tools: invalid older name %q of %q", older, now)
		}
	}
	for _, alias := range d.Tools.Aliases {
		if _, ok := d.Tools.Older[alias]; !ok {
			t.Errorf("tools: alias %q is not an older name", alias)
		}
	}
	for _, f := range d.Tools.Fields {
		for tool := range f.Withheld {
			if names := d.ToolNames().Names; !slices.Contains(names, tool) {
				t.Errorf("tools: unknown tool %q withheld in %s", tool, f.Field)
			}
		}
	}
	for other, here := range d.Tools.Others {
		if slices.Contains(d.Tools.Names, other) || !slices.Contains(d.Tools.Names, here) {
			t.Errorf("tools: invalid name %q in other clients for %q", other, here)
		}
	}
	for _, shell := range d.Tools.Shell {
		if d.Tools.Names != nil && !slices.Contains(d.Tools.Names, shell) {
			t.Errorf("tools: unknown shell tool %q", shell)
		}
	}
}

func oneOf(t *testing.T, what, got string, want ...string) {
	t.Helper()
	if !slices.Contains(want, got) {
		t.Errorf("%s is %q, want one of %q", what, got, want)
	}
}

func TestKindsOfSchemas(t *testing.T) {
	for _, name := range List() {
		dialect, kind, _ := strings.Cut(name, "/")
		d := Lookup(dialect)
		if d == nil {
			t.Errorf("%s: unknown dialect", name)
		} else if d.Kinds[kind] == nil && !strings.Contains(kind, "manifest-entry") && kind != "placeholders" {
			t.Errorf("%s is not a kind of %s", kind, dialect)
		}
	}
}

func TestSchemas(t *testing.T) {
	for _, name := range List() {
		t.Run(name, func(t *testing.T) {
			if _, err := documents()[name].compile(); err != nil {
				t.Fatal(err)
			}
			tree := documents()[name].tree()
			if got, want := tree["$id"], base+name+".json"; got != want {
				t.Errorf("$id is %q, want %q", got, want)
			}
			for _, key := range []string{"$schema", "$comment", "title", "description"} {
				if s, _ := tree[key].(string); s == "" {
					t.Errorf("no %s", key)
				}
			}
			checkSchema(t, name, "#", tree, false)
		})
	}
}

// checkSchema checks the annotations of a schema and its subschemas. effect is set if a parent has
// x-effect.
func checkSchema(t *testing.T, name, at string, schema map[string]any, effect bool) {
	t.Helper()
	if len(schema) == 0 {
		return
	}
	for key := range schema {
		if strings.HasPrefix(key, "x-") && !slices.Contains(Annotations(), key) {
			t.Errorf("%s: unknown annotation %s", at, key)
		}
	}
	if s, ok := schema["x-severity"]; ok {
		oneOf(t, at+": x-severity", s.(string), "error", "warning", "info")
	}
	if s, ok := schema["x-guessed"]; ok {
		oneOf(t, at+": x-guessed", s.(string), "error", "warning", "info")
	}
	for _, s := range mapOf(schema["x-kinds"]) {
		oneOf(t, at+": x-kinds", s.(string), "error", "warning", "info")
	}
	if s, ok := schema["x-loader"]; ok {
		oneOf(t, at+": x-loader", s.(string), "reject", "drop", "ignore", "abort", "rename")
	}
	if _, ok := schema["x-effect"]; ok {
		effect = true
	} else if schema["x-severity"] != nil {
		t.Errorf("%s: x-severity without x-effect", at)
	}
	for _, keyword := range []string{"pattern", "format", "not", "const"} {
		if schema[keyword] != nil && schema["x-fault"] == nil && !isLength(schema, keyword) && !strings.Contains(at, "/if") {
			t.Errorf("%s: %s without x-fault", at, keyword)
		}
	}
	if f, ok := schema["format"].(string); ok && formats()[f] == nil && !slices.Contains([]string{"uri"}, f) {
		t.Errorf("%s: unknown format %q", at, f)
	}
	if !effect && schema["type"] != nil && !strings.Contains(at, "/if") {
		t.Errorf("%s: no x-effect here or in a parent", at)
	}
	for key, p := range mapOf(schema["properties"]) {
		p := mapOf(p)
		if s, _ := p["description"].(string); s == "" && !strings.Contains(at, "/if") && !strings.Contains(at, "/then") && !strings.Contains(at, "/else") && !strings.Contains(at, "/allOf") {
			t.Errorf("%s: property %q has no description", at, key)
		} else if title, _ := p["title"].(string); s != "" && title == "" {
			t.Errorf("%s: property %q has no title", at, key)
		}
		checkSchema(t, name, at+"/properties/"+key, p, effect)
	}
	for key, p := range mapOf(schema["$defs"]) {
		checkSchema(t, name, at+"/$defs/"+key, mapOf(p), effect)
	}
	for _, key := range []string{"items", "additionalProperties", "if", "then", "else", "propertyNames", "contains"} {
		checkSchema(t, name, at+"/"+key, mapOf(schema[key]), effect)
	}
	for _, key := range []string{"allOf", "anyOf", "oneOf"} {
		for _, s := range anyList(schema[key]) {
			checkSchema(t, name, at+"/"+key, mapOf(s), effect)
		}
	}
}

func isLength(schema map[string]any, keyword string) bool {
	format, _ := schema["format"].(string)
	_, _, ok := lengthOf(format)
	return ok && keyword == "format"
}

func TestSource(t *testing.T) {
	for _, name := range List() {
		dialect, kind, _ := strings.Cut(name, "/")
		if source, ok := Source(dialect, kind); !ok || !json.Valid(source) {
			t.Errorf("%s cannot be read", name)
		}
	}
	for _, name := range [][2]string{{"cleo", "dialect"}, {"cleo", "nothing"}, {"unknown", "skill"}, {"..", "skill"}} {
		if _, ok := Source(name[0], name[1]); ok {
			t.Errorf("%s/%s was found", name[0], name[1])
		}
	}
}

func TestFields(t *testing.T) {
	tests := []struct {
		dialect, kind string
		has, lacks    []string
	}{
		{"agentskills", "skill", []string{"name", "allowed-tools"}, []string{"version"}},
		{"claude-code", "command", []string{"argument-hint", "model"}, []string{"triggers"}},
		{"claude-code", "plugin-agent", []string{"tools", "hooks"}, []string{"allowed-tools"}},
		{"duyetbot", "agent", []string{"timeout_ms", "capabilities"}, nil},
		{"copilot", "agent", []string{"handoffs"}, []string{"mode"}},
		{"unknown", "skill", nil, []string{"name"}},
	}
	for _, tt := range tests {
		got := Fields(tt.dialect, tt.kind)
		if !slices.IsSorted(got) {
			t.Errorf("Fields(%s, %s) = %q is not sorted", tt.dialect, tt.kind, got)
		}
		for _, f := range tt.has {
			if !slices.Contains(got, f) {
				t.Errorf("Fields(%s, %s) = %q lacks %s", tt.dialect, tt.kind, got, f)
			}
		}
		for _, f := range tt.lacks {
			if slices.Contains(got, f) {
				t.Errorf("Fields(%s, %s) has %s", tt.dialect, tt.kind, f)
			}
		}
	}
}

func TestReadersOf(t *testing.T) {
	tests := []struct {
		kind, field string
		want        []string
	}{
		{"agent", "mode", []string{"opencode"}},
		{"skill", "homepage", []string{"openclaw"}},
		{"skill", "triggers", []string{"cleo", "duyetbot", "triagent"}},
		{"skill", "nonsense", nil},
	}
	for _, tt := range tests {
		if diff := cmp.Diff(tt.want, ReadersOf(tt.kind, tt.field)); diff != "" {
			t.Errorf("ReadersOf(%s, %s): -want +got\n%s", tt.kind, tt.field, diff)
		}
	}
}

func TestMistakenFor(t *testing.T) {
	if got, ok := MistakenFor("claude-code", "agent", "allowed-tools"); got != "tools" || !ok {
		t.Errorf("allowed-tools in an agent: %q, %v", got, ok)
	}
	for _, key := range []string{"tools", "description", ""} {
		if got, ok := MistakenFor("claude-code", "agent", key); ok {
			t.Errorf("MistakenFor(%q) = %q, want none", key, got)
		}
	}
}

func TestRequired(t *testing.T) {
	tests := []struct {
		dialect, kind string
		want          []string
	}{
		{"agentskills", "skill", []string{"description", "name"}},
		{"duyetbot", "agent", []string{"capabilities", "description", "name", "triggers", "type"}},
		{"claude-code", "skill", nil},
		{"unknown", "skill", nil},
	}
	for _, tt := range tests {
		if diff := cmp.Diff(tt.want, Required(tt.dialect, tt.kind)); diff != "" {
			t.Errorf("Required(%s, %s): -want +got\n%s", tt.dialect, tt.kind, diff)
		}
	}
}

func TestExact(t *testing.T) {
	if diff := cmp.Diff([]string{"description", "name"}, Exact("agentskills", "skill")); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
	if got := Exact("unknown", "skill"); got != nil {
		t.Errorf("fields of an unknown dialect: %q", got)
	}
}

func TestConcurrentUse(t *testing.T) {
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			for _, name := range List() {
				dialect, kind, _ := strings.Cut(name, "/")
				Lookup(dialect)
				Fields(dialect, kind)
				if _, err := Validate(dialect, kind, map[string]any{"name": json.Number("1")}); err != nil {
					t.Error(err)
				}
			}
		})
	}
	group.Wait()
}
