package frontmatter

import (
	"bytes"
	"iter"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/schema"
)

// longestLook is how many lines of a header that is not closed are looked at for its end.
const longestLook = 60

// bomEnd returns where the text begins: behind a byte order mark.
func bomEnd(d *analysis.Document) int {
	if d.Header.BOM {
		return len("\ufeff")
	}
	return 0
}

// firstText returns the first line with text, without the blanks around it; the whole file when
// there is none.
func firstText(d *analysis.Document) analysis.Range {
	rest := d.TrimLine(analysis.Range{Start: bomEnd(d), End: len(d.Source)})
	if rest.Len() == 0 {
		return analysis.Range{End: len(d.Source)}
	}
	line := d.LineRange(d.LineOf(rest.Start))
	return d.TrimLine(analysis.Range{Start: rest.Start, End: line.End})
}

func begins(text, prefix string) bool { return strings.HasPrefix(text, prefix) }

// hiddenHeader is for a header that only some loaders see: behind a byte order mark, or with
// Windows line ends.
func hiddenHeader(d *analysis.Document, rules schema.HeaderRules) *analysis.Diagnostic {
	h := d.Header
	switch {
	case h.BOM && rules.BOM == "no header":
		return &analysis.Diagnostic{Range: analysis.Range{Start: 0, End: h.Open.End},
			Message:        because("a byte order mark stands before the header and hides it; remove the mark", rules.WhenMissing),
			SuggestedFixes: rewrite("remove the byte order mark", true, analysis.Range{End: bomEnd(d)}, "")}
	case rules.CRLF == "no header" && windowsLineEnds(d):
		return &analysis.Diagnostic{Range: h.Open,
			Message:        because("the lines of the header end with CR LF, which hides it; write LF", rules.WhenMissing),
			SuggestedFixes: unixLineEnds(d)}
	case rules.Delimiter == "trimmed":
		return cutHeader(d)
	}
	return nil
}

// cutHeader is for a loader that takes an indented "---" for the end of the header as well, as it
// may stand in a block of text.
func cutHeader(d *analysis.Document) *analysis.Diagnostic {
	for line := range fieldLines(d) {
		if text := d.TrimLine(line); text.Start > line.Start && d.Text(text) == "---" {
			return &analysis.Diagnostic{Range: text,
				Message: `this "---" ends the header, although it is indented, so the loader loses what stands below it; write other marks`}
		}
	}
	return nil
}

// windowsLineEnds reports whether a line end next to a delimiter is CR LF.
func windowsLineEnds(d *analysis.Document) bool {
	h := d.Header
	return bytes.HasPrefix(d.Source[h.Open.End:], []byte("\r\n")) ||
		bytes.HasSuffix(d.Source[:h.Close.Start], []byte("\r\n")) ||
		bytes.HasPrefix(d.Source[h.Close.End:], []byte("\r\n"))
}

// unixLineEnds replaces the line ends of the whole file, as a mixture helps nobody. There is no
// fix for a file of too many lines to be shown.
func unixLineEnds(d *analysis.Document) []analysis.SuggestedFix {
	const most = 2000
	var edits []analysis.Edit
	for at := 0; len(edits) <= most; {
		n := bytes.Index(d.Source[at:], []byte("\r\n"))
		if n < 0 {
			return []analysis.SuggestedFix{{Title: "end all lines with LF", Safe: true, Uncovers: true, Edits: edits}}
		}
		at += n + 2
		edits = append(edits, analysis.Edit{Range: analysis.Range{Start: at - 2, End: at - 1}})
	}
	return nil
}

// unclosedHeader is for a header that is opened and never closed. Where its end was meant can
// often be told.
func unclosedHeader(d *analysis.Document, rules schema.HeaderRules) analysis.Diagnostic {
	h := d.Header
	found := analysis.Diagnostic{Range: h.Open,
		Message: because(`the header is never closed; write a line "---" behind its last field`, rules.WhenMissing)}
	last, wrong := meantEnd(d)
	switch {
	case wrong.Len() > 0:
		found.Related = []analysis.Related{{Location: d.At(wrong), Message: quote.Text(d.Text(wrong)) + " does not close it"}}
		found.SuggestedFixes = rewrite("close the header here", false, wrong, "---")
	case last.Len() > 0:
		lineEnd := "\n"
		if bytes.HasPrefix(d.Source[h.Open.End:], []byte("\r\n")) {
			lineEnd = "\r\n"
		}
		found.Related = []analysis.Related{{Location: d.At(last), Message: "the header seems to end behind this line"}}
		found.SuggestedFixes = rewrite("close the header here", false, analysis.Range{Start: last.End, End: last.End}, lineEnd+"---")
	}
	return found
}

// meantEnd returns the line that a header without end was probably meant to end behind, or the
// one that was wrongly meant to close it.
func meantEnd(d *analysis.Document) (last, wrong analysis.Range) {
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

// fieldLines returns the first lines below the mark that opens the header.
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

// keyOf returns the key that a line begins with, or "".
func keyOf(d *analysis.Document, line analysis.Range) string {
	text := d.Text(line)
	colon := strings.IndexByte(text, ':')
	if colon <= 0 || strings.ContainsAny(text[:colon], " \t\"'`[]{}<>()*#") ||
		colon+1 < len(text) && text[colon+1] != ' ' && text[colon+1] != '\t' {
		return ""
	}
	return text[:colon]
}
