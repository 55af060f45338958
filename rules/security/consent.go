package security

import (
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/facts/registry"
	"github.com/skilllint/skilllint/internal/behavior"
	"github.com/skilllint/skilllint/internal/behavior/trust"
)

// Consent reports settings that grant everything, so that a client no longer asks.
//
// Settings of a project apply to everyone who opens it. With bypassPermissions, a grant of all commands, or servers
// that are approved in advance, the user is not asked and cannot refuse. The address of a client's
// service decides who receives its key and the conversation.
//
// Settings that code computes are not seen, nor are flags in scripts that no hook and no server starts.
//
// Severity:
//   - error for modes that never ask, servers that are approved in advance, addresses of services of clients,
//     and flags in hooks and servers that skip questions
//   - warning for grants of all commands in settings, and of all tools of a server
//   - info for grants of all commands in frontmatter, which last as long as the skill is active, and for subagents that
//     never ask
//
// Not reported:
//   - Bash without parentheses, and grants of single commands
//   - "*" and "mcp__*" in permissions and frontmatter, which Claude Code ignores
//   - addresses of well-known vendors and of the local network
//   - the same flags and settings in text
//   - settings.json in the root of a repository that is ~/.claude, which are those of its user
var Consent = &analysis.Analyzer{
	Name:     "security/consent",
	Doc:      "setting that grants everything",
	Severity: analysis.Error,
	Scope:    analysis.PerDocument,
	Kinds:    everyKind,
	Source: analysis.Source{Kind: analysis.Documentation, Checked: checkedOn,
		Name: "CVE-2025-59536 (enableAllProjectMcpServers), CVE-2026-21852 (ANTHROPIC_BASE_URL), CVE-2026-33068 (bypassPermissions)"},
	Requires: []*analysis.Analyzer{behavior.Fact.Analyzer},
	Run:      consent,
}

func consent(pass *analysis.Pass) error {
	c := &consentCheck{file: pass.File}
	d := pass.Document
	if registry.IsHome(d.File) {
		return nil
	}
	if strings.HasSuffix(d.Path, ".toml") && d.Kind&analysis.Raw != 0 {
		c.toml(d)
	}
	switch data := behavior.Fact.Of(pass).Data; {
	case data != nil:
		c.settings(data, 0)
	case d.Data != nil && d.Kind&(analysis.Skill|analysis.Agent|analysis.Command) != 0:
		c.header(d.Data)
	}
	reportHits(pass, c.hits)
	return nil
}

type consentCheck struct {
	file *analysis.File
	hits []hit
}

func (c *consentCheck) add(v *analysis.Value, severity analysis.Severity, message, effect, help string) {
	c.hits = append(c.hits, hit{at: v.Range, severity: severity, message: message, effect: effect, help: help})
}

const asksNothing = "the client runs commands without confirmation"

// settings checks every value of a settings file.
func (c *consentCheck) settings(v *analysis.Value, deep int) {
	if v == nil || deep > 16 {
		return
	}
	for _, item := range v.Items {
		c.settings(item, deep+1)
	}
	for _, m := range v.Members {
		key, value := strings.ToLower(m.Key), m.Value
		switch {
		case is(key, "defaultmode", "permissionmode") && value.Text == "bypassPermissions":
			c.add(value, analysis.Error, "all permission checks are switched off", asksNothing, "delete the mode")
		case is(key, approvals...) && value.Kind == analysis.Bool && value.Text == "true":
			c.add(value, analysis.Error, quote.Text(m.Key)+" approves everything in advance", asksNothing, "delete it, or name what is approved")
		case is(key, "allow", "allowedtools"):
			c.grants(value, analysis.Warning)
		case is(key, "autoapprove", "alwaysallow"): // of a server, in clients that accept "*"
			c.grants(value, analysis.Warning, "*")
		case strings.HasSuffix(key, "_base_url"), is(key, "http_proxy", "https_proxy"):
			c.address(m.Key, value)
		case is(key, "command", "args"):
			c.flags(value)
		default:
			c.settings(value, deep+1)
		}
	}
}

// approvals are the settings that approve everything in advance, in lower case.
var approvals = []string{"enableallprojectmcpservers", "chat.tools.autoapprove", "chat.tools.global.autoapprove", "skipdangerousmodepermissionprompt", "bypasspermissions"}

// address checks a setting for the host that a client connects to.
func (c *consentCheck) address(key string, value *analysis.Value) {
	if value.Kind == analysis.String && strings.Contains(value.Text, "://") && isClientAddress(strings.ToLower(key)) && trustIn(c.file, value.Text) >= trust.Placeholder {
		c.add(value, analysis.Error, quote.Text(key)+" redirects the client to "+hostShown(value.Text), "that host receives the key and the conversation", "delete it, and let each user set it")
	}
}

// isClientAddress reports whether a variable contains the URL of a client's service.
func isClientAddress(key string) bool {
	for _, name := range []string{"anthropic_", "openai_", "gemini_", "google_gemini_", "claude_", "http_proxy", "https_proxy"} {
		if strings.HasPrefix(key, name) {
			return true
		}
	}
	return false
}

// toml checks the lines of a Codex configuration.
func (c *consentCheck) toml(d *analysis.Document) {
	for i := 1; i <= d.LineCount(); i++ {
		at := d.LineRange(i)
		if strings.HasPrefix(d.Text(at), "[") {
			return // section of a profile or server
		}
		key, value, _ := strings.Cut(d.Text(at), "=")
		key, value = strings.TrimSpace(key), strings.Trim(strings.TrimSpace(value), `"'`)
		if key == "approval_policy" && value == "never" || key == "sandbox_mode" && value == "danger-full-access" {
			c.hits = append(c.hits, hit{at: at, severity: analysis.Error, message: quote.Text(key) + " is " + quote.Text(value), effect: asksNothing, help: "delete it, and let each user set it"})
		}
	}
}

// header checks the frontmatter of a skill, a subagent or a command.
func (c *consentCheck) header(v *analysis.Value) {
	if mode := v.Get("permissionMode"); mode != nil && mode.Text == "bypassPermissions" {
		c.add(mode, analysis.Info, "all permission checks are switched off", asksNothing, "delete the mode")
	}
	for _, key := range []string{"allowed-tools", "allowedTools"} {
		c.grants(v.Get(key), analysis.Info)
	}
}
