package action

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// TestReports checks what the action leaves beside SARIF.
func TestReports(t *testing.T) {
	r := newRunner(t)
	if runtime.GOOS == "windows" {
		t.Skip("Windows has no such file names")
	}
	r.write("skills/::error::x/SKILL.md", "---\nname: x\ndescription: Has an open fence. Use it in tests.\n---\n```sh\nls\n\n# Text\n\nThen read the list of files from the top.\n")
	code, outputs := r.lint(map[string]string{"rdjson": "rd;touch pwned.json"})
	if code != 1 || outputs["rdjson"] != "rd;touch pwned.json" || outputs["errors"] != "3" || outputs["warnings"] != "1" {
		t.Errorf("exit code %d, outputs %v", code, outputs)
	}
	if !strings.Contains(r.said, "\n::error file=skills/faulty/SKILL.md,") || strings.Contains(r.said, "\n::error::x") {
		t.Error("no annotations, or a name among them that commands")
	}
	summary, err := os.ReadFile(filepath.Join(r.temp, "summary"))
	if err != nil || !strings.Contains(string(summary), "skills/faulty/SKILL.md") {
		t.Errorf("summary: %v\n%s", err, summary)
	}
	report, err := os.ReadFile(filepath.Join(r.workspace, "rd;touch pwned.json"))
	if err != nil || !strings.Contains(string(report), `"diagnostics"`) {
		t.Errorf("rdjson: %v\n%s", err, report)
	}
}

// TestStrangers checks what comes in place of the upload where the token may only read.
func TestStrangers(t *testing.T) {
	const notice = "::notice title=skilllint::The SARIF report cannot be uploaded"
	tests := []struct {
		name               string
		event, head, actor string
		inputs             map[string]string
		upload             string
		says               []string // behind "!": does not
	}{
		{"a push", "push", "", "octo", nil, "true", []string{"!::notice", "::error"}},
		{"a branch of the repository", "pull_request", "octo/skills", "octo", nil, "true", []string{"!::notice", "::error"}},
		{"a branch, where the report is uploaded", "pull_request", "octo/skills", "octo", map[string]string{"annotations": "auto", "summary": "auto"}, "true", []string{"!::notice", "!::error"}},
		{"a fork", "pull_request", "mona/skills", "mona", map[string]string{"annotations": "auto", "summary": "auto"}, "false",
			[]string{notice, "findings are in annotations and the job summary instead", "\n::error file=skills/faulty/SKILL.md,"}},
		{"a fork that is gone", "pull_request", "", "mona", nil, "false", []string{notice}},
		{"a fork, and nothing wanted", "pull_request", "mona/skills", "mona", map[string]string{"annotations": "false", "summary": "false"}, "false", []string{"findings are in the log instead", "!::error"}},
		{"a fork, and no report", "pull_request", "mona/skills", "mona", map[string]string{"sarif": ""}, "false", []string{"!::notice", "::error"}},
		{"Dependabot", "push", "", "dependabot[bot]", nil, "false", []string{notice}},
	}
	r := newRunner(t)
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			r.t, r.head = t, test.head
			r.env["GITHUB_EVENT_NAME"], r.env["GITHUB_ACTOR"] = test.event, test.actor
			code, outputs := r.lint(test.inputs)
			if code != 1 || outputs["can-upload"] != test.upload {
				t.Errorf("exit code %d, can-upload %q; want 1 and %q", code, outputs["can-upload"], test.upload)
			}
			for _, text := range test.says {
				if text, not := strings.CutPrefix(text, "!"); strings.Contains(r.said, text) == not {
					t.Errorf("says %q: want %v", text, !not)
				}
			}
		})
	}
}

// TestWhy checks that the reason why skilllint could not do it is an annotation, whole and escaped.
func TestWhy(t *testing.T) {
	r := newRunner(t)
	r.write(".skilllint.yaml", "rules:\n  no%0Ape: off\nfoo: 1\n")
	if code, _ := r.lint(nil); code != 2 {
		t.Errorf("exit code %d", code)
	}
	want := "\n::error title=skilllint::.skilllint.yaml:2:3: unknown rule or group \"no%250Ape\"; `skilllint rules` lists all rules%0A.skilllint.yaml:3:1: unknown key \"foo\""
	if !strings.Contains(r.said, want) {
		t.Errorf("%s\nwant %s", r.said, want)
	}
}
