package security

import (
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
)

// flags checks a command for flags that skip confirmation.
func (c *consentCheck) flags(v *analysis.Value) {
	for _, item := range v.Strings() {
		if strings.Contains(strings.ReplaceAll(item.Text, " ", ""), `"permissionDecision":"allow"`) && strings.HasPrefix(item.Text, "echo") {
			c.add(item, analysis.Error, "a hook allows every call", asksNothing, "allow single commands in the settings")
		}
		for _, flag := range skipFlags {
			if strings.Contains(item.Text, flag) {
				c.add(item, analysis.Error, quote.Text(flag)+" runs a client without questions", "another session acts for the user, who is never asked", "delete the flag")
			}
		}
	}
}

// skipFlags are flags of clients that skip all confirmations.
var skipFlags = []string{"--dangerously-skip-permissions", "--dangerously-bypass-approvals-and-sandbox", "--yolo", "--allow-all-tools", "--permission-mode bypassPermissions", "--approval-mode=yolo", "--full-auto"}

// clients are the command names of clients.
var clients = []string{"claude ", "codex ", "gemini ", "copilot ", "opencode ", "cursor-agent "}

// flagHit returns a hit for the first line of a script that runs a client without confirmation.
func flagHit(d *analysis.Document) hit {
	text := string(d.Source)
	if !slices.ContainsFunc(clients, func(c string) bool { return strings.Contains(text, c) }) {
		return hit{}
	}
	for i := 1; i <= d.LineCount(); i++ {
		at := d.TrimLine(d.LineRange(i))
		line := d.Text(at)
		for _, flag := range skipFlags {
			if strings.Contains(line, flag) && !strings.HasPrefix(line, "#") && !strings.HasPrefix(line, "//") {
				return hit{at: at, severity: analysis.Error, message: quote.Text(flag) + " runs a client without questions", help: "delete the flag"}
			}
		}
	}
	return hit{}
}

// everyCommand are grants of all commands. Claude Code ignores "*" and "mcp__*" in a list of what is allowed.
var everyCommand = []string{"Bash(*)", "Bash(*:*)", "Bash(:*)", "shell(*)"}

// grants checks a list of tools, which may be a single text, for grants of all commands and for other grants.
func (c *consentCheck) grants(v *analysis.Value, severity analysis.Severity, others ...string) {
	for _, item := range v.Strings() {
		for entry := range strings.FieldsFuncSeq(item.Text, func(r rune) bool { return r == ',' || r == ' ' }) {
			if slices.Contains(everyCommand, entry) || slices.Contains(others, entry) {
				c.add(item, severity, "grant of everything: "+quote.Text(entry), asksNothing, "name the commands that are needed")
				break
			}
		}
	}
}
