package files

import (
	"bytes"
	"fmt"
	"path"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
)

// A launchedText is a script that is run directly.
type launchedText struct {
	rel     string
	text    []byte // nil if too large, or not text
	refused bool   // known not to be executable
	path    string // path for edits; empty if it is not a file of the workspace
}

// problem returns the finding for a script that is run directly; its message is empty if there is none.
func (s *launchedText) problem() analysis.Diagnostic {
	const refuses, refusesAll = "the system refuses to run it directly", "the system refuses to run them directly"
	file, by := quote.Text(s.rel), interpreter(s.rel, s.text)
	isText := len(s.text) > 0 && bytes.IndexByte(s.text, 0) < 0
	noInterpreter := isText && !bytes.HasPrefix(s.text, []byte("#!"))
	switch {
	case s.hasCRLF():
		return s.carriageReturns(file)
	case noInterpreter && s.refused:
		return analysis.Diagnostic{Message: "script is not executable and has no #! line: " + file, Effect: refuses, Help: "run it with " + by,
			Group: analysis.Group{Message: analysis.Many + " scripts are not executable and have no #! line", Effect: refusesAll, Help: "run them with their interpreters"}}
	case noInterpreter:
		return analysis.Diagnostic{Message: "script has no #! line: " + file, Effect: "a shell may run it as shell code",
			Group: analysis.Group{Message: analysis.Many + " scripts have no #! line", Effect: "a shell may run them as shell code", Help: "add the #! lines of their interpreters"},
			Help:  fmt.Sprintf("add %s as its first line", quote.Text("#!/usr/bin/env "+by))}
	case s.refused:
		d := analysis.Diagnostic{Message: "script is not executable: " + file, Effect: refuses, SuggestedFixes: s.runnable(),
			Group: analysis.Group{Message: analysis.Many + " scripts are not executable", Effect: refusesAll, Help: "make them executable with chmod +x"}}
		if d.SuggestedFixes == nil {
			d.Help = "make it executable (chmod +x)"
		}
		return d
	}
	return analysis.Diagnostic{}
}

// hasCRLF reports whether the script has a #! line that ends with CR LF.
func (s *launchedText) hasCRLF() bool {
	first, _, _ := bytes.Cut(s.text, []byte{'\n'})
	return bytes.HasPrefix(first, []byte("#!")) && bytes.HasSuffix(first, []byte{'\r'}) && bytes.IndexByte(s.text, 0) < 0
}

// carriageReturns returns the finding for a script whose #! line ends with CR LF. The fix also makes it executable, because
// the script needs both changes to run.
func (s *launchedText) carriageReturns(file string) analysis.Diagnostic {
	const missing = "the system looks for an interpreter whose name ends with CR"
	d := analysis.Diagnostic{Message: "script has CRLF line endings: " + file, Effect: missing,
		Group: analysis.Group{Message: analysis.Many + " scripts have CRLF line endings", Effect: missing, Help: "end their lines with LF"}}
	fix := analysis.SuggestedFix{Title: "end its lines with LF", Safe: true}
	if s.refused {
		d.Message = "script is not executable and has CRLF line endings: " + file
		d.Group.Message = analysis.Many + " scripts are not executable and have CRLF line endings"
		d.Group.Help = "end their lines with LF, and make them executable with chmod +x"
		fix.Title, fix.Executable, fix.Uncovers = "end its lines with LF, and make it executable", s.rel, true
	}
	if s.path == "" {
		d.Help = fix.Title
		return d
	}
	fix.Edits = []analysis.Edit{{Path: s.path, Range: analysis.Range{End: len(s.text)}, Text: strings.ReplaceAll(string(s.text), "\r\n", "\n")}}
	d.SuggestedFixes = []analysis.SuggestedFix{fix}
	return d
}

// runnable returns the fix that makes a script executable, if it can then be run.
func (s *launchedText) runnable() []analysis.SuggestedFix {
	if !bytes.HasPrefix(s.text, []byte("#!")) && bytes.IndexByte(s.text, 0) < 0 {
		return nil
	}
	// Uncovers, because nothing was known about untracked files if no other file was executable.
	return []analysis.SuggestedFix{{Title: "make " + quote.Text(s.rel) + " executable", Safe: true, Executable: s.rel, Uncovers: true}}
}

// interpreter returns the program that runs a script, according to its #! line or its extension.
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
