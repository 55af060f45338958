package commands

import (
	"bytes"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/shell"
)

// A shellProblem is what is wrong with a word.
type shellProblem struct {
	severity              analysis.Severity
	message, effect, help string
}

var (
	splitURL = &shellProblem{analysis.Warning, `unquoted "&" ends the command: `, "the shell runs the command in the background, without the rest of the URL", "quote the URL"}
	zshURL   = &shellProblem{analysis.Info, `unquoted "?" in a URL: `, `zsh does not run the command: "no matches found"`, "quote the URL"}
	zshExtra = &shellProblem{analysis.Info, "unquoted brackets: ", `zsh does not run the command: "no matches found"`, "quote the word"}
	zshGlob  = &shellProblem{analysis.Info, "unquoted pattern: ", `zsh does not run the command: "no matches found"`, "quote the pattern"}
)

// rejectedWord returns the first word of a command that a shell splits or rejects, and what is wrong with it.
func rejectedWord(d *analysis.Document, words []shell.Word) (analysis.Range, *shellProblem) {
	program := words[0].Text
	if slices.Contains(httpMethods, program) {
		return analysis.Range{}, nil // a request, not a command
	}
	for i, w := range words[1:] {
		raw := d.Text(w.Range)
		if raw == "" || strings.ContainsAny(raw, "\"'`\\<>()…") || strings.Contains(raw, "...") {
			continue
		}
		after, _, _ := bytes.Cut(d.Source[w.Range.End:], []byte("\n"))
		name, isOption := strings.CutPrefix(raw, "--")
		option, value, _ := strings.Cut(name, "=")
		_, query, isQuery := strings.Cut(raw, "?")
		switch isURL := strings.Contains(raw, "://") || program == "gh" && words[1].Text == "api"; {
		case isURL && strings.Contains(query, "=") && len(after) > 1 && after[0] == '&' && isWordByte(after[1]):
			return w.Range, splitURL
		case isURL && isQuery && strings.Contains(query, "="):
			return w.Range, zshURL
		case isInstall(words) && isExtra(raw):
			return w.Range, zshExtra
		case bytes.Contains(after, []byte(" #")):
		case isOption && option != "" && strings.HasPrefix(value, "*") && !strings.Contains(value, "/"),
			program == "find" && strings.HasPrefix(raw, "*") && (words[i].Text == "-name" || words[i].Text == "-iname"):
			return w.Range, zshGlob
		}
	}
	return analysis.Range{}, nil
}

// httpMethods begin a request that a document shows in a block of commands.
var httpMethods = []string{"GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"}

// isInstall reports whether a command installs Python packages.
func isInstall(words []shell.Word) bool {
	isInstaller := false
	for _, w := range words[:min(len(words), 5)] {
		switch w.Text {
		case "pip", "pip3", "pipx", "uv", "poetry":
			isInstaller = true
		case "install", "add", "inject":
			return isInstaller && !strings.HasPrefix(words[len(words)-1].Text, "[")
		}
	}
	return false
}

// isExtra reports whether a word is a package with extras: pkg[all], .[dev].
func isExtra(word string) bool {
	name, extras, ok := strings.Cut(word, "[")
	extras, _, closed := strings.Cut(extras, "]")
	isName := func(text string) bool {
		return text != "" && strings.Trim(strings.ToLower(text), "abcdefghijklmnopqrstuvwxyz0123456789._-,/") == ""
	}
	return ok && closed && isName(name) && isName(extras)
}
