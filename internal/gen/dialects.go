package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/schema"
)

const dialectsIntroduction = `<!-- Written by go generate ./rules from schema/; edit the schemas and descriptors there. -->

# Dialects

What skilllint knows of each agent's files: which fields there are, what they take, where the files lie and how they
are read. The same as JSON Schemas: ` + "`skilllint schema`" + ` lists them, ` + "`skilllint schema DIALECT/KIND`" + ` prints one.
What each agent makes of a file with something odd about it is in [loaders.md](loaders.md).

`

const dialectsLegend = `
How to read the tables:

- **R** the field must be there; **C** it must be there in some cases, which the schema says; **O** it may be there.
- **I** the field is accepted and has no effect. **X** it may not be there.
- **–** it is no field of this dialect, and ignored. **✗** it is none, and its loader rejects the file.
- A limit is an error unless a severity stands behind it.
`

// dialectsPage returns docs/dialects.md.
func dialectsPage() []byte {
	var b strings.Builder
	b.WriteString(dialectsIntroduction)
	b.WriteString("| dialect | agent | version | what was read or run | checked | kinds of files |\n|---|---|---|---|---|---|\n")
	for _, d := range schema.All() {
		fmt.Fprintf(&b, "| [%s](#%s) | %s | %s | %s | %s | %s |\n", d.Name, d.Name, cell(d.Title), cell(d.Version), cell(d.Source), d.Checked,
			strings.Join(slices.DeleteFunc(slices.Sorted(maps.Keys(d.Kinds)), func(k string) bool { return k == "reference" }), ", "))
	}
	b.WriteString(dialectsLegend)
	b.WriteString("\n## Fields and dialects\n")
	for _, kind := range []string{"skill", "agent", "command"} {
		matrix(&b, kind)
	}
	for _, d := range schema.All() {
		describe(&b, d)
	}
	return []byte(b.String())
}

// matrix writes which dialect has which field at the top of a kind of file.
func matrix(b *strings.Builder, kind string) {
	var dialects []*schema.Dialect
	var keys []string
	status := map[string]map[string]string{}
	for _, d := range schema.All() {
		rows := fieldsOf(d.Name, kind)
		if rows == nil {
			continue
		}
		dialects = append(dialects, d)
		status[d.Name] = map[string]string{}
		for _, row := range rows {
			if strings.ContainsAny(row.path, ".[") {
				continue
			}
			status[d.Name][row.path] = row.status
			if !slices.Contains(keys, row.path) {
				keys = append(keys, row.path)
			}
		}
	}
	slices.SortStableFunc(keys, func(x, y string) int { return readersOf(status, y) - readersOf(status, x) })
	fmt.Fprintf(b, "\n### %s\n\n| field |", capitalize(kind))
	for _, d := range dialects {
		fmt.Fprintf(b, " %s |", d.Name)
	}
	b.WriteString("\n|---|" + strings.Repeat("---|", len(dialects)) + "\n")
	row := func(name string, of func(d *schema.Dialect) string) {
		fmt.Fprintf(b, "| %s |", name)
		for _, d := range dialects {
			fmt.Fprintf(b, " %s |", of(d))
		}
		b.WriteString("\n")
	}
	for _, key := range keys {
		row("`"+key+"`", func(d *schema.Dialect) string {
			if s := status[d.Name][key]; s != "" {
				return s
			}
			return unknown(d, kind)
		})
	}
	row("any other", func(d *schema.Dialect) string { return unknown(d, kind) })
}

func readersOf(status map[string]map[string]string, key string) int {
	n := 0
	for _, of := range status {
		if of[key] != "" {
			n++
		}
	}
	return n
}

func unknown(d *schema.Dialect, kind string) string {
	if rules := d.Kinds[kind]; rules != nil && rules.Unknown == "rejected" {
		return "✗"
	}
	return "–"
}

// describe writes all that is known of a dialect.
func describe(b *strings.Builder, d *schema.Dialect) {
	fmt.Fprintf(b, "\n## %s\n\n%s, %s. Read or run: %s; %s.\n", d.Name, d.Title, d.Version, d.Source, d.Checked)
	if len(d.Discovery) > 0 {
		b.WriteString("\n| kind | where | scope | depth | notes |\n|---|---|---|---|---|\n")
		for _, p := range d.Discovery {
			note := p.Note
			if p.Home != "" {
				note = strings.TrimSuffix("read as "+p.Home+"; "+note, "; ")
			}
			fmt.Fprintf(b, "| %s | `%s` | %s | %s | %s |\n", p.Kind, p.Path, p.Scope, depthOf(p), cell(note))
		}
	}
	var facts []string
	if d.Precedence != "" {
		facts = append(facts, "Who wins: "+d.Precedence+".")
	}
	facts = append(facts, budgets(d.Budget)...)
	if t := d.Tokens; t != nil {
		facts = append(facts, fmt.Sprintf("Tokens: %s. An unknown one: %s.", codes(t.Names), t.Effect))
	}
	if t := d.ToolNames(); t != nil && len(t.Names) > 0 {
		facts = append(facts, "Tools: "+codes(t.Names)+".")
	}
	for _, r := range d.Reserved {
		facts = append(facts, fmt.Sprintf("Names that are taken (%s): %s.", r.Severity, codes(r.Names)))
	}
	for _, dep := range d.Dependencies {
		facts = append(facts, fmt.Sprintf("`%s` of a %s names %ss; where one is missing, %s (%s).", dep.Field, dep.Kind, dep.Targets, dep.Effect, dep.Missing))
	}
	list(b, facts)
	kinds := slices.Sorted(maps.Keys(d.Kinds))
	for _, name := range schema.List() {
		if dialect, kind, _ := strings.Cut(name, "/"); dialect == d.Name && !slices.Contains(kinds, kind) {
			kinds = append(kinds, kind) // parts of files
		}
	}
	for _, kind := range kinds {
		describeKind(b, d, kind)
	}
}

func depthOf(p schema.Place) string {
	switch {
	case p.Depth == schema.AnyDepth:
		return "any"
	case p.Depth == 0:
		return "–"
	}
	return fmt.Sprint(p.Depth)
}

func codes(names []string) string {
	if len(names) == 0 {
		return "none"
	}
	return "`" + strings.Join(names, "` `") + "`"
}

func list(b *strings.Builder, facts []string) {
	if len(facts) > 0 {
		b.WriteString("\n- " + strings.Join(facts, "\n- ") + "\n")
	}
}

// describeKind writes how a dialect reads a kind of file, and its fields.
func describeKind(b *strings.Builder, d *schema.Dialect, kind string) {
	rows := fieldsOf(d.Name, kind)
	var facts []string
	if rules := d.Kinds[kind]; rules != nil {
		facts = slices.Concat(headerFacts(rules.Header), kindFacts(rules))
	}
	if len(rows) == 0 && len(facts) == 0 {
		return
	}
	fmt.Fprintf(b, "\n### %s: %s\n", d.Name, kind)
	list(b, facts)
	if len(rows) == 0 {
		return
	}
	b.WriteString("\n| field | | values | what it is |\n|---|---|---|---|\n")
	for _, row := range rows {
		fmt.Fprintf(b, "| `%s` | %s | %s | %s |\n", row.path, row.status, cell(row.values), cell(row.says))
	}
}

func headerFacts(h schema.HeaderRules) []string {
	var facts []string
	add := func(condition bool, format string, args ...any) {
		if condition {
			facts = append(facts, fmt.Sprintf(format, args...))
		}
	}
	add(h.Need != "none" && h.Need != "", "Header: %s.", h.Need)
	add(h.WhenMissing != "", "Without one, %s.", h.WhenMissing)
	add(h.WhenBroken != "", "With YAML that does not parse, %s.", h.WhenBroken)
	add(h.BOM == "no header", "A byte order mark hides the header.")
	add(h.CRLF == "no header", "Windows line ends hide the header.")
	add(h.DuplicateKey == "warning", "A key that stands twice does not keep it from loading.")
	add(h.Merge == "ignored", "Merge keys (`<<`) are not followed.")
	add(h.Delimiter == "trimmed", "A `---` may have blanks before it.")
	add(h.Delimiter == "prefix", "A line that begins with `---` closes the header.")
	add(h.Lists, "A list of mappings may be the whole header.")
	add(h.Notes, "A file without name and description is taken for a note to people.")
	add(h.OneLine != "", "A value over several lines: %s.", h.OneLine)
	return facts
}

func kindFacts(rules *schema.KindRules) []string {
	var facts []string
	switch rules.Unknown {
	case "rejected":
		facts = append(facts, "An unknown key: the loader rejects the file.")
	case "passed":
		facts = append(facts, "Unknown keys are passed on.")
	}
	if rules.Home != "" {
		facts = append(facts, "Keys of your own go below `"+rules.Home+"`.")
	}
	if n := rules.Name; n != nil {
		facts = append(facts, fmt.Sprintf("The name equals the %s; else %s (%s).", n.Equals, n.Effect, n.Severity))
	}
	for _, s := range rules.Sections {
		facts = append(facts, fmt.Sprintf("Section `%s %s` (%s).", strings.Repeat("#", s.Level), s.Heading, s.Severity))
	}
	if body := rules.Body; body != nil {
		for _, limit := range []struct {
			n    int
			says string
		}{{body.Least, "at least %s UTF-16 units"}, {body.Most, "at most %s UTF-16 units"}, {body.Lines, "at most %s lines, header included"}} {
			if limit.n > 0 {
				facts = append(facts, "Length: "+fmt.Sprintf(limit.says, quote.Count(limit.n))+", as "+body.Reader+" wants.")
			}
		}
	}
	return facts
}

// budgets says what a dialect allows skills to cost.
func budgets(b *schema.Budget) []string {
	if b == nil {
		return nil
	}
	var facts []string
	if b.Skill > 0 {
		facts = append(facts, fmt.Sprintf("A skill may cost %s tokens (%s).", quote.Count(b.Skill), b.Severity))
	}
	if b.Metadata > 0 {
		facts = append(facts, fmt.Sprintf("What the list of skills shows of one may cost %s tokens (warning).", quote.Count(b.Metadata)))
	}
	if b.References > 0 {
		facts = append(facts, fmt.Sprintf("A skill together with its references may cost %s tokens (warning).", quote.Count(b.References)))
	}
	return facts
}
