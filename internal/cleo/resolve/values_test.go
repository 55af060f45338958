package resolve_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/skilllint/skilllint/internal/cleo/resolve"
	"github.com/skilllint/skilllint/schema"
)

const placeholders = `{"required": [
  {"token": "TASK_ID", "pattern": "^T[0-9]+$", "example": "T1234"},
  {"token": "DATE", "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}$", "default": "$(date +%Y-%m-%d)"}],
 "context": {"deep": [{"token": "OUTPUT_DIR", "default": "out"}, {"token": "TITLE", "default": ""}, {"token": "OUTPUT_DIR", "default": "other"}]},
 "x": [{"token": "STATUS", "enum": ["open", "done"], "default": "open"}, {"token": "ODD", "pattern": "(", "default": "("},
       {"token": "TASK_SHOW_CMD", "default": "ct show"}, {"token": 1}]}`

func values(t *testing.T, set, task map[string]string) *resolve.Values {
	t.Helper()
	declared, err := resolve.Declarations([]byte(placeholders))
	if err != nil {
		t.Fatal(err)
	}
	return resolve.NewValues(schema.Lookup("cleo"), set, task, declared, []string{"TOPIC"})
}

func TestLookup(t *testing.T) {
	v := values(t, map[string]string{"TASK_ID": "T1", "EMPTY": ""}, map[string]string{"TASK_ID": "T2", "TASK_TITLE": "t", "OUTPUT_DIR": "task"})
	for name, want := range map[string]string{
		"TASK_ID": "T1 by --set", "EMPTY": " by --set", "TASK_TITLE": "t by the task", "OUTPUT_DIR": "task by the task", "STATUS": "open by placeholders.json",
		"DATE": "", "TITLE": "", "TOPIC": "", "UNDEFINED": "", "ODD": "( by placeholders.json",
		"TASK_SHOW_CMD": "ct show by placeholders.json", "TASK_LINK_CMD": "cleo research link by the protocol",
	} {
		got := ""
		if value, ok := v.Lookup(name); ok {
			got = value.Text + " by " + value.From
		}
		if got != want {
			t.Errorf("Lookup(%s) = %q, want %q", name, got, want)
		}
	}
}

func TestCheck(t *testing.T) {
	v := values(t, nil, nil)
	for _, test := range []struct{ name, value, want string }{
		{"TASK_ID", "T7", ""},
		{"TASK_ID", "7", `invalid value "7" for {{TASK_ID}}: placeholders.json requires it to match "^T[0-9]+$"; for example "T1234"`},
		{"STATUS", "done", ""},
		{"STATUS", "x", `invalid value "x" for {{STATUS}}: placeholders.json requires it to be one of open, done`},
		{"ODD", "anything", ""},
		{"OUTPUT_DIR", "", ""},
		{"OTHER", "x y", ""},
		{"_HOME", "x", ""},
		{"EPIC_ID", "T1", ""},
		{"EPIC_ID", "E1", `invalid value "E1" for {{EPIC_ID}}: the protocol requires "T" and digits, as in T2392`},
		{"TOPIC_SLUG", "a-b", ""},
		{"TOPIC_SLUG", "A b", `invalid value "A b" for {{TOPIC_SLUG}}: the protocol requires lower-case letters, digits and hyphens, as in authentication-research`},
		{"TOPICS_JSON", `["a", "b"]`, ""},
		{"TOPICS_JSON", `[1]`, `invalid value "[1]" for {{TOPICS_JSON}}: the protocol requires a JSON list of strings, as in ["auth", "security"]`},
		{"task", "x", `invalid placeholder name "task"; use capitals, digits and "_", as in TASK_ID=T1`},
		{"", "x", `invalid placeholder name ""; use capitals, digits and "_", as in TASK_ID=T1`},
	} {
		got := ""
		if err := v.Check(test.name, test.value); err != nil {
			got = err.Error()
		}
		if got != test.want {
			t.Errorf("%s=%s: %q, want %q", test.name, test.value, got, test.want)
		}
	}
	bare := resolve.NewValues(schema.Lookup("cleo"), nil, nil, nil, nil)
	if bare.Check("DATE", "2026-02-30") == nil || bare.Check("DATE", "2026-02-28") != nil {
		t.Error("Check does not validate dates")
	}
}

func TestInvalidDeclarations(t *testing.T) {
	for _, source := range []string{"", "{", "[}"} {
		if _, err := resolve.Declarations([]byte(source)); err == nil || err.Error() == "" {
			t.Errorf("%q: %v, want an error", source, err)
		}
	}
}

func TestNames(t *testing.T) {
	names := strings.Join(values(t, nil, map[string]string{"TASK_TITLE": ""}).Names(), " ")
	for _, name := range []string{"TASK_TITLE", "STATUS", "TOPIC", "RESEARCH_ID"} {
		if strings.Count(" "+names+" ", " "+name+" ") != 1 {
			t.Errorf("%s is not exactly once in %s", name, names)
		}
	}
}

func TestTask(t *testing.T) {
	task := resolve.Task{ID: "T1", ParentID: "T9", Title: "Ä & b", Description: "Do.\n- [ ] one\n  - [x] two\n", Labels: []string{"a", "<b>"}, Depends: []string{"T3", "T4"}}
	want := map[string]string{"TASK_ID": "T1", "EPIC_ID": "T9", "TASK_TITLE": "Ä & b", "TASK_NAME": "Ä & b", "TITLE": "Ä & b",
		"TASK_DESCRIPTION": task.Description, "TASK_INSTRUCTIONS": task.Description, "TOPICS_JSON": `["a","<b>"]`, "DEPENDS_LIST": "T3, T4",
		"ACCEPTANCE_CRITERIA": "- [ ] one\n- [x] two"}
	if diff := cmp.Diff(want, task.Tokens()); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	task.Acceptance = []string{"x", "y"}
	if got := task.Tokens()["ACCEPTANCE_CRITERIA"]; got != "- x\n- y" {
		t.Errorf("criteria %q", got)
	}
	empty := (&resolve.Task{}).Tokens()
	if _, ok := empty["TASK_ID"]; ok || empty["TOPICS_JSON"] != "[]" {
		t.Errorf("values of an empty task: %v", empty)
	}
}
