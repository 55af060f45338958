package commands

import (
	"bytes"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/facts/invocation"
	"github.com/skilllint/skilllint/facts/shell"
)

// Shell reports commands that the shell of a client splits or rejects because a word of them is not quoted.
//
// An unquoted "&" in a URL ends the command: the shell runs it in the background, without the rest of the URL.
//
// Claude Code and other clients run commands in the user's shell, which is zsh on macOS. In zsh, a word with "?", "*" or "[…]" that
// matches no file is an error: the command does not run, and the message "no matches found" looks like a result. bash passes the
// word to the program.
//
// Words that are certainly not meant as file names are checked: URLs and paths of "gh api" with "?", packages with extras such as
// pkg[all], options with a pattern such as --include=*.py, and patterns of "find -name".
//
// Severity:
//   - warning for "&" in a URL
//   - info for words that only zsh rejects
//
// Not reported:
//   - scripts, and blocks that begin with "#!", which run in a shell of their own
//   - placeholders, examples of output and counterexamples, and patterns with a comment
var Shell = &analysis.Analyzer{
	Name:     "commands/shell",
	Doc:      "unquoted word that a shell splits or rejects",
	Severity: analysis.Warning,
	Scope:    analysis.PerDocument,
	Kinds:    analysis.Text &^ analysis.Output,
	Source: analysis.Source{Kind: analysis.Measurement, Checked: "2026-11-28",
		Name: "zsh 5.9 and bash 5.2 run such commands; issues 74746 and 91498 of Claude Code on the shell of its Bash tool"},
	Run: shellWords,
}

func shellWords(pass *analysis.Pass) error {
	d := pass.Document
	if !hasShellWord(d) {
		return nil
	}
	found := map[string]*analysis.Diagnostic{}
	var order []*analysis.Diagnostic
	for _, c := range invocation.Of(d) {
		if c.Form != invocation.Block && c.Form != invocation.Insert || isScriptBlock(d, c.Range.Start) {
			continue
		}
		at, n := rejectedWord(d, c.Words)
		if n == nil {
			continue
		}
		if known := found[n.message]; known != nil {
			if len(known.Related) < maxPlaces {
				known.Related = append(known.Related, analysis.Related{Location: d.At(at), Message: "also here"})
			}
			continue
		}
		f := &analysis.Diagnostic{Range: at, Severity: n.severity, Message: n.message + quote.Text(d.Text(at)), Effect: n.effect, Help: n.help,
			Group: analysis.Group{Key: n.message, Message: n.message + quote.Text(d.Text(at)) + " and others in " + analysis.Many + " files", Help: n.help}}
		found[n.message], order = f, append(order, f)
	}
	for _, f := range order {
		pass.Report(*f)
	}
	return nil
}

// hasShellWord reports whether a shell block of a document has the characters of a word that is reported.
func hasShellWord(d *analysis.Document) bool {
	for i := range d.Fences {
		f := &d.Fences[i]
		lines := f.Node.Lines()
		if lines.Len() == 0 || f.Info != "" && !shell.Is(f.Info) && !strings.HasPrefix(f.Info, "!") {
			continue
		}
		text := d.Source[lines.At(0).Start:lines.At(lines.Len()-1).Stop]
		for _, mark := range []string{"?", "[", "=*", "name *"} {
			if bytes.Contains(text, []byte(mark)) {
				return true
			}
		}
	}
	return false
}

// isScriptBlock reports whether an offset is in a block that shows a script.
func isScriptBlock(d *analysis.Document, at int) bool {
	f := d.FenceAt(at)
	return f != nil && f.Node.Lines().Len() > 0 && bytes.HasPrefix(bytes.TrimLeft(d.Source[f.Node.Lines().At(0).Start:], " \t"), []byte("#!"))
}
