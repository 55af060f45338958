package violation

import (
	"regexp"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/schema"
)

// unmatched are the events whose hooks always run: Claude Code ignores a matcher there.
var unmatched = []string{"UserPromptSubmit", "Stop", "TeammateIdle", "TaskCreated", "TaskCompleted"}

// ignoredMatcher returns a diagnostic about a matcher that was meant to select occurrences of an event, and does not.
func ignoredMatcher(event string, matcher *analysis.Value, client *schema.Dialect) []analysis.Diagnostic {
	if !slices.Contains(unmatched, event) || strings.Trim(matcher.Text, "*.^$+") == "" || matcher.Text == event {
		return nil
	}
	return []analysis.Diagnostic{{Range: matcher.Range, Severity: analysis.Warning, Message: "matcher has no effect for the event " + event,
		Effect: client.Title + " runs the hooks each time", Help: "remove it, and test the input in the command"}}
}

// matchesNothing returns a diagnostic about a matcher that matches no tool: an expression or a pattern for the call of a tool, or
// the name of a server.
func matchesNothing(matcher *analysis.Value, client *schema.Dialect, tools *schema.Tools) []analysis.Diagnostic {
	report := func(text, help string) []analysis.Diagnostic {
		return []analysis.Diagnostic{{Range: matcher.Range, Severity: analysis.Warning, Message: "matcher matches no tool: " + quote.Text(text),
			Effect: client.Title + " never runs these hooks", Help: help}}
	}
	if isExact(matcher.Text) {
		for name := range strings.FieldsFuncSeq(matcher.Text, func(r rune) bool { return r == '|' || r == ',' || r == ' ' }) {
			if server, ok := strings.CutPrefix(name, "mcp__"); ok && server != "" && !strings.Contains(strings.TrimLeft(server, "_"), "__") {
				return report(name, "write "+quote.Text(name+"__.*")+" for all tools of a server")
			}
		}
		return nil
	}
	pattern, err := regexp.Compile(matcher.Text)
	if err != nil || strings.Contains(matcher.Text, "mcp__") || slices.ContainsFunc(tools.Names, pattern.MatchString) {
		return nil
	}
	for older := range tools.Older {
		if pattern.MatchString(older) {
			return nil
		}
	}
	words := strings.FieldsFunc(matcher.Text, func(r rune) bool { return r != '_' && notLetter(r) })
	if i := slices.IndexFunc(words, func(w string) bool { return slices.Contains(tools.Names, w) }); i >= 0 {
		return report(matcher.Text, "write "+quote.Text(words[i])+", and test the call in the command, or with \"if\" of the hook")
	}
	return nil
}

// isExact reports whether Claude Code compares a matcher with names instead of as a pattern.
func isExact(matcher string) bool {
	return !strings.ContainsFunc(matcher, func(r rune) bool {
		return notLetter(r) && (r < '0' || r > '9') && !strings.ContainsRune("_-, |", r)
	})
}
