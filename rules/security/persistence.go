package security

import (
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/behavior"
)

// Persistence reports code that makes something run again later, outside of the skill.
//
// Shell profiles, cron, services, launch agents and git hooks run commands long after the skill was removed, and
// authorized_keys lets the owner of the key log in. Settings and memory files of clients change what all later sessions do.
//
// Severity:
//   - error for authorized_keys, for commands that download, decode or send something, and for all of them in
//     hooks, inline commands and servers
//   - warning for scheduled commands, services and settings of clients that scripts write
//
// Not reported:
//   - text that explains how to set up a profile, a service or a hook, unless what is written is harmful
//   - PATH, aliases and completions in profiles
//   - text that describes attacks or says what not to do
var Persistence = &analysis.Analyzer{
	Name:     "security/persistence",
	Doc:      "command that runs again later",
	Severity: analysis.Off,
	Enabled:  analysis.Error,
	Scope:    analysis.PerDocument,
	Kinds:    everyKind,
	Source: analysis.Source{Kind: analysis.Documentation, Checked: checkedOn,
		Name: "MITRE ATT&CK T1098.004 (SSH Authorized Keys), T1053.003 (Cron)"},
	Requires: []*analysis.Analyzer{behavior.Fact.Analyzer},
	Run:      persistence,
}

func persistence(pass *analysis.Pass) error {
	var hits []hit
	for _, a := range behavior.Fact.Of(pass).Acts {
		if a.Does != behavior.Writes || a.On == behavior.InExample {
			continue
		}
		kind := placeOf(a.To)
		if severity := persistenceSeverity(&a, kind); severity != analysis.Off {
			hits = append(hits, hit{at: a.At, severity: severity, message: kind.String() + " is changed", effect: kind.effect(),
				help: "ask the user to do this, and say in the text what is written"})
		}
	}
	reportHits(pass, hits)
	return nil
}

// A startPlace is a kind of file whose commands run later.
type startPlace uint8

const (
	noPlace startPlace = iota
	keys
	profile
	schedule
	service
	gitHook
	client
	preload
)

// String returns the kind of file for messages.
func (p startPlace) String() string {
	return [...]string{"", "authorized_keys", "a shell profile", "a schedule", "a service", "a git hook", "the configuration of a client", "/etc/ld.so.preload"}[p]
}

func (p startPlace) effect() string {
	return [...]string{"", "the owner of the key can log in", "every new shell runs what is written", "the system runs it again, without the skill", "the system starts it, without the skill",
		"git runs it for every later commit or push", "later sessions follow it, without the skill", "every program loads the library"}[p]
}

// startPlaces are parts of paths with their kind.
var startPlaces = []struct {
	part string
	kind startPlace
}{
	{"authorized_keys", keys},
	{".bashrc", profile}, {".zshrc", profile}, {".bash_profile", profile}, {".zprofile", profile}, {".zshenv", profile}, {"~/.profile", profile}, {"/.profile", profile}, {"/etc/profile", profile}, {"config.fish", profile}, {"PowerShell_profile", profile}, {".bash_login", profile},
	{"crontab", schedule}, {"/etc/cron", schedule}, {"/var/spool/cron", schedule}, {"scheduled task", schedule},
	{"/systemd/", service}, {"LaunchAgents", service}, {"LaunchDaemons", service}, {`CurrentVersion\Run`, service}, {"config/autostart", service}, {"/etc/rc.local", service}, {"/etc/init.d", service}, {"/etc/ld.so.preload", preload}, {"$PROFILE", profile}, {`Start Menu\Programs\Startup`, service},
	{".git/hooks", gitHook}, {"core.hooksPath", gitHook},
	{"~/.claude/", client}, {"~/.claude.json", client}, {"~/.codex/", client}, {"~/.cursor/", client}, {"~/.gemini/", client}, {"~/.config/opencode", client}, {".claude/settings", client}, {"claude_desktop_config", client},
}

// placeOf returns the kind of a file, by its path.
func placeOf(path string) startPlace {
	path = strings.ReplaceAll(strings.ReplaceAll(path, "${HOME}", "~"), "$HOME", "~")
	for _, p := range startPlaces {
		if strings.Contains(path, p.part) {
			return p.kind
		}
	}
	return noPlace
}

func persistenceSeverity(a *behavior.Act, kind startPlace) analysis.Severity {
	harmful := a.Of.Has(behavior.Fetched|behavior.Decoded) || isHarmful(a.Of.Text())
	switch {
	case kind == noPlace:
		return analysis.Off
	case kind == client && strings.Contains(a.To, "/cache") || kind == client && strings.Contains(a.To, "/log"):
		return analysis.Off
	case kind == keys, kind == preload, a.On == behavior.Unasked && (kind != client || strings.Contains(a.To, "settings")), harmful && kind != client:
		return analysis.Error
	case kind == client && (harmful || a.On == behavior.Unasked):
		return analysis.Warning
	case a.On == behavior.InScript && (kind == schedule || kind == service || kind == client && isShared(a.To)):
		return analysis.Warning
	}
	return analysis.Off
}

// isShared reports whether a path is that of settings, memory or skills for all projects.
func isShared(path string) bool {
	for _, part := range []string{"settings", "CLAUDE.md", "AGENTS.md", "GEMINI.md", "/skills/", "/hooks/", "config.toml"} {
		if strings.Contains(path, part) {
			return true
		}
	}
	return false
}

// isHarmful reports whether a command that is written loads, decodes or connects something.
func isHarmful(text string) bool {
	for _, part := range []string{"curl ", "wget ", "/dev/tcp", "base64 -d", "base64 --decode", "nc -", "ncat ", "socat ", "| sh", "|sh", "| bash", "|bash", "iwr ", "Invoke-WebRequest", "Invoke-RestMethod", "Invoke-Expression", "nohup ", "urlopen", "python -c", "python3 -c", "node -e", "LD_PRELOAD", "PROMPT_COMMAND=", "alias sudo="} {
		if strings.Contains(text, part) {
			return true
		}
	}
	return false
}
