package security

import (
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/internal/behavior"
	"github.com/skilllint/skilllint/internal/behavior/trust"
)

// A startPlace is a kind of file whose commands run at a later time.
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
	python
)

// String returns the kind of file for messages.
func (p startPlace) String() string {
	return [...]string{"", "authorized_keys", "a shell profile", "a schedule", "a service", "a git hook", "the configuration of a client", "/etc/ld.so.preload", "what Python runs at its start"}[p]
}

func (p startPlace) effect() string {
	return [...]string{"", "the owner of the key can log in", "every new shell runs what is written", "the system runs it again, without the skill", "the system starts it, without the skill",
		"git runs it for every later commit or push", "later sessions follow it, without the skill", "every program loads the library", "every program in Python runs what is written"}[p]
}

// startPlaces maps parts of paths to kinds.
var startPlaces = []struct {
	part string
	kind startPlace
}{
	{"authorized_keys", keys},
	{".bashrc", profile}, {".zshrc", profile}, {".bash_profile", profile}, {".zprofile", profile}, {".zshenv", profile}, {"~/.profile", profile}, {"/.profile", profile}, {"/etc/profile", profile}, {"config.fish", profile}, {"PowerShell_profile", profile}, {".bash_login", profile},
	{"crontab", schedule}, {"/etc/cron", schedule}, {"/var/spool/cron", schedule}, {"scheduled task", schedule},
	{"/systemd/", service}, {"LaunchAgents", service}, {"LaunchDaemons", service}, {`CurrentVersion\Run`, service}, {`CurrentVersion\RunOnce`, service}, {"config/autostart", service}, {"/etc/rc.local", service}, {"/etc/init.d", service}, {"/etc/ld.so.preload", preload}, {"$PROFILE", profile}, {`Start Menu\Programs\Startup`, service},
	{".git/hooks", gitHook}, {".vscode/settings", client}, {"core.hooksPath", gitHook},
	{".pth", python}, {"sitecustomize.py", python}, {"usercustomize.py", python},
	{"SOUL.md", client}, {"MEMORY.md", client}, {"HEARTBEAT.md", client},
	{"~/.claude/", client}, {"~/.claude.json", client}, {"~/.codex/", client}, {"~/.cursor/", client}, {"~/.gemini/", client}, {"~/.config/opencode", client}, {".claude/settings", client}, {"AGENTS.md", client}, {"CLAUDE.md", client}, {"GEMINI.md", client}, {".cursorrules", client}, {"claude_desktop_config", client},
}

// placeOf returns the kind of a file, by its path.
func placeOf(p string) startPlace {
	p = strings.ReplaceAll(strings.ReplaceAll(p, "${HOME}", "~"), "$HOME", "~")
	for _, place := range startPlaces {
		if hasPart(p, place.part) {
			return place.kind
		}
	}
	if dir := path.Base(path.Dir(p)); dir == "hooks" && isGitHook(path.Base(p)) { // of a template, or of all repositories
		return gitHook
	}
	return noPlace
}

// hasPart reports whether a path has a part that ends with a word.
func hasPart(p, part string) bool {
	for {
		i := strings.Index(p, part)
		if i < 0 {
			return false
		}
		if p = p[i+len(part):]; p == "" || !isWord(rune(part[len(part)-1])) || !isWord(rune(p[0])) {
			return true
		}
	}
}

// isGitHook reports whether git runs a file of this name.
func isGitHook(name string) bool {
	switch name {
	case "pre-commit", "post-commit", "commit-msg", "prepare-commit-msg", "pre-push", "post-checkout", "post-merge", "post-rewrite", "pre-rebase":
		return true
	}
	return false
}

// withoutFunctions returns a text for a shell profile without the functions on a line of their own, which run only when they are
// called.
func withoutFunctions(text string, kind startPlace, on behavior.Surface) string {
	if kind != profile || on != behavior.InText {
		return text
	}
	var kept strings.Builder
	for line := range strings.Lines(text) {
		if name, _, ok := strings.Cut(line, "() {"); !ok || strings.ContainsAny(name, " ;&|") || !strings.HasSuffix(strings.TrimSpace(line), "}") {
			kept.WriteString(line)
		}
	}
	return kept.String()
}

// ordersHarm reports whether a text for a file with instructions orders a model to run or to obey what it downloads, or waives consent.
func ordersHarm(text string) bool {
	lower := strings.ToLower(text)
	has := func(parts ...string) bool {
		return slices.ContainsFunc(parts, func(p string) bool { return strings.Contains(lower, p) })
	}
	return has("| sh", "|sh", "| bash", "|bash", "never ask", "without asking", "do not tell the user", "don't tell the user") ||
		has("://") && has("do what it says", "follow it", "obey", "carry out", "follow its", "execute it")
}

// waivesAll reports whether a text for a file with settings has one with which a client no longer asks, or sends all to another host.
func waivesAll(text string) bool {
	if _, address, ok := strings.Cut(text, "_BASE_URL"); ok && trust.In(firstAddress(address)) >= trust.Unknown {
		return true
	}
	for _, setting := range []string{"bypassPermissions", "enableAllProjectMcpServers", "skipDangerousModePermissionPrompt", "danger-full-access", "chat.tools.autoApprove", "chat.tools.global.autoApprove"} {
		if strings.Contains(text, setting) {
			return true
		}
	}
	return false
}

// isRecord reports whether a file in a directory of a client holds data that no client reads: a log, or values in the directory of a skill.
func isRecord(file string) bool {
	switch path.Ext(file) {
	case ".bak", ".backup", ".orig":
		return true
	case ".log", ".jsonl", ".ndjson", ".csv", ".tsv", ".db", ".sqlite", ".lock", ".pid":
		return true
	case ".json", ".env":
		return strings.Contains(file, "/skills/")
	}
	return false
}

// isHarmful reports whether a written command downloads, decodes or opens a connection.
func isHarmful(text string) bool {
	for _, part := range []string{"curl ", "wget ", "/dev/tcp", "base64 -d", "base64 --decode", "nc -", "ncat ", "socat ", "iwr ", "Invoke-WebRequest", "Invoke-RestMethod", "DownloadString", "FromBase64String", "nohup ", ">/dev/null 2>&1 &", ".py &\n", "urlopen", "python -c", "python3 -c", "node -e", "LD_PRELOAD", "PROMPT_COMMAND=", "alias sudo="} {
		if strings.Contains(text, part) {
			return true
		}
	}
	return pipesToShell(text)
}

// pipesToShell reports whether a text pipes something into a shell, unlike "(sh|bash)" in a pattern.
func pipesToShell(text string) bool {
	for _, part := range []string{"| sh", "|sh", "| bash", "|bash"} {
		for rest := text; ; {
			_, after, ok := strings.Cut(rest, part)
			if !ok {
				break
			}
			if after == "" || strings.IndexByte(" \n\t\r;&>\"'`$", after[0]) >= 0 {
				return true
			}
			rest = after
		}
	}
	return false
}
