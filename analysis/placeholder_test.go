package analysis_test

import (
	"strings"
	"testing"
	"time"

	"github.com/skilllint/skilllint/analysis"
)

func TestPlaceholderVariants(t *testing.T) {
	for text, want := range map[string]string{
		"{{ TASK_ID }}": "{{ TASK_ID }}", "{{task_id}}": "{{task_id}}", "{{TASK-ID}}": "{{TASK-ID}}", "{{Task Id}}": "{{Task Id}}",
		"{{TASK_ID}": "{{TASK_ID}", "{TASK_ID}": "{TASK_ID}", "{TASK_ID}}": "{TASK_ID}", "a{TASK_ID}b {{x}}": "{TASK_ID} {{x}}",
		"{{TASK_ID}}": "", "{TASK}": "", "{task_id}": "", "{ TASK_ID }": "", "{{task_id}": "", "{{ TASK_ID }": "",
		"${TASK_ID}": "", "${{ TASK_ID }}": "", "{{{TASK_ID}}}": "", "{{{ task_id }}}": "", "{{task_id}}}": "", `\frac{TASK_ID}`: "", `\{TASK_ID}`: "",
		"{{#task_id}}": "", "{{.task_id}}": "", "{{task_id | x}}": "", "{{}}": "", "{{ }}": "", "{{1}}": "", "{{_A}}": "", "{": "", "{{": "", "{{A": "", "{{ A": "",
		"{{" + strings.Repeat("a", 65) + "}}": "", "{{" + strings.Repeat("a", 64) + "}}": "{{" + strings.Repeat("a", 64) + "}}",
	} {
		var got []string
		for _, v := range analysis.ScanPlaceholderVariants([]byte(text)) {
			got = append(got, text[v.Range.Start:v.Range.End])
			if v.Key == "" || strings.Trim(v.Key, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789") != "" {
				t.Errorf("%q: the key is %q", text, v.Key)
			}
		}
		if all := strings.Join(got, " "); all != want {
			t.Errorf("%q has the variants %q, want %q", text, all, want)
		}
	}
	if key := analysis.PlaceholderKey("Task-Id_2 b"); key != "TASKID2B" {
		t.Error(key)
	}
}

// TestManyPlaceholderVariants checks that the time is linear.
func TestManyPlaceholderVariants(t *testing.T) {
	start := time.Now()
	for _, piece := range []string{"{", "{a", "{{ a }}", "{A_B}", "a{{a", "{{" + strings.Repeat("a", 80)} {
		analysis.ScanPlaceholderVariants([]byte(strings.Repeat(piece, 1<<20/len(piece))))
	}
	if took := time.Since(start); took > 30*time.Second {
		t.Errorf("six texts of 1 MiB took %v", took)
	}
}
