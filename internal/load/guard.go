package load

import (
	"bytes"
	"fmt"

	"github.com/skilllint/skilllint/analysis"
	"github.com/yuin/goldmark/ast"
)

// What goldmark is not shown, because its cost grows faster than the text: 10 kB of list markers
// on a line can take it 4 s and 1.2 GB, 100 kB of "[](" more than 12 s.
const (
	maxMarkers     = 100     // container markers at the start of a line
	maxOpen        = 1 << 20 // lines × lists and quotes that are open on them
	maxIndent      = 400     // columns before a list marker
	maxColumns     = 500     // of a table
	maxCells       = 200_000 // of a table: columns × rows
	maxDefinitions = 5_000   // link reference definitions and footnotes
	maxBrackets    = 200     // "[" in a row or nested, in one block
	maxLinks       = 1_000   // "](" in one block
	maxDelimiters  = 20_000  // emphasis marks in one block
	maxTicks       = 300     // different lengths of runs of backticks in one block
)

func sizeLimit(f *analysis.File) analysis.Limit {
	return analysis.Limit{Message: fmt.Sprintf("the file has %d bytes, more than the %d that are read; nothing of it was checked", f.Size, limitOf(f))}
}

// guardBlocks looks for what makes the block parser slow. It returns the limit that was reached
// first, or nil.
func guardBlocks(clean []byte, start int) *analysis.Limit {
	const consequence = "so only headings and fences were looked at"
	if len(clean)-start > MaxMarkdown {
		return &analysis.Limit{Range: analysis.Range{Start: start, End: lineAt(clean, start).text.End},
			Message: fmt.Sprintf("the text has %d bytes, more than the %d that are parsed as Markdown, %s", len(clean)-start, MaxMarkdown, consequence)}
	}
	g := blockGuard{}
	for at := start; at < len(clean); {
		end := len(clean)
		if n := bytes.IndexByte(clean[at:], '\n'); n >= 0 {
			end = at + n + 1
		}
		if what := g.line(clean[at:end]); what != "" {
			r := lineAt(clean, at).text
			if r.Len() == 0 {
				r.End = end
			}
			return &analysis.Limit{Range: r, Message: what + ", " + consequence}
		}
		at = end
	}
	return nil
}

// A blockGuard counts line by line.
type blockGuard struct {
	definitions   int
	columns, rows int  // of the table that is being read
	depth         int  // how many containers are open at most
	open          int  // the sum of it over all lines
	blank         bool // the line before is
}

func (g *blockGuard) line(text []byte) string {
	i, indent := 0, 0
	for ; i < len(text) && (text[i] == ' ' || text[i] == '\t'); i++ {
		if indent++; text[i] == '\t' {
			indent += 3
		}
	}
	if g.open += g.depth; g.open > maxOpen {
		return "lists and quotes go on too deep for too many lines"
	}
	if i == len(text) || text[i] == '\n' || text[i] == '\r' {
		g.columns, g.blank = 0, true
		return ""
	}
	afterBlank := g.blank
	g.blank = false
	switch c := text[i]; {
	case c == '>' || c == '-' || c == '*' || c == '+' || c >= '0' && c <= '9':
		if indent > maxIndent {
			return fmt.Sprintf("a list marker is indented by more than %d columns", maxIndent)
		}
		n := markers(text[i:])
		if n > maxMarkers {
			return fmt.Sprintf("more than %d list and quote markers stand on one line", maxMarkers)
		}
		g.depth = n + min(g.depth, indent/2)
	case indent == 0 && afterBlank:
		g.depth = 0 // it is in no list
	}
	if text[i] == '[' {
		if bytes.Contains(text, []byte("]:")) {
			g.definitions++
		}
		if g.definitions > maxDefinitions {
			return fmt.Sprintf("the file has more than %d link definitions and footnotes", maxDefinitions)
		}
	}
	return g.table(text)
}

// table follows a table through its lines. A delimiter row begins one.
func (g *blockGuard) table(text []byte) string {
	if g.columns > 0 {
		g.rows++
		if g.columns*g.rows > maxCells {
			return fmt.Sprintf("a table has more than %d cells", maxCells)
		}
		return ""
	}
	if bytes.IndexByte(text, '|') < 0 || bytes.IndexByte(text, '-') < 0 || len(bytes.Trim(text, "|:- \t\r\n")) > 0 {
		return ""
	}
	if columns := 1 + bytes.Count(text, []byte{'|'}); columns > maxColumns {
		return fmt.Sprintf("a table has more than %d columns", maxColumns)
	} else if columns > 1 {
		g.columns, g.rows = columns, 0
	}
	return ""
}

// markers counts the container markers that a line begins with.
func markers(text []byte) int {
	n := 0
	for i := 0; i < len(text); {
		switch c := text[i]; {
		case c == ' ' || c == '\t':
			i++
		case c == '>':
			n++
			i++
		case (c == '-' || c == '*' || c == '+') && i+1 < len(text) && (text[i+1] == ' ' || text[i+1] == '\t'):
			n++
			i++
		case c >= '0' && c <= '9':
			j := i
			for j < len(text) && text[j] >= '0' && text[j] <= '9' {
				j++
			}
			if j == len(text) || text[j] != '.' && text[j] != ')' {
				return n
			}
			n++
			i = j + 1
		default:
			return n
		}
	}
	return n
}

// guardInlines finds the blocks whose inline content would be slow to parse. Most documents have
// fewer marks than one block may have, so that none is looked at.
func guardInlines(body ast.Node, clean []byte) (map[ast.Node]bool, *analysis.Limit) {
	if bytes.Count(clean, []byte{'['}) <= maxBrackets && bytes.Count(clean, []byte{'`'}) <= maxTicks &&
		bytes.Count(clean, []byte{'*'})+bytes.Count(clean, []byte{'_'}) <= maxDelimiters {
		return nil, nil
	}
	var refused map[ast.Node]bool
	var first *analysis.Limit
	_ = ast.Walk(body, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering || n.Type() == ast.TypeInline {
			return ast.WalkSkipChildren, nil
		}
		if n.IsRaw() || n.Lines() == nil || n.Lines().Len() == 0 {
			return ast.WalkContinue, nil
		}
		what := slowInlines(n, clean)
		if what == "" {
			return ast.WalkContinue, nil
		}
		if refused == nil {
			refused = map[ast.Node]bool{}
			line := lineAt(clean, n.Lines().At(0).Start).text
			first = &analysis.Limit{Range: line, Message: what + ", so its links and code spans were not looked at"}
		}
		refused[n] = true
		return ast.WalkContinue, nil
	})
	return refused, first
}

func slowInlines(n ast.Node, clean []byte) string {
	brackets, depth, links, delimiters := 0, 0, 0, 0
	ticks, run := map[int]bool{}, 0
	var last byte
	for i := range n.Lines().Len() {
		segment := n.Lines().At(i)
		for _, c := range clean[segment.Start:segment.Stop] {
			if c == '`' {
				run++
			} else if run > 0 {
				ticks[run] = true
				run = 0
			}
			switch c {
			case '[':
				brackets++
				depth = max(depth, brackets)
			case ']':
				brackets = max(0, brackets-1)
			case '(':
				if last == ']' {
					links++
				}
			case '*', '_':
				delimiters++
			}
			last = c
		}
	}
	switch {
	case depth > maxBrackets:
		return fmt.Sprintf("more than %d brackets are open in one paragraph", maxBrackets)
	case links > maxLinks:
		return fmt.Sprintf("one paragraph has more than %d links", maxLinks)
	case delimiters > maxDelimiters:
		return fmt.Sprintf("one paragraph has more than %d emphasis marks", maxDelimiters)
	case len(ticks) > maxTicks:
		return fmt.Sprintf("one paragraph has backticks in more than %d different lengths", maxTicks)
	}
	return ""
}
