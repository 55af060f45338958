package violation

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/analysis/suggest"
	"github.com/skilllint/skilllint/schema"
)

// HookTypos returns diagnostics about the hooks of a client: keys that are similar to one of events, and matchers that are
// similar to the name of a tool or permission rules. Timeouts that were meant in milliseconds and variables that are never set
// are included.
func HookTypos(hooks *analysis.Value, events []string, client *schema.Dialect) []analysis.Diagnostic {
	var diagnostics []analysis.Diagnostic
	for _, m := range hooks.Members {
		if event, near := suggest.Best(m.Key, events); near && event != m.Key && m.Value.Kind == analysis.List {
			diagnostics = append(diagnostics, analysis.Diagnostic{Range: m.KeyRange, Severity: analysis.Warning, Message: "unknown hook event " + quote.Text(m.Key),
				Effect: client.Title + " never runs these hooks", Help: "did you mean " + quote.Text(event) + "?"})
		}
		for _, item := range m.Value.Items {
			diagnostics = append(diagnostics, longTimeouts(item.Get("hooks"), client)...)
			diagnostics = append(diagnostics, unsetVariables(item.Get("hooks"), client)...)
			diagnostics = append(diagnostics, ignoredKeys(item.Get("hooks"), client)...)
			if matcher := item.Get("matcher"); matcher.IsString() {
				diagnostics = append(diagnostics, ignoredMatcher(m.Key, matcher, client)...)
			}
		}
		if !strings.Contains(m.Key, "ToolUse") && m.Key != "PermissionRequest" {
			continue
		}
		for _, item := range m.Value.Items {
			if matcher := item.Get("matcher"); matcher.IsString() {
				diagnostics = append(diagnostics, matcherTypos(matcher, client)...)
			}
		}
	}
	return diagnostics
}

// longTimeouts returns diagnostics about timeouts that were probably meant in milliseconds: full or half
// seconds, and not some hours.
func longTimeouts(hooks *analysis.Value, client *schema.Dialect) []analysis.Diagnostic {
	var diagnostics []analysis.Diagnostic
	if hooks == nil {
		return nil
	}
	for _, hook := range hooks.Items {
		timeout := hook.Get("timeout")
		if timeout == nil || timeout.Kind != analysis.Number {
			continue
		}
		n, err := strconv.Atoi(timeout.Text)
		if err != nil || n < 1000 || n%500 != 0 || n <= 24*3600 && n%3600 == 0 {
			continue
		}
		diagnostics = append(diagnostics, analysis.Diagnostic{Range: timeout.Range, Severity: analysis.Warning,
			Message: "hook timeout is " + timeout.Text + " seconds (" + (time.Duration(n) * time.Second).String() + ")",
			Effect:  client.Title + " waits that long for a hook that hangs",
			Group:   analysis.Group{Key: "timeout", Message: analysis.Many + " hook timeouts are in milliseconds instead of seconds", Help: "write them in seconds"},
			Help:    "write " + strconv.FormatFloat(float64(n)/1000, 'f', -1, 64) + " for " + timeout.Text + " milliseconds"})
	}
	return diagnostics
}

// matcherTypos returns diagnostics about the names in a matcher.
func matcherTypos(matcher *analysis.Value, client *schema.Dialect) []analysis.Diagnostic {
	var diagnostics []analysis.Diagnostic
	tools := client.ToolNames()
	if tools == nil || len(matcher.Text) > 1000 {
		return nil
	}
	if rule, tool := permissionRule(matcher.Text, tools); rule != "" {
		return []analysis.Diagnostic{{Range: matcher.Range, Severity: analysis.Warning, Message: "matcher is a permission rule: " + quote.Text(rule),
			Effect: client.Title + " compares matchers only with the names of tools", Help: "write " + quote.Text(tool) + ", and the rule as \"if\" of the hook"}}
	}
	if found := matchesNothing(matcher, client, tools); found != nil {
		return found
	}
	alternatives := strings.Split(matcher.Text, "|")
	for _, name := range alternatives {
		if _, older := tools.Older[name]; older || slices.Contains(tools.Names, name) || strings.ContainsFunc(name, notLetter) {
			continue
		}
		i := slices.IndexFunc(tools.Names, func(tool string) bool {
			return suggest.Same(name, tool) || len(name) > 3 && suggest.Distance(name, tool, 1) == 1
		})
		if i >= 0 && !slices.Contains(alternatives, tools.Names[i]) { // otherwise the name of another client
			diagnostics = append(diagnostics, analysis.Diagnostic{Range: matcher.Range, Severity: analysis.Warning, Message: "unknown tool " + quote.Text(name) + " in a matcher",
				Effect: client.Title + " does not run the hooks for " + quote.Text(tools.Names[i]), Help: "did you mean " + quote.Text(tools.Names[i]) + "?"})
		}
	}
	return diagnostics
}

func notLetter(r rune) bool { return (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') }
