// Package resolve replaces the tokens of a text as CLEO's orchestrator does before it spawns an
// agent, and judges whether a text has any left.
//
// {{NAME}} stands for a value, ${NAME} for a variable, @file.md and @dir/*.md for the files
// themselves, and !`command` for what a command prints. Commands are never run here, and of
// variables only those are known that somebody named: a tree decides neither what is run nor what
// of the surroundings is shown.
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

// Options say what tokens stand for.
type Options struct {
	// Files is everything below the root of the repository. Nothing else is read, so it must not lead
	// out of it: that of an [os.Root] does not.
	Files   fs.FS
	Prefix  string            // what comes before a path below the root in findings: empty, or ends with "/"
	Dialect *schema.Dialect   // whose tokens these are
	Values  *Values           // of {{NAME}}
	Env     map[string]string // of ${NAME}: the variables that were asked for and are set

	Conventions *analysis.Conventions // say of which {{NAME}} nothing is said; nil: of none
}

// A Step is something that was done, or not done on purpose.
type Step struct {
	Kind    string // "token", "environment", "reference" or "command"
	Token   string // as it is written: "{{TASK_ID}}", "@docs/*.md"
	Count   int    // of how many places
	Message string // "is T1, by --set", "is 2 files, 300 bytes", "is not run"
}

// A Resolver resolves the texts of one payload. It is not safe for concurrent use.
type Resolver struct {
	o        Options
	steps    []Step
	step     map[string]int // where the step of a token is, by kind and token
	findings []finding.Finding
	inlines  inliner
	unknown  map[string]bool // names without a value, which were reported
	grown    int             // bytes of all values that were put in
	full     bool            // they are too many, and that was said
}

// New returns a resolver without any steps.
func New(o Options) *Resolver {
	if o.Values == nil {
		o.Values = NewValues(o.Dialect, nil, nil, nil, nil)
	}
	r := &Resolver{o: o, step: map[string]int{}, unknown: map[string]bool{}}
	r.inlines = inliner{r: r, parsed: map[string]*parsed{}, failed: map[string]error{}, seen: map[string]analysis.Location{}, twice: map[string]bool{}, listed: map[string][]string{}, looked: map[string]standing{}}
	return r
}

// Steps returns what was done so far, in the order of the text.
func (r *Resolver) Steps() []Step { return r.steps }

// Findings returns what was wrong in the texts so far, in their order: references that lead
// nowhere or in circles (tokens/reference), and names without a value (tokens/unresolved).
func (r *Resolver) Findings() []finding.Finding { return r.findings }

// Part resolves one part of a payload: a file that stands at a path below the root, of the skill in
// a directory. Line ends at its end are dropped. What nothing is known of stays as it stands.
//
// The directory is where references are looked for that do not lead anywhere from the root, and
// what ${SKILL_ROOT} stands for.
func (r *Resolver) Part(source []byte, file, skill string) string {
	p := r.inlines.parse(file, source)
	r.inlines.skill = path.Clean(skill)
	r.inlines.begin(p)
	return r.inlines.text(p)
}

// Whole replaces {{NAME}} once more in a payload whose parts are resolved: a value may hold a token.
func (r *Resolver) Whole(text string) string {
	var b strings.Builder
	at := 0
	for _, place := range analysis.ScanPlaceholders([]byte(text)) {
		name := text[place.Start+2 : place.End-2]
		if v, ok := r.o.Values.Lookup(name); ok && r.fits(v) {
			r.did("token", text[place.Start:place.End], "is "+quote.Text(v.Text)+", by "+v.From)
			b.WriteString(text[at:place.Start])
			b.WriteString(v.Text)
			at = place.End
		}
	}
	b.WriteString(text[at:])
	return b.String()
}

// did notes a step, or one place more of it.
func (r *Resolver) did(kind, token, message string) {
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

// What is kept of one payload.
const (
	maxSteps    = 1_000
	maxFindings = 1_000
	maxValues   = 16 << 20 // bytes of all values that are put in
)

func (r *Resolver) found(f finding.Finding) {
	if len(r.findings) < maxFindings {
		r.findings = append(r.findings, f)
	}
}

// An edit is what stands in the place of a range.
type edit struct {
	at      analysis.Range
	replace func() string // what stands there instead; nil: the text as it is
}

// edits returns what is to be replaced in one file, in order. None overlaps another.
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
			r.did("command", d.Text(c.Range), "is not run")
		}
	}
	slices.SortFunc(all, func(a, b edit) int { return cmp.Compare(a.at.Start, b.at.Start) })
	return all
}

// token returns what stands for {{NAME}}.
func (r *Resolver) token(p *parsed, at analysis.Range) string {
	text := p.document.Text(at)
	name := text[2 : len(text)-2]
	v, ok := r.o.Values.Lookup(name)
	switch {
	case ok && r.fits(v):
		r.did("token", text, "is "+quote.Text(v.Text)+", by "+v.From)
		return v.Text
	case ok && !r.full:
		r.full = true
		r.unresolved(p, at, fmt.Sprintf("{{%s}} is not replaced any more: the values have more than %d MB together; no agent reads as much", name, maxValues>>20))
	case !ok && !r.unknown[name] && !r.o.Values.stands(name) && !r.o.Conventions.AllowsToken(name) && !p.quoted.Has(at.Start):
		r.unknown[name] = true
		r.unresolved(p, at, fmt.Sprintf("nothing gives {{%s}} a value%s, so the agent reads the braces as they stand; give it one with --set %s=…",
			name, r.o.Values.why(name), name))
	}
	return text
}

// fits reports whether there is room for one more value, and takes it.
func (r *Resolver) fits(v Value) bool {
	if r.grown+len(v.Text) > maxValues {
		return false
	}
	r.grown += len(v.Text)
	return true
}

func (r *Resolver) unresolved(p *parsed, at analysis.Range, message string) {
	r.found(finding.Finding{Rule: "tokens/unresolved", Severity: analysis.Error, Message: message,
		Place: finding.Place{Location: p.document.At(at)}})
}

// variable returns what stands for ${NAME}.
func (r *Resolver) variable(d *analysis.Document, v placeholder.Variable, skill string) string {
	text := d.Text(v.Range)
	if value, ok := r.o.Values.set[v.Name]; ok {
		r.did("environment", text, "is "+quote.Text(value)+", by --set")
		return value
	}
	if value, ok := r.o.Env[v.Name]; ok {
		r.did("environment", text, "is "+quote.Text(value)+", by the environment")
		return value
	}
	if v.Name == "SKILL_ROOT" && skill != "" {
		r.did("environment", text, "is the skill's directory, "+quote.Text(skill))
		return skill
	}
	return text
}
