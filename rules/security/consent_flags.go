package security

import (
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
)

// flags checks the words of a command for those that skip questions.
func (c *consentCheck) flags(v *analysis.Value) {
	for _, item := range v.Strings() {
		if strings.Contains(strings.ReplaceAll(item.Text, " ", ""), `"permissionDecision":"allow"`) && strings.HasPrefix(item.Text, "echo") {
			c.add(item, analysis.Error, "a hook allows every call", asksNothing, "allow single commands in the settings")
		}
		for _, flag := range []string{"--dangerously-skip-permissions", "--dangerously-bypass-approvals-and-sandbox", "--yolo", "--allow-all-tools", "--permission-mode bypassPermissions", "--approval-mode=yolo", "--full-auto"} {
			if strings.Contains(item.Text, flag) {
				c.add(item, analysis.Error, quote.Text(flag)+" runs a client without questions", "another session acts for the user, who is never asked", "delete the flag")
			}
		}
	}
}
