package main

import (
	"bytes"
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"

	"github.com/skilllint/skilllint/internal/clients/conformance"
)

//go:embed drive.mjs
var driver []byte

// askNode asks a client that is a library for node.
func askNode(ctx context.Context, in *installation, t *tree) ([]conformance.Answer, []int, error) {
	script := filepath.Join(in.scratch, "drive.mjs")
	questions := filepath.Join(in.scratch, "questions.jsonl")
	answersFile := filepath.Join(in.scratch, "answers.jsonl")
	var lines bytes.Buffer
	for i, p := range t.paths {
		line, err := json.Marshal(map[string]string{"id": number(i), "path": filepath.Join(p, "SKILL.md")})
		if err != nil {
			return nil, nil, err
		}
		lines.Write(append(line, '\n'))
	}
	for path, content := range map[string][]byte{script: driver, questions: lines.Bytes()} {
		if err := os.WriteFile(path, content, 0o644); err != nil {
			return nil, nil, err
		}
	}
	c := in.command(ctx, t.root, in.node, script, in.ID, in.modules, questions, answersFile)
	if out, err := c.CombinedOutput(); err != nil {
		return nil, nil, fmt.Errorf("%w: %s", err, tail(string(out)))
	}
	data, err := os.ReadFile(answersFile)
	if err != nil {
		return nil, nil, err
	}
	return nodeAnswers(data, t)
}

func nodeAnswers(data []byte, t *tree) ([]conformance.Answer, []int, error) {
	answers := make([]conformance.Answer, len(t.cases))
	decoder := json.NewDecoder(bytes.NewReader(data))
	for i := range t.cases {
		var line struct {
			ID string
			conformance.Answer
		}
		if err := decoder.Decode(&line); err != nil {
			return nil, nil, err
		}
		if line.ID != number(i) {
			return nil, nil, fmt.Errorf("got an answer for %s, want %s", line.ID, number(i))
		}
		answers[i] = line.Answer
	}
	return answers, nil, nil
}
