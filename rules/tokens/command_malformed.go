package tokens

import (
	"bytes"
	"slices"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/facts/markdown"
	"github.com/skilllint/skilllint/facts/placeholder"
	"github.com/skilllint/skilllint/facts/role"
)

// reportMalformed reports empty and unclosed commands in text, and those without backticks.
func reportMalformed(pass *analysis.Pass, roles *role.Map) {
	d := pass.Document
	found := append(malformed(d.Source, d.BodyStart()), bare(d.Source, d.BodyStart())...)
	slices.SortFunc(found, func(a, b analysis.Range) int { return a.Start - b.Start })
	kinds := markdown.ContextsOf(d, found)
	for i, r := range found {
		if kinds[i] != markdown.InText || roles.IsWrong(r.Start) {
			continue
		}
		text := d.Text(r)
		diagnostic := analysis.Diagnostic{Range: r, Severity: analysis.Warning, Must: d.Dialect.Protocol != nil, Message: "empty command " + quote.Text(text),
			Effect: d.Dialect.Title + " has nothing to run, so no output replaces it", Help: "write a command, or remove it"}
		if text[1] != '`' {
			diagnostic.Message = "command without backticks: " + quote.Text(text)
			diagnostic.Group = analysis.Group{Key: "bare", Message: analysis.Many + " commands without backticks"}
			diagnostic.Effect, diagnostic.Help = d.Dialect.Title+" does not run it, so the model reads the line as text", "write "+quote.Text("!`"+text[1:]+"`")
		} else if text[len(text)-1] != '`' || len(text) == 2 {
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

// bare returns the lines that are a command after an exclamation mark, without backticks, in order.
func bare(source []byte, at int) []analysis.Range {
	var found []analysis.Range
	for at < len(source) {
		end := len(source)
		if n := bytes.IndexByte(source[at:], '\n'); n >= 0 {
			end = at + n
		}
		line := bytes.TrimRight(source[at:end], " \t\r")
		if len(line) > 2 && line[0] == '!' && 'a' <= line[1] && line[1] <= 'z' && !bytes.ContainsAny(line, "`") && bytes.IndexByte([]byte(".!?:,"), line[len(line)-1]) < 0 &&
			(isCertainCommand(placeholder.Command{Text: string(line[1:])}) || bytes.HasSuffix(line, []byte(`"$ARGUMENTS"`))) {
			found = append(found, analysis.Range{Start: at, End: at + len(line)})
		}
		at = end + 1
	}
	return found
}

// isSpan reports whether the second backtick of an empty command is the start of a longer run, or that of a code span with two backticks.
func isSpan(text []byte) bool {
	if len(text) > 1 && text[1] == '`' {
		return true
	}
	paragraph, _, _ := bytes.Cut(text[1:min(len(text), 1000)], []byte("\n\n"))
	return bytes.Contains(paragraph, []byte("``"))
}
