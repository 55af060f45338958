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

// startdata is the file of recorded instructions, relative to the module root.
const startdata = "internal/clients/startup/testdata/starts.jsonl.gz"

// startClients are the clients that are asked for their instructions.
var startClients = []*agent{
	{ID: "codex", Package: "@openai/codex", Version: "0.171.0", list: askCodexStarts},
	{ID: "opencode", Package: "opencode-linux-x64", Version: "1.18.33", list: askNodeStarts},
	{ID: "gemini", Package: "@google/gemini-cli", Version: "0.61.0", list: askNodeStarts},
	{ID: "copilot", Package: "@github/copilot", Version: "1.0.102", list: askNodeStarts},
	{ID: "continue", Package: "@continuedev/cli", Version: "1.5.47", list: askNodeStarts, peers: []string{}},
	{ID: "kilo", Package: "@kilocode/cli-linux-x64", Version: "7.7.9", list: askNodeStarts},
	{ID: "qwen", Package: "@qwen-code/qwen-code", Version: "0.24.4", list: askNodeStarts, peers: []string{}},
	{ID: "pi", Package: "@earendil-works/pi-coding-agent", Version: "1.6.0", list: askNodeStarts, peers: []string{}},
}

// recordStarts records the instructions for all trees, or only the missing ones. With compare, it reports changes from the
// recorded instructions instead, and where a model differs from those that are not recorded.
func (in *session) recordStarts(ctx context.Context, compare, missing, latest bool) error {
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
	for _, a := range startClients {
		if !in.asks(a.ID) {
			continue
		}
		version, err := in.ensureInstalled(ctx, a, latest)
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
			now.Tree(t.ID).Lists[a.ID] = answers[t.ID].toList("", false)
			if !compare {
				continue
			}
			difference := startDifference(a.ID, t, answers[t.ID])
			if has(a, t) {
				difference = before.Tree(t.ID).Lists[a.ID].Difference(now.Tree(t.ID).Lists[a.ID])
			}
			if difference != "" {
				different++
				fmt.Fprintf(in.out, "%s %s: %s\n", a.ID, t.ID, difference)
			}
		}
	}
	if compare {
		if different > 0 {
			return differ(different, "instructions differ")
		}
		return nil
	}
	for _, a := range startClients {
		for i, t := range all {
			if _, asked := now.Trees[i].Lists[a.ID]; !asked && t.Asks(a.ID) && has(a, t) {
				now.Trees[i].Lists[a.ID] = before.Tree(t.ID).Lists[a.ID]
				now.Programs[a.ID] = before.Programs[a.ID]
			}
		}
	}
	return writeStarts(now)
}

// ensureInstalled returns the version of a client and installs it if necessary. For Gemini CLI, only the library may be
// installed.
func (in *session) ensureInstalled(ctx context.Context, a *agent, latest bool) (string, error) {
	version, err := a.installedVersion(in.dir)
	if errors.Is(err, fs.ErrNotExist) {
		if err = install(ctx, in.dir, []*agent{a}, latest); err == nil {
			version, err = a.installedVersion(in.dir)
		}
	}
	return version, err
}

// probeStarts reports where the models differ from the clients on trees that are not recorded.
func (in *session) probeStarts(ctx context.Context, all []*conformance.Tree, latest bool) error {
	different := 0
	for _, a := range startClients {
		if !in.asks(a.ID) {
			continue
		}
		if _, err := in.ensureInstalled(ctx, a, latest); err != nil {
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
		return differ(different, "instructions differ")
	}
	return nil
}

// asks reports whether a client is asked.
func (in *session) asks(id string) bool {
	for _, a := range in.asked {
		if a.ID == id {
			return true
		}
	}
	return false
}

// startDifference describes the first difference between a model's instructions and those of the client.
func startDifference(id string, t *conformance.Tree, answer treeAnswer) string {
	if answer.err != "" {
		return answer.err
	}
	ours := conformance.Started(startup.Lookup(id), t, filepath.Join(conformance.StartRoot, t.ID))
	return conformance.List{Text: answer.text}.Differs(ours.Text())
}

// starts asks one client about trees.
func (in *session) starts(ctx context.Context, a *agent, all []*conformance.Tree) (map[string]treeAnswer, error) {
	program, err := in.program(a)
	if err != nil {
		return nil, err
	}
	if err := os.Mkdir(conformance.StartRoot, 0o755); err != nil {
		return nil, fmt.Errorf("%w; another run uses it for its trees: if there is none, remove it", err)
	}
	defer os.RemoveAll(conformance.StartRoot)
	var some []plantedTree
	for _, t := range all {
		p, err := plantStart(t)
		if err != nil {
			return nil, err
		}
		some = append(some, p)
	}
	return a.list(ctx, program, some)
}

// plantStart writes a tree to disk. A tree without a home directory gets an empty one.
func plantStart(t *conformance.Tree) (plantedTree, error) {
	p := plantedTree{t, filepath.Join(conformance.StartRoot, t.ID), filepath.Join(conformance.StartRoot, t.ID+"-empty")}
	if t.Home {
		p.home = filepath.Join(p.dir, conformance.Home)
	}
	if err := errors.Join(t.Plant(p.dir), os.MkdirAll(p.home, 0o755)); err != nil {
		return p, err
	}
	if !t.Git {
		return p, nil
	}
	if out, err := exec.Command("git", "init", "-q", filepath.Join(p.dir, conformance.Project)).CombinedOutput(); err != nil {
		return p, fmt.Errorf("git init: %w: %s", err, out)
	}
	return p, nil
}

// askCodexStarts asks codex for the text about instruction files, for each tree.
func askCodexStarts(ctx context.Context, in *installation, some []plantedTree) (map[string]treeAnswer, error) {
	answers := map[string]treeAnswer{}
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
			answers[p.ID] = treeAnswer{err: err.Error()}
			continue
		}
		answers[p.ID] = treeAnswer{text: textWith(prompt, "# AGENTS.md instructions")}
	}
	return answers, ctx.Err()
}

// textWith returns the first text in a prompt with a prefix.
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

// writeStarts writes the recording.
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
