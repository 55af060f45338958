package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/skilllint/skilllint/internal/clients/conformance"
)

// askOpencode reads the skill list of the debug command of opencode or kilo, which does not mention rejected skills. Of skills
// with the same name it lists one, and warns about the others.
func askOpencode(ctx context.Context, in *installation, t *tree) ([]conformance.Answer, []int, error) {
	program := filepath.Join(in.modules, in.Package, "bin", in.ID) // kilo is made of the same code
	c := in.command(ctx, t.root, program, "debug", "skill", "--print-logs")
	var log bytes.Buffer
	c.Stderr = &log
	out, err := fileOutput(c, filepath.Join(in.scratch, "list.json"))
	if err != nil {
		return nil, nil, fmt.Errorf("%w: %s", err, tail(log.String()))
	}
	var skills []struct{ Name, Description, Location string }
	if err := json.Unmarshal(out, &skills); err != nil {
		return nil, nil, fmt.Errorf("invalid JSON: %w", err)
	}
	at := t.index()
	answers := make([]conformance.Answer, len(t.cases))
	for _, s := range skills {
		if i, ok := at[filepath.Dir(s.Location)]; ok {
			answers[i] = conformance.Answer{Loads: true, Name: s.Name, Description: s.Description}
		}
	}
	hidden := make([]bool, len(t.cases))
	for line := range strings.Lines(log.String()) {
		if !strings.Contains(line, "duplicate skill name") {
			continue
		}
		for i := range t.cases {
			hidden[i] = hidden[i] || !answers[i].Loads && strings.Contains(line, "/skills/"+number(i)+"/")
		}
	}
	return answers, indexesOf(hidden, true), nil
}

// fileOutput runs a command with a file as standard output. Through a pipe, opencode exits before a long list is
// written.
func fileOutput(c *exec.Cmd, path string) ([]byte, error) {
	f, err := os.Create(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	c.Stdout = f
	if err := c.Run(); err != nil {
		return nil, err
	}
	return os.ReadFile(path)
}

// tail returns the end of a program's output.
func tail(s string) string {
	const most = 600
	if len(s) > most {
		s = "…" + s[len(s)-most:]
	}
	return strings.TrimSpace(s)
}
