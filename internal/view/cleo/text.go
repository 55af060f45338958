package cleo

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/internal/cleo/manifest"
	"github.com/skilllint/skilllint/internal/escape"
	"github.com/skilllint/skilllint/internal/report"
)

// Limits of the output except JSON, which is complete.
const (
	shownValues = 12 // of a field
	shownItems  = 20 // follow-ups or files
)

// text writes the part before the findings.
func (r *Report) text(to io.Writer, o report.Options) error {
	if o.CI {
		to = escape.Guard(to)
	}
	w := bufio.NewWriter(to)
	for _, m := range r.manifests {
		fmt.Fprintf(w, "%s: %s%s\n", escape.String(m.file.Path), entries(m.Entries), m.kind())
		if m.Entries > 0 {
			m.rows(w)
		}
		fmt.Fprintln(w)
	}
	return w.Flush()
}

func entries(n int) string {
	if n == 1 {
		return "1 entry"
	}
	return fmt.Sprintf("%d entries", n)
}

// kind describes the format that a manifest is checked against.
func (m *auditedFile) kind() string {
	switch {
	case m.file.Extra != nil:
		return ", checked by " + escape.String(m.file.Extra.Name())
	case m.Entries > 0 && !m.protocol:
		return ", not the protocol's manifest"
	case m.file.Strict:
		return ", strict profile"
	}
	return ""
}

func (m *auditedFile) rows(w *bufio.Writer) {
	for _, f := range m.fields() {
		fmt.Fprintf(w, "  %-10s  %s\n", f.name, values(f.counts, f.byValue, escape.String))
	}
	if m.protocol || m.FollowUps.Len() > 0 {
		fmt.Fprintf(w, "  %-10s  %d open\n", "follow-ups", m.FollowUps.Len()+m.FollowUps.Omitted)
		m.eachFollowUp(func(line int, id, item string) {
			fmt.Fprintf(w, "    line %d  %s  %s\n", line, escape.String(id), escape.String(item))
		}, func(more int) { fmt.Fprintf(w, "    … and %d more\n", more) })
	}
	if m.protocol {
		fmt.Fprintf(w, "  %-10s  %s\n", "files", m.files())
		m.eachMissing(func(g missingFile) {
			fmt.Fprintf(w, "    line %d  %s  %s\n", g.Line, escape.String(g.ID), escape.String(g.File))
		}, func(more int) { fmt.Fprintf(w, "    … and %d more\n", more) })
	}
	fmt.Fprintf(w, "  %-10s  %s\n", "context", m.context())
}

// A field is a field by which entries are counted.
type field struct {
	name    string
	counts  manifest.Counts
	byValue bool // months are listed in order, others by frequency
}

// fields returns the fields to show. For manifests of other formats, it omits fields that do not occur.
func (m *auditedFile) fields() []field {
	all := []field{{"status", m.Statuses, false}, {"agent type", m.AgentTypes, false}, {"month", m.Months, true}}
	return slices.DeleteFunc(all, func(f field) bool { return !m.protocol && f.counts.Values[""] == m.Entries })
}

func (m *auditedFile) eachFollowUp(show func(line int, id, item string), rest func(int)) {
	n := 0
	for f := range m.FollowUps.All {
		if n++; n > shownItems {
			rest(m.FollowUps.Len() + m.FollowUps.Omitted - shownItems)
			return
		}
		show(f.Line, f.ID, f.Item)
	}
}

func (m *auditedFile) eachMissing(show func(missingFile), rest func(int)) {
	for _, g := range m.missing[:min(len(m.missing), shownItems)] {
		show(g)
	}
	if more := len(m.missing) - shownItems; more > 0 {
		rest(more)
	}
}

// files counts missing output files.
func (m *auditedFile) files() string {
	if m.unseen > 0 {
		return fmt.Sprintf("%d missing; %d not checked: name the directory that contains them", len(m.missing), m.unseen)
	}
	return fmt.Sprintf("%d missing", len(m.missing))
}

// context describes how much of a manifest an orchestrator reads.
func (m *auditedFile) context() string {
	newest, tokens := m.Newest(ContextLimit)
	if newest == m.Entries {
		return fmt.Sprintf("all entries fit into %s tokens (%d)", quote.Count(ContextLimit), tokens)
	}
	return fmt.Sprintf("the newest %d of %d entries fit into %s tokens (all: %d)", newest, m.Entries, quote.Count(ContextLimit), m.Tokens)
}

// values lists the values of a field with their numbers of entries, limited to the most frequent ones or the newest months.
func values(c manifest.Counts, byValue bool, show func(string) string) string {
	all := sortedValues(c, byValue)
	cut := max(0, len(all)-shownValues)
	omitted, shown := all[len(all)-cut:], all[:len(all)-cut]
	if byValue {
		omitted, shown = all[:cut], all[cut:]
	}
	more := c.Others
	for _, one := range omitted {
		more += one.count
	}
	var parts []string
	for _, one := range shown {
		parts = append(parts, fmt.Sprintf("%s %d", show(one.value), one.count))
	}
	if more > 0 {
		parts = append(parts, fmt.Sprintf("others %d", more))
	}
	return strings.Join(parts, ", ")
}
