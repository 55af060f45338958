package action

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// TestReports checks the outputs of the action other than SARIF.
func TestReports(t *testing.T) {
	r := newRunner(t)
	if runtime.GOOS == "windows" {
		t.Skip("file names not possible on Windows")
	}
	r.write("skills/::error::x/SKILL.md", "---\nname: x\ndescription: Has an open fence. Use it in tests.\n---\n```sh\nls\n\n# Text\n\nThen read the list of files from the top.\n")
	code, outputs := r.lint(map[string]string{"rdjson": "rd;touch pwned.json"})
	if code != 1 || outputs["rdjson"] != "rd;touch pwned.json" || outputs["errors"] != "3" || outputs["warnings"] != "1" {
		t.Errorf("exit code %d, outputs %v", code, outputs)
	}
	if !strings.Contains(r.output, "\n::error file=skills/faulty/SKILL.md,") || strings.Contains(r.output, "\n::error::x") {
		t.Error("no annotations, or a command in a file name")
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

// TestUpload checks that annotations and the summary replace the upload if the token is read-only.
func TestUpload(t *testing.T) {
	const notice = "::notice title=skilllint::The SARIF report cannot be uploaded"
	tests := []struct {
		name               string
		event, head, actor string
		inputs             map[string]string
		upload             string
		want               []string // after "!": not in the output
	}{
		{"push", "push", "", "octo", nil, "true", []string{"!::notice", "::error"}},
		{"branch of the repository", "pull_request", "octo/skills", "octo", nil, "true", []string{"!::notice", "::error"}},
		{"branch of the repository, auto", "pull_request", "octo/skills", "octo", map[string]string{"annotations": "auto", "summary": "auto"}, "true", []string{"!::notice", "!::error"}},
		{"fork", "pull_request", "mona/skills", "mona", map[string]string{"annotations": "auto", "summary": "auto"}, "false",
			[]string{notice, "findings are in annotations and the job summary instead", "\n::error file=skills/faulty/SKILL.md,"}},
		{"deleted fork", "pull_request", "", "mona", nil, "false", []string{notice}},
		{"fork, no annotations and summary", "pull_request", "mona/skills", "mona", map[string]string{"annotations": "false", "summary": "false"}, "false", []string{"findings are in the log instead", "!::error"}},
		{"fork, no report", "pull_request", "mona/skills", "mona", map[string]string{"sarif": ""}, "false", []string{"!::notice", "::error"}},
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
			for _, text := range test.want {
				if text, not := strings.CutPrefix(text, "!"); strings.Contains(r.output, text) == not {
					t.Errorf("output contains %q: want %v", text, !not)
				}
			}
		})
	}
}

// TestErrorAnnotation checks that errors of skilllint are annotations, complete and escaped.
func TestErrorAnnotation(t *testing.T) {
	r := newRunner(t)
	r.write(".skilllint.yaml", "rules:\n  no%0Ape: off\nfoo: 1\n")
	if code, _ := r.lint(nil); code != 2 {
		t.Errorf("exit code %d", code)
	}
	want := "\n::error title=skilllint::.skilllint.yaml:2:3: unknown rule or group \"no%250Ape\"; `skilllint rules` lists all rules%0A.skilllint.yaml:3:1: unknown key \"foo\""
	if !strings.Contains(r.output, want) {
		t.Errorf("%s\nwant %s", r.output, want)
	}
}
