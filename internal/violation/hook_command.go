package violation

import (
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/schema"
)

// permissionRule returns the alternative of a matcher that is a permission rule, such as "Bash(git push:*)", and its tool. As
// a pattern, the rule matches the name of no tool.
func permissionRule(matcher string, tools *schema.Tools) (rule, tool string) {
	for alternative := range strings.SplitSeq(matcher, "|") {
		name, inner, ok := strings.Cut(alternative, "(")
		if !ok || !strings.HasSuffix(inner, ")") || strings.HasPrefix(inner, "?") || !slices.Contains(tools.Names, name) {
			continue
		}
		if pattern, err := regexp.Compile(alternative); err == nil && slices.ContainsFunc(tools.Names, pattern.MatchString) {
			continue
		}
		return alternative, name
	}
	return "", ""
}

// unsetVariable matches variables that authors expect in the environment of a hook, but that Claude Code does not set: it writes
// the call of the tool to standard input, as JSON, and replaces $ARGUMENTS only in hooks with a prompt.
var unsetVariable = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`\$(?:(?:ARGUMENTS|CLAUDE_(?:TOOL|FILE|HOOK)_[A-Z_]+|TOOL_(?:NAME|INPUT|OUTPUT)[A-Z_]*)\b|\{(?:ARGUMENTS|CLAUDE_(?:TOOL|FILE|HOOK)_[A-Z_]+|TOOL_(?:NAME|INPUT|OUTPUT)[A-Z_]*)\})`)
})

// unsetVariables returns a diagnostic about each command that reads a variable which no client sets.
func unsetVariables(hooks *analysis.Value, client *schema.Dialect) []analysis.Diagnostic {
	var diagnostics []analysis.Diagnostic
	if hooks == nil {
		return nil
	}
	for _, hook := range hooks.Items {
		command := hook.Get("command")
		if !command.IsString() || !strings.Contains(command.Text, "$") {
			continue
		}
		written := unsetVariable().FindString(command.Text)
		name := strings.Trim(written, "${}")
		if written == "" || strings.Contains(command.Text, name+"=") || strings.Contains(command.Text, "read "+name) || strings.Contains(command.Text, "read -r "+name) {
			continue
		}
		at := command.Range
		if start := strings.Index(command.Text, written); at.Len() == len(command.Text)+2 { // a quoted value without escapes
			at = analysis.Range{Start: at.Start + 1 + start, End: at.Start + 1 + start + len(written)}
		} else if at.Len() == len(command.Text) {
			at = analysis.Range{Start: at.Start + start, End: at.Start + start + len(written)}
		}
		diagnostics = append(diagnostics, analysis.Diagnostic{Range: at, Severity: analysis.Warning, Message: "hook reads a variable that is never set: " + quote.Text(written),
			Effect: client.Title + " writes the call to standard input, as JSON", Help: "read it from there, for example with jq",
			Group: analysis.Group{Key: "variable " + name, Message: analysis.Many + " hooks read " + quote.Text(written) + ", which is never set"}})
	}
	return diagnostics
}

// meantKeys are keys of hooks that authors expect, and the help for them.
var meantKeys = map[string]string{
	"background": "use \"async\"", "run_in_background": "use \"async\"", "runInBackground": "use \"async\"",
	"timeoutMs": "use \"timeout\", in seconds", "timeout_ms": "use \"timeout\", in seconds", "timeoutSeconds": "use \"timeout\"", "timeout_seconds": "use \"timeout\"", "timeoutSec": "use \"timeout\"",
	"env": "set the variables in the command: NAME=value command", "environment": "set the variables in the command: NAME=value command",
	"cwd": "use \"cd\" in the command", "workingDirectory": "use \"cd\" in the command",
	"matcher": "put it beside \"hooks\"", "condition": "use \"if\" with a permission rule",
	"continueOnError": "let the command end with \"|| true\"", "blocking": "use status 2 to block", "script": "use \"command\"",
}

// ignoredKeys returns a diagnostic about each key of a hook by which its author meant something that it does not do.
func ignoredKeys(hooks *analysis.Value, client *schema.Dialect) []analysis.Diagnostic {
	var diagnostics []analysis.Diagnostic
	if hooks == nil {
		return nil
	}
	for _, hook := range hooks.Items {
		if hook.Get("type") == nil || hook.Get("bash") != nil || hook.Get("powershell") != nil { // the latter are for Copilot
			continue
		}
		for _, m := range hook.Members {
			if help := meantKeys[m.Key]; help != "" && m.Value.Text != "false" {
				diagnostics = append(diagnostics, analysis.Diagnostic{Range: m.KeyRange, Severity: analysis.Warning, Message: "unknown key of a hook: " + quote.Text(m.Key),
					Effect: client.Title + " ignores it", Help: help,
					Group: analysis.Group{Key: "key " + m.Key, Message: analysis.Many + " hooks have the unknown key " + quote.Text(m.Key)}})
			}
		}
	}
	return diagnostics
}
