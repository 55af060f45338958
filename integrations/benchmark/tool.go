package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"
)

// A tool is a linter with its results.
type tool struct {
	name    string
	npm     string   // the package with its version; empty: not from npm
	program string   // set by benchmark.tools; empty: reports of the tool are read
	args    []string // to lint the current directory
	each    bool     // it lints one skill at a time; the path of the skill is the last argument
	parse   func(report []byte, tree string) ([]finding, error)
	style   []string // prefixes of the rules that judge wording and form instead of defects

	found                          []finding // of the current collection
	collections, findings, inStyle int
	judged, worth                  int // findings with a verdict, and those worth acting on
	defects, atLine, inFile        int // known defects, and those with a finding
	alone, aloneAtLine             int // of the defects: those that readers found without a tool
	unjudged                       []row
	wall, cpu                      time.Duration
	memory                         int64 // kB, the most of a process
}

// timeout is the time for one collection, or for one skill.
const timeout = 10 * time.Minute

// peers returns the other linters. The versions are the newest that could be installed in November 2026.
func peers() []*tool {
	return []*tool{
		{name: "skill-check", npm: "skill-check@1.2.0", args: []string{"check", ".", "--no-security-scan", "--format", "json"}, parse: parseSkillCheck,
			style: []string{"description.use_when_phrase", "description.max_", "file.trailing_newline", "body.max_", "frontmatter.field_order"}},
		{name: "claudelint", npm: "claude-code-lint@0.5.0", args: []string{"check-all", "--no-cache", "--format", "json"}, parse: parseClaudelint,
			style: []string{"skill-missing-", "skill-time-sensitive", "skill-body-", "skill-description", "skill-multi-script", "claude-md-size", "commands-in-plugin"}},
		{name: "agentlint", npm: "agentlint@0.3.0", args: []string{"scan", ".", "--format", "json"}, parse: parseAgentlint},
		{name: "skills-ref", npm: "skills-ref@0.1.5", args: []string{"validate"}, each: true, parse: parseSkillsRef},
	}
}

func npmPackages() (names []string) {
	for _, t := range peers() {
		names = append(names, t.npm)
	}
	return names
}

// tools returns skilllint, the peers that are installed, and those with reports.
func (b *benchmark) tools() ([]*tool, error) {
	all := []*tool{{name: "skilllint", program: b.program, args: []string{"--no-config", "--format", "json", "--fail-on", "never", "--allow-empty", "."}, parse: parseSkilllint}}
	for _, t := range peers() {
		bin, _, _ := strings.Cut(t.npm, "@")
		if t.name == "claudelint" {
			bin = t.name
		}
		if t.program = filepath.Join(b.packages, "node_modules", ".bin", bin); isFile(t.program) {
			all = append(all, t)
		}
	}
	if b.reports == "" {
		return all, nil
	}
	dirs, err := os.ReadDir(b.reports)
	for _, d := range dirs {
		if !slices.ContainsFunc(all, func(t *tool) bool { return t.name == d.Name() }) {
			all = append(all, &tool{name: d.Name(), parse: parseSARIF})
		}
	}
	return all, err
}

func isFile(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.Mode().IsRegular()
}

// lint runs the tool in a tree, or reads a report of it.
func (t *tool) lint(tree, report string) error {
	t.found = nil
	if t.program == "" {
		text, err := os.ReadFile(report)
		if err != nil {
			return err
		}
		t.found, err = t.parse(text, tree)
		return err
	}
	if !t.each {
		return t.process(tree, nil)
	}
	return filepath.WalkDir(tree, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.Name() != "SKILL.md" {
			return err
		}
		rel, err := filepath.Rel(tree, filepath.Dir(path))
		if err != nil {
			return err
		}
		return t.process(tree, []string{rel})
	})
}

// process runs the tool once and adds its findings. Tools exit with an error if there are findings.
func (t *tool) process(tree string, args []string) error {
	ctx, cancel := context.WithTimeout(context.Background(), timeout)
	defer cancel()
	cmd := exec.CommandContext(ctx, t.program, append(slices.Clone(t.args), args...)...)
	out, err := os.CreateTemp("", "benchmark-") // programs in Node.js may exit before all of a pipe is written
	if err != nil {
		return err
	}
	defer os.Remove(out.Name())
	defer out.Close()
	var messages bytes.Buffer
	cmd.Dir, cmd.Stdout, cmd.Stderr = tree, out, &messages
	start := time.Now()
	err = cmd.Run()
	t.wall += time.Since(start)
	if exit := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exit) || ctx.Err() != nil {
		return errors.Join(err, ctx.Err())
	}
	t.cpu += cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	if usage, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage); ok {
		t.memory = max(t.memory, int64(usage.Maxrss))
	}
	report, err := os.ReadFile(out.Name())
	if err != nil {
		return err
	}
	if t.each {
		report = append(report, messages.Bytes()...) // findings are errors
	}
	found, err := t.parse(report, tree)
	if err != nil {
		return fmt.Errorf("%w: %.200s", err, messages.String())
	}
	t.found = append(t.found, found...)
	return nil
}
