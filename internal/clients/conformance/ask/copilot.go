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

// askCopilot reads copilot's list, and from standard error what it rejects. What is in neither
// has the name of another.
func askCopilot(ctx context.Context, in *installed, t *tree) ([]conformance.Answer, []int, error) {
	c := in.command(ctx, t.root, in.bin("copilot"), "skill", "list", "--json")
	var log bytes.Buffer
	c.Stderr = &log
	out, err := fileOutput(c, filepath.Join(in.scratch, "list.json"))
	if err != nil {
		return nil, nil, fmt.Errorf("%w: %s", err, tail(log.String()))
	}
	var skills []struct{ Name, Description, Path string }
	if err := json.Unmarshal(out, &skills); err != nil {
		return nil, nil, fmt.Errorf("its list is no JSON: %w", err)
	}
	at := t.index()
	answers := make([]conformance.Answer, len(t.cases))
	told := make([]bool, len(t.cases))
	for _, s := range skills {
		if i, ok := at[s.Path]; ok {
			answers[i] = conformance.Answer{Loads: true, Name: s.Name, Description: s.Description}
			told[i] = true
		}
	}
	complaints := log.String()
	for i := range t.cases {
		mark := "skills/" + number(i) + "/" + t.cases[i].Directory + "/SKILL.md: "
		if _, after, ok := strings.Cut(complaints, mark); ok && !told[i] {
			reason, _, _ := strings.Cut(after, "\n")
			answers[i] = conformance.Answer{Error: reason}
			told[i] = true
		}
	}
	return answers, places(told, false), nil
}
