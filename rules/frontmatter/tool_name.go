package frontmatter

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/skilllint/skilllint/analysis/suggest"
	"github.com/skilllint/skilllint/schema"
)

func contains(names []string, name string) bool { return slices.Contains(names, name) }

// nearTool returns the tool that a name probably stands for: in another case, or one edit away if the name is long enough.
// A former name stands for its successor, and the name of another client's tool for the equivalent tool.
func nearTool(tools *schema.Tools, name string) string {
	older := slices.Sorted(maps.Keys(tools.Older))
	for _, isNear := range []func(string) bool{
		func(known string) bool { return suggest.Same(name, known) },
		func(known string) bool { return isEdited(name, known) },
		func(known string) bool {
			return name == strings.ToLower(name) && isEdited(name, strings.ToLower(known))
		},
	} {
		if i := slices.IndexFunc(tools.Names, isNear); i >= 0 {
			return tools.Names[i]
		}
		if i := slices.IndexFunc(older, isNear); i >= 0 {
			return cmp.Or(tools.Older[older[i]], older[i])
		}
	}
	for _, other := range slices.Sorted(maps.Keys(tools.Others)) {
		if suggest.Same(name, other) {
			return tools.Others[other]
		}
	}
	return ""
}

// isEdited reports whether a name is one edit away from that of a tool.
func isEdited(name, known string) bool {
	return len(name) > 3 && len(known) > 3 && suggest.Distance(name, known, 1) == 1
}

// isBalanced reports whether the parentheses of an entry are balanced, and the last one ends the entry.
func isBalanced(text string) bool {
	depth := 0
	for i := range len(text) {
		switch text[i] {
		case '(':
			depth++
		case ')':
			if depth--; depth < 0 || depth == 0 && i < len(text)-1 {
				return false
			}
		}
	}
	return depth == 0
}

// malformedMCP returns the problem with the name of an MCP server or tool, or "".
func malformedMCP(text string) string {
	rest, ok := strings.CutPrefix(text, "mcp__")
	if !ok {
		return `one underscore after "mcp"`
	}
	if rest == "*" {
		return ""
	}
	server, tool, hasTool := strings.Cut(rest, "__")
	tool, _, _ = strings.Cut(tool, "(")
	switch {
	case server == "":
		return "missing server"
	case !isServer(strings.TrimSuffix(server, "*")) && server != "*":
		return "invalid character in the server name"
	case hasTool && tool == "":
		return "missing tool after the server"
	}
	return ""
}

func isServer(name string) bool {
	return name != "" && strings.Trim(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-") == ""
}

// malformedName returns the part of a text that is invalid in a tool's name, or "".
func malformedName(text string) string {
	switch {
	case strings.ContainsAny(text, "\"'[]{}"):
		return "quotes or brackets"
	case !isBalanced(text):
		return "unbalanced parentheses"
	case strings.HasPrefix(text, "/"), strings.HasSuffix(text, "/"):
		return "nothing on one side of the slash"
	}
	return ""
}

// month formats the month of a date.
func month(date string) string {
	months := []string{"January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"}
	if len(date) < 7 {
		return date
	}
	n, err := strconv.Atoi(date[5:7])
	if err != nil || n < 1 || n > 12 {
		return date
	}
	return months[n-1] + " " + date[:4]
}
