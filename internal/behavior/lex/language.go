package lex

import (
	"path"
	"strings"
)

// LanguageOf returns the language for the info string of a fence, or for a line with an interpreter.
func LanguageOf(name string) string {
	name = strings.ToLower(strings.TrimSpace(name))
	if n := strings.LastIndexAny(name, "/ "); n >= 0 && strings.HasPrefix(name, "#!") {
		name = name[n+1:]
	} else if n := strings.IndexAny(name, " \t,{"); n > 0 {
		name = name[:n]
	}
	switch strings.Trim(strings.TrimRight(name, "0123456789."), "{}.") {
	case "sh", "bash", "zsh", "shell", "dash", "ksh", "console", "shell-session", "shellsession", "sh-session", "terminal", "ash", "fish", "dockerfile", "docker":
		return Shell
	case "python", "py", "python3", "uv":
		return Python
	case "js", "javascript", "ts", "typescript", "node", "nodejs", "mjs", "cjs", "jsx", "tsx", "bun", "deno":
		return JavaScript
	case "powershell", "ps", "ps1", "pwsh":
		return PowerShell
	}
	return ""
}

// LanguageOfProgram returns the language of an interpreter; "other" for unsupported ones.
func LanguageOfProgram(name string) string {
	name = strings.TrimRight(name, "0123456789.")
	switch name {
	case "python", "pypy":
		return Python
	case "node", "deno", "bun", "nodejs", "tsx", "ts-node":
		return JavaScript
	case "powershell", "pwsh":
		return PowerShell
	case "perl", "ruby", "php", "lua", "osascript", "Rscript", "tclsh", "awk", "gawk":
		return Other
	}
	return ""
}

// LanguageOfFile returns the language of a file by its name, or "".
func LanguageOfFile(name string) string {
	switch strings.ToLower(path.Ext(name)) {
	case ".sh", ".bash", ".zsh", ".command", ".ksh":
		return Shell
	case ".py", ".pyw":
		return Python
	case ".js", ".mjs", ".cjs", ".ts", ".mts", ".cts", ".jsx", ".tsx":
		return JavaScript
	case ".ps1", ".psm1":
		return PowerShell
	case ".rb", ".pl", ".php", ".lua", ".bat", ".cmd":
		return Other
	case ".java", ".go", ".rs", ".cs", ".kt":
		return Compiled
	}
	switch path.Base(name) {
	case "Makefile", "makefile", "Dockerfile", ".envrc":
		return Shell
	}
	return ""
}

// CommandsIn returns the parts of a line that may be commands: the line and its strings.
func CommandsIn(line string) []string {
	parts := []string{strings.TrimSpace(line)}
	for _, q := range "\"'`" {
		fields := strings.Split(line, string(q))
		for i := 1; i+1 < len(fields); i += 2 {
			if strings.Contains(fields[i], " ") {
				parts = append(parts, fields[i])
			}
		}
	}
	return parts
}
