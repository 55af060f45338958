package tokens

import (
	"bytes"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/facts/markdown"
	"github.com/skilllint/skilllint/facts/placeholder"
	"github.com/skilllint/skilllint/facts/role"
)

// reportMalformed reports empty and unclosed commands in text.
func reportMalformed(pass *analysis.Pass, roles *role.Map) {
	d := pass.Document
	found := malformed(d.Source, d.BodyStart())
	kinds := markdown.ContextsOf(d, found)
	for i, r := range found {
		if kinds[i] != markdown.InText || roles.IsWrong(r.Start) {
			continue
		}
		text := d.Text(r)
		diagnostic := analysis.Diagnostic{Range: r, Severity: analysis.Warning, Must: d.Dialect.Protocol != nil, Message: "empty command " + quote.Text(text),
			Effect: d.Dialect.Title + " has nothing to run, so no output replaces it", Help: "write a command, or remove it"}
		if text[len(text)-1] != '`' || len(text) == 2 {
			diagnostic.Message = "unclosed command " + quote.Text(text)
			diagnostic.Effect, diagnostic.Help = "the model does not get the output of the command", "close it with a backtick on the same line"
		}
		pass.Report(diagnostic)
	}
}

// malformed returns the empty and unclosed commands of a text at the starts of words, in order.
func malformed(source []byte, at int) []analysis.Range {
	var found []analysis.Range
	for {
		n := bytes.Index(source[at:], []byte("!`"))
		if n < 0 {
			return found
		}
		start := at + n
		inner := start + len("!`")
		length := bytes.IndexAny(source[inner:], "`\n")
		if length < 0 {
			length = len(source) - inner
		}
		end := inner + length
		closed := end < len(source) && source[end] == '`'
		command := bytes.TrimSpace(source[inner:end])
		at = end
		switch {
		case closed && length == 0 && isSpan(source[end:]):
			for at < len(source) && source[at] == '`' {
				at++
			}
		case !markdown.StartsWord(source[:start]):
		case closed && len(command) == 0:
			found = append(found, analysis.Range{Start: start, End: end + 1})
			at = end + 1
		case closed:
			at = end + 1
		case length > 0 && source[inner] != ' ' && isCertainCommand(placeholder.Command{Text: string(command)}):
			found = append(found, analysis.Range{Start: start, End: inner + len(bytes.TrimRight(source[inner:end], " \t\r"))})
		}
	}
}

// isSpan reports whether the second backtick of an empty command is the start of a longer run, or that of a code span with two backticks.
func isSpan(text []byte) bool {
	if len(text) > 1 && text[1] == '`' {
		return true
	}
	paragraph, _, _ := bytes.Cut(text[1:min(len(text), 1000)], []byte("\n\n"))
	return bytes.Contains(paragraph, []byte("``"))
}
