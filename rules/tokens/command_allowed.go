package tokens

import (
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/facts/placeholder"
)

// A permission is the set of commands that a file allows.
type permission struct {
	patterns []string
	all      bool
	judged   int // number of checked commands
}

// Limits of a file. Commands beyond them are not checked.
const (
	maxPatterns = 200
	maxJudged   = 500
)

// permissionOf returns the commands that allowed-tools allows. Without the field, or with too many patterns, it allows all.
func permissionOf(d *analysis.Document) *permission {
	field := d.Data.Get("allowed-tools")
	if d.Dialect.Name != "claude-code" || field == nil {
		return &permission{all: true}
	}
	var tools []string
	for _, s := range field.Strings() {
		tools = append(tools, s.Text)
	}
	patterns, all := bashPatterns(strings.Join(tools, ","))
	return &permission{patterns: patterns, all: all || len(patterns) > maxPatterns}
}

// check reports a command that allowed-tools does not cover. Claude Code runs read-only commands without permission, so it
// checks only commands that certainly do more.
func (p *permission) check(pass *analysis.Pass, c placeholder.Command) {
	if p.judged++; p.all || p.judged > maxJudged {
		return
	}
	d := pass.Document
	for _, simple := range simpleCommands(c.Text) {
		words := strings.Fields(simple)
		if !needsPermission(words) || slices.ContainsFunc(p.patterns, func(pattern string) bool { return covers(pattern, simple) }) {
			continue
		}
		pass.Report(analysis.Diagnostic{Range: c.Range, Severity: analysis.Warning,
			Message: "command is not covered by allowed-tools: " + show(d, c),
			Effect:  "Claude Code stops with a permission error unless the user allows it elsewhere",
			Help:    "add " + quote.Text("Bash("+strings.Join(words[:min(2, len(words))], " ")+":*)") + " to allowed-tools"})
		return
	}
}

// bashPatterns returns the patterns of commands in a list of tools. all is set if every command is allowed.
func bashPatterns(tools string) (patterns []string, all bool) {
	if strings.TrimSpace(tools) == "*" {
		return nil, true
	}
	for {
		i := strings.Index(tools, "Bash")
		if i < 0 {
			return patterns, false
		}
		before := strings.TrimRight(tools[:i], " \t")
		tools = tools[i+len("Bash"):]
		end := strings.IndexByte(tools, ')')
		switch {
		case before != "" && isNameByte(before[len(before)-1]) && i == len(before), tools != "" && isNameByte(tools[0]): // another tool
		case !strings.HasPrefix(tools, "(") || end < 0:
			return nil, true
		default:
			patterns = append(patterns, strings.TrimSpace(tools[1:end]))
			tools = tools[end+1:]
		}
	}
}

// covers reports whether a pattern allows a command. The pattern is a prefix with ":*", or a text with stars.
func covers(pattern, command string) bool {
	pattern, command = strings.ReplaceAll(pattern, `"`, ""), strings.ReplaceAll(command, `"`, "")
	if prefix, ok := strings.CutSuffix(pattern, ":*"); ok {
		return strings.HasPrefix(command, strings.TrimSpace(prefix))
	}
	parts := strings.Split(pattern, "*")
	rest, ok := strings.CutPrefix(command, strings.TrimRight(parts[0], " "))
	for _, part := range parts[1:] {
		i := strings.Index(rest, strings.TrimSpace(part))
		if i < 0 {
			return false
		}
		rest = rest[i+len(strings.TrimSpace(part)):]
	}
	return ok && (rest == "" || strings.HasSuffix(pattern, "*"))
}

// simpleCommands splits a command line at operators outside of quotes.
func simpleCommands(text string) []string {
	var all []string
	var quoted byte
	from := 0
	for i := 0; i <= len(text); i++ {
		switch {
		case i == len(text) || quoted == 0 && strings.IndexByte(";|\n", text[i]) >= 0 || quoted == 0 && text[i] == '&' && !strings.HasSuffix(text[:i], ">"):
			if simple := strings.TrimSpace(text[from:i]); simple != "" {
				all = append(all, simple)
			}
			from = i + 1
		case text[i] == '\\':
			i++
		case quoted == text[i]:
			quoted = 0
		case quoted == 0 && (text[i] == '"' || text[i] == '\''):
			quoted = text[i]
		}
	}
	return all
}

// needsPermission reports whether a simple command is certainly not read-only.
func needsPermission(words []string) bool {
	if len(words) == 0 || slices.ContainsFunc(words, func(w string) bool { return strings.Contains(w, "version") || w == "-v" || w == "-V" || w == "--help" }) {
		return false
	}
	program := strings.Trim(words[0], `"'`)
	next := ""
	if len(words) > 1 {
		next = words[1]
	}
	switch program {
	case "npx", "bunx", "make", "curl", "wget", "rm":
		return true
	case "node", "python", "python3", "ruby", "bash", "sh":
		return next != "" && !strings.HasPrefix(next, "-")
	case "npm", "pnpm", "yarn", "bun":
		return slices.Contains([]string{"add", "build", "ci", "exec", "i", "install", "publish", "run", "start", "test"}, next)
	case "cargo", "go":
		return slices.Contains([]string{"bench", "build", "generate", "install", "run", "test"}, next)
	}
	return strings.Contains(program, "/") && (program[0] == '.' || program[0] == '~' || program[0] == '$')
}
