package config

import (
	"fmt"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/internal/config"
	"github.com/skilllint/skilllint/internal/escape"
)

// lastSections lists the sections to move to the end of a page, where readers find them first.
var lastSections = []string{"Fix", "Configure and suppress"}

// Explain returns the page of a rule as Markdown. It ends with the sections in howTo, which include the settings of the directory.
func (l List) Explain(r config.Rule) string {
	page := l.Page(r.Analyzer)
	if page == "" {
		page = defaultPage(r.Analyzer)
	}
	if rest, ok := strings.CutPrefix(page, "<!--"); ok { // a note for editors of the page
		_, page, _ = strings.Cut(rest, "-->")
	}
	intro, sections := splitSections(strings.TrimSpace(page))
	last := map[string]string{}
	var b strings.Builder
	b.WriteString(escapeCustom(r, intro) + "\n")
	for _, s := range sections {
		if s.title == lastSections[0] || s.title == lastSections[1] {
			last[s.title] = s.text
			continue
		}
		fmt.Fprintf(&b, "\n## %s\n\n%s\n", s.title, escapeCustom(r, s.text))
	}
	last[lastSections[0]] = l.fixSection(r.Analyzer, last[lastSections[0]])
	if last[lastSections[1]] == "" {
		last[lastSections[1]] = configSection(r.Analyzer)
	}
	last[lastSections[1]] += "\n\n" + severityHere(r)
	for _, title := range lastSections {
		if last[title] != "" {
			fmt.Fprintf(&b, "\n## %s\n\n%s\n", title, escapeCustom(r, last[title]))
		}
	}
	return b.String()
}

// escapeCustom escapes the text of rules that the configuration defines.
func escapeCustom(r config.Rule, text string) string {
	if r.Analyzer.Page == "" {
		return text
	}
	var b strings.Builder
	for line := range strings.Lines(text) {
		b.WriteString(escape.String(strings.TrimRight(line, "\r\n")) + "\n")
	}
	return strings.TrimRight(b.String(), "\n")
}

type section struct{ title, text string }

// splitSections splits a page at its second-level headings.
func splitSections(page string) (intro string, sections []section) {
	fence := false
	var lines []string
	end := func() {
		text := strings.Trim(strings.Join(lines, "\n"), "\n")
		if lines = nil; sections == nil {
			intro = text
		} else {
			sections[len(sections)-1].text = text
		}
	}
	for line := range strings.SplitSeq(page, "\n") {
		if strings.HasPrefix(line, "```") {
			fence = !fence
		}
		title, ok := strings.CutPrefix(line, "## ")
		if !ok || fence {
			lines = append(lines, line)
			continue
		}
		end()
		sections = append(sections, section{title: title})
	}
	end()
	return intro, sections
}

// fixSection returns the section on fixes, or "".
func (l List) fixSection(a *analysis.Analyzer, text string) string {
	command := ""
	switch fix := l.fix(a); {
	case text != "" || fix == "none":
		return text
	case fix == "unsafe":
		command = " --unsafe-fixes"
	}
	return fmt.Sprintf("```sh\nskilllint --fix%s --select %s\n```", command, a.Name)
}

// configSection returns a default for the section on configuration.
func configSection(a *analysis.Analyzer) string {
	return fmt.Sprintf("Set the severity (`off`, `info`, `warning` or `error`) in `%s`:\n\n```yaml\nrules:\n  %s: info\n```\n\n"+
		"Suppress a finding on the next line, with a reason:\n\n```markdown\n<!-- skilllint-disable-next-line %s -- reason -->\n```",
		config.Name, a.Name, a.Name)
}

// severityHere describes the severity of a rule in the working directory.
func severityHere(r config.Rule) string {
	if origin := r.Origin.String(); r.Origin.Path != "" {
		return fmt.Sprintf("Severity in this directory: `%s` (from %s).", r.Severity, origin)
	}
	return fmt.Sprintf("Severity in this directory: `%s` (default).", r.Severity)
}

// defaultPage returns a page for a rule without one, such as a rule of another program.
func defaultPage(a *analysis.Analyzer) string {
	return fmt.Sprintf("# %s\n\n%s.\n\n- Severity: %s\n- Scope: %s\n- Source: %s: %s (checked %s)\n",
		a.Name, strings.ToUpper(a.Doc[:1])+a.Doc[1:], a.Severity, a.Scope, a.Source.Kind, a.Source.Name, a.Source.Checked)
}

// Ambiguous returns the error for a short name of several rules.
func Ambiguous(name string, found []config.Rule) error {
	var names []string
	for _, r := range found {
		names = append(names, r.Analyzer.Name)
	}
	return fmt.Errorf("rule %s is ambiguous: %s", quote.Text(name), quote.List(names, "or"))
}
