package resolve

import (
	"encoding/json"
	"strings"
)

// A Task is the task of a spawned subagent.
type Task struct {
	ID, ParentID       string
	Title, Description string
	Labels, Depends    []string
	Acceptance         []string
}

// Tokens returns the values of a task's placeholders, as the protocol's tables define them. Title, description,
// labels and dependencies always have a value; others only if the task has one.
func (t *Task) Tokens() map[string]string {
	values := map[string]string{
		"TASK_TITLE": t.Title, "TASK_NAME": t.Title, "TITLE": t.Title,
		"TASK_DESCRIPTION": t.Description, "TASK_INSTRUCTIONS": t.Description,
		"TOPICS_JSON":  list(t.Labels),
		"DEPENDS_LIST": strings.Join(t.Depends, ", "),
	}
	for name, value := range map[string]string{"TASK_ID": t.ID, "EPIC_ID": t.ParentID, "ACCEPTANCE_CRITERIA": t.criteria()} {
		if value != "" {
			values[name] = value
		}
	}
	return values
}

// list returns strings as JSON on one line.
func list(items []string) string {
	if items == nil {
		items = []string{}
	}
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	_ = e.Encode(items) // encoding strings cannot fail
	return strings.TrimSuffix(b.String(), "\n")
}

// criteria returns the acceptance criteria as a list, or the unchecked boxes of the description.
func (t *Task) criteria() string {
	var lines []string
	for _, item := range t.Acceptance {
		lines = append(lines, "- "+item)
	}
	if len(lines) == 0 {
		for line := range strings.Lines(t.Description) {
			if line = strings.TrimSpace(line); strings.HasPrefix(line, "- [ ] ") || strings.HasPrefix(line, "- [x] ") {
				lines = append(lines, line)
			}
		}
	}
	return strings.Join(lines, "\n")
}
