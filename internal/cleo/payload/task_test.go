package payload_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/skilllint/skilllint/internal/cleo/payload"
)

func TestReadTask(t *testing.T) {
	full := payload.Task{ID: "T1", ParentID: "T2", Title: "A", Description: "B", Type: "epic", Size: "small", Complexity: "high",
		Labels: []string{"a", "b"}, Depends: []string{"T3"}, Acceptance: []string{"it works"}}
	for _, test := range []struct {
		name, source string
		want         payload.Task
		wrong        string
	}{
		{"bare", `{"id":"T1","parentId":"T2","title":"A","description":"B","type":"epic","size":"small","complexity":"high","labels":["a","b"],"depends":["T3"],"acceptance":"it works","x":1}`, full, ""},
		{"under task", "\ufeff{\"task\": {\"id\": \"T1\"}, \"id\": \"no\"}", payload.Task{ID: "T1"}, ""},
		{"null is missing", `{"id": null, "labels": null}`, payload.Task{}, ""},
		{"invalid JSON", "{\n\"id\": }", payload.Task{}, "invalid JSON on line 2: "},
		{"a list", `[]`, payload.Task{}, "not a JSON object"},
		{"empty", ``, payload.Task{}, ""},
		{"a list for a string", `{"title": []}`, payload.Task{}, `"title" must be a string, not a list`},
		{"a number for a list", `{"depends": 4}`, payload.Task{}, `"depends" must be a list of strings, not a number`},
		{"a list of lists", `{"labels": [[]]}`, payload.Task{}, `"labels" must be a list of strings, but contains a list`},
	} {
		got, err := payload.ReadTask([]byte(test.source))
		switch {
		case test.wrong != "" || test.source == "":
			if err == nil || !strings.Contains(err.Error(), test.wrong) {
				t.Errorf("%s: %v, want %q", test.name, err, test.wrong)
			}
		case err != nil:
			t.Errorf("%s: %v", test.name, err)
		default:
			if diff := cmp.Diff(&test.want, got, cmpopts.EquateEmpty()); diff != "" {
				t.Errorf("%s (-want +got)\n%s", test.name, diff)
			}
		}
	}
}

func TestReadSpawn(t *testing.T) {
	for _, test := range []struct {
		source                       string
		is, unresolved, noTask, none bool
		broken                       string
	}{
		{`{"prompt": "x"}`, true, false, false, false, ""},
		{` {"prompt": "x", "taskId": "T1", "tokenResolution": {"fullyResolved": true}}`, true, false, false, false, ""},
		{`{"prompt": "x", "taskId": "", "tokenResolution": {"fullyResolved": "yes"}}`, true, true, true, false, ""},
		{`{"prompt": null}`, true, false, false, true, ""},
		{"\ufeff{\n\t\"prompt\": 5}", true, false, false, false, "prompt must be a string, not a number"},
		{`{"other": "x"}`, true, false, false, false, "missing prompt"},
		{`{}`, true, false, false, false, "missing prompt"},
		{`{"prompt": "x"`, true, false, false, false, "invalid JSON on line 1: "},
		{`{{PROMPT}} "x"`, false, false, false, false, ""},
		{`{ x }`, false, false, false, false, ""},
		{`{`, false, false, false, false, ""},
		{`# {"prompt": "x"}`, false, false, false, false, ""},
	} {
		s, is := payload.ReadSpawn([]byte(test.source))
		if is != test.is || s.Unresolved != test.unresolved || s.NoTask != test.noTask || s.NoPrompt != test.none ||
			!strings.HasPrefix(s.Broken, test.broken) || (s.Broken == "") != (test.broken == "") {
			t.Errorf("%s: %v %+v", test.source, is, s)
		}
	}
}
