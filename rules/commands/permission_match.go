package commands

import (
	"slices"
	"strings"
)

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
		case before != "" && isWordByte(before[len(before)-1]) && i == len(before), tools != "" && isWordByte(tools[0]): // another tool
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

// isUnknown reports whether a word starts with a variable of the client that does not exist in the document.
func (p *permission) isUnknown(word string) bool {
	d := p.pass.Document
	name, _, ok := strings.Cut(strings.TrimPrefix(strings.Trim(word, `"'`), "${"), "}")
	v := d.Dialect.Variables
	return ok && v != nil && v.Prefix != "" && strings.HasPrefix(name, v.Prefix) && !slices.Contains(v.Names, name) && !(d.Plugin && slices.Contains(v.Plugin, name))
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

func isWordByte(c byte) bool {
	return c|0x20 >= 'a' && c|0x20 <= 'z' || c >= '0' && c <= '9' || c == '_'
}
