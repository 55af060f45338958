package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/skilllint/skilllint/internal/clients/conformance"
)

// A treeAnswer is a client's output for one tree.
type treeAnswer struct {
	text   string
	table  string
	blocks []block // agentskills: in place of text
	err    string
}

type block struct {
	Path  string
	Text  string
	Error string
}

// A plantedTree is a tree on disk.
type plantedTree struct {
	*conformance.Tree
	dir  string
	home string
}

func (p plantedTree) start() string { return filepath.Join(p.dir, filepath.FromSlash(p.Start)) }

// lists asks one client for its lists of all trees, and calls take with each list while the trees exist.
func (in *session) lists(ctx context.Context, a *agent, all []*conformance.Tree, take func(plantedTree, treeAnswer) error) error {
	program, err := in.program(a)
	if err != nil {
		return err
	}
	if err := os.Mkdir(conformance.Root, 0o755); err != nil {
		return fmt.Errorf("%w; another run uses it for its trees: if there is none, remove it", err)
	}
	defer os.RemoveAll(conformance.Root)
	var some []plantedTree
	for _, t := range all {
		if !t.Asks(a.ID) {
			continue
		}
		p, err := plantTree(t)
		if err != nil {
			return err
		}
		some = append(some, p)
	}
	started := time.Now()
	answers, err := a.list(ctx, program, some)
	if err != nil {
		return err
	}
	fmt.Fprintf(os.Stderr, "%s: %d lists in %v\n", a.ID, len(answers), time.Since(started).Round(time.Second))
	for _, p := range some {
		answer, ok := answers[p.ID]
		if !ok {
			return fmt.Errorf("%s: no answer for %s", a.ID, p.ID)
		}
		if err := take(p, answer); err != nil {
			return err
		}
	}
	return nil
}

// plantTree writes a tree to disk.
func plantTree(t *conformance.Tree) (plantedTree, error) {
	p := plantedTree{t, filepath.Join(conformance.Root, t.ID), filepath.Join(conformance.Root, "empty")}
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

// toList returns the recorded form of an answer.
func (t treeAnswer) toList(p string, others bool) conformance.List {
	if t.err != "" {
		return conformance.List{Error: t.err}
	}
	if t.blocks == nil {
		l := conformance.NewList(t.text, others)
		l.Table = t.table
		return l
	}
	l := conformance.List{Blocks: []conformance.Block{}}
	for _, b := range t.blocks {
		at, _ := filepath.Rel(p, b.Path)
		if b.Error != "" {
			l.Blocks = append(l.Blocks, conformance.Block{Path: filepath.ToSlash(at), Error: "refused"})
			continue
		}
		l.Blocks = append(l.Blocks, conformance.NewBlock(filepath.ToSlash(at), b.Text))
	}
	return l
}

// askCodexLists asks codex for the text that its model sees, for each tree.
func askCodexLists(ctx context.Context, in *installation, some []plantedTree) (map[string]treeAnswer, error) {
	answers := map[string]treeAnswer{}
	type answer struct {
		id string
		treeAnswer
	}
	to, from := make(chan plantedTree), make(chan answer)
	const atOnce = 3 // it spends most of the time waiting for the network
	for range atOnce {
		go func() {
			for p := range to {
				from <- answer{p.ID, askCodexList(ctx, in, p)}
			}
		}()
	}
	go func() {
		for _, p := range some {
			to <- p
		}
		close(to)
	}()
	for range some {
		a := <-from
		answers[a.id] = a.treeAnswer
	}
	return answers, ctx.Err()
}

func askCodexList(ctx context.Context, in *installation, p plantedTree) treeAnswer {
	limited, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	arguments := []string{"debug", "prompt-input", "-c", fmt.Sprintf("skills.bundled.enabled=%v", p.Builtin)}
	if p.Window > 0 {
		arguments = append(arguments, "-c", fmt.Sprintf("model_context_window=%d", p.Window))
	}
	if p.Tokens > 0 {
		arguments = append(arguments, "-c", fmt.Sprintf("skills.max_context_tokens=%d", p.Tokens))
	}
	c := in.command(limited, p.start(), in.bin("codex"), append(arguments, "hi")...)
	c.Env = slices.Concat(c.Env, []string{"HOME=" + p.home})
	out, err := c.Output()
	if err != nil {
		var exit *exec.ExitError
		if errors.As(err, &exit) {
			err = fmt.Errorf("%w: %s", err, tail(string(exit.Stderr)))
		}
		return treeAnswer{err: err.Error()}
	}
	var prompt any
	if err := json.Unmarshal(out, &prompt); err != nil {
		return treeAnswer{err: err.Error()}
	}
	return parseCodexPrompt(instructions(prompt))
}

// instructions returns the text about skills in a prompt, or "".
func instructions(v any) string {
	switch v := v.(type) {
	case string:
		if strings.HasPrefix(v, "<skills_instructions>") {
			return v
		}
	case []any:
		for _, item := range v {
			if s := instructions(item); s != "" {
				return s
			}
		}
	case map[string]any:
		for _, item := range v {
			if s := instructions(item); s != "" {
				return s
			}
		}
	}
	return ""
}

// parseCodexPrompt extracts the list and the table of roots from the text about skills.
func parseCodexPrompt(text string) treeAnswer {
	before, list, found := strings.Cut(text, "### Available skills\n")
	if !found {
		return treeAnswer{}
	}
	var t treeAnswer
	if _, table, ok := strings.Cut(before, "### Skill roots\n"); ok {
		t.table = table
	}
	end := len(list)
	for _, mark := range []string{"\n###", "\n</skills_instructions>"} {
		if i := strings.Index("\n"+list, mark); i >= 0 {
			end = min(end, i)
		}
	}
	t.text = list[:end]
	return t
}
