package security

import (
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/behavior"
	"github.com/skilllint/skilllint/internal/behavior/trust"
	"github.com/skilllint/skilllint/internal/escape"
)

// Persistence reports code that makes something run again later, outside of the skill.
//
// Shell profiles, cron, services, launch agents and git hooks run commands long after the skill was removed, and
// authorized_keys lets the owner of the key log in. Settings and memory files of clients change what all later sessions do.
//
// Services of other managers than systemd, launchd, cron and Windows are not seen, nor are startup files of other languages than Python.
//
// Severity:
//   - error for keys in authorized_keys, for commands that download, decode or send something, and for all of them in
//     hooks, inline commands and servers
//   - warning for settings with which a client no longer asks, for instructions to run what is downloaded, and for schedules
//     and services that start a temporary file or a file that the same script downloads
//   - info for other schedules, services and settings of clients that scripts write, as installers do
//
// Not reported:
//   - text that shows how to add the user's own key, or a placeholder, to authorized_keys
//   - text that explains how to set up a profile, a service or a hook, unless what is written is harmful
//   - text that shows how to install a skill, and logs and data in directories of clients
//   - files of the skill itself
//   - PATH, aliases and completions in profiles
//   - text that describes attacks or says what not to do
var Persistence = &analysis.Analyzer{
	Name:     "security/persistence",
	Doc:      "command that runs again later",
	Severity: analysis.Error,
	Scope:    analysis.PerDocument,
	Kinds:    everyKind,
	Source: analysis.Source{Kind: analysis.Documentation, Checked: checkedOn,
		Name: "MITRE ATT&CK T1098.004 (SSH Authorized Keys), T1053.003 (Cron)"},
	Requires: []*analysis.Analyzer{behavior.Fact.Analyzer},
	Run:      persistence,
}

func persistence(pass *analysis.Pass) error {
	raise := raising(pass.Document, behavior.Fact.Of(pass))
	reportHits(pass, hitsIn(pass, func(f *analysis.File, a *behavior.Act) hit { return raise(a, persistenceHit(f, a)) }))
	return nil
}

func persistenceHit(f *analysis.File, a *behavior.Act) hit {
	if a.Kind != behavior.Writes || f.Owner != "" && strings.Contains(a.To, "/skills/"+f.Owner+"/") {
		return hit{}
	}
	kind := placeOf(a.To)
	return hit{at: a.At, severity: persistenceSeverity(a, kind), message: kind.String() + " is changed", effect: kind.effect(),
		help: "ask the user to do this, and say in the text what is written"}
}

func persistenceSeverity(a *behavior.Act, kind startPlace) analysis.Severity {
	harmful := a.Of.Has(behavior.Fetched|behavior.Decoded) || isHarmful(withoutFunctions(a.Of.Text(), kind, a.On))
	switch {
	case kind == noPlace, kind == python && isModel(a):
		return analysis.Off
	case kind == client && strings.HasSuffix(a.To, ".md"):
		return settingSeverity(a, ordersHarm(a.Of.Text()))
	case kind == client:
		return settingSeverity(a, harmful || waivesAll(a.Of.Text()))
	case kind == keys:
		return keySeverity(a, harmful)
	case kind == preload, a.On == behavior.Unasked, harmful:
		return analysis.Error
	case a.On == behavior.InScript && (kind == schedule || kind == service):
		return analysis.Info
	}
	return analysis.Off
}

// settingSeverity returns the severity of a change of settings, memory or skills of clients.
func settingSeverity(a *behavior.Act, harmful bool) analysis.Severity {
	switch {
	case !isShared(a.To) || !strings.Contains(a.To, "~") && !harmful && a.On != behavior.Unasked:
		return analysis.Off // data of the skill, or files of the project
	case a.On == behavior.InText && a.Of.Has(behavior.Fetched) && !a.Of.Has(behavior.Decoded):
		if trust.In(a.Of.Address()) == trust.Odd {
			return analysis.Warning
		}
		return analysis.Off // instructions to install a skill
	case a.On == behavior.Unasked && strings.Contains(a.To, "settings"):
		return analysis.Error
	case harmful, a.On == behavior.Unasked:
		return analysis.Warning
	case a.On == behavior.InScript:
		return analysis.Info
	}
	return analysis.Off
}

// keySeverity returns the severity of a change of authorized_keys.
func keySeverity(a *behavior.Act, harmful bool) analysis.Severity {
	switch {
	case a.On == behavior.InText && strings.HasSuffix(a.Of.Address(), ".keys") && trust.OneOf(trust.HostOf(a.Of.Address()), "github.com gitlab.com"):
		return analysis.Info // the keys of an account
	case a.On == behavior.Unasked, harmful, isWholeKey(a.Of.Text()):
		return analysis.Error
	case a.On == behavior.InScript:
		return analysis.Warning
	}
	return analysis.Off // instructions to log in, with a placeholder or the user's key
}

// isModel reports whether a file NAME.pth is a model of PyTorch, and not a file of paths: it is outside of the directories of packages,
// and the text is not known to import anything.
func isModel(a *behavior.Act) bool {
	return strings.HasSuffix(a.To, ".pth") && !strings.Contains(a.To, "-packages") && !strings.Contains(a.Of.Text(), "import ")
}

// leastKey is the minimum number of characters of public keys.
const leastKey = 48

// isWholeKey reports whether a text contains a complete public key, and not a placeholder.
func isWholeKey(text string) bool {
	n := strings.Index(text, "AAAA")
	if n < 0 {
		return false
	}
	length := 0
	for length < len(text)-n && (escape.IsAlphanumeric(text[n+length]) || strings.IndexByte("+/=", text[n+length]) >= 0) {
		length++
	}
	return length >= leastKey
}

// isShared reports whether a path belongs to settings, memory or skills, which clients read.
func isShared(file string) bool {
	if isRecord(file) || strings.Contains(file, "/state/") || strings.Contains(file, "/cache/") || strings.Contains(file, "/logs/") {
		return false
	}
	if _, rest, ok := strings.Cut(file, "/skills/"); ok && strings.HasSuffix(rest, ".md") && !strings.HasSuffix(rest, "/SKILL.md") {
		return false // no client reads it by itself
	}
	return slices.ContainsFunc(sharedParts, func(part string) bool { return strings.Contains(file, part) })
}

// sharedParts are parts of the paths of settings, memory and skills.
var sharedParts = []string{"settings", "CLAUDE.md", "AGENTS.md", "GEMINI.md", "SOUL.md", "MEMORY.md", "HEARTBEAT.md", "/skills/", "/hooks/", "/agents/", "/commands/", "/rules/", "/plugins/", "config.toml", ".claude.json", "mcp.json", "hooks.json", "opencode.json", "claude_desktop_config"}
