package link

import (
	"bytes"
	"slices"
	"strings"
)

// isOrdered reports whether a text tells the agent to read or run the file of a path in code, or lists the file with a
// description. Files of another skill or plugin, which the line mentions, are not meant.
func isOrdered(source []byte, t *Target, start, end int) bool {
	from, to := bytes.LastIndexByte(source[:start], '\n')+1, len(source)
	if i := bytes.IndexByte(source[end:], '\n'); i >= 0 {
		to = end + i
	}
	before := strings.ToLower(string(source[max(from, start-contextSize):start]))
	after := strings.ToLower(string(source[end:min(to, end+contextSize)]))
	for _, other := range otherOwners {
		if strings.Contains(before, other) || strings.Contains(after, other) {
			return false
		}
	}
	if t.Program != "" && t.Program != "the system" {
		return true
	}
	if strings.Trim(before, " \t-*+|`0123456789.[x]") == "" {
		return isDescription(after)
	}
	if strings.HasSuffix(strings.TrimRight(before, " `*"), "|") && strings.HasPrefix(strings.TrimLeft(after, " `*"), "|") {
		return true // alone in a cell of a table
	}
	words := strings.FieldsFunc(before, func(r rune) bool { return strings.ContainsRune(" \t*_`\"'(),:|", r) })
	return slices.ContainsFunc(words[max(0, len(words)-3):], func(word string) bool { return slices.Contains(orderingVerbs, word) })
}

var (
	// otherOwners are words of a line that the file may belong to something else, or need not exist.
	otherOwners = []string{"skill", "plugin", "repo", "project", "parent", "if present", "if exists", "if it exists", "if available", "if created", "optional",
		"when present", "if absent", "create", "generate", "write"}
	// orderingVerbs tell an agent to read or run a file.
	orderingVerbs = []string{"see", "read", "load", "loads", "consult", "run", "execute", "follow", "open", "refer", "reference", "review", "apply", "use", "using", "with", "via", "invoke"}
)

// isDescription reports whether the text after a path describes the file: "` — how to deploy", "` | how to deploy |".
func isDescription(after string) bool {
	after = strings.TrimLeft(after, "`*")
	rest := strings.TrimLeft(after, " ")
	return slices.ContainsFunc([]string{"- ", "-- ", "— ", "– ", ": ", "|", "→ ", "("}, func(s string) bool { return strings.HasPrefix(rest, s) && len(rest) > len(s)+3 })
}
