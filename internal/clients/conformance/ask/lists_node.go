package main

import (
	"bytes"
	"cmp"
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"
)

var (
	//go:embed serve.mjs
	server []byte
	//go:embed list.mjs
	lister []byte
	//go:embed start.mjs
	starter []byte
)

// askNodeLists asks for skill lists with a script for node: of libraries, and of opencode over HTTP.
func askNodeLists(ctx context.Context, in *installation, some []plantedTree) (map[string]treeAnswer, error) {
	return in.script(ctx, lister, some)
}

// askNodeStarts asks for instructions with a script for node.
func askNodeStarts(ctx context.Context, in *installation, some []plantedTree) (map[string]treeAnswer, error) {
	return in.script(ctx, starter, some)
}

// script runs a script for node that asks about trees.
func (in *installation) script(ctx context.Context, source []byte, some []plantedTree) (map[string]treeAnswer, error) {
	some = slices.Clone(some)
	slices.SortStableFunc(some, func(a, b plantedTree) int { return cmp.Compare(a.home, b.home) }) // a program must be started for each home directory
	var lines bytes.Buffer
	for _, p := range some {
		line, err := json.Marshal(map[string]string{"id": p.ID, "start": p.start(), "home": p.home})
		if err != nil {
			return nil, err
		}
		lines.Write(append(line, '\n'))
	}
	at := func(name string) string { return filepath.Join(in.scratch, name) }
	for name, content := range map[string][]byte{"serve.mjs": server, "script.mjs": source, "questions.jsonl": lines.Bytes()} {
		if err := os.WriteFile(at(name), content, 0o644); err != nil {
			return nil, err
		}
	}
	c := in.command(ctx, in.scratch, in.node, at("script.mjs"), in.ID, in.modules, at("questions.jsonl"), at("answers.jsonl"))
	c.Cancel = func() error { return c.Process.Signal(syscall.SIGTERM) } // the script must stop its child process
	c.WaitDelay = time.Minute
	if out, err := c.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("%w: %s", err, tail(string(out)))
	}
	f, err := os.Open(at("answers.jsonl"))
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return scriptAnswers(f)
}

// scriptAnswers reads the answers of a script. Entries with a frame are sorted by path and joined; others are
// recorded separately.
func scriptAnswers(from io.Reader) (map[string]treeAnswer, error) {
	all := map[string]treeAnswer{}
	decoder := json.NewDecoder(from)
	for {
		var answer struct {
			ID, Text, Error string
			Entries         []block
			Frame           []string
		}
		err := decoder.Decode(&answer)
		if err == io.EOF {
			return all, nil
		}
		if err != nil {
			return nil, err
		}
		t := treeAnswer{text: answer.Text, err: answer.Error}
		slices.SortStableFunc(answer.Entries, func(a, b block) int { return strings.Compare(a.Path, b.Path) })
		switch {
		case len(answer.Frame) == 0 && answer.Entries != nil:
			t.blocks = append([]block{}, answer.Entries...)
		case len(answer.Frame) != 3 && len(answer.Entries) > 0:
			return nil, errors.New("a frame has three parts")
		case len(answer.Entries) > 0:
			var texts []string
			for _, e := range answer.Entries {
				texts = append(texts, e.Text)
			}
			t.text = answer.Frame[0] + strings.Join(texts, answer.Frame[1]) + answer.Frame[2]
		}
		all[answer.ID] = t
	}
}
