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

//go:embed list.mjs
var lister []byte

// askNodeLists asks the agents that a script for node can ask: libraries, and opencode over HTTP.
func askNodeLists(ctx context.Context, in *installed, some []planted) (map[string]told, error) {
	some = slices.Clone(some)
	slices.SortStableFunc(some, func(a, b planted) int { return cmp.Compare(a.home, b.home) }) // opencode needs a server for each home
	script := filepath.Join(in.scratch, "list.mjs")
	questions := filepath.Join(in.scratch, "trees.jsonl")
	answers := filepath.Join(in.scratch, "lists.jsonl")
	if err := writeQuestions(script, lister, questions, some); err != nil {
		return nil, err
	}
	c := in.command(ctx, in.scratch, in.node, script, in.ID, in.modules, questions, answers)
	c.Cancel = func() error { return c.Process.Signal(syscall.SIGTERM) } // it has a program to end
	c.WaitDelay = time.Minute
	if out, err := c.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("%w: %s", err, tail(string(out)))
	}
	f, err := os.Open(answers)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return nodeLists(f, in.ID == "agentskills")
}

// nodeLists reads the script's answers. Entries are put in the order of their paths, unless they
// are kept one by one.
func nodeLists(from io.Reader, apart bool) (map[string]told, error) {
	all := map[string]told{}
	decoder := json.NewDecoder(from)
	for {
		var answer struct {
			ID, Text, Error string
			Entries         []block
		}
		err := decoder.Decode(&answer)
		if err == io.EOF {
			return all, nil
		}
		if err != nil {
			return nil, err
		}
		t := told{text: answer.Text, err: answer.Error}
		slices.SortFunc(answer.Entries, func(a, b block) int { return strings.Compare(a.Path, b.Path) })
		switch {
		case apart && t.err == "":
			t.blocks = append([]block{}, answer.Entries...)
		case len(answer.Entries) > 0:
			var b strings.Builder
			for _, e := range answer.Entries {
				b.WriteString(e.Text)
			}
			t.text = "<available_skills>\n" + b.String() + "</available_skills>\n"
		}
		all[answer.ID] = t
	}
}

// writeQuestions writes a script, and a line of JSON for each tree that it asks about.
func writeQuestions(script string, source []byte, questions string, some []planted) error {
	var lines bytes.Buffer
	for _, p := range some {
		line, err := json.Marshal(map[string]string{"id": p.ID, "start": p.start(), "home": p.home})
		if err != nil {
			return err
		}
		lines.Write(append(line, '\n'))
	}
	return errors.Join(os.WriteFile(script, source, 0o644), os.WriteFile(questions, lines.Bytes(), 0o644))
}
