package report

import (
	"bufio"
	_ "embed"
	"strconv"

	"github.com/skilllint/skilllint/internal/escape"
	"github.com/skilllint/skilllint/internal/finding"
)

//go:embed html.css
var htmlStyle string

//go:embed html.js
var htmlScript string

// writeHTML writes a page with the findings by file and their source lines. It is complete without its script, which adds filters.
func writeHTML(out *bufio.Writer, r *finding.Report, o Options) error {
	q := newQuota(r, o.MaxResults)
	h := htmlReport{escape.Page{Writer: out}, o}
	frame := escape.Frame{Title: "skilllint: " + verdict(r, countText), Style: htmlStyle, Script: htmlScript}
	h.Open(frame)
	h.Put("<header><h1>skilllint</h1>\n<p>%s %s</p></header>\n", verdict(r, countText), scope(r, q))
	h.WriteString(`<div id="tools" hidden><input id="search" type="search" placeholder="Search" aria-label="Search paths, rules and messages">` +
		`<span id="severities" role="group" aria-label="Severities"></span><select id="rules" aria-label="Rule"></select><output id="shown"></output></div>` + "\n<main>\n")
	for path, findings := range byFile(r, q) {
		h.file(path, findings)
	}
	h.WriteString("</main>\n")
	h.notices(q.notices(r))
	h.Close(frame)
	return nil
}

type htmlReport struct {
	escape.Page
	Options
}

// file writes the findings of a file.
func (h htmlReport) file(path string, findings []*finding.Finding) {
	h.Put("<section><h2>%s</h2>\n", path)
	for _, f := range findings {
		h.finding(f)
	}
	h.WriteString("</section>\n")
}

func (h htmlReport) finding(f *finding.Finding) {
	start, _ := positions(f.Place.Location)
	severity := f.Severity.String()
	h.Put(`<article class="%s" data-severity="%s" data-rule="%s"><h3><span class="severity">%s</span> `, severity, severity, f.Rule, severity)
	h.Put(`<span class="dim">%d:%d</span> <span class="message">%s</span> `, start.Line, start.Column, f.Message)
	if url := page(h.URL, f.Rule); url != "" {
		h.Put("<a class=\"rule\" href=\"%s\">%s</a></h3>\n", url, f.Rule)
	} else {
		h.Put("<span class=\"rule\">%s</span></h3>\n", f.Rule)
	}
	h.source(&f.Place)
	if f.Effect != "" {
		h.Put("<p class=\"note\">note: %s</p>\n", f.Effect)
	}
	h.related(f)
	if len(f.Fixes) == 0 && f.Help != "" {
		h.Put("<p class=\"fix\">help: %s</p>\n", f.Help)
	}
	for i, fix := range f.Fixes {
		if i > 0 && fix.Executable != nil {
			break // as in text
		}
		title, kind := fix.Title, "fix"
		if i == 0 {
			title = helpOf(f)
		}
		if !fix.Safe {
			kind = "unsafe fix"
		}
		h.Put("<p class=\"fix\">help: %s (%s)</p>\n", title, kind)
	}
	h.WriteString("</article>\n")
}

func (h htmlReport) related(f *finding.Finding) {
	if len(f.Related) == 0 {
		return
	}
	list := "ul"
	if f.Flow {
		list = "ol"
	}
	h.WriteString("<" + list + ">\n")
	for i := range f.Related {
		if i == shownRelated {
			h.Put("<li class=\"dim\">and %s</li>\n", plural(len(f.Related)-i, "more place", "more places"))
			break
		}
		r := &f.Related[i]
		h.Put("<li><span class=\"path\">%s</span> %s\n", rawAddress(r.Place.Location), r.Message)
		if r.Place.Location != f.Place.Location {
			h.source(&r.Place)
		}
		h.WriteString("</li>\n")
	}
	h.WriteString("</" + list + ">\n")
}

// source writes the lines of a place and marks its range.
func (h htmlReport) source(p *finding.Place) {
	if len(p.Excerpt) == 0 || len(p.Excerpt) == 1 && p.Excerpt[0] == "" {
		return
	}
	start, end := positions(p.Location)
	margin := len(strconv.Itoa(start.Line + len(p.Excerpt) - 1))
	h.WriteString("<pre>")
	for i, text := range p.Excerpt {
		line, first := start.Line+i, 1
		if i == 0 {
			first = max(1, p.ExcerptColumn)
		}
		cells := escape.Cells(text)
		from, to := 0, len(cells)
		if i == 0 {
			from = min(max(0, start.Column-first), len(cells))
		}
		if line == end.Line {
			to = min(max(from, end.Column-first), len(cells))
		}
		if line > end.Line {
			to = 0
		}
		h.WriteString(`<span class="dim">` + padLeft(line, margin) + "</span> ")
		if first > 1 {
			h.WriteString(ellipsis)
		}
		h.cells(cells[:from])
		h.WriteString("<mark>")
		h.cells(cells[from:to])
		h.WriteString("</mark>")
		h.cells(cells[to:])
		if len(text) >= cutLength {
			h.WriteString(ellipsis)
		}
		h.WriteString("\n")
	}
	h.WriteString("</pre>\n")
}

func padLeft(n, width int) string {
	s := strconv.Itoa(n)
	for len(s) < width {
		s = " " + s
	}
	return s
}

// cells writes a part of a line.
func (h htmlReport) cells(cells []escape.Cell) {
	for _, c := range cells {
		if c.Rune == '\t' {
			h.WriteString("    ")
			continue
		}
		h.Write(escape.AppendMarkup(h.AvailableBuffer(), c.Text))
	}
}

func (h htmlReport) notices(notices []finding.Notice) {
	if len(notices) == 0 {
		return
	}
	h.Put("<footer><h2>%s</h2>\n<ul>\n", plural(len(notices), "notice", "notices"))
	for _, n := range notices {
		h.WriteString("<li>")
		if n.Path != "" {
			h.Put("<span class=\"path\">%s</span>: ", n.Path)
		}
		h.Put("%s</li>\n", n.Message)
	}
	h.WriteString("</ul></footer>\n")
}
