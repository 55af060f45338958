package lint

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/config"
	"github.com/skilllint/skilllint/internal/memtemp"
	"github.com/skilllint/skilllint/internal/safefile"
)

func TestMain(m *testing.M) {
	memtemp.Use()
	m.Run()
}

// questionMarks returns a simple rule that reports each question mark.
func questionMarks(name string, severity analysis.Severity) *analysis.Analyzer {
	return &analysis.Analyzer{
		Name: name, Doc: "reports question marks", Severity: severity, Scope: analysis.PerDocument, Kinds: analysis.Skill,
		Run: func(pass *analysis.Pass) error {
			for i, c := range pass.Document.Source {
				if c == '?' {
					pass.Report(analysis.Diagnostic{Range: analysis.Range{Start: i, End: i + 1}, Message: "question mark"})
				}
			}
			return nil
		},
	}
}

const frontmatter = "---\nname: a\ndescription: Formats text. Use it in tests.\n---\n\n"

// workspace creates a repository that contains files, and base in its only commit. It returns the directory.
func workspace(t *testing.T, base, files map[string]string) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	write := func(files map[string]string) {
		for name, text := range files {
			path := filepath.Join(dir, filepath.FromSlash(name))
			if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	write(base)
	for _, args := range []string{"init -q -b main", "add -A", "-c user.name=x -c user.email=x@example.org commit -q --allow-empty -m base"} {
		cmd := exec.Command("git", append([]string{"-C", dir}, strings.Fields(args)...)...)
		cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_NOSYSTEM=1")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Skipf("git: %v: %s", err, out)
		}
	}
	write(files)
	return dir
}

// TestStageNames checks the order of the stages. Each depends on the preceding ones.
func TestStageNames(t *testing.T) {
	var names []string
	for _, s := range stages {
		names = append(names, s.name)
	}
	want := []string{"analyze", "enforce", "decide", "suppress", "check", "paths", "new only", "scope", "baseline", "notices"}
	if !slices.Equal(names, want) {
		t.Errorf("stages are %q, want %q", names, want)
	}
}

// TestStageOrder checks workspaces for which the order of two stages matters.
func TestStageOrder(t *testing.T) {
	const (
		suppressed = frontmatter + "<!-- skilllint-disable-next-line test/mark -- why -->\nStop?\n"
		plain      = frontmatter + "Stop?\n"
		off        = "rules: {test/mark: off}\n"
		recorded   = "known.jsonl"
	)
	tests := []struct {
		name        string
		base, files map[string]string
		request     Request
		want        string // findings as path:severity, and counts of the summary
	}{
		{"decide", nil, map[string]string{".skilllint.yaml": "rules: {test/mark: info}\n", "skills/a/SKILL.md": plain}, Request{}, "skills/a/SKILL.md:info"},
		{"suppress after decide", nil, map[string]string{"skills/a/SKILL.md": suppressed}, Request{}, "suppressed 1"},
		{"enforce before decide", nil, map[string]string{".skilllint.yaml": off, "skills/a/SKILL.md": plain}, Request{Enforce: []string{"test/mark"}}, "skills/a/SKILL.md:error"},
		{"enforce before suppress", nil, map[string]string{"skills/a/SKILL.md": suppressed}, Request{Enforce: []string{"test/mark"}}, "skills/a/SKILL.md:error"},
		{"suppress before new only", map[string]string{"skills/a/SKILL.md": frontmatter + "Stop.\n"}, map[string]string{"skills/a/SKILL.md": suppressed},
			Request{Changed: Changed{Ref: "HEAD"}}, "suppressed 1"},
		{"the base has the configuration of the tree", map[string]string{".skilllint.yaml": off, "skills/a/SKILL.md": plain},
			map[string]string{".skilllint.yaml": "rules: {test/mark: error}\n"}, Request{Changed: Changed{Ref: "HEAD"}}, "unchanged 1"},
		{"new only before scope", map[string]string{"skills/a/SKILL.md": plain}, map[string]string{"skills/b/SKILL.md": strings.Replace(plain, "name: a", "name: b", 1)},
			Request{Changed: Changed{Ref: "HEAD"}, Paths: []string{"skills/a"}, Limit: true}, "unchanged 1"},
		{"scope before baseline", nil, map[string]string{"skills/a/SKILL.md": plain, "skills/b/SKILL.md": strings.Replace(plain, "name: a", "name: b", 1)},
			Request{Paths: []string{"skills/b"}, Limit: true}, "skills/b/SKILL.md:error"},
		{"enforce before baseline", nil, map[string]string{".skilllint.yaml": "baseline: known.jsonl\n", "skills/a/SKILL.md": plain},
			Request{Enforce: []string{"test/mark"}, Baseline: Baseline{Configured: true}}, "skills/a/SKILL.md:error"},
		{"baseline last", nil, map[string]string{".skilllint.yaml": "baseline: known.jsonl\n", "skills/a/SKILL.md": plain},
			Request{Baseline: Baseline{Configured: true}}, "baselined 1"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			dir := workspace(t, test.base, test.files)
			t.Chdir(dir)
			rule := questionMarks("test/mark", analysis.Error)
			req := test.request
			req.Dir, req.Output, req.Ceilings = dir, &safefile.Writer{}, filepath.Dir(dir)
			req.Rules, req.Analyzers = []*analysis.Analyzer{rule, analysis.Broken}, []*analysis.Analyzer{rule}
			if strings.Contains(test.files[".skilllint.yaml"], recorded) {
				record(t, dir, req)
			}
			result, err := Run(context.Background(), req)
			if err != nil {
				t.Fatal(err)
			}
			if got := outcome(result); got != test.want {
				t.Errorf("got %q, want %q; %v", got, test.want, result.Report.Notices)
			}
			for _, root := range result.Roots {
				root.Disk.Close()
			}
		})
	}
}

// record writes the configured baseline.
func record(t *testing.T, dir string, req Request) {
	t.Helper()
	req.Enforce, req.Baseline = nil, Baseline{}
	_, records, err := PlanRecords(context.Background(), req, RecordOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range records {
		file, err := os.Create(r.Path)
		if err == nil {
			err = r.Next.Write(file)
		}
		if err != nil {
			t.Fatal(err)
		}
		file.Close()
	}
}

func outcome(r *Result) string {
	var parts []string
	for _, f := range r.Report.Findings {
		parts = append(parts, f.Place.Path+":"+f.Severity.String())
	}
	s := r.Report.Summary
	for _, c := range []struct {
		word string
		n    int
	}{{"suppressed", s.Suppressed}, {"unchanged", s.Unchanged}, {"baselined", s.Baselined}} {
		if c.n > 0 {
			parts = append(parts, c.word+" "+string(rune('0'+c.n)))
		}
	}
	return strings.Join(parts, ", ")
}

// TestRunErrors checks that the error for an invalid request contains the flag.
func TestRunErrors(t *testing.T) {
	dir := workspace(t, nil, map[string]string{"skills/a/SKILL.md": frontmatter})
	t.Chdir(dir)
	rule := questionMarks("test/mark", analysis.Error)
	for want, req := range map[string]Request{
		"--exclude":          {Exclude: []string{"[a"}},
		"--config":           {Config: "missing.yaml"},
		"--no-config":        {Config: "x", NoConfig: true},
		"--enforce":          {Enforce: []string{"no/such"}},
		"--changed":          {Changed: Changed{Ref: "nothing"}},
		"nothing to lint in": {Paths: []string{t.TempDir()}},
	} {
		req.Dir, req.Output, req.Rules, req.Analyzers = dir, &safefile.Writer{}, []*analysis.Analyzer{rule}, []*analysis.Analyzer{rule}
		if _, err := Run(context.Background(), req); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%+v: %v, want an error with %s", req, err, want)
		}
	}
	if _, err := config.ParseGlob("[a"); err == nil {
		t.Error("[a is a valid glob")
	}
}
