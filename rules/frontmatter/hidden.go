package frontmatter

import (
	"bytes"
	"fmt"
	"iter"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/schema"
)

// longestLook is the number of lines of unclosed frontmatter that are searched for its end.
const longestLook = 60

// bomEnd returns the offset after the byte order mark, if any.
func bomEnd(d *analysis.Document) int {
	if d.Header.BOM {
		return len("\ufeff")
	}
	return 0
}

// firstText returns the first line with text, without surrounding white space, or the range of the whole file.
func firstText(d *analysis.Document) analysis.Range {
	rest := d.TrimLine(analysis.Range{Start: bomEnd(d), End: len(d.Source)})
	if rest.Len() == 0 {
		return analysis.Range{End: len(d.Source)}
	}
	line := d.LineRange(d.LineOf(rest.Start))
	return d.TrimLine(analysis.Range{Start: rest.Start, End: line.End})
}

func begins(text, prefix string) bool { return strings.HasPrefix(text, prefix) }

// hiddenHeader describes frontmatter that only some clients find: after a byte order mark, or with Windows line endings.
func hiddenHeader(d *analysis.Document, rules schema.HeaderRules) *analysis.Diagnostic {
	h := d.Header
	switch {
	case h.BOM && rules.BOM == "no header":
		return &analysis.Diagnostic{Range: analysis.Range{Start: 0, End: h.Open.End},
			Message: "byte order mark before the frontmatter", Effect: rules.WhenMissing,
			SuggestedFixes: rewrite("remove the byte order mark", true, analysis.Range{End: bomEnd(d)}, "")}
	case rules.CRLF == "no header" && windowsLineEnds(d):
		return &analysis.Diagnostic{Range: h.Open,
			Message: "Windows line endings (CR LF) in the frontmatter", Effect: rules.WhenMissing,
			SuggestedFixes: unixLineEnds(d)}
	case rules.Delimiter == "trimmed":
		return cutHeader(d)
	case rules.Spaces != "":
		return spacedHeader(d, rules)
	}
	return nil
}

// spacedHeader describes a delimiter with trailing spaces that the client does not recognize.
func spacedHeader(d *analysis.Document, rules schema.HeaderRules) *analysis.Diagnostic {
	lines := []analysis.Range{d.Header.Open, d.Header.Close}
	if rules.Spaces == "no header at start" {
		lines = lines[:1]
	}
	for _, line := range lines {
		if spaces := (analysis.Range{Start: d.TrimLine(line).End, End: line.End}); spaces.Len() > 0 {
			return &analysis.Diagnostic{Range: line, Message: `spaces after "---"`, Effect: rules.WhenMissing,
				SuggestedFixes: rewrite("remove the spaces", true, spaces, "")}
		}
	}
	return nil
}

// cutHeader describes an indented "---", as in a block scalar, that the client interprets as the end of the frontmatter.
func cutHeader(d *analysis.Document) *analysis.Diagnostic {
	for line := range fieldLines(d) {
		if text := d.TrimLine(line); text.Start > line.Start && d.Text(text) == "---" {
			return &analysis.Diagnostic{Range: text, Message: `indented "---" inside the frontmatter`,
				Effect: d.Dialect.Title + " ends the frontmatter there and ignores the fields below it", Help: "use other characters"}
		}
	}
	return nil
}

// windowsLineEnds reports whether a delimiter line ends with CR LF.
func windowsLineEnds(d *analysis.Document) bool {
	h := d.Header
	return bytes.HasPrefix(d.Source[h.Open.End:], []byte("\r\n")) ||
		bytes.HasSuffix(d.Source[:h.Close.Start], []byte("\r\n")) ||
		bytes.HasPrefix(d.Source[h.Close.End:], []byte("\r\n"))
}

// unixLineEnds returns the fix that replaces the line endings of the whole file. Files with too many lines have no fix.
func unixLineEnds(d *analysis.Document) []analysis.SuggestedFix {
	const most = 2000
	var edits []analysis.Edit
	for at := 0; len(edits) <= most; {
		n := bytes.Index(d.Source[at:], []byte("\r\n"))
		if n < 0 {
			return []analysis.SuggestedFix{{Title: "replace all CR LF with LF", Safe: true, Uncovers: true, Edits: edits}}
		}
		at += n + 2
		edits = append(edits, analysis.Edit{Range: analysis.Range{Start: at - 2, End: at - 1}})
	}
	return nil
}

// unclosedHeader describes unclosed frontmatter. Its fix guesses the end, if possible.
func unclosedHeader(d *analysis.Document, rules schema.HeaderRules) analysis.Diagnostic {
	h := d.Header
	found := analysis.Diagnostic{Range: h.Open, Message: "unclosed frontmatter", Effect: rules.WhenMissing,
		Help: `add a line "---" after the last field`}
	last, mistyped := meantEnd(d)
	switch {
	case mistyped.Len() > 0:
		found.Help = ""
		found.Related = []analysis.Related{{Location: d.At(mistyped), Message: quote.Text(d.Text(mistyped)) + ` instead of "---"`}}
		found.SuggestedFixes = rewrite(`replace it with "---"`, false, mistyped, "---")
	case last.Len() > 0:
		lineEnd := "\n"
		if bytes.HasPrefix(d.Source[h.Open.End:], []byte("\r\n")) {
			lineEnd = "\r\n"
		}
		found.Help = ""
		found.Related = []analysis.Related{{Location: d.At(last), Message: "frontmatter seems to end here"}}
		found.SuggestedFixes = rewrite(`add "---" after this line`, false, analysis.Range{Start: last.End, End: last.End}, lineEnd+"---")
	}
	return found
}

// meantEnd returns the line after which unclosed frontmatter was probably meant to end, or the mistyped closing line.
func meantEnd(d *analysis.Document) (last, mistyped analysis.Range) {
	for line := range fieldLines(d) {
		text := d.Text(line)
		switch {
		case begins(text, "---"):
			return last, line
		case keyOf(d, line) != "":
			last = line
		case begins(text, " ") || begins(text, "\t") || begins(text, "- ") || begins(text, "#") && !begins(text, "# "):
			if last.Len() > 0 && strings.TrimSpace(text) != "" {
				last = line
			}
		case last.Len() > 0:
			return last, analysis.Range{}
		}
	}
	return analysis.Range{}, analysis.Range{}
}

// fieldLines returns the first lines after the opening "---".
func fieldLines(d *analysis.Document) iter.Seq[analysis.Range] {
	return func(yield func(analysis.Range) bool) {
		first := d.LineOf(d.Header.Open.Start) + 1
		last := min(d.LineCount(), first+longestLook)
		for number := first; number <= last; number++ {
			line := d.LineRange(number)
			if line.Start >= d.Header.Content.End || !yield(line) {
				return
			}
		}
	}
}

// keyOf returns the key at the start of a line, or "".
func keyOf(d *analysis.Document, line analysis.Range) string {
	text := d.Text(line)
	colon := strings.IndexByte(text, ':')
	if colon <= 0 || strings.ContainsAny(text[:colon], " \t\"'`[]{}<>()*#") ||
		colon+1 < len(text) && text[colon+1] != ' ' && text[colon+1] != '\t' {
		return ""
	}
	return text[:colon]
}

func indentedHeader(d *analysis.Document, rules schema.HeaderRules) analysis.Diagnostic {
	h := d.Header
	where, what, safe := h.Open, "opening", true
	var edits []analysis.Edit
	for _, mark := range []analysis.Range{h.Open, h.Close} {
		if start := d.LineRange(d.LineOf(mark.Start)).Start; start < mark.Start && mark.Start > bomEnd(d) {
			edits = append(edits, analysis.Edit{Range: analysis.Range{Start: max(start, bomEnd(d)), End: mark.Start}})
			if mark == h.Close {
				safe = false // a line of a block scalar may look like this
			}
		}
	}
	if len(edits) > 0 && edits[0].Range.End == h.Close.Start {
		where, what = h.Close, "closing"
	}
	found := analysis.Diagnostic{Range: where, Effect: rules.WhenMissing, Help: "start it at column 1",
		Message: fmt.Sprintf(`%s "---" of the frontmatter is indented`, what)}
	if len(edits) > 0 {
		found.Help = ""
		found.SuggestedFixes = []analysis.SuggestedFix{{Title: "remove the indentation", Safe: safe, Uncovers: true, Edits: edits}}
	}
	return found
}
