package script

import (
	"bytes"
	"path"
	"strings"
)

// extensions are the languages by extension, in lower case.
var extensions = map[string]Language{
	".py": Python, ".pyw": Python,
	".js": JavaScript, ".mjs": JavaScript, ".cjs": JavaScript, ".jsx": JavaScript,
	".ts": TypeScript, ".mts": TypeScript, ".cts": TypeScript, ".tsx": TypeScript,
	".sh": Shell, ".bash": Shell, ".zsh": Shell, ".ksh": Shell,
	".go": Go, ".rb": Ruby, ".ps1": PowerShell,
}

// interpreters are the languages by the program of a "#!" line.
var interpreters = map[string]Language{
	"python": Python, "python2": Python, "python3": Python, "node": JavaScript, "nodejs": JavaScript, "bun": TypeScript, "deno": TypeScript,
	"tsx": TypeScript, "ts-node": TypeScript, "sh": Shell, "bash": Shell, "dash": Shell, "ksh": Shell, "zsh": Shell, "ruby": Ruby, "pwsh": PowerShell,
}

// LanguageOf returns the language of a script by its extension, and by its "#!" line if it has no extension or that of another
// language.
func LanguageOf(name string, source []byte) Language {
	ext := strings.ToLower(path.Ext(name))
	l, ok := extensions[ext]
	if !ok && ext != "" && ext != strings.ToLower(path.Base(name)) {
		return l
	}
	by := interpreters[strings.TrimRight(Interpreter(shebang(source)), "0123456789.")]
	switch {
	case by == Other, (l == JavaScript || l == TypeScript) && (by == JavaScript || by == TypeScript):
		return l
	case by == Shell && l != Other && restarts(source):
		return l
	}
	return by
}

// restarts reports whether a shell runs the rest of a file with another program: // 2>/dev/null; exec node "$0" "$@"
func restarts(source []byte) bool {
	start := source[:min(len(source), 1000)]
	_, rest, found := bytes.Cut(start, []byte("exec "))
	line, _, _ := bytes.Cut(rest, []byte{'\n'})
	return found && bytes.Contains(line, []byte("$0"))
}

// IsScript reports whether files with this path are read without looking at their first line.
func IsScript(name string) bool { return extensions[strings.ToLower(path.Ext(name))] != Other }

// shebang returns the first line without "#!", or "".
func shebang(source []byte) string {
	line, _, _ := bytes.Cut(source[:min(len(source), 256)], []byte{'\n'})
	if rest, ok := bytes.CutPrefix(line, []byte("#!")); ok {
		return strings.TrimSpace(string(rest))
	}
	return ""
}

// Interpreter returns the name of the program in a "#!" line, without its directory: "python3" of "/usr/bin/env -S python3 -u".
func Interpreter(shebang string) string {
	for _, word := range strings.Fields(shebang) {
		name := path.Base(word)
		if name == "env" || strings.HasPrefix(word, "-") || strings.Contains(word, "=") {
			continue
		}
		return name
	}
	return ""
}
