package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"

	"github.com/skilllint/skilllint/internal/clients/conformance"
)

// codexList is codex's response to skills/list.
type codexList struct {
	ID     int
	Result struct {
		Data []struct {
			Skills []struct{ Name, Description, Path, Scope string }
			Errors []struct{ Path, Message string }
		}
	}
}

// askCodex asks the app server of codex with JSON lines on standard input and output.
func askCodex(ctx context.Context, in *installation, t *tree) ([]conformance.Answer, []int, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	c := in.command(ctx, t.root, in.bin("codex"), "app-server")
	stdin, err := c.StdinPipe()
	if err != nil {
		return nil, nil, err
	}
	stdout, err := c.StdoutPipe()
	if err != nil {
		return nil, nil, err
	}
	if err := c.Start(); err != nil {
		return nil, nil, err
	}
	list, err := requestSkills(stdin, stdout, t.root)
	_ = stdin.Close() // ends the server
	cancel()
	_ = c.Wait()
	if err != nil {
		return nil, nil, err
	}
	return codexAnswers(list, t)
}

func requestSkills(to io.Writer, from io.Reader, root string) (*codexList, error) {
	for _, message := range []any{
		map[string]any{"id": 1, "method": "initialize", "params": map[string]any{
			"clientInfo": map[string]string{"name": "skilllint", "version": "0"}}},
		map[string]any{"method": "initialized"},
		map[string]any{"id": 2, "method": "skills/list", "params": map[string]any{
			"cwds": []string{root}, "forceReload": true}},
	} {
		if err := json.NewEncoder(to).Encode(message); err != nil {
			return nil, err
		}
	}
	r := bufio.NewReader(from)
	for {
		line, err := r.ReadBytes('\n')
		if err != nil {
			return nil, fmt.Errorf("no answer to skills/list: %w", err)
		}
		var list codexList
		if json.Unmarshal(line, &list) == nil && list.ID == 2 {
			return &list, nil
		}
	}
}

func codexAnswers(list *codexList, t *tree) ([]conformance.Answer, []int, error) {
	if len(list.Result.Data) != 1 {
		return nil, nil, errors.New("skills/list did not return exactly one tree")
	}
	at := t.index()
	answers := make([]conformance.Answer, len(t.cases))
	answered := make([]bool, len(t.cases))
	for _, s := range list.Result.Data[0].Skills {
		if i, ok := at[filepath.Dir(s.Path)]; ok {
			answers[i] = conformance.Answer{Loads: true, Name: s.Name, Description: s.Description}
			answered[i] = true
		}
	}
	for _, e := range list.Result.Data[0].Errors {
		if i, ok := at[filepath.Dir(e.Path)]; ok && !answered[i] {
			answers[i] = conformance.Answer{Error: e.Message}
			answered[i] = true
		}
	}
	return answers, indexesOf(answered, false), nil
}

// indexesOf returns the indexes of a value.
func indexesOf(of []bool, value bool) []int {
	var found []int
	for i, v := range of {
		if v == value {
			found = append(found, i)
		}
	}
	return found
}
