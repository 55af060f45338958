package term

import (
	"regexp"
	"strings"
	"sync"

	"github.com/skilllint/skilllint/internal/escape"
)

// Styles of rendered Markdown.
const (
	bold  = "\x1b[1m"
	cyan  = "\x1b[36m"
	dim   = "\x1b[2m"
	green = "\x1b[32m"
	red   = "\x1b[31m"
	reset = "\x1b[0m"
)

var (
	markdownLink = lazyRegexp(`\[([^\]\n]+)\]\(([^)\s]+)\)`)
	listItem     = lazyRegexp(`^( *)([-*]|\d+\.) +`)
	codeSpan     = lazyRegexp("`[^`]+`")
	tableRule    = lazyRegexp(`^[|:\- ]+$`)
)

// lazyRegexp compiles a regular expression on first use.
func lazyRegexp(expr string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expr) })
}

// A renderer formats Markdown for a terminal.
type renderer struct {
	out       strings.Builder
	width     int
	color     bool
	paragraph []string
	hanging   string // the marker of a list item, or spaces
	table     [][]string
}

// Markdown renders the simple Markdown of documentation pages for a terminal: it wraps paragraphs and lists, aligns tables
// and colors headings and code.
func Markdown(text string, width int, color bool) string {
	r := &renderer{width: width, color: color}
	fence := ""
	for line := range strings.SplitSeq(strings.TrimSpace(text), "\n") {
		trimmed := strings.TrimSpace(line)
		switch {
		case fence != "" && trimmed == fence:
			fence = ""
		case fence != "":
			r.out.WriteString(strings.TrimRight("    "+r.style(dim, line), " ") + "\n")
		case strings.HasPrefix(trimmed, "```"):
			r.flush()
			fence = trimmed[:strings.LastIndexByte(trimmed, '`')+1]
		default:
			r.line(line, trimmed)
		}
	}
	r.flush()
	return r.out.String()
}

// line adds a line outside of code blocks.
func (r *renderer) line(line, trimmed string) {
	heading := strings.TrimLeft(trimmed, "#")
	marker := listItem().FindString(line)
	switch {
	case trimmed == "":
		r.flush()
		r.hanging = ""
		r.out.WriteString("\n")
	case len(heading) < len(trimmed) && strings.HasPrefix(heading, " "):
		r.flush()
		r.out.WriteString(r.style(bold, strings.TrimSpace(heading)) + "\n")
	case strings.HasPrefix(trimmed, "|"):
		if !tableRule().MatchString(trimmed) {
			cells := strings.Split(strings.Trim(trimmed, "|"), "|")
			for i := range cells {
				cells[i] = strings.TrimSpace(cells[i])
			}
			r.table = append(r.table, cells)
		}
	case marker != "":
		r.flush()
		r.hanging = marker
		r.paragraph = []string{line[len(marker):]}
	default:
		r.paragraph = append(r.paragraph, trimmed)
	}
}

// flush writes the paragraph or table read so far.
func (r *renderer) flush() {
	for _, row := range Rows(r.table) {
		r.out.WriteString(row + "\n")
	}
	r.table = nil
	if len(r.paragraph) == 0 {
		return
	}
	text := markdownLink().ReplaceAllStringFunc(strings.Join(r.paragraph, " "), func(link string) string {
		m := markdownLink().FindStringSubmatch(link)
		if strings.Contains(m[2], "://") {
			return m[1] + " (" + m[2] + ")"
		}
		return m[1]
	})
	prefix := r.hanging
	for _, line := range Wrap(text, r.width-len(prefix)) {
		r.out.WriteString(prefix + r.code(line) + "\n")
		prefix = strings.Repeat(" ", len(prefix))
	}
	r.paragraph = nil
}

// code colors the code spans of a line.
func (r *renderer) code(line string) string {
	if !r.color {
		return line
	}
	return codeSpan().ReplaceAllStringFunc(line, func(span string) string { return cyan + strings.Trim(span, "`") + reset })
}

func (r *renderer) style(style, text string) string {
	if !r.color || text == "" {
		return text
	}
	return style + text + reset
}

// Wrap breaks a text at spaces, except in code spans, into lines of at most width columns. It does not wrap if width is below 20.
func Wrap(text string, width int) []string {
	if width < 20 {
		return []string{text}
	}
	var lines []string
	line, columns, open := "", 0, false
	for word := range strings.SplitSeq(text, " ") {
		n := escape.Width(word)
		if columns > 0 && !open && columns+1+n > width {
			lines = append(lines, line)
			line, columns = "", 0
		}
		if columns > 0 {
			line, columns = line+" ", columns+1
		}
		line, columns = line+word, columns+n
		if strings.Count(word, "`")%2 == 1 {
			open = !open
		}
	}
	return append(lines, line)
}
