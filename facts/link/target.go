package link

import (
	"bytes"
	"path"
	"slices"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/invocation"
	"github.com/skilllint/skilllint/facts/markdown"
	"github.com/skilllint/skilllint/facts/role"
	"github.com/skilllint/skilllint/internal/sorting"
	"github.com/yuin/goldmark/ast"
)

// A Form is the syntax in which a document refers to a file.
type Form string

// The forms.
const (
	FormLink     Form = "link"     // [text](path), [text][label] and <scheme:…>
	FormImage    Form = "image"    // ![text](path)
	FormHTML     Form = "html"     // href, src and the like of a tag
	FormCode     Form = "code"     // a path in inline code, or one that a command of a block runs
	FormVariable Form = "variable" // ${CLAUDE_SKILL_DIR}/path and the like, anywhere
)

// A Target is a reference to a file or to an anchor.
type Target struct {
	Form     Form
	Written  string // verbatim; for FormVariable, without the variable
	Path     string // decoded, without query and fragment; empty for the document itself
	Fragment string // decoded
	Base     string // for FormVariable, the name of the variable; "mdc" for a link of Cursor
	ToWrite  bool   // the agent is to create the file, or has it in its project
	At       analysis.Location
	Also     []analysis.Location // the next occurrences in the document, at most maxAlso
	Program  string              // for FormCode, the program that a command runs it with
	Ordered  bool                // for FormCode: the text tells the agent to read or run the file, or lists it
	Count    int                 // number of occurrences in the document
	Shown    bool                // the passage is shown, not followed; see [role.Role.IsShown]. Links are shown in templates only
	Client   string              // for FormCode and FormVariable: the only client that the section is for
	Teaches  bool                // the surrounding text is about SKILL.md files, so the path may belong to another skill
}

// A targetKey identifies the occurrences of a target.
type targetKey struct {
	form                          Form
	written, path, fragment, base string
	toWrite                       bool
}

// Targets holds the distinct references of a document, in the order of the file.
type Targets struct {
	List    []Target
	Omitted int // number of targets beyond the limit
}

// Limits of the targets kept per document.
const (
	maxTargets     = 2_000  // distinct targets
	maxAlso        = 20     // further occurrences of a target
	maxOccurrences = 20_000 // all occurrences, in OccurrenceFact
)

// TargetFact computes the references of a document, without URLs (https:, mailto:, …) and examples that the text
// calls wrong. Output files of agents are not loaded and have no fact.
var TargetFact = analysis.NewFact("target", "the files that a document refers to",
	analysis.PerDocument, analysis.Text&^analysis.Output, readTargets, markdown.HTMLFact.Analyzer, invocation.Fact.Analyzer)

func readTargets(pass *analysis.Pass) (Targets, error) { return targetsOf(pass, false) }

// OccurrenceFact computes the references of TargetFact with a separate target for each occurrence, for renaming files.
var OccurrenceFact = analysis.NewFact("occurrence", "all places in which a document refers to files",
	analysis.PerDocument, analysis.Text&^analysis.Output, func(pass *analysis.Pass) (Targets, error) { return targetsOf(pass, true) }, markdown.HTMLFact.Analyzer, invocation.Fact.Analyzer)

func targetsOf(pass *analysis.Pass, every bool) (Targets, error) {
	d := pass.Document
	if d.Body == nil {
		return Targets{}, analysis.ErrNoFact
	}
	r := &targetReader{every: every, doc: d, seen: map[targetKey]int{}, definitions: map[analysis.Range]bool{}, written: map[string]bool{},
		programs: map[int]string{}, capitals: map[string]bool{}}
	r.readPrograms(invocation.Fact.Of(pass))
	look := newPrefilter(d.Source)
	for _, n := range d.Leaves() {
		if !n.IsRaw() && look.mayRefer(d.Around(n)) {
			r.block(n)
		}
	}
	for i := range markdown.HTMLFact.Of(pass).Tags {
		r.tag(&markdown.HTMLFact.Of(pass).Tags[i])
	}
	for i := range d.Fences {
		r.commands(&d.Fences[i])
	}
	r.variables()
	if len(r.found.List) == 0 {
		return Targets{}, nil
	}
	roles := role.Of(d)
	r.found.List = slices.DeleteFunc(r.found.List, func(t Target) bool { return roles.IsWrong(t.At.Range.Start) })
	for i := range r.found.List {
		t := &r.found.List[i]
		t.order()
		t.ToWrite = t.ToWrite || t.Form == FormCode && r.written[path.Clean(t.Path)]
		t.setRole(d, roles)
	}
	sorting.By(r.found.List, func(a, b Target) int { return a.At.Range.Start - b.At.Range.Start })
	markTeaching(d.Source, d.BodyStart(), r.found.List)
	r.found.List = slices.Clone(r.found.List) // without the spare capacity of append
	return r.found, nil
}

// setRole records whether the text shows the target only, or says to write it.
func (t *Target) setRole(d *analysis.Document, roles *role.Map) {
	p := roles.At(t.At.Range.Start)
	switch t.Form {
	case FormVariable:
		isFile := p.Role == role.Documentation && p.Reason == role.ByContent // a block that shows a file
		t.Shown, t.Client = p.Role.IsShown() || isFile, p.Client
	case FormCode:
		t.Shown, t.Client = p.Role.IsShown(), p.Client
		t.ToWrite = t.ToWrite || isTemplate(p) || p.Role == role.Example && (p.Reason == role.ByLabel || p.Reason == role.ByIntroduction)
	case FormLink, FormImage:
		line := d.TrimLine(d.LineRange(d.LineOf(t.At.Range.Start)))
		if bytes.HasSuffix(d.Source[:line.End], []byte("]")) { // others end in no gap
			t.Shown = isTemplate(p)
		}
	}
}

// isTemplate reports whether a passage has gaps to fill in, or names a file whose content follows.
func isTemplate(p role.Passage) bool { return p.Role == role.Template && p.Reason == role.ByContent }

// minMentions is the number of mentions of SKILL.md from which a whole text is considered to be about skills.
const minMentions = 4

// markTeaching marks the targets in sections that mention SKILL.md, other than in a path, or in a file that is about
// skills. A section is the text between two lines that begin with "#".
func markTeaching(source []byte, body int, targets []Target) {
	whole := mentions(source[body:]) >= minMentions
	from, to, teaching := body, body, false
	for i := range targets {
		if at := targets[i].At.Range.Start; at >= to {
			from, to = section(source, max(to, body), at)
			teaching = mentions(source[from:to]) > 0
		}
		targets[i].Teaches = whole || teaching
	}
}

// section returns the bounds of the section that contains an offset, at or after start.
func section(source []byte, start, at int) (from, to int) {
	from, to = start, len(source)
	if i := bytes.LastIndex(source[start:at], []byte("\n#")); i >= 0 {
		from = start + i + 1
	}
	if i := bytes.Index(source[at:], []byte("\n#")); i >= 0 {
		to = at + i + 1
	}
	return from, to
}

// mentions counts how often a text mentions SKILL.md, other than in a path.
func mentions(text []byte) int {
	count := 0
	for {
		n := bytes.Index(text, []byte("SKILL.md"))
		if n < 0 {
			return count
		}
		if n == 0 || text[n-1] != '/' {
			count++
		}
		text = text[n+1:]
	}
}

// A targetReader collects the targets of a document.
type targetReader struct {
	doc         *analysis.Document
	found       Targets
	seen        map[targetKey]int // index in found.List
	definitions map[analysis.Range]bool
	written     map[string]bool // paths in code that the agent is to create
	programs    map[int]string  // what commands run files with, by the start of their paths
	capitals    map[string]bool // whether a name in capitals is a variable of the document
	every       bool            // for OccurrenceFact: each occurrence is a target
}

// add adds a target at a range.
func (r *targetReader) add(t Target, at analysis.Range) {
	if r.every && len(r.found.List) == maxOccurrences {
		r.found.Omitted++
		return
	}
	if r.every {
		t.At, t.Count = r.doc.At(at), 1
		r.found.List = append(r.found.List, t)
		return
	}
	key := targetKey{t.Form, t.Written, t.Path, t.Fragment, t.Base, false}
	if i, known := r.seen[key]; known && t.Form == FormCode && len(r.found.List[i].Also) == maxAlso {
		r.found.List[i].Count++
		return
	}
	t.ToWrite = isToWrite(r.doc.Source, t.Form, at)
	if t.Form != FormCode {
		key.toWrite = t.ToWrite
	} else if t.ToWrite {
		r.written[path.Clean(t.Path)] = true
	} else {
		t.Ordered = t.Ordered || isOrdered(r.doc.Source, &t, at.Start, at.End)
	}
	if i, known := r.seen[key]; known {
		old := &r.found.List[i]
		old.Count++
		if old.Program == "" {
			old.Program = t.Program
		}
		old.Ordered = old.Ordered || t.Ordered
		if len(old.Also) < maxAlso {
			old.Also = append(old.Also, r.doc.At(at))
		}
		return
	}
	if len(r.found.List) == maxTargets {
		r.found.Omitted++
		return
	}
	r.seen[key] = len(r.found.List)
	t.At, t.Count = r.doc.At(at), 1
	r.found.List = append(r.found.List, t)
}

// order sorts the occurrences of a target.
func (t *Target) order() {
	if len(t.Also) == 0 {
		return
	}
	places := append([]analysis.Location{t.At}, t.Also...)
	sorting.By(places, func(a, b analysis.Location) int { return a.Range.Start - b.Range.Start })
	t.At, t.Also = places[0], places[1:]
}

func (r *targetReader) block(n ast.Node) {
	_ = ast.Walk(r.doc.Inlines(n), func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.Link:
			r.destination(FormLink, n.Destination, n.Reference != nil, n.Pos())
		case *ast.Image:
			r.destination(FormImage, n.Destination, n.Reference != nil, n.Pos())
		case *ast.AutoLink:
			r.autolink(n)
		case *ast.CodeSpan:
			r.code(n)
			return ast.WalkSkipChildren, nil
		}
		return ast.WalkContinue, nil
	})
}

// destination adds the target of a link. Links that share a definition are one target, at the definition.
func (r *targetReader) destination(form Form, written []byte, defined bool, pos int) {
	at, ok := r.doc.RangeOf(written)
	switch {
	case ok && !isBalanced(written) && r.doc.Source[at.Start-1] != '<':
		return // goldmark parses it as a link, but CommonMark does not
	case !ok:
		at = analysis.Range{Start: pos, End: min(pos+1, len(r.doc.Source))}
	case defined && r.definitions[at]:
		return
	case defined:
		r.definitions[at] = true
	}
	base := ""
	if rest, ok := bytes.CutPrefix(written, []byte("mdc:")); ok && at.Len() == len(written) {
		base, written, at.Start = ofWorkspace, rest, at.End-len(rest)
		before := r.doc.Source[max(0, at.Start-contextSize):at.Start]
		if text := bytes.LastIndexByte(before, '['); text >= 0 && role.StatusOf(r.doc.Source, analysis.Range{Start: at.Start - len(before) + text, End: at.Start - len(before) + text})&role.Sample != 0 {
			return // texts about rules show the syntax
		}
	}
	if t, ok := parseTarget(form, string(written), Unescape(written)); ok {
		t.Base = base
		r.add(t, at)
	}
}

// ofWorkspace is the base of paths in Cursor's links [text](mdc:path), which are relative to the workspace.
const ofWorkspace = "mdc"

// isBalanced reports whether all brackets of a destination are balanced or escaped.
func isBalanced(written []byte) bool {
	open := 0
	for i := 0; i < len(written); i++ {
		switch written[i] {
		case '\\':
			i++
		case '(':
			open++
		case ')':
			open--
		}
	}
	return open == 0
}

// autolink adds <file:/…>. Other schemes are URLs, without a scheme it is not an autolink, and <file:line> is a placeholder.
func (r *targetReader) autolink(n *ast.AutoLink) {
	if n.AutoLinkType == ast.AutoLinkEmail {
		return
	}
	label := n.Label(r.doc.Source)
	if i := bytes.IndexByte(label, ':'); i < 0 || i+1 == len(label) || label[i+1] != '/' {
		return
	}
	at, ok := r.doc.RangeOf(label)
	if !ok {
		return
	}
	if t, ok := parseTarget(FormLink, string(label), string(label)); ok {
		r.add(t, at)
	}
}

// namesFile reports whether the value of an attribute is a file. On other elements, such as <code src="…">, a site
// generator defines its meaning.
func namesFile(tag, attribute string) bool {
	switch attribute {
	case "href":
		return slices.Contains([]string{"a", "link", "area", "image", "use"}, tag)
	case "src":
		return slices.Contains([]string{"img", "script", "source", "video", "audio", "iframe", "embed", "track", "input"}, tag)
	case "poster":
		return tag == "video"
	}
	return attribute == "data" && tag == "object"
}

func (r *targetReader) tag(tag *markdown.Tag) {
	if tag.IsComponent(r.doc.Source) {
		return
	}
	for _, a := range tag.Attributes {
		if !namesFile(tag.Name, a.Name) {
			continue
		}
		if t, ok := parseTarget(FormHTML, a.Value, unescapeHTML(a.Value)); ok {
			r.add(t, a.Range)
		}
	}
}
