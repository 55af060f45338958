package report

import (
	"bufio"
	"cmp"
	_ "embed"
	"strconv"
	"strings"

	"github.com/skilllint/skilllint/internal/escape"
	"github.com/skilllint/skilllint/internal/finding"
	"github.com/skilllint/skilllint/internal/sorting"
)

//go:embed html.css
var htmlStyle string

//go:embed html.js
var htmlScript string

// Limits of what the page lists without its script.
const (
	shownCauses   = 20  // of a rule
	shownResolved = 500 // findings that a baseline records and that no longer occur
)

// writeHTML writes a page with the causes of findings, a table of skills and the findings. The script shows the latter two from data in
// the page, a part at a time, so that the page stays usable with many findings.
func writeHTML(out *bufio.Writer, r *finding.Report, o Options) error {
	q := newQuota(r, o.MaxResults)
	h := htmlReport{escape.Page{Writer: out}, o}
	findings := q.selected(r)
	causes := finding.Causes(findings)
	frame := escape.Frame{Title: "skilllint: " + verdict(r, countText), Style: htmlStyle, Script: htmlScript}
	h.Open(frame)
	h.WriteString("<header><h1>skilllint</h1>\n<p>")
	for i, part := range strings.Split(verdict(r, countText)+" "+scope(r, q, false), "`") {
		h.Put([]string{"%s", "<code>%s</code>"}[i%2], part)
	}
	h.WriteString("</p>\n")
	if len(causes) < len(findings) {
		h.Put("<p>%s %s</p>\n", plural(len(findings), "finding has", "findings have"), plural(len(causes), "cause", "causes"))
	}
	h.WriteString("</header>\n")
	h.baseline(r)
	h.causes(causes)
	if len(findings) > 0 {
		h.WriteString(htmlTools)
		if err := h.data(r, findings, causes); err != nil {
			return err
		}
	}
	h.notices(q.notices(r))
	h.Close(frame)
	return nil
}

// htmlTools are the parts of the page that the script fills.
const htmlTools = `<noscript><p>The tables of skills and findings need JavaScript.</p></noscript>
<section id="skills" hidden><h2>Skills</h2>
<div class="tools"><input id="skill-search" type="search" placeholder="Filter skills" aria-label="Filter skills"><output id="skill-count"></output></div>
<table><thead><tr id="columns"></tr></thead><tbody id="rows"></tbody></table>
<p><button type="button" id="more" hidden></button></p></section>
<section id="findings" hidden><h2>Findings</h2>
<div class="tools"><input id="search" type="search" placeholder="Search" aria-label="Search paths, rules and messages"><span id="severities" role="group" aria-label="Severities"></span><select id="rules" aria-label="Rule"></select><button type="button" id="chosen" hidden></button><output id="shown"></output></div>
<main id="list"></main>
<div class="tools" id="pager"><button type="button" id="previous">Previous</button><output id="page"></output><button type="button" id="next">Next</button></div></section>
`

type htmlReport struct {
	escape.Page
	Options
}

// ruleLink writes the name of a rule, with a link to its page.
func (h htmlReport) ruleLink(name string) {
	if url := h.address(name); url != "" {
		h.Put(`<a class="rule" href="%s">%s</a>`, url, name)
		return
	}
	h.Put(`<span class="rule">%s</span>`, name)
}

// address returns the address of a rule's page. Workspaces define those of their rules, so only web addresses are allowed.
func (h htmlReport) address(rule string) string {
	if url := page(h.URL, rule); strings.HasPrefix(url, "https://") || strings.HasPrefix(url, "http://") {
		return url
	}
	return ""
}

// baseline writes how the findings differ from those of a baseline.
func (h htmlReport) baseline(r *finding.Report) {
	if r.Summary.Baselined == 0 && len(r.Resolved) == 0 {
		return
	}
	h.WriteString("<section class=\"change\"><h2>Since the baseline</h2>\n")
	h.Put("<p><b class=\"error\">%d</b> new &#160; <b>%d</b> known &#160; <b class=\"fixed\">%d</b> resolved</p>\n", len(r.Findings), r.Summary.Baselined, len(r.Resolved))
	if len(r.Resolved) > 0 {
		h.Put("<details><summary>%s</summary>\n<ul>\n", plural(len(r.Resolved), "resolved finding", "resolved findings"))
		for i, e := range r.Resolved {
			if i == shownResolved {
				h.Put("<li class=\"dim\">and %d more</li>\n", len(r.Resolved)-i)
				break
			}
			h.Put("<li><span class=\"path\">%s</span> ", e.Path)
			h.ruleLink(e.Rule)
			h.WriteString("</li>\n")
		}
		h.WriteString("</ul></details>\n")
	}
	h.WriteString("</section>\n")
}

// causes writes the rules with their causes, as the overview of text orders them, with bars for their numbers of places.
func (h htmlReport) causes(causes []finding.Cause) {
	if len(causes) == 0 {
		return
	}
	index := map[*finding.Finding]int{}
	for i, c := range causes {
		index[c[0]] = i
	}
	subjects := subjectsOf(causes)
	most := 0
	for _, s := range subjects {
		most = max(most, s.places)
	}
	h.WriteString("<section id=\"causes\"><h2>Causes</h2>\n")
	for i, s := range subjects {
		if i == 0 || s.cost != subjects[i-1].cost {
			h.Put("<h3>%s</h3>\n", strings.ToUpper(costs[s.cost][:1])+costs[s.cost][1:])
		}
		severity := s.first.Severity.String()
		h.Put(`<details class="%s"><summary><span class="bar"><svg aria-hidden="true"><rect width="%d%%" height="100%%"></rect></svg></span> <b>%d</b> `,
			severity, max(1, 100*s.places/most), s.places)
		h.Put(`<span class="severity">%s</span> <span class="what">%s</span> <span class="rule">%s</span></summary>`+"\n<ul>\n", severity, s.title(), s.first.Rule)
		own := s.all
		sorting.By(own, func(a, b finding.Cause) int { return cmp.Or(len(b)-len(a), index[a[0]]-index[b[0]]) })
		for i, c := range own {
			if i == shownCauses {
				h.Put("<li class=\"dim\">and %s</li>\n", plural(len(own)-i, "more cause", "more causes"))
				break
			}
			h.Put(`<li><button type="button" data-cause="%d" disabled>%s</button> %s <span class="path dim">%s</span></li>`+"\n",
				index[c[0]], plural(len(c), "place", "places"), c[0].Message, rawAddress(c[0].Place.Location))
		}
		h.Put(`<li><button type="button" data-rule="%s" disabled>all of the rule</button> `, s.first.Rule)
		h.ruleLink(s.first.Rule)
		h.WriteString("</li>\n</ul></details>\n")
	}
	h.WriteString("</section>\n")
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

// data writes the findings as JSON in an element that is not a script. Texts are escaped for terminals and pages, and stored once.
func (h htmlReport) data(r *finding.Report, findings []*finding.Finding, causes []finding.Cause) error {
	of := map[*finding.Finding]int{}
	for i, c := range causes {
		for _, f := range c {
			of[f] = i
		}
	}
	texts := &textTable{index: map[string]int{}}
	skill := skillsOf(r)
	s := newStream(h.Writer)
	s.encoder.SetEscapeHTML(true) // the element must not end within a text
	h.WriteString(`<script type="application/json" id="data">{"findings":[`)
	for i, f := range findings {
		if i > 0 {
			s.raw(",\n")
		}
		start, _ := positions(f.Place.Location)
		help := 0
		if lines := helpLines(f); len(lines) > 0 {
			help = texts.add(lines...)
		}
		row := []any{texts.add(f.Place.Path), start.Line, start.Column, f.Severity, texts.add(f.Rule), texts.add(f.Message), texts.addExcerpt(&f.Place),
			texts.add(f.Effect), help, of[f], texts.add(skill(f.Place.Path)), texts.related(f)}
		if err := s.value(row); err != nil {
			return err
		}
	}
	s.raw("],\n\"rules\":{")
	seen := map[string]bool{}
	for _, f := range findings {
		if seen[f.Rule] {
			continue
		}
		if len(seen) > 0 {
			s.raw(",")
		}
		seen[f.Rule] = true
		s.raw(strconv.Quote(strconv.Itoa(texts.add(f.Rule))) + ":")
		if err := s.value(h.address(f.Rule)); err != nil {
			return err
		}
	}
	s.raw("},\n\"texts\":")
	if err := s.value(texts.all); err != nil {
		return err
	}
	s.raw("}</script>\n")
	return nil
}

// helpLines returns what fixes a finding, and how.
func helpLines(f *finding.Finding) []string {
	if len(f.Fixes) == 0 {
		if f.Help == "" {
			return nil
		}
		return []string{f.Help}
	}
	var lines []string
	for i, fix := range f.Fixes {
		if i > 0 && fix.ChangesEntry() {
			break // as in text
		}
		title, kind := fix.Title, " (fix)"
		if i == 0 {
			title = helpOf(f)
		}
		if !fix.Safe {
			kind = " (unsafe fix)"
		}
		lines = append(lines, title+kind)
	}
	return lines
}

// A textTable stores each text once. Number 0 is the empty text.
type textTable struct {
	all   []string
	index map[string]int
}

// add returns the number of a text: escaped lines, separated by line breaks.
func (t *textTable) add(lines ...string) int {
	if len(lines) == 1 {
		return t.addEscaped(escape.String(lines[0]))
	}
	escaped := make([]string, len(lines))
	for i, line := range lines {
		escaped[i] = escape.String(line)
	}
	return t.addEscaped(strings.Join(escaped, "\n"))
}

func (t *textTable) addEscaped(text string) int {
	if len(t.all) == 0 {
		t.all, t.index[""] = []string{""}, 0
	}
	i, known := t.index[text]
	if !known {
		i = len(t.all)
		t.all, t.index[text] = append(t.all, text), i
	}
	return i
}

// related returns the related places of a finding: the number of those that are not listed, whether they are steps, and for each listed
// place its address, message and excerpt.
func (t *textTable) related(f *finding.Finding) []any {
	if len(f.Related) == 0 {
		return nil
	}
	n := min(len(f.Related), shownRelated)
	all := []any{len(f.Related) - n, f.Flow}
	for i := range f.Related[:n] {
		r := &f.Related[i]
		excerpt := 0
		if r.Place.Location != f.Place.Location {
			excerpt = t.addExcerpt(&r.Place)
		}
		all = append(all, t.add(rawAddress(r.Place.Location)), t.add(r.Message), excerpt)
	}
	return all
}

// addExcerpt stores the lines of a place: for each line its number, and the text before, in and after the range, separated by tabs.
func (t *textTable) addExcerpt(p *finding.Place) int {
	if len(p.Excerpt) == 0 || len(p.Excerpt) == 1 && p.Excerpt[0] == "" {
		return 0
	}
	start, end := positions(p.Location)
	var b strings.Builder
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
		if i > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(strconv.Itoa(line) + "\t")
		if first > 1 {
			b.WriteString(ellipsis)
		}
		appendCells(&b, cells[:from])
		b.WriteByte('\t')
		appendCells(&b, cells[from:to])
		b.WriteByte('\t')
		appendCells(&b, cells[to:])
		if len(text) >= cutLength {
			b.WriteString(ellipsis)
		}
	}
	return t.addEscaped(b.String())
}

func appendCells(b *strings.Builder, cells []escape.Cell) {
	for _, c := range cells {
		if c.Rune == '\t' {
			b.WriteString("    ")
			continue
		}
		b.WriteString(c.Text)
	}
}
