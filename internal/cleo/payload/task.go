package payload

import (
	"bytes"
	"errors"
	"fmt"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/internal/syntax/jsontree"
)

// A Task is the contents of a task file. Missing values are empty.
type Task struct {
	ID, ParentID                string
	Title, Description          string
	Type, Size, Complexity      string
	Labels, Depends, Acceptance []string
}

// ReadTask parses a task file: an object, at the top level or under "task". Members that are null are
// treated as missing, and unknown ones are ignored.
func ReadTask(source []byte) (*Task, error) {
	root, err := parse(source)
	if err != nil {
		return nil, err
	}
	if inner := root.Get("task"); inner != nil && inner.Kind == analysis.Map {
		root = inner
	}
	t := &Task{}
	for _, m := range []struct {
		name string
		to   *string
	}{{"id", &t.ID}, {"parentId", &t.ParentID}, {"title", &t.Title}, {"description", &t.Description}, {"type", &t.Type}, {"size", &t.Size}, {"complexity", &t.Complexity}} {
		if err := text(root, m.name, m.to); err != nil {
			return nil, err
		}
	}
	for _, m := range []struct {
		name string
		to   *[]string
	}{{"labels", &t.Labels}, {"depends", &t.Depends}, {"acceptance", &t.Acceptance}} {
		if err := texts(root, m.name, m.to); err != nil {
			return nil, err
		}
	}
	return t, nil
}

// parse parses a JSON object.
func parse(source []byte) (*analysis.Value, error) {
	source = bytes.TrimPrefix(source, []byte("\ufeff"))
	tree := jsontree.Parse(source, 0)
	switch {
	case tree.Broken != nil:
		line := 1 + strings.Count(string(source[:min(tree.Broken.Range.Start, len(source))]), "\n")
		return nil, fmt.Errorf("invalid JSON on line %d: %s", line, tree.Broken.Message)
	case tree.Root == nil || tree.Root.Kind != analysis.Map:
		return nil, errors.New("not a JSON object; write {\"id\": \"T1\", \"title\": \"…\"}, at the top level or under \"task\"")
	}
	return tree.Root, nil
}

func text(object *analysis.Value, name string, to *string) error {
	v := object.Get(name)
	switch {
	case v == nil || v.Kind == analysis.Null:
	case v.Kind == analysis.String || v.Kind == analysis.Number:
		*to = v.Text
	default:
		return fmt.Errorf("%s must be a string, not a %s", quote.Text(name), v.Kind)
	}
	return nil
}

// texts parses a list of strings, or one string.
func texts(object *analysis.Value, name string, to *[]string) error {
	v := object.Get(name)
	if v == nil || v.Kind == analysis.Null {
		return nil
	}
	if v.Kind == analysis.String {
		*to = []string{v.Text}
		return nil
	}
	if v.Kind != analysis.List {
		return fmt.Errorf("%s must be a list of strings, not a %s", quote.Text(name), v.Kind)
	}
	for _, item := range v.Items {
		if item.Kind != analysis.String && item.Kind != analysis.Number {
			return fmt.Errorf("%s must be a list of strings, but contains a %s", quote.Text(name), item.Kind)
		}
		*to = append(*to, item.Text)
	}
	return nil
}

// A Spawn is the input of the tool that starts a subagent.
type Spawn struct {
	Prompt     string
	Unresolved bool           // reports unresolved placeholders
	NoTask     bool           // its task id is empty
	NoPrompt   bool           // its prompt is null: the spawn has failed
	Broken     string         // why the prompt is missing or invalid; empty: it is valid
	Members    map[string]any // all, as decoded by encoding/json
}

// ReadSpawn parses a spawn JSON. ok is false if the text does not begin like an object with members; then it
// is a payload itself.
func ReadSpawn(source []byte) (s Spawn, ok bool) {
	const whitespace = "\ufeff \t\r\n"
	first, begins := strings.CutPrefix(strings.TrimLeft(string(source[:min(len(source), 512)]), whitespace), "{")
	if first = strings.TrimLeft(first, whitespace); !begins || !strings.HasPrefix(first, `"`) && !strings.HasPrefix(first, "}") {
		return s, false
	}
	root, err := parse(source)
	if err != nil {
		s.Broken = err.Error()
		return s, true
	}
	switch prompt := root.Get("prompt"); {
	case prompt.IsString():
		s.Prompt = prompt.Text
	case prompt != nil && prompt.Kind == analysis.Null:
		s.NoPrompt = true
	case prompt != nil:
		s.Broken = fmt.Sprintf("prompt must be a string, not a %s", prompt.Kind)
	default:
		s.Broken = "missing prompt"
	}
	if resolved := root.Lookup("tokenResolution", "fullyResolved"); resolved != nil {
		s.Unresolved = resolved.Kind != analysis.Bool || !strings.EqualFold(resolved.Text, "true")
	}
	if id := root.Get("taskId"); id != nil {
		s.NoTask = !id.IsString() || strings.TrimSpace(id.Text) == ""
	}
	s.Members, _ = root.JSON().(map[string]any)
	return s, true
}
