package files

import (
	"bytes"
	"fmt"
	"path"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
)

// launchProblem returns the finding for a script that is run directly; its message is empty if there is none.
func launchProblem(rel string, text []byte, refused bool) analysis.Diagnostic {
	const refuses, refusesAll = "the system refuses to run it directly", "the system refuses to run them directly"
	file, by := quote.Text(rel), interpreter(rel, text)
	isText := len(text) > 0 && bytes.IndexByte(text, 0) < 0
	noInterpreter := isText && !bytes.HasPrefix(text, []byte("#!"))
	switch {
	case noInterpreter && refused:
		return analysis.Diagnostic{Message: "script is not executable and has no #! line: " + file, Effect: refuses, Help: "run it with " + by,
			Group: analysis.Group{Message: analysis.Many + " scripts are not executable and have no #! line", Effect: refusesAll, Help: "run them with their interpreters"}}
	case noInterpreter:
		return analysis.Diagnostic{Message: "script has no #! line: " + file, Effect: "a shell may run it as shell code",
			Group: analysis.Group{Message: analysis.Many + " scripts have no #! line", Effect: "a shell may run them as shell code", Help: "add the #! lines of their interpreters"},
			Help:  fmt.Sprintf("add %s as its first line", quote.Text("#!/usr/bin/env "+by))}
	case refused:
		d := analysis.Diagnostic{Message: "script is not executable: " + file, Effect: refuses, SuggestedFixes: runnable(rel, text),
			Group: analysis.Group{Message: analysis.Many + " scripts are not executable", Effect: refusesAll, Help: "make them executable with chmod +x"}}
		if d.SuggestedFixes == nil {
			d.Help = "make it executable (chmod +x)"
		}
		return d
	}
	return analysis.Diagnostic{}
}

// runnable returns the fix that makes a script executable, if it can then be run.
func runnable(rel string, text []byte) []analysis.SuggestedFix {
	if !bytes.HasPrefix(text, []byte("#!")) && bytes.IndexByte(text, 0) < 0 {
		return nil
	}
	// Uncovers, because nothing was known about untracked files if no other file was executable.
	return []analysis.SuggestedFix{{Title: "make " + quote.Text(rel) + " executable", Safe: true, Executable: rel, Uncovers: true}}
}

// interpreter returns the program that runs a script: that of its #! line, else the one for its extension.
func interpreter(rel string, text []byte) string {
	first, _, _ := bytes.Cut(text, []byte{'\n'})
	if words := bytes.Fields(first); bytes.HasPrefix(first, []byte("#!")) && len(words) > 0 {
		name := path.Base(string(words[0]))
		if name == "env" && len(words) == 2 {
			name = string(words[1])
		}
		if name != "env" && len(name) <= 20 && strings.Trim(name, "abcdefghijklmnopqrstuvwxyz0123456789.-") == "" {
			return name
		}
	}
	switch path.Ext(rel) {
	case ".py":
		return "python3"
	case ".rb":
		return "ruby"
	case ".pl":
		return "perl"
	case ".php":
		return "php"
	case ".js", ".mjs", ".cjs", ".ts":
		return "node"
	}
	return "bash"
}
