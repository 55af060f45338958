package tokens

import (
	"bytes"
	"slices"
)

// rootMeant returns the variable that a text of a plugin means by a name that no client sets, or "". A text that mentions the name
// in another way may explain it to the agent.
func (e *environmentCheck) rootMeant(name string) string {
	meant := ""
	switch name {
	case "PLUGIN_ROOT", "PLUGIN_DIR", "PLUGIN_PATH", "CLAUDE_PLUGIN_DIR", "CLAUDE_PLUGIN_PATH":
		meant = "CLAUDE_PLUGIN_ROOT"
	case "SKILL_DIR", "SKILL_ROOT", "SKILL_PATH":
		meant = e.known.Dir
	}
	if meant == "" || !e.d.Plugin || !slices.Contains(e.known.Plugin, "CLAUDE_PLUGIN_ROOT") || bytes.Contains(e.d.Source, []byte(meant)) {
		return ""
	}
	uses := 0
	for _, written := range []string{"${" + name + "}/", "$" + name + "/"} {
		if bytes.Contains(e.d.Source, []byte(written+"..")) {
			return ""
		}
		uses += bytes.Count(e.d.Source, []byte(written))
	}
	if uses == 0 || uses != bytes.Count(e.d.Source, []byte(name)) {
		return ""
	}
	return meant
}
