package tokens

import (
	"bytes"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/facts/markdown"
	"github.com/skilllint/skilllint/facts/role"
)

// braced reports ${ARGUMENTS}, which Claude Code does not replace: it replaces the text $ARGUMENTS.
func (a *argumentCheck) braced() {
	const opening = "${ARGUMENTS"
	source := a.d.Source
	if a.client.Name != "claude-code" || !bytes.Contains(source, []byte(opening)) || bytes.Contains(source, []byte("\nARGUMENTS=")) || bytes.Contains(source, []byte(" ARGUMENTS=")) {
		return
	}
	var found []analysis.Range
	for at := a.d.BodyStart(); len(found) < maxLooked; {
		n := bytes.Index(source[at:], []byte(opening))
		if n < 0 {
			break
		}
		start := at + n
		at = start + len(opening)
		length := bytes.IndexAny(source[at:min(len(source), at+80)], "}\n")
		if length < 0 || source[at+length] != '}' || isNameByte(source[at]) || start > 0 && source[start-1] == '\\' {
			continue
		}
		at += length + 1
		found = append(found, analysis.Range{Start: start, End: at})
	}
	kinds, roles := markdown.ContextsOf(a.d, found), role.Of(a.d)
	for i, r := range found {
		if kinds[i] == markdown.InSpan && !isInserted(source, r.Start) || roles.IsWrong(r.Start) {
			continue
		}
		written := a.d.Text(r)
		help := "write $ARGUMENTS"
		if next := written[len(opening)]; strings.IndexByte("}.[", next) < 0 {
			help = "assign it first: args=\"$ARGUMENTS\", and then " + strings.Replace(written, "ARGUMENTS", "args", 1)
		}
		a.pass.Report(analysis.Diagnostic{Range: r, Message: "not replaced: " + quote.Text(written), Help: help,
			Effect: a.client.Title + " replaces only $ARGUMENTS, and the shell has no such variable",
			Group:  analysis.Group{Key: "braced" + a.d.Rel, Message: analysis.Many + " variables ${ARGUMENTS} are not replaced"}})
	}
}

// isInserted reports whether a place is in an inline command: !`command`.
func isInserted(source []byte, at int) bool {
	line := source[bytes.LastIndexByte(source[:at], '\n')+1 : at]
	n := bytes.LastIndexByte(line, '`')
	return n > 0 && line[n-1] == '!'
}
