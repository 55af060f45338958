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

// codexList is what codex answers to skills/list.
type codexList struct {
	ID     int
	Result struct {
		Data []struct {
			Skills []struct{ Name, Description, Path, Scope string }
			Errors []struct{ Path, Message string }
		}
	}
}

// askCodex asks the server that editors talk to: JSON lines on standard input and output.
func askCodex(ctx context.Context, in *installed, t *tree) ([]conformance.Answer, []int, error) {
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
	list, err := talk(stdin, stdout, t.root)
	_ = stdin.Close() // ends the server
	cancel()
	_ = c.Wait()
	if err != nil {
		return nil, nil, err
	}
	return codexAnswers(list, t)
}

func talk(to io.Writer, from io.Reader, root string) (*codexList, error) {
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
		return nil, nil, errors.New("skills/list answered about no tree, or several")
	}
	at := t.index()
	answers := make([]conformance.Answer, len(t.cases))
	told := make([]bool, len(t.cases))
	for _, s := range list.Result.Data[0].Skills {
		if i, ok := at[filepath.Dir(s.Path)]; ok {
			answers[i] = conformance.Answer{Loads: true, Name: s.Name, Description: s.Description}
			told[i] = true
		}
	}
	for _, e := range list.Result.Data[0].Errors {
		if i, ok := at[filepath.Dir(e.Path)]; ok && !told[i] {
			answers[i] = conformance.Answer{Error: e.Message}
			told[i] = true
		}
	}
	return answers, places(told, false), nil
}

// places returns the indexes that hold a value.
func places(of []bool, value bool) []int {
	var found []int
	for i, v := range of {
		if v == value {
			found = append(found, i)
		}
	}
	return found
}
