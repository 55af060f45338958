package registry

import (
	"fmt"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
)

// mostRules limits the permission rules of a list that are checked.
const mostRules = 2_000

// reportPermissions reports permission rules that Claude Code skips, or that do not match what they are meant for. Rules of a list
// with the same fault are one finding.
func reportPermissions(pass *analysis.Pass, list *analysis.Value, name string) {
	if list == nil {
		return
	}
	var found []*analysis.Diagnostic
	same := map[string]int{}
	for _, item := range list.Items[:min(len(list.Items), mostRules)] {
		if !item.IsString() {
			continue
		}
		d := analysis.Diagnostic{Range: item.Range, Severity: analysis.Error, Effect: "Claude Code skips the rule"}
		if d.Message, d.Help = invalidRule(item.Text, name == "allow"); d.Message == "" {
			d.Severity = analysis.Warning
			d.Message, d.Effect, d.Help = idleRule(item.Text)
		}
		if d.Message == "" {
			continue
		}
		if same[d.Message]++; same[d.Message] == 1 {
			found = append(found, &d)
		}
	}
	for _, d := range found {
		others := same[d.Message] - 1
		d.Message += ": " + quote.Text(strings.Trim(pass.Document.Text(d.Range), `"`))
		if others > 0 {
			d.Message += fmt.Sprintf(" (and %d more)", others)
		}
		pass.Report(*d)
	}
}

// Tools whose rules have a path.
var pathTools = []string{"Cd", "Edit", "Glob", "NotebookEdit", "NotebookRead", "Read", "Write"}

// splitRule returns the parts of a rule "Tool(content)". The content is "" if there is none or if it is "*", which allows everything.
func splitRule(rule string) (tool, content string, ok bool) {
	open, last := unescaped(rule, '('), strings.LastIndexByte(rule, ')')
	if open < 0 && last < 0 {
		return rule, "", true
	}
	if open < 0 || last != len(rule)-1 || strings.ContainsAny(rule[:open], "()") {
		return "", "", false
	}
	content = rule[open+1 : last]
	if content == "*" {
		content = ""
	}
	return rule[:open], content, true
}

// unescaped returns the position of the first such byte without a backslash before it, or -1.
func unescaped(text string, c byte) int {
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case c:
			return i
		}
	}
	return -1
}

// invalidRule returns what is wrong with a rule that Claude Code rejects, or "".
func invalidRule(rule string, allow bool) (message, help string) {
	tool, content, ok := splitRule(rule)
	server, isMCP := strings.CutPrefix(tool, "mcp__")
	server, _, _ = strings.Cut(server, "__")
	switch {
	case strings.TrimSpace(rule) == "":
		return "empty permission rule", "remove it"
	case !ok:
		return "malformed permission rule", "write a tool, or a tool and a pattern in parentheses"
	case strings.HasSuffix(rule, "()"):
		return "permission rule with empty parentheses", "remove the parentheses"
	case isMCP && strings.HasSuffix(rule, ")"):
		return "permission rule of an MCP tool with a pattern", "remove the parentheses"
	case allow && strings.Contains(tool, "*") && (!isMCP || strings.Contains(server, "*")):
		return "wildcard in the tool of a permission rule", "name the tool, or the server and all its tools: \"mcp__server__*\""
	case isMCP:
	case tool != "" && !strings.Contains(tool, "_") && tool[0] >= 'a' && tool[0] <= 'z':
		return "permission rule without a tool", "put a command in Bash(…), and write tools with a capital letter"
	case tool == "WebSearch" && strings.ContainsAny(content, "*?"):
		return "wildcard in a permission rule for WebSearch", "remove the parentheses"
	case tool == "WebFetch" && content != "" && !strings.HasPrefix(content, "domain:"):
		return "permission rule for WebFetch without a domain", "write WebFetch(domain:example.com)"
	case tool == "Bash" && content == ":*":
		return "permission rule with an empty prefix", "name the command, such as Bash(npm:*)"
	case slices.Contains(pathTools, tool) && strings.Contains(content, ":*"):
		return "\":*\" in a permission rule for paths", "use \"*\" or \"**\""
	}
	return "", ""
}

// idleRule returns what is wrong with a valid rule that does not match what it is meant for, or "".
func idleRule(rule string) (message, effect, help string) {
	tool, content, _ := splitRule(rule)
	prefix, _ := strings.CutSuffix(content, ":*")
	instead := map[string]string{"Glob": "Read", "MultiEdit": "Edit", "NotebookEdit": "Edit", "Write": "Edit"}[tool]
	switch {
	case instead != "" && content != "":
		return "permission rule for paths of " + tool, "Claude Code compares paths only with rules for Edit and Read", "write " + instead + "(" + content + ")"
	case tool == "Bash" && prefix != content && unescaped(prefix, '*') >= 0:
		return "wildcard before \":*\" in a permission rule", "Claude Code compares the first \"*\" literally",
			"write Bash(" + strings.TrimRight(prefix, "*") + "*), or name each command"
	}
	return "", "", ""
}
