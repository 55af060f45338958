package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/skilllint/skilllint/internal/clients/conformance"
	"github.com/skilllint/skilllint/internal/clients/startup"
)

// startdata is the file with the recorded instructions, seen from the module's root.
const startdata = "internal/clients/startup/testdata/starts.jsonl.gz"

// starters are the programs that are asked for their instructions.
var starters = []*agent{
	{ID: "codex", Package: "@openai/codex", Version: "0.169.0", list: askCodexStarts},
	{ID: "opencode", Package: "opencode-linux-x64", Version: "1.18.33", list: askNodeStarts},
	{ID: "gemini", Package: "@google/gemini-cli", Version: "0.61.0", list: askNodeStarts},
	{ID: "copilot", Package: "@github/copilot", Version: "1.0.102", list: askNodeStarts},
	{ID: "pi", Package: "@earendil-works/pi-coding-agent", Version: "1.5.2", list: askNodeStarts, peers: []string{}},
}

// recordStarts asks for the instructions of all trees, or those that are not recorded, and records them, or lists where
// the models differ.
func (in *interview) recordStarts(ctx context.Context, compare, missing, latest bool) error {
	all := conformance.StartTrees()
	before, err := readStarts()
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	has := func(a *agent, t *conformance.Tree) bool { return before != nil && before.Has(a.ID, t.ID, t.Sum()) }
	now := &conformance.Lists{Set: "starts", Date: time.Now().UTC().Format(time.DateOnly), Programs: map[string]string{}}
	for _, t := range all {
		now.Trees = append(now.Trees, conformance.TreeLists{ID: t.ID, Sum: t.Sum(), Lists: map[string]conformance.List{}})
	}
	different := 0
	for _, a := range starters {
		if !in.asks(a.ID) {
			continue
		}
		version, err := in.starter(ctx, a, latest)
		if err != nil {
			return err
		}
		now.Programs[a.ID] = a.Package + " " + version
		some := slices.DeleteFunc(slices.Clone(all), func(t *conformance.Tree) bool { return !t.Asks(a.ID) || missing && has(a, t) })
		answers, err := in.starts(ctx, a, some)
		if err != nil {
			return fmt.Errorf("%s: %w", a.ID, err)
		}
		for _, t := range some {
			now.Tree(t.ID).Lists[a.ID] = answers[t.ID].keep("", false)
			if difference := startDifference(a.ID, t, answers[t.ID]); compare && difference != "" {
				different++
				fmt.Fprintf(in.out, "%s %s: %s\n", a.ID, t.ID, difference)
			}
		}
	}
	if compare {
		if different > 0 {
			return fmt.Errorf("%d instructions differ", different)
		}
		return nil
	}
	for _, a := range starters {
		for i, t := range all {
			if _, asked := now.Trees[i].Lists[a.ID]; !asked && t.Asks(a.ID) && has(a, t) {
				now.Trees[i].Lists[a.ID] = before.Tree(t.ID).Lists[a.ID]
				now.Programs[a.ID] = before.Programs[a.ID]
			}
		}
	}
	return writeStarts(now)
}

// starter returns the version of a program, which is installed if it is not: of Gemini CLI, skills need the library only.
func (in *interview) starter(ctx context.Context, a *agent, latest bool) (string, error) {
	version, err := a.installedVersion(in.folder)
	if errors.Is(err, fs.ErrNotExist) {
		if err = install(ctx, in.folder, []*agent{a}, latest); err == nil {
			version, err = a.installedVersion(in.folder)
		}
	}
	return version, err
}

// probeStarts lists where the models differ from the programs on trees that are not recorded.
func (in *interview) probeStarts(ctx context.Context, all []*conformance.Tree, latest bool) error {
	different := 0
	for _, a := range starters {
		if !in.asks(a.ID) {
			continue
		}
		if _, err := in.starter(ctx, a, latest); err != nil {
			return err
		}
		answers, err := in.starts(ctx, a, all)
		if err != nil {
			return fmt.Errorf("%s: %w", a.ID, err)
		}
		equal := 0
		for _, t := range all {
			if difference := startDifference(a.ID, t, answers[t.ID]); difference != "" {
				fmt.Fprintf(in.out, "%s %s: %s\n", a.ID, t.ID, difference)
			} else {
				equal++
			}
		}
		fmt.Fprintf(in.out, "%s: %d of %d instructions are equal\n", a.ID, equal, len(all))
		different += len(all) - equal
	}
	if different > 0 {
		return fmt.Errorf("%d instructions differ", different)
	}
	return nil
}

// asks reports whether a program is to be asked.
func (in *interview) asks(id string) bool {
	for _, a := range in.asked {
		if a.ID == id {
			return true
		}
	}
	return false
}

// startDifference says where a model's instructions differ from those of the program.
func startDifference(id string, t *conformance.Tree, answer told) string {
	if answer.err != "" {
		return answer.err
	}
	ours := conformance.Started(startup.Lookup(id), t, filepath.Join(conformance.StartRoot, t.ID))
	return conformance.List{Text: answer.text}.Differs(ours.Text())
}

// starts asks one program about trees.
func (in *interview) starts(ctx context.Context, a *agent, all []*conformance.Tree) (map[string]told, error) {
	program, err := in.program(a)
	if err != nil {
		return nil, err
	}
	if err := os.Mkdir(conformance.StartRoot, 0o755); err != nil {
		return nil, fmt.Errorf("%w; trees are planted there while a program is asked: if none is, remove it", err)
	}
	defer os.RemoveAll(conformance.StartRoot)
	var some []planted
	for _, t := range all {
		p, err := plantStart(t)
		if err != nil {
			return nil, err
		}
		some = append(some, p)
	}
	return a.list(ctx, program, some)
}

// plantStart writes a tree. Without a home directory of its own, it has an empty one.
func plantStart(t *conformance.Tree) (planted, error) {
	p := planted{t, filepath.Join(conformance.StartRoot, t.ID), filepath.Join(conformance.StartRoot, t.ID+"-empty")}
	if t.Home {
		p.home = filepath.Join(p.folder, conformance.Home)
	}
	if err := errors.Join(t.Plant(p.folder), os.MkdirAll(p.home, 0o755)); err != nil {
		return p, err
	}
	if !t.Git {
		return p, nil
	}
	if out, err := exec.Command("git", "init", "-q", filepath.Join(p.folder, conformance.Project)).CombinedOutput(); err != nil {
		return p, fmt.Errorf("git init: %w: %s", err, out)
	}
	return p, nil
}

// askCodexStarts asks codex for the text about instruction files, tree by tree.
func askCodexStarts(ctx context.Context, in *installed, some []planted) (map[string]told, error) {
	answers := map[string]told{}
	for _, p := range some {
		limited, cancel := context.WithTimeout(ctx, time.Minute)
		c := in.command(limited, p.start(), in.bin("codex"), "debug", "prompt-input", "-c", "skills.bundled.enabled=false", "hi")
		c.Env = append(c.Env, "HOME="+p.home)
		out, err := c.Output()
		cancel()
		var prompt any
		if err == nil {
			err = json.Unmarshal(out, &prompt)
		}
		if err != nil {
			answers[p.ID] = told{err: err.Error()}
			continue
		}
		answers[p.ID] = told{text: textWith(prompt, "# AGENTS.md instructions")}
	}
	return answers, ctx.Err()
}

// textWith returns the first text of a prompt that begins with some words.
func textWith(v any, words string) string {
	var children []any
	switch v := v.(type) {
	case string:
		if strings.HasPrefix(v, words) {
			return v
		}
	case []any:
		children = v
	case map[string]any:
		children = []any{v["text"], v["content"], v["input"]}
	}
	for _, child := range children {
		if found := textWith(child, words); found != "" {
			return found
		}
	}
	return ""
}

// writeStarts writes a recording.
func writeStarts(now *conformance.Lists) error {
	if err := os.MkdirAll(filepath.Dir(startdata), 0o755); err != nil {
		return err
	}
	f, err := os.Create(startdata)
	if err != nil {
		return err
	}
	return errors.Join(now.Write(f), f.Close())
}

func readStarts() (*conformance.Lists, error) {
	f, err := os.Open(startdata)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return conformance.ReadLists(f)
}
