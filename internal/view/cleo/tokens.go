package cleo

import (
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/internal/cleo/resolve"
	"github.com/skilllint/skilllint/internal/config"
)

// tokens determines the values of placeholders.
func (r *request) tokens(l *Library, o Options, skills []skillToLoad) error {
	var declared []resolve.Declaration
	dir := "."
	var inputs []string
	for i, w := range skills {
		n := l.graph.Nodes[w.node]
		if i == 0 {
			dir = n.File.Rel
		}
		if entry := l.listed[n.File].Entry; entry != nil {
			for _, input := range entry.Inputs {
				inputs = append(inputs, input.Value)
			}
		}
	}
	file, err := r.files.nearest(path.Dir(dir), placeholderFile, "skills/"+placeholderFile)
	if err == nil && file != nil {
		declared, err = resolve.Declarations(file.Source)
	}
	if err != nil {
		r.notes = append(r.notes, "placeholders.json ignored: "+err.Error())
	}
	values := map[string]string{}
	if r.task != nil {
		t := resolve.Task{ID: r.task.ID, ParentID: r.task.ParentID, Title: r.task.Title, Description: r.task.Description,
			Labels: r.task.Labels, Depends: r.task.Depends, Acceptance: r.task.Acceptance}
		maps.Copy(values, t.Tokens())
		if slug := slug(r.task.Title); slug != "" {
			values["TOPIC_SLUG"] = slug
		}
	}
	r.values = resolve.NewValues(r.dialect, o.Values, values, declared, inputs)
	r.values.Date = o.Date
	for _, name := range o.Set {
		if err := r.values.Check(name, o.Values[name]); err != nil {
			return fmt.Errorf("--set %s=…: %w", name, err)
		}
	}
	for _, name := range o.Env {
		if value, ok := o.LookupEnv(name); ok {
			r.env[name] = value
		} else {
			r.notes = append(r.notes, "${"+name+"} is not replaced: the environment variable is not set")
		}
	}
	return nil
}

// spawnTokens are the placeholders whose values occur in the spawn JSON.
var spawnTokens = []string{"TASK_ID", "DATE", "TOPIC_SLUG", "EPIC_ID", "TASK_TITLE"}

// unusedValues returns notes on values of --set that the payload does not use.
func (r *request) unusedValues(set []string, steps []resolve.Step) []string {
	var notes []string
	for _, name := range set {
		isThis := func(s resolve.Step) bool { return s.Token == "{{"+name+"}}" || s.Token == "${"+name+"}" }
		if slices.ContainsFunc(steps, isThis) || slices.Contains(spawnTokens, name) {
			continue
		}
		notes = append(notes, "--set "+name+" has no effect: {{"+name+"}} does not occur in the payload"+config.Suggestion(name, r.values.Names()))
	}
	return notes
}

// maxSlug is the maximum length of a slug.
const maxSlug = 50

// slug turns a title into lower-case letters and digits joined by hyphens, as in the names of outputs.
func slug(title string) string {
	var b strings.Builder
	hyphen := false
	for _, c := range strings.ToLower(title) {
		if c >= 'a' && c <= 'z' || c >= '0' && c <= '9' {
			if hyphen && b.Len() > 0 {
				b.WriteByte('-')
			}
			b.WriteRune(c)
			hyphen = false
			continue
		}
		hyphen = true
	}
	text := b.String()
	return strings.TrimRight(text[:min(len(text), maxSlug)], "-")
}

// value returns the value of a placeholder, or "".
func (r *request) value(name string) string {
	v, _ := r.values.Lookup(name)
	return v.Text
}

// taskID returns the id of the task, or "".
func (r *request) taskID() string { return r.value("TASK_ID") }
