//go:build unix

package skilllint_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/discover"
	"github.com/skilllint/skilllint/internal/driver"
	"github.com/skilllint/skilllint/rules"
)

// generatedTree returns a generated tree of n skills.
func generatedTree(b *testing.B, n string) string {
	b.Helper()
	dir := filepath.Join(b.TempDir(), "tree")
	generate(b, dir, "-n", n)
	return dir
}

// measure runs a program and returns its CPU time and its peak memory in bytes.
func measure(b *testing.B, cmd *exec.Cmd) (time.Duration, int64) {
	b.Helper()
	out, err := cmd.CombinedOutput()
	if code := cmd.ProcessState.ExitCode(); err != nil && code != 1 {
		b.Fatalf("%v\n%.2000s", err, out)
	}
	s := cmd.ProcessState
	return s.UserTime() + s.SystemTime(), s.SysUsage().(*syscall.Rusage).Maxrss * 1024
}

// BenchmarkTree compares the CPU time of linting 1,000 skills with that of floor. Both run alternately, as processes, so
// that changes in machine load affect both.
func BenchmarkTree(b *testing.B) {
	dir := generatedTree(b, "1000")
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
		cpu, _ := measure(b, cmd)
		bare += cpu
		cpu, rss := measure(b, exec.Command(binary, "--format", "json", "--fail-on", "never", dir))
		lint += cpu
		memory = max(memory, rss)
	}
	b.ReportMetric(lint.Seconds()/float64(b.N), "lint-cpu-s/op")
	b.ReportMetric(bare.Seconds()/float64(b.N), "floor-cpu-s/op")
	b.ReportMetric(lint.Seconds()/bare.Seconds(), "ratio")
	b.ReportMetric(float64(memory)/1e6, "MB")
}

// BenchmarkSecurity compares the CPU time of linting 1,000 skills with all security rules with that of the default
// rules. Both run alternately, as processes.
func BenchmarkSecurity(b *testing.B) {
	dir := generatedTree(b, "1000")
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
		cpu, _ := measure(b, exec.Command(binary, "--config", on, "--format", "json", "--fail-on", "never", dir))
		with += cpu
		cpu, _ = measure(b, exec.Command(binary, "--config", off, "--format", "json", "--fail-on", "never", dir))
		without += cpu
	}
	b.ReportMetric(with.Seconds()/float64(b.N), "all-cpu-s/op")
	b.ReportMetric(with.Seconds()/without.Seconds(), "ratio")
}

// BenchmarkLargeTree lints 10,000 skills, and compares the cost per skill with a tree of 1,000 skills.
func BenchmarkLargeTree(b *testing.B) { benchmarkLargeTree(b, 10_000) }

// BenchmarkHugeTree does the same with 100,000 skills, which requires 8 GB of disk space and several minutes.
func BenchmarkHugeTree(b *testing.B) {
	if os.Getenv("SKILLLINT_THOROUGH") == "" {
		b.Skip("SKILLLINT_THOROUGH is not set")
	}
	benchmarkLargeTree(b, 100_000)
}

func benchmarkLargeTree(b *testing.B, skills int) {
	large, small := generatedTree(b, strconv.Itoa(skills)), generatedTree(b, "1000")
	binary := build(b)
	var all, few time.Duration
	var memory int64
	for b.Loop() {
		cpu, _ := measure(b, exec.Command(binary, "--format", "json", "--fail-on", "never", small))
		few += cpu
		cpu, rss := measure(b, exec.Command(binary, "--format", "json", "--fail-on", "never", large))
		all += cpu
		memory = max(memory, rss)
	}
	b.ReportMetric(all.Seconds()/float64(b.N), "cpu-s/op")
	b.ReportMetric(all.Seconds()*1000/float64(skills)/few.Seconds(), "per-skill-ratio")
	b.ReportMetric(float64(memory)/1e6, "MB")
}

// BenchmarkPart compares linting one of 10,000 skills, which reads the names and frontmatter of the others, with linting
// all of them.
func BenchmarkPart(b *testing.B) {
	dir := generatedTree(b, "10000")
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
		cpu, _ := measure(b, exec.Command(binary, "--format", "json", skills[len(skills)/2]))
		part += cpu
		cpu, _ = measure(b, exec.Command(binary, "--format", "json", dir))
		all += cpu
	}
	b.ReportMetric(part.Seconds()/all.Seconds(), "ratio")
	b.ReportMetric(part.Seconds()/float64(b.N), "part-cpu-s/op")
}

// BenchmarkChanged compares `--changed` after changes to 3 of 10,000 skills with linting all of them.
func BenchmarkChanged(b *testing.B) {
	dir := generatedTree(b, "10000")
	runGit(b, dir, "init", "-q")
	runGit(b, dir, "add", "-A")
	runGit(b, dir, "commit", "-q", "-m", "all")
	skills, err := filepath.Glob(filepath.Join(dir, "skills", "*", "SKILL.md"))
	if err != nil || len(skills) != 10_000 {
		b.Fatalf("%d skills, %v", len(skills), err)
	}
	for _, i := range []int{10, 5_000, 9_000} {
		text, err := os.ReadFile(skills[i])
		if err != nil {
			b.Fatal(err)
		}
		if err := os.WriteFile(skills[i], append(text, "\nSee [more](references/missing.md).\n"...), 0o644); err != nil {
			b.Fatal(err)
		}
	}
	binary := build(b)
	var changed, all time.Duration
	for b.Loop() {
		for _, run := range []struct {
			cpu  *time.Duration
			args []string
		}{{&changed, []string{"--changed=HEAD"}}, {&all, nil}} {
			cmd := exec.Command(binary, append(run.args, "--format", "json")...)
			cmd.Dir = dir
			cpu, _ := measure(b, cmd)
			*run.cpu += cpu
		}
	}
	b.ReportMetric(changed.Seconds()/float64(b.N), "changed-cpu-s/op")
	b.ReportMetric(changed.Seconds()/all.Seconds(), "ratio")
}

// peers are other linters for skills. A directory with .claude/skills is appended to the arguments.
var peers = [][]string{
	{"skill-check", "check", "--no-security-scan", "--format", "json"},
	{"claudelint", "check-all", "--no-cache", "--format", "json", "--cwd"},
}

// BenchmarkPeer compares skilllint with each of the peers in PATH, on 1,000 skills.
func BenchmarkPeer(b *testing.B) {
	for _, peer := range peers {
		b.Run(peer[0], func(b *testing.B) {
			if _, err := exec.LookPath(peer[0]); err != nil {
				b.Skip(err)
			}
			dir := generatedTree(b, "1000")
			client := filepath.Join(dir, ".claude")
			if err := errors.Join(os.Mkdir(client, 0o755), os.Rename(filepath.Join(dir, "skills"), filepath.Join(client, "skills"))); err != nil {
				b.Fatal(err)
			}
			binary, arguments := build(b), append(slices.Clip(peer[1:]), dir)
			var ours, theirs time.Duration
			for b.Loop() {
				cpu, _ := measure(b, exec.Command(peer[0], arguments...))
				theirs += cpu
				cpu, _ = measure(b, exec.Command(binary, "--format", "json", dir))
				ours += cpu
			}
			b.ReportMetric(theirs.Seconds()/float64(b.N), "peer-cpu-s/op")
			b.ReportMetric(ours.Seconds()/theirs.Seconds(), "ratio")
		})
	}
}

// BenchmarkWorkspaceShare measures the share of workspace facts and rules in the CPU time of a run on 10,000 skills,
// including garbage collection.
func BenchmarkWorkspaceShare(b *testing.B) {
	dir := generatedTree(b, "10000")
	settings := &driver.Settings{}
	var documents, all time.Duration
	for b.Loop() {
		start := cpuTime(b)
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
			Gone: func(context.Context) ([]analysis.DeletedFile, error) { // called after all documents
				documents += cpuTime(b) - start
				return nil, nil
			},
		})
		if err != nil {
			b.Fatal(err)
		}
		all += cpuTime(b) - start
	}
	b.ReportMetric((all-documents).Seconds()/all.Seconds(), "share")
	b.ReportMetric(all.Seconds()/float64(b.N), "cpu-s/op")
}

// cpuTime returns the CPU time of this process so far.
func cpuTime(b *testing.B) time.Duration {
	b.Helper()
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// BenchmarkVersion measures the start-up cost of every run.
func BenchmarkVersion(b *testing.B) { benchmarkCommand(b, "--version") }

// BenchmarkOneSkill lints one small skill, mostly start-up. It uses no model of a client, and compiles only the schema
// of the skill's dialect.
func BenchmarkOneSkill(b *testing.B) { benchmarkCommand(b, smallSkill(b, 0)) }

// BenchmarkReferences lints a small skill with ten references, whose tokens are counted.
func BenchmarkReferences(b *testing.B) { benchmarkCommand(b, smallSkill(b, 10)) }

// BenchmarkOneSkillTargets lints the small skill for target clients. The difference to BenchmarkOneSkill is the cost of
// their models.
func BenchmarkOneSkillTargets(b *testing.B) {
	benchmarkCommand(b, "--target", "codex,opencode,gemini,copilot,agentskills", smallSkill(b, 0))
}

// BenchmarkOneSkillCompat runs the models of all clients on the small skill.
func BenchmarkOneSkillCompat(b *testing.B) { benchmarkCommand(b, "compat", smallSkill(b, 0)) }

// smallSkill returns the directory of a skill of a few lines with links to references.
func smallSkill(b *testing.B, references int) string {
	b.Helper()
	dir := filepath.Join(b.TempDir(), "skills", "greet")
	if err := os.MkdirAll(filepath.Join(dir, "references"), 0o755); err != nil {
		b.Fatal(err)
	}
	skill := "---\nname: greet\ndescription: Greets people. Use when somebody arrives.\n---\n# Greet\n\nSay hello.\n"
	files := map[string]string{}
	for i := range references {
		name := fmt.Sprintf("references/language%d.md", i)
		skill += fmt.Sprintf("\n- [Language %d](%s)\n", i, name)
		files[name] = fmt.Sprintf("# Language %d\n\n%s\n", i, strings.Repeat("Greet with a word that fits the time of the day.\n", 20))
	}
	files["SKILL.md"] = skill
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			b.Fatal(err)
		}
	}
	return dir
}

// benchmarkCommand measures the CPU time of a run.
func benchmarkCommand(b *testing.B, args ...string) {
	binary := build(b)
	var all time.Duration
	for b.Loop() {
		cpu, _ := measure(b, exec.Command(binary, args...))
		all += cpu
	}
	b.ReportMetric(all.Seconds()*1e3/float64(b.N), "cpu-ms/op")
}

// BenchmarkCompatTree runs the models of all clients on 1,000 skills.
func BenchmarkCompatTree(b *testing.B) {
	dir := generatedTree(b, "1000")
	binary := build(b)
	var all time.Duration
	var memory int64
	for b.Loop() {
		cpu, rss := measure(b, exec.Command(binary, "compat", "--format", "json", dir))
		all += cpu
		memory = max(memory, rss)
	}
	b.ReportMetric(all.Seconds()/float64(b.N), "cpu-s/op")
	b.ReportMetric(float64(memory)/1e6, "MB")
}
