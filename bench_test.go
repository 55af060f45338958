//go:build unix

package skilllint_test

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/discover"
	"github.com/skilllint/skilllint/internal/driver"
	"github.com/skilllint/skilllint/rules"
)

// generated returns a generated tree of n skills.
func generated(b *testing.B, n string) string {
	b.Helper()
	dir := filepath.Join(b.TempDir(), "tree")
	generate(b, dir, "-n", n)
	return dir
}

// cost runs a program and returns its CPU time and its largest memory in bytes.
func cost(b *testing.B, cmd *exec.Cmd) (time.Duration, int64) {
	b.Helper()
	out, err := cmd.CombinedOutput()
	if code := cmd.ProcessState.ExitCode(); err != nil && code != 1 {
		b.Fatalf("%v\n%.2000s", err, out)
	}
	s := cmd.ProcessState
	return s.UserTime() + s.SystemTime(), s.SysUsage().(*syscall.Rusage).Maxrss * 1024
}

// BenchmarkTree compares the CPU time of linting a tree of 1,000 skills with that of the floor,
// both as processes, one after the other so that the machine's mood hits both.
func BenchmarkTree(b *testing.B) {
	dir := generated(b, "1000")
	binary := build(b)
	self, err := os.Executable()
	if err != nil {
		b.Fatal(err)
	}
	var lint, bare time.Duration
	var memory int64
	for b.Loop() {
		cmd := exec.Command(self)
		cmd.Env = append(os.Environ(), floorVariable+"="+dir)
		cpu, _ := cost(b, cmd)
		bare += cpu
		cpu, rss := cost(b, exec.Command(binary, "--format", "json", "--fail-on", "never", dir))
		lint += cpu
		memory = max(memory, rss)
	}
	b.ReportMetric(lint.Seconds()/float64(b.N), "lint-cpu-s/op")
	b.ReportMetric(bare.Seconds()/float64(b.N), "floor-cpu-s/op")
	b.ReportMetric(lint.Seconds()/bare.Seconds(), "ratio")
	b.ReportMetric(float64(memory)/1e6, "MB")
}

// BenchmarkSecurity compares the CPU time of linting 1,000 skills with all security rules with that of the default
// rules, as processes in turn.
func BenchmarkSecurity(b *testing.B) {
	dir := generated(b, "1000")
	binary := build(b)
	settings := "rules:\n"
	for _, x := range rules.All() {
		if strings.HasPrefix(x.Name, "security/") {
			settings += "  " + x.Name + ": error\n"
		}
	}
	on, off := filepath.Join(b.TempDir(), "on.yaml"), filepath.Join(b.TempDir(), "off.yaml")
	for name, text := range map[string]string{on: settings, off: "{}\n"} {
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			b.Fatal(err)
		}
	}
	var with, without time.Duration
	for b.Loop() {
		cpu, _ := cost(b, exec.Command(binary, "--config", on, "--format", "json", "--fail-on", "never", dir))
		with += cpu
		cpu, _ = cost(b, exec.Command(binary, "--config", off, "--format", "json", "--fail-on", "never", dir))
		without += cpu
	}
	b.ReportMetric(with.Seconds()/float64(b.N), "all-cpu-s/op")
	b.ReportMetric(with.Seconds()/without.Seconds(), "ratio")
}

// BenchmarkLargeTree lints 10,000 skills, and 1,000 for what one skill costs in either tree.
func BenchmarkLargeTree(b *testing.B) {
	large, small := generated(b, "10000"), generated(b, "1000")
	binary := build(b)
	var all, few time.Duration
	var memory int64
	for b.Loop() {
		cpu, _ := cost(b, exec.Command(binary, "--format", "json", "--fail-on", "never", small))
		few += cpu
		cpu, rss := cost(b, exec.Command(binary, "--format", "json", "--fail-on", "never", large))
		all += cpu
		memory = max(memory, rss)
	}
	b.ReportMetric(all.Seconds()/float64(b.N), "cpu-s/op")
	b.ReportMetric(all.Seconds()/10/few.Seconds(), "per-skill-ratio")
	b.ReportMetric(float64(memory)/1e6, "MB")
}

// BenchmarkPart lints one of 10,000 skills, with the names and frontmatter of the others, and all of them.
func BenchmarkPart(b *testing.B) {
	dir := generated(b, "10000")
	if err := os.Mkdir(filepath.Join(dir, ".git"), 0o755); err != nil {
		b.Fatal(err)
	}
	skills, err := filepath.Glob(filepath.Join(dir, "skills", "*", "SKILL.md"))
	if err != nil || len(skills) != 10_000 {
		b.Fatalf("%d skills, %v", len(skills), err)
	}
	binary := build(b)
	var part, all time.Duration
	for b.Loop() {
		cpu, _ := cost(b, exec.Command(binary, "--format", "json", skills[len(skills)/2]))
		part += cpu
		cpu, _ = cost(b, exec.Command(binary, "--format", "json", dir))
		all += cpu
	}
	b.ReportMetric(part.Seconds()/all.Seconds(), "ratio")
	b.ReportMetric(part.Seconds()/float64(b.N), "part-cpu-s/op")
}

// BenchmarkWorkspaceShare measures which share of the CPU time of a run over 10,000 skills the facts
// and rules of the workspace have, with the collection of garbage meanwhile.
func BenchmarkWorkspaceShare(b *testing.B) {
	dir := generated(b, "10000")
	settings := &driver.Settings{}
	var documents, all time.Duration
	for b.Loop() {
		start := used(b)
		_, err := driver.Run(b.Context(), driver.Options{
			Analyzers:   rules.All(),
			SettingsFor: func(*analysis.File) *driver.Settings { return settings },
			Find: func(ctx context.Context, emit func(driver.Input)) ([]analysis.Link, []analysis.Unchecked, error) {
				found, err := discover.Walk(ctx, discover.Options{Dir: dir, Paths: []string{"."}}, func(in discover.Input) { emit(driver.Input(in)) })
				if err != nil {
					return nil, nil, err
				}
				return found.Links, found.Unchecked, nil
			},
			Gone: func(context.Context) ([]analysis.DeletedFile, error) { // is asked for between the two
				documents += used(b) - start
				return nil, nil
			},
		})
		if err != nil {
			b.Fatal(err)
		}
		all += used(b) - start
	}
	b.ReportMetric((all-documents).Seconds()/all.Seconds(), "share")
	b.ReportMetric(all.Seconds()/float64(b.N), "cpu-s/op")
}

// used returns the CPU time that this process has had.
func used(b *testing.B) time.Duration {
	b.Helper()
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// BenchmarkOneSkill lints one small skill: start-up, for the most part. No model of an agent is
// asked, and of all schemas only the skill's own is compiled.
func BenchmarkOneSkill(b *testing.B) { benchmarkOneSkill(b) }

// BenchmarkOneSkillTargets does the same with agents that the skill must work on: the difference is
// what their models cost.
func BenchmarkOneSkillTargets(b *testing.B) {
	benchmarkOneSkill(b, "--target", "codex,opencode,gemini,copilot,agentskills")
}

// BenchmarkOneSkillCompat asks the models of all agents.
func BenchmarkOneSkillCompat(b *testing.B) { benchmarkOneSkill(b, "compat") }

func benchmarkOneSkill(b *testing.B, args ...string) {
	dir := filepath.Join(b.TempDir(), "skills", "greet")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		b.Fatal(err)
	}
	skill := "---\nname: greet\ndescription: Greets people. Use when somebody arrives.\n---\n# Greet\n\nSay hello.\n"
	if err := os.WriteFile(filepath.Join(dir, "SKILL.md"), []byte(skill), 0o644); err != nil {
		b.Fatal(err)
	}
	binary := build(b)
	args = append(args, dir)
	var lint time.Duration
	for b.Loop() {
		cpu, _ := cost(b, exec.Command(binary, args...))
		lint += cpu
	}
	b.ReportMetric(lint.Seconds()*1e3/float64(b.N), "cpu-ms/op")
}

// BenchmarkCompatTree asks all agents about 1,000 skills.
func BenchmarkCompatTree(b *testing.B) {
	dir := generated(b, "1000")
	binary := build(b)
	var all time.Duration
	var memory int64
	for b.Loop() {
		cpu, rss := cost(b, exec.Command(binary, "compat", "--format", "json", dir))
		all += cpu
		memory = max(memory, rss)
	}
	b.ReportMetric(all.Seconds()/float64(b.N), "cpu-s/op")
	b.ReportMetric(float64(memory)/1e6, "MB")
}
