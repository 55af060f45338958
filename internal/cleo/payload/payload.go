// Package payload assembles the context of a subagent that CLEO's orchestrator spawns: the protocol, and as
// much of the skills as fits. Where CLEO's documents are ambiguous, the comment of a function states the
// decision. The package reads no files: the caller provides the texts and the resolver of their placeholders.
package payload

import (
	"cmp"
	"path"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/budget"
)

// A Kind is the kind of a part.
type Kind string

// The kinds of parts.
const (
	Protocol    Kind = "protocol"    // the base protocol
	Conditional Kind = "conditional" // the protocol for a kind of task
	Skill       Kind = "skill"
	Reference   Kind = "reference"
)

// A Form is how much of a part is in the payload.
type Form string

// The forms.
const (
	Whole    Form = "whole"
	First    Form = "minimal"  // the first 50 lines
	Metadata Form = "metadata" // the frontmatter
	Sections Form = "sections" // without some sections
	Lines    Form = "lines"    // truncated after a line
	Omitted  Form = "omitted"
)

// A Text is a file that may go into a payload.
type Text struct {
	Name   string         // for a conditional protocol, its type
	File   *analysis.File // for a skill, it determines how the frontmatter is parsed
	Source []byte
}

// A Load is a skill to load, with its references in byte order.
type Load struct {
	Text
	Preloaded  bool   // a subagent preloads it
	References []Text // references/*.md
}

// Options are the parts and limits of a payload.
type Options struct {
	Strategy    Strategy
	Features    Features
	Base        *Text // the base protocol; nil: none
	Conditional *Text
	Stacked     bool   // a conditional protocol was requested: each protocol has a heading, even a single one
	Protocol    int    // tokens that are reserved if no base protocol is loaded
	Agent       int    // tokens of the subagent's own text
	Loads       []Load // the first is the primary, the others support it
	Required    int    // number of requested skills, including missing ones

	// Limits in tokens, of all skills together and of the whole payload. Zero: those of the design.
	SkillsLimit, Limit int
}

// A Resolver replaces the placeholders of texts.
type Resolver interface {
	// Ranges resolves a file of a skill's directory, and returns the resolved text of some ranges.
	Ranges(source []byte, file, skill string, ranges []analysis.Range) []string

	// Whole replaces placeholders in resolved text: a value may contain some.
	Whole(text string) string
}

// A Payload is the result.
type Payload struct {
	Selection Selection
	Steps     []Step
	Parts     []Part // in the order of the payload
	Tokens    Cost
	Fits      bool
	Prompt    string // empty if it does not fit
}

// A Cost is the tokens of a payload, by characters / 4.
type Cost struct {
	Protocol, Agent, Task, Skills, Total int
	Limit, SkillsLimit                   int
}

// A Step is an action that makes the payload fit, or a notice for its author.
type Step struct {
	Kind    StepKind `json:"step"`
	Skill   string   `json:"skill"`
	Message string   `json:"message"`
	Before  int      `json:"before"` // tokens of all skills together
	After   int      `json:"after"`
}

// A StepKind is a stable name of a kind of step.
type StepKind string

// The kinds of steps, in the order in which they are taken.
const (
	DropReferences StepKind = "references" // all references
	OnlyHeader     StepKind = "supporting" // only the frontmatter of a supporting skill
	CutSections    StepKind = "sections"   // sections of the primary
	CutLines       StepKind = "lines"      // lines of the primary
	LowerStrategy  StepKind = "strategy"
	Fallback       StepKind = "fallback" // a missing skill; reported by its caller
)

// A Part is one text of a payload.
type Part struct {
	Kind          Kind
	Name          string
	File          *analysis.File
	Priority      int // 1 is kept longest: protocol, primary, supporting skills, references
	Form          Form
	Tokens        int
	Kept, Dropped []Stretch
	Notes         []string

	text    string
	omitted []analysis.Range // ranges of the file that are not in the payload
}

// Leaves reports whether a payload omits an offset of a file of which it contains other parts.
func (p *Payload) Leaves(file string, offset int) bool {
	for _, part := range p.Parts {
		if part.File.Path != file {
			continue
		}
		for _, r := range part.omitted {
			if r.Start <= offset && offset < r.End {
				return true
			}
		}
	}
	return false
}

// A Stretch is a section of a part, its frontmatter, or text before the first heading.
type Stretch struct {
	Heading string // empty: the frontmatter, or text before the first heading
	Header  bool
	Line    int // line of its first byte in the file
	Tokens  int

	section, characters int
}

// New assembles a payload.
func New(o Options, r Resolver) *Payload {
	o.SkillsLimit = cmp.Or(o.SkillsLimit, budget.DefaultPreloads)
	o.Limit = cmp.Or(o.Limit, budget.DefaultSpawn)
	a := &assembly{o: o, resolver: r}
	p := &Payload{Selection: Select(o.Strategy, o.Features, max(o.Required, len(o.Loads))), Fits: true}
	if len(o.Loads) == 0 {
		p.Tokens = a.cost()
		return p
	}
	a.protocols()
	a.read()
	p.Fits = a.fit(p.Selection.Chosen)
	p.Steps, p.Tokens = a.steps, a.cost()
	p.Parts = a.parts()
	if p.Fits {
		p.Prompt = a.prompt()
	}
	return p
}

// An assembly is a payload that is being assembled.
type assembly struct {
	o        Options
	resolver Resolver
	protocol []Part  // the conditional one first
	skills   []*unit // in the requested order
	steps    []Step
}

// cost returns the current tokens of the parts.
func (a *assembly) cost() Cost {
	c := Cost{Agent: a.o.Agent, Task: budget.DefaultTask, Limit: a.o.Limit, SkillsLimit: a.o.SkillsLimit}
	for _, p := range a.protocol {
		c.Protocol += p.Tokens
	}
	if a.o.Base == nil {
		c.Protocol += a.o.Protocol
	}
	for _, u := range a.skills {
		c.Skills += u.Tokens
		for _, r := range u.references {
			c.Skills += r.Tokens
		}
	}
	c.Total = c.Protocol + c.Agent + c.Task + c.Skills
	return c
}

// protocols reads the protocols, which are never truncated: the conditional one first.
func (a *assembly) protocols() {
	if a.o.Conditional != nil {
		a.addProtocol(*a.o.Conditional, Conditional)
	}
	if a.o.Base != nil {
		a.addProtocol(*a.o.Base, Protocol)
	}
}

func (a *assembly) addProtocol(t Text, kind Kind) {
	u := a.unit(t, kind, path.Dir(t.File.Rel), 1)
	u.setPieces(Whole, all)
	a.protocol = append(a.protocol, u.Part)
}

// read reads the skills and their references.
func (a *assembly) read() {
	for i, l := range a.o.Loads {
		dir := path.Dir(l.File.Rel)
		u := a.unit(l.Text, Skill, dir, min(2+i, 3))
		for _, r := range l.References {
			u.references = append(u.references, a.unit(r, Reference, dir, 4))
		}
		a.skills = append(a.skills, u)
	}
}

func (a *assembly) parts() []Part {
	parts := append([]Part{}, a.protocol...)
	for _, u := range a.skills {
		parts = append(parts, u.Part)
		for _, r := range u.references {
			parts = append(parts, r.Part)
		}
	}
	return parts
}

// prompt joins the parts with headings, rules and empty lines. Without a protocol, there are no headings or rules.
func (a *assembly) prompt() string {
	var texts []string
	add := func(all ...string) {
		for _, t := range all {
			if t != "" {
				texts = append(texts, t)
			}
		}
	}
	framed := len(a.protocol) > 0
	if framed {
		add("## Subagent Protocol (Auto-injected)")
	}
	for _, p := range a.protocol {
		switch {
		case p.Kind == Conditional:
			add("### Conditional Protocol: " + p.Name)
		case a.o.Stacked:
			add("### Base Protocol")
		}
		add(p.text, "---")
	}
	for _, u := range a.skills {
		if framed && u.Form != Omitted {
			add("## Skill: " + u.Name)
		}
		add(u.text)
		for _, r := range u.references {
			add(r.text)
		}
	}
	return strings.Join(texts, "\n\n")
}
