package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"

	"github.com/skilllint/skilllint/internal/clients/conformance"
)

// A tree is a git working tree with a batch of cases, each in its own directory. The path identifies the case of an
// answer, because names need not be unique.
type tree struct {
	root  string
	cases []conformance.Header
	paths []string // absolute paths of the directories with SKILL.md
}

// plant writes a batch to a directory that does not exist yet.
func plant(root string, cases []conformance.Header) (*tree, error) {
	if err := os.MkdirAll(root, 0o755); err != nil {
		return nil, err
	}
	if out, err := exec.Command("git", "init", "-q", root).CombinedOutput(); err != nil {
		return nil, fmt.Errorf("git init: %w: %s", err, out)
	}
	t := &tree{root: root, cases: cases}
	for i, c := range cases {
		dir := filepath.Join(root, ".agents", "skills", number(i), c.Directory)
		if err := os.MkdirAll(dir, 0o755); err != nil {
			return nil, err
		}
		if err := os.WriteFile(filepath.Join(dir, "SKILL.md"), c.File, 0o644); err != nil {
			return nil, err
		}
		t.paths = append(t.paths, dir)
	}
	return t, nil
}

func number(i int) string { return "n" + strconv.Itoa(i) }

// index maps the directory of each case to its index in the batch.
func (t *tree) index() map[string]int {
	at := make(map[string]int, len(t.paths))
	for i, p := range t.paths {
		at[p] = i
	}
	return at
}
