package commands

import (
	"bytes"
	"path"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/facts/role"
	"github.com/skilllint/skilllint/internal/script"
)

// Syntax reports scripts, commands and data that do not parse.
//
// A script with a syntax error never runs: Python and Node.js stop before the first line, and a shell at the line with the
// error. The agent sees a message of the interpreter, and rewrites the script or does without it.
//
// Python, JavaScript, TypeScript and shell scripts of skills are parsed, Python as in version 3.14. In a text, shell blocks with
// an unclosed quote or here-document are reported, and JSON, YAML and TOML blocks that the text introduces as the content of
// a file, such as "Create `config.json`:".
//
// Severity:
//   - error for scripts
//   - warning for scripts in directories such as assets and examples, and for shell blocks
//   - info for the content of files, which often has notes or several excerpts in one block
//
// Not reported:
//   - templates, and errors at placeholders such as {{NAME}} and {% if %}
//   - test data
//   - blocks with omissions ("…", "...") or placeholders, also in names ({team}-agent), and those that the text calls wrong
//   - excerpts of TOML with elements of an array that they do not show
//   - comments in JSON
//   - other errors in shell blocks, because many contain output or pseudo-code
var Syntax = &analysis.Analyzer{
	Name:     "commands/syntax",
	Doc:      "script or block that does not parse",
	Severity: analysis.Error,
	Scope:    analysis.PerDocument,
	Kinds:    analysis.Text | analysis.Resource,
	Source: analysis.Source{Kind: analysis.Measurement, Checked: "2026-11-28",
		Name: "CPython 3.11 and bash 5.2 on 5,200 published scripts: the same files are rejected; Python 3.14's grammar; RFC 8259; YAML 1.2.2; TOML 1.0.0"},
	Requires: []*analysis.Analyzer{script.Fact.Analyzer},
	Run:      syntax,
}

func syntax(pass *analysis.Pass) error {
	d := pass.Document
	if d.Kind == analysis.Resource {
		scriptSyntax(pass, script.Fact.Of(pass))
		return nil
	}
	if len(d.Fences) == 0 {
		return nil
	}
	b := &blocks{pass: pass, roles: role.Of(d)}
	b.shell()
	b.data()
	return nil
}

// scriptSyntax reports the syntax error of a script.
func scriptSyntax(pass *analysis.Pass, s *script.Script) {
	d := pass.Document
	if s == nil || len(s.SyntaxErrors) == 0 || isTestData(d.Rel) || isTemplate(d.Rel) {
		return
	}
	p := s.SyntaxErrors[0]
	if nearTemplate(d.Source, p.Range) {
		return
	}
	found := analysis.Diagnostic{Range: p.Range, Message: "syntax error in a " + s.Language.String() + " script: " + p.Message,
		Effect: effects[s.Language], Help: "run \"" + checks[s.Language] + "\" to see the error in full"}
	if s.Language == script.Shell {
		if script.IsPython(d.Source) {
			found.Message, found.Help = "Python code in a shell script", "rename the file to *.py, or start it with \"#!/usr/bin/env python3\""
		}
	}
	if to := onlyPath(d); to != "" {
		found.Message, found.Help = "script contains only a path: "+quote.Text(to), "copy the file that it names, or commit a symbolic link"
	}
	if strings.HasSuffix(p.Message, "of Python 2") {
		found.Help = "port the script to Python 3"
	}
	if isShown(d.File) {
		found.Severity = analysis.Warning
	}
	pass.Report(found)
}

// onlyPath returns the text of a script if it is a path, as in a checkout without symbolic links, or "".
func onlyPath(d *analysis.Document) string {
	text := strings.TrimSpace(string(d.Source[:min(len(d.Source), analysis.MaxPath)]))
	if len(d.Source) > analysis.MaxPath || strings.ContainsAny(text, " \t\n()'\"") || !strings.Contains(text, "/") || path.Ext(text) != path.Ext(d.Rel) {
		return ""
	}
	return text
}

// effects are what interpreters do with a script that does not parse, by language.
var effects = [...]string{
	script.Python:     "Python stops before the first line",
	script.JavaScript: "Node.js stops before the first line",
	script.TypeScript: "no program runs the script",
	script.Shell:      "the shell stops there, after it ran the commands before",
	script.PowerShell: "PowerShell stops before the first line",
}

// checks are commands that parse a script without running it, by language.
var checks = [...]string{
	script.Python:     "python3 -m py_compile FILE",
	script.JavaScript: "node --check FILE",
	script.TypeScript: "npx tsc --noEmit FILE",
	script.Shell:      "bash -n FILE",
	script.PowerShell: "pwsh FILE",
}

// nearTemplate reports whether the lines around a range have parts of a template.
func nearTemplate(source []byte, r analysis.Range) bool {
	start := bytes.LastIndexByte(source[:max(0, min(r.Start, len(source))-200)], '\n') + 1
	around := source[start:min(len(source), r.End+200)]
	for _, mark := range []string{"{{", "{%", "<%", "[[", "__PLACEHOLDER", "<your", "<YOUR"} {
		if bytes.Contains(around, []byte(mark)) && (mark != "[[" || bytes.Contains(around, []byte("]]")) && !bytes.Contains(around, []byte("[[ "))) {
			return true
		}
	}
	return false
}
