// Package resolve replaces placeholders in a text as CLEO's orchestrator does before it spawns a subagent,
// and reports unresolved ones. {{NAME}} is a value, ${NAME} a variable, @file.md and @dir/*.md are the
// contents of files, and !`command` is the output of a command. Commands are never run, and only requested
// variables are replaced, because repositories are not trusted.
package resolve

import (
	"cmp"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/facts/markdown"
	"github.com/skilllint/skilllint/facts/placeholder"
	"github.com/skilllint/skilllint/internal/finding"
	"github.com/skilllint/skilllint/schema"
)

// Options are the sources of replacements.
type Options struct {
	// Files is the repository root. It must not follow links out of the root, like the file system of an
	// [os.Root].
	Files   fs.FS
	Prefix  string            // prefix of paths in findings: empty, or ends with "/"
	Dialect *schema.Dialect   // the dialect of the placeholders
	Values  *Values           // values of {{NAME}}
	Env     map[string]string // values of ${NAME}: the requested variables that are set

	Conventions *analysis.Conventions // allow some {{NAME}} without a value; nil: none
}

// A Step is a replacement, or a deliberate omission of one.
type Step struct {
	Kind    string // "token", "environment", "reference" or "command"
	Token   string // verbatim: "{{TASK_ID}}", "@docs/*.md"
	Count   int    // occurrences
	Message string // a predicate: "is T1 (from --set)", "is 2 files, 300 bytes", "is not run"
}

// A Resolver resolves the texts of one payload. It is not safe for concurrent use.
type Resolver struct {
	o        Options
	steps    []Step
	step     map[string]int // index of a step, by kind and token
	findings []finding.Finding
	inlines  inliner
	unknown  map[string]bool // names without a value that were reported
	inserted int             // bytes of all inserted values
	full     bool            // the limit was exceeded and reported
}

// New returns a resolver without any steps.
func New(o Options) *Resolver {
	if o.Values == nil {
		o.Values = NewValues(o.Dialect, nil, nil, nil, nil)
	}
	r := &Resolver{o: o, step: map[string]int{}, unknown: map[string]bool{}}
	r.inlines = inliner{r: r, parsed: map[string]*parsed{}, failed: map[string]error{}, seen: map[string]analysis.Location{}, duplicates: map[string]bool{}, listed: map[string][]string{}, checked: map[string]pathState{}}
	return r
}

// Steps returns all replacements in the order of the text.
func (r *Resolver) Steps() []Step { return r.steps }

// Findings returns the problems in the order of the text: broken and circular references (tokens/reference),
// and names without a value (tokens/unresolved).
func (r *Resolver) Findings() []finding.Finding { return r.findings }

// Part resolves one part of a payload: a file at a path below the root, in the directory of a skill. It
// removes trailing line ends. Unknown placeholders remain. References that do not exist relative to the root
// are resolved relative to the directory, which is also the value of ${SKILL_ROOT}.
func (r *Resolver) Part(source []byte, file, skill string) string {
	p := r.inlines.parse(file, source)
	r.inlines.skill = path.Clean(skill)
	r.inlines.begin(p)
	return r.inlines.text(p)
}

// Whole replaces {{NAME}} again in a payload with resolved parts: a value may contain a placeholder.
func (r *Resolver) Whole(text string) string {
	var b strings.Builder
	at := 0
	for _, place := range analysis.ScanPlaceholders([]byte(text)) {
		name := text[place.Start+2 : place.End-2]
		if v, ok := r.o.Values.Lookup(name); ok && r.fits(v) {
			r.record("token", text[place.Start:place.End], "is "+quote.Text(v.Text)+" (from "+v.From+")")
			b.WriteString(text[at:place.Start])
			b.WriteString(v.Text)
			at = place.End
		}
	}
	b.WriteString(text[at:])
	return b.String()
}

// record records a replacement, or another occurrence of it.
func (r *Resolver) record(kind, token, message string) {
	key := kind + " " + token
	if i, ok := r.step[key]; ok {
		r.steps[i].Count++
		return
	}
	if len(r.steps) == maxSteps {
		return
	}
	r.step[key] = len(r.steps)
	r.steps = append(r.steps, Step{Kind: kind, Token: token, Count: 1, Message: message})
}

// Limits of one payload.
const (
	maxSteps    = 1_000
	maxFindings = 1_000
	maxValues   = 16 << 20 // bytes of all inserted values
)

func (r *Resolver) report(f finding.Finding) {
	if len(r.findings) < maxFindings {
		r.findings = append(r.findings, f)
	}
}

// An edit replaces a range.
type edit struct {
	at      analysis.Range
	replace func() string // the new text
}

// edits returns the replacements in one file, in order and without overlaps.
func (r *Resolver) edits(p *parsed, skill string) []edit {
	d := p.document
	var all []edit
	for _, ref := range p.references {
		all = append(all, edit{ref.Range, func() string { return r.inlines.reference(p, ref) }})
	}
	for _, at := range analysis.ScanPlaceholders(d.Source) {
		all = append(all, edit{at, func() string { return r.token(p, at) }})
	}
	for _, v := range placeholder.VariablesIn(d) {
		if v.Form == placeholder.Braced && v.Escapes == 0 && v.Kind != markdown.InShell {
			all = append(all, edit{v.Range, func() string { return r.variable(d, v, skill) }})
		}
	}
	for _, c := range placeholder.CommandsIn(d) {
		if c.Runs && !c.Kind.IsCode() {
			r.record("command", d.Text(c.Range), "is not run")
		}
	}
	slices.SortFunc(all, func(a, b edit) int { return cmp.Compare(a.at.Start, b.at.Start) })
	return all
}

// token returns the replacement of {{NAME}}.
func (r *Resolver) token(p *parsed, at analysis.Range) string {
	text := p.document.Text(at)
	name := text[2 : len(text)-2]
	v, ok := r.o.Values.Lookup(name)
	switch {
	case ok && r.fits(v):
		r.record("token", text, "is "+quote.Text(v.Text)+" (from "+v.From+")")
		return v.Text
	case ok && !r.full:
		r.full = true
		r.unresolved(p, at, finding.Finding{Message: fmt.Sprintf("placeholder {{%s}} was not replaced: all values exceed %d MB together", name, maxValues>>20)})
	case !ok && !r.unknown[name] && !r.o.Values.isGeneric(name) && !r.o.Conventions.AllowsToken(name) && !p.quoted.IsWrong(at.Start):
		r.unknown[name] = true
		r.unresolved(p, at, finding.Finding{Message: fmt.Sprintf("unresolved placeholder {{%s}}%s", name, r.o.Values.declaredIn(name)),
			Effect: literalEffect, Help: fmt.Sprintf("set a value with --set %s=…", name)})
	}
	return text
}

// fits reports whether the limit allows another value, and adds its size.
func (r *Resolver) fits(v Value) bool {
	if r.inserted+len(v.Text) > maxValues {
		return false
	}
	r.inserted += len(v.Text)
	return true
}

func (r *Resolver) unresolved(p *parsed, at analysis.Range, f finding.Finding) {
	f.Rule, f.Severity, f.Place = "tokens/unresolved", analysis.Error, finding.Place{Location: p.document.At(at)}
	r.report(f)
}

// variable returns the replacement of ${NAME}.
func (r *Resolver) variable(d *analysis.Document, v placeholder.Variable, skill string) string {
	text := d.Text(v.Range)
	if value, ok := r.o.Values.set[v.Name]; ok {
		r.record("environment", text, "is "+quote.Text(value)+" (from --set)")
		return value
	}
	if value, ok := r.o.Env[v.Name]; ok {
		r.record("environment", text, "is "+quote.Text(value)+" (from the environment)")
		return value
	}
	if v.Name == "SKILL_ROOT" && skill != "" {
		r.record("environment", text, "is the skill directory, "+quote.Text(skill))
		return skill
	}
	return text
}
