package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/skilllint/skilllint/internal/clients/conformance"
)

// askCopilot reads copilot's skill list, and the rejected skills from standard error. A skill in neither is hidden by
// another one with the same name.
func askCopilot(ctx context.Context, in *installation, t *tree) ([]conformance.Answer, []int, error) {
	c := in.command(ctx, t.root, in.bin("copilot"), "skill", "list", "--json")
	var log bytes.Buffer
	c.Stderr = &log
	out, err := fileOutput(c, filepath.Join(in.scratch, "list.json"))
	if err != nil {
		return nil, nil, fmt.Errorf("%w: %s", err, tail(log.String()))
	}
	var skills []struct{ Name, Description, Path string }
	if err := json.Unmarshal(out, &skills); err != nil {
		return nil, nil, fmt.Errorf("invalid JSON: %w", err)
	}
	at := t.index()
	answers := make([]conformance.Answer, len(t.cases))
	answered := make([]bool, len(t.cases))
	for _, s := range skills {
		if i, ok := at[s.Path]; ok {
			answers[i] = conformance.Answer{Loads: true, Name: s.Name, Description: s.Description}
			answered[i] = true
		}
	}
	messages := log.String()
	for i := range t.cases {
		mark := "skills/" + number(i) + "/" + t.cases[i].Directory + "/SKILL.md: "
		if _, after, ok := strings.Cut(messages, mark); ok && !answered[i] {
			reason, _, _ := strings.Cut(after, "\n")
			answers[i] = conformance.Answer{Error: reason}
			answered[i] = true
		}
	}
	return answers, indexesOf(answered, false), nil
}
