package cleo

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/internal/escape"
	"github.com/skilllint/skilllint/internal/finding"
	"github.com/skilllint/skilllint/internal/report"
	"github.com/skilllint/skilllint/internal/view"
)

// markdown writes the report for a pull request comment or a job summary.
func (r *Report) markdown(to io.Writer, o report.Options) error {
	if o.CI {
		to = escape.Guard(to)
	}
	w := bufio.NewWriter(to)
	s := r.Summary
	fmt.Fprintf(w, "### Manifests\n\n%s, %s, %s in %s.\n", quote.Plural(s.Errors, "error"), quote.Plural(s.Warnings, "warning"),
		quote.Plural(s.Infos, "info"), quote.Plural(len(r.manifests), "manifest"))
	room, omitted := view.MaxMarkdown/2, 0
	for _, m := range r.manifests {
		text := m.markdown()
		if room -= len(text); room < 0 {
			omitted++
			continue
		}
		w.WriteString(text)
	}
	if omitted > 0 {
		fmt.Fprintf(w, "\n%s omitted; `skilllint manifest` shows all.\n", quote.Plural(omitted, "manifest"))
	}
	r.markdownFindings(w, o)
	return w.Flush()
}

func (m *auditedFile) markdown() string {
	var b strings.Builder
	fmt.Fprintf(&b, "\n#### %s\n\n%s%s; %s.\n", escape.MarkdownCode(m.file.Path), entries(m.Entries), escape.MarkdownText(m.kind()), m.context())
	if m.Entries == 0 {
		return b.String()
	}
	b.WriteString("\n| | |\n|---|---|\n")
	row := func(name, values string) {
		fmt.Fprintf(&b, "| %s | %s |\n", view.SentenceCase(strings.ToUpper(name)), values)
	}
	for _, f := range m.fields() {
		row(f.name, values(f.counts, f.byValue, escape.MarkdownText))
	}
	row("open follow-ups", fmt.Sprint(m.FollowUps.Len()+m.FollowUps.Omitted))
	if m.protocol {
		row("files", m.files())
	}
	showRest := func(more int) { fmt.Fprintf(&b, "- … and %d more\n", more) }
	if m.FollowUps.Len() > 0 {
		b.WriteString("\n<details>\n<summary>Open follow-ups</summary>\n\n")
		m.eachFollowUp(func(line int, id, item string) {
			fmt.Fprintf(&b, "- line %d, %s: %s\n", line, escape.MarkdownCode(id), escape.MarkdownText(item))
		}, showRest)
		b.WriteString("\n</details>\n")
	}
	if len(m.missing) > 0 {
		b.WriteString("\n<details>\n<summary>Missing files</summary>\n\n")
		m.eachMissing(func(g missingFile) {
			fmt.Fprintf(&b, "- line %d, %s: %s\n", g.Line, escape.MarkdownCode(g.ID), escape.MarkdownCode(g.File))
		}, showRest)
		b.WriteString("\n</details>\n")
	}
	return b.String()
}

// markdownFindings writes as many findings as fit, most severe first.
func (r *Report) markdownFindings(w *bufio.Writer, o report.Options) {
	if len(r.Findings) == 0 {
		return
	}
	w.WriteString("\n#### Findings\n\n")
	room, left := view.MaxMarkdown/2, len(r.Findings)
	if o.MaxResults == 0 {
		o.MaxResults = left
	}
	for severity := analysis.Error; severity > analysis.Off; severity-- {
		for i := range r.Findings {
			f := &r.Findings[i]
			if f.Severity != severity {
				continue
			}
			line := markdownFinding(f)
			if room -= len(line); room < 0 || o.MaxResults == 0 {
				fmt.Fprintf(w, "- … and %s\n", quote.Plural(left, "more finding"))
				return
			}
			w.WriteString(line)
			left--
			o.MaxResults--
		}
	}
}

func markdownFinding(f *finding.Finding) string {
	at := fmt.Sprintf("%s:%d", f.Place.Path, max(1, f.Place.Start.Line))
	return fmt.Sprintf("- %s **%s** %s (%s)\n", escape.MarkdownCode(at), f.Severity, escape.MarkdownText(f.Message), escape.MarkdownCode(f.Rule))
}
