package invocation

import (
	"bytes"
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/placeholder"
	"github.com/skilllint/skilllint/facts/role"
	"github.com/skilllint/skilllint/facts/shell"
	"github.com/skilllint/skilllint/internal/sorting"
	"github.com/yuin/goldmark/ast"
)

// A Form is where a document has a command.
type Form uint8

// The forms.
const (
	Block  Form = iota // a shell block
	Span               // inline code
	Insert             // !`command` or a "!" block, whose output a client inserts
	Config             // a hook or a server
	Source             // a shell script
)

// An Invocation is a command of a document, without wrappers such as sudo.
type Invocation struct {
	shell.Command
	Form        Form
	Event       string // of a hook of Claude Code, or ""
	Interpreter string // the program that runs the file, such as "python3"; empty: the system
	File        int    // index of the file that it runs in Words; -1: none
	Module      bool   // the file is a module: "python -m a.b"
	Line        int    // of the file
	Told        bool   // the text tells the agent to run it, and does not only describe it
	OfProject   bool   // the text is about the project that the agent works on, or about its root
}

// Program returns the program as written.
func (c *Invocation) Program() string { return c.Words[0].Text }

// Args returns the arguments of the file that the command runs.
func (c *Invocation) Args() []shell.Word { return c.Words[c.File+1:] }

// maxCommands limits the commands of a document.
const maxCommands = 1_000

// kinds are the documents with commands.
const kinds = analysis.Text&^analysis.Output | analysis.Hooks | analysis.Plugin | analysis.MCP | analysis.Settings | analysis.Resource

// Fact computes the commands of a document that run a file, an npm script, a make target or a just recipe, in order.
var Fact = analysis.NewFact("invocation", "the commands that run files of the workspace, npm scripts, make targets or just recipes",
	analysis.PerDocument, kinds, func(pass *analysis.Pass) ([]Invocation, error) {
		found := (&reader{doc: pass.Document}).commands()
		for i := range found {
			found[i].detach(pass.Document)
		}
		return slices.Clip(found), nil
	})

// Of returns all commands of a document in order, for rules about a single document.
func Of(d *analysis.Document) []Invocation {
	return (&reader{doc: d, every: true}).commands()
}

// At returns the command at an offset of a document, or nil. For editors: also of a command that the text only shows, and after
// the blanks behind a command that is being written.
func At(d *analysis.Document, offset int) (at *Invocation) {
	found := (&reader{doc: d, every: true, shown: true}).commands()
	for i := range found {
		c := &found[i]
		start, end := c.Words[0].Range.Start, c.Words[len(c.Words)-1].Range.End
		if start <= offset && strings.Trim(strings.ReplaceAll(string(d.Source[min(end, offset):offset]), "\\\n", ""), " \t") == "" {
			at = c
		}
	}
	return at
}

// runsProject reports whether a program runs scripts that a file of the project defines.
func runsProject(name string) bool {
	return name == "npm" || name == "pnpm" || name == "make" || name == "just"
}

// detach copies the texts, so that they do not keep those of the document.
func (c *Invocation) detach(d *analysis.Document) {
	c.Dir = d.Copy(c.Dir)
	for i := range c.Words {
		c.Words[i].Text = d.Copy(c.Words[i].Text)
	}
	for i := range c.Writes {
		c.Writes[i].Text = d.Copy(c.Writes[i].Text)
	}
}

// A reader collects the commands of a document.
type reader struct {
	doc    *analysis.Document
	parser shell.Reader
	roles  *role.Map
	vars   shell.Variables
	every  bool // also commands that do not run a file, an npm script or a make target
	shown  bool // also commands that the agent does not run
	found  []Invocation

	fenceStart int // where the paragraph before a block ends

	introEnd int    // of the text before the block
	event    string // the last key with a list of matchers
	hooks    bool   // the list that is read is one of hooks
}

func (r *reader) commands() []Invocation {
	d := r.doc
	r.roles, r.vars = role.Of(d), shell.Variables{}
	switch {
	case d.Kind == analysis.Resource:
		r.script()
	case d.Kind&analysis.JSON != 0:
		r.config()
	default:
		r.header()
		if d.Body != nil && r.may(d.Source) {
			for i := range d.Fences {
				r.fence(&d.Fences[i])
			}
			r.spans()
			r.inserts()
		}
	}
	sorting.By(r.found, func(a, b Invocation) int { return a.Range.Start - b.Range.Start })
	return r.found
}

// may reports whether a text may contain commands to collect.
func (r *reader) may(text []byte) bool { return r.every && len(text) > 0 || mayRun(text) }

// add adds the commands of a text.
func (r *reader) add(form Form, partial bool, commands []shell.Command) {
	for _, c := range commands {
		if len(r.found) == maxCommands {
			return
		}
		inv := Invocation{Command: c, Form: form, File: -1}
		if form == Config && r.hooks && r.doc.Dialect != nil && r.doc.Dialect.Name == "claude-code" {
			inv.Event = r.event
		}
		inv.Partial = inv.Partial || partial || isContinued(c.Words)
		if !inv.unwrap() || !r.every && inv.File < 0 && !runsProject(inv.Words[0].Text) || !r.isOrder(&inv) && !r.shown {
			continue
		}
		inv.Line = r.doc.LineOf(inv.Range.Start)
		inv.OfProject = inv.File >= 0 && r.isOfProject(&inv)
		r.found = append(r.found, inv)
	}
}

// isOfProject reports whether the text around inline code, or before a block, is about the project that the agent works on.
func (r *reader) isOfProject(c *Invocation) bool {
	at := c.Range
	switch {
	case c.Form == Block && r.introEnd > 0:
		at = analysis.Range{Start: r.introEnd, End: r.introEnd}
	case c.Form != Span:
		return false
	}
	after := r.doc.Source[at.End:min(len(r.doc.Source), at.End+maxPlace)]
	return role.StatusOf(r.doc.Source, at)&role.OfUser != 0 || r.isConditional(c) || bytes.HasPrefix(bytes.TrimLeft(after, "` "), []byte("from the plugin "))
}

// isContinued reports whether a command goes on in the next line, as in cmd.exe or PowerShell.
func isContinued(words []shell.Word) bool {
	if len(words) == 0 {
		return false
	}
	last := words[len(words)-1].Text
	return last == "^" || last == "`"
}

// isOrder reports whether the agent runs the command.
func (r *reader) isOrder(c *Invocation) bool {
	if c.Told = true; c.Form != Block && c.Form != Span {
		return true
	}
	if c.Form == Block && len(c.Words) == 1 && shell.IsLocation(r.doc.Source, c.Range.Start) {
		return false
	}
	p := r.roles.At(c.Range.Start)
	c.Told = c.Form == Block || p.Role.IsOrder() && (!c.IsInterpreted() || IsTold(r.doc.Source[:c.Range.Start]))
	return !p.Negated && (!p.Role.IsShown() || c.Form == Span && p.Role == role.Example)
}

// IsInterpreted reports whether the first word is a file that people usually run with an interpreter, without "./".
func (c *Invocation) IsInterpreted() bool {
	if c.File != 0 || strings.HasPrefix(c.Words[0].Text, "./") {
		return false
	}
	switch path.Ext(c.Words[0].Text) {
	case ".py", ".js", ".mjs", ".cjs", ".ts", ".rb":
		return true
	}
	return false
}

// IsTold reports whether the word before inline code tells the agent to run it.
func IsTold(before []byte) bool {
	words := bytes.Fields(bytes.TrimRight(before[max(0, len(before)-40):], "`*: \t\n"))
	if len(words) == 0 {
		return false
	}
	switch strings.ToLower(string(bytes.TrimLeft(words[len(words)-1], "(["))) {
	case "run", "running", "execute", "executing", "call", "calling", "invoke", "invoking", "with", "using", "use", "via", "then":
		return true
	}
	return false
}

// fence adds the commands of a shell block, or of one without a language that begins with a command.
func (r *reader) fence(f *analysis.Fence) {
	lines := f.Node.Lines()
	isInsert := strings.HasPrefix(f.Info, "!")
	if lines.Len() == 0 || !isInsert && f.Info != "" && !shell.Is(f.Info) {
		return
	}
	at := analysis.Range{Start: lines.At(0).Start, End: lines.At(lines.Len() - 1).Stop}
	if !r.may(r.doc.Source[at.Start:at.End]) || f.Info == "" && r.roles.At(at.Start).Role != role.Command {
		return
	}
	form := Block
	if isInsert {
		form = Insert
	}
	r.fenceStart = len(bytes.TrimRight(r.doc.Source[:f.Open.Start], " \t\n"))
	r.introEnd = len(bytes.TrimRight(r.doc.Source[:f.Open.Start], " \t\n"))
	scripts := r.parser.ReadFence(r.doc, f)
	for i := range scripts {
		r.add(form, len(scripts) > 1, scripts[i].Commands(r.vars))
	}
}

// spans adds the commands in inline code that run a file, unless the text continues on the next line.
func (r *reader) spans() {
	for _, n := range r.doc.Leaves() {
		text := r.doc.Around(n)
		if n.IsRaw() || bytes.IndexByte(text, '`') < 0 || !r.may(text) {
			continue
		}
		_ = ast.Walk(r.doc.Inlines(n), func(n ast.Node, entering bool) (ast.WalkStatus, error) {
			if span, ok := n.(*ast.CodeSpan); ok && entering {
				r.span(span)
			}
			return ast.WalkContinue, nil
		})
	}
}

func (r *reader) span(span *ast.CodeSpan) {
	text, ok := span.FirstChild().(*ast.Text)
	if !ok || span.FirstChild() != span.LastChild() {
		return
	}
	at := analysis.Range{Start: text.Segment.Start, End: text.Segment.Stop}
	if at.Start > 1 && r.doc.Source[at.Start-2] == '!' || bytes.IndexByte(r.doc.Source[at.Start:at.End], ' ') < 0 || !r.may(r.doc.Source[at.Start:at.End]) {
		return
	}
	from := len(r.found)
	r.parse(Span, at)
	r.found = append(r.found[:from], slices.DeleteFunc(r.found[from:], func(c Invocation) bool {
		return c.File < 0 && !runsProject(c.Words[0].Text) || c.File == 0 && (len(c.Words) == 1 || !isArgument(c.Words[1].Text) || isRunBy(r.doc.Source[:at.Start])) || r.isDenied(at)
	})...)
}

// inserts adds the commands that clients run to insert their output.
func (r *reader) inserts() {
	if r.doc.Kind&(analysis.Skill|analysis.Command) == 0 {
		return
	}
	for _, c := range placeholder.ScanCommands(r.doc.Source) {
		if c.Runs && r.may(r.doc.Source[c.Inner.Start:c.Inner.End]) {
			r.parse(Insert, c.Inner)
		}
	}
}

// parse adds the commands in a range of the file. Their variables are local.
func (r *reader) parse(form Form, at analysis.Range) {
	scripts, _ := r.parser.Read(r.doc.Source[at.Start:at.End], at.Start, "bash")
	for i := range scripts {
		r.add(form, len(scripts) > 1, scripts[i].Commands(r.vars))
	}
}

// maxScript limits the size of shell scripts, in bytes.
const maxScript = 256 << 10

// script adds the commands of a shell script.
func (r *reader) script() {
	d := r.doc
	if d.Part || d.Encoding != analysis.UTF8 || len(d.Source) > maxScript || !isShellScript(d.Path, d.Source) || !r.may(withoutShebang(d.Source)) {
		return
	}
	r.parse(Source, analysis.Range{End: len(d.Source)})
}

// isMark has the bytes at which mayRun looks.
var isMark = [256]bool{'.': true, '/': true, 'j': true, 'k': true, 'm': true}

// mayRun reports whether a text may contain a command that runs a file, an npm script or a make target.
func mayRun(text []byte) bool {
	for i, c := range text {
		if isMark[c] && runsAt(text, i) {
			return true
		}
	}
	return false
}

// runsAt reports whether a mark at an offset is part of such a command.
func runsAt(text []byte, i int) bool {
	before, rest := text[:i], text[i+1:]
	switch text[i] {
	case '.':
		return len(rest) > 0 && rest[0] == '/' || len(rest) > 1 && isExtension(rest)
	case '/':
		return bytes.HasSuffix(before, []byte("}")) || bytes.HasSuffix(before, []byte("scripts")) || bytes.HasSuffix(before, []byte("bin"))
	case 'j':
		return bytes.HasPrefix(rest, []byte("ust "))
	case 'k':
		return bytes.HasPrefix(rest, []byte("e ")) && bytes.HasSuffix(before, []byte("ma"))
	}
	switch { // m
	case len(rest) == 0 || rest[0] != ' ':
		return false
	case bytes.HasSuffix(before, []byte("np")):
		return bytes.HasPrefix(rest, []byte(" run")) || bytes.HasPrefix(rest, []byte(" test"))
	}
	return bytes.HasSuffix(before, []byte("python -")) || bytes.HasSuffix(before, []byte("python3 -"))
}

// isExtension reports whether a text of at least two bytes starts with an extension of files that commands run.
func isExtension(text []byte) bool {
	second := text[1]
	switch text[0] {
	case 'p':
		return second == 'y' || second == 'l' || bytes.HasPrefix(text, []byte("ps1"))
	case 'm', 'c':
		return second == 'j' && len(text) > 2 && text[2] == 's'
	case 's':
		return second == 'h'
	case 'j', 't':
		return second == 's'
	case 'r':
		return second == 'b'
	case 'g':
		return second == 'o'
	}
	return false
}

// isArgument reports whether the word after a path in inline code is an argument, and not prose.
func isArgument(word string) bool {
	switch {
	case word == "":
		return true // an empty string in quotation marks
	case len(word) > 1 && word[0] == '-' && word[1] != '>':
		return true
	}
	return strings.ContainsAny(word[:1], "<[{\"'./$") || strings.ContainsAny(word, "./=") && !strings.HasSuffix(word, ".")
}

// isRunBy reports whether the word before a code span is a program that runs it, or states what the script does.
func isRunBy(before []byte) bool {
	words := bytes.Fields(bytes.TrimRight(before[max(0, len(before)-40):], "`"))
	if len(words) == 0 {
		return false
	}
	last := strings.ToLower(string(words[len(words)-1]))
	return last == "by" || runners[last] != nil // "is checked by `scripts/check.py --all`"
}

// isDenied reports whether the words around a code span state that the command does not exist, or is not to be used.
func (r *reader) isDenied(at analysis.Range) bool {
	const around = 120 // bytes
	line := r.doc.LineRange(r.doc.LineOf(at.Start))
	text := r.doc.Text(analysis.Range{Start: max(line.Start, at.Start-around), End: min(line.End, at.End+around)})
	return role.StatusIn(text)&(role.Absent|role.Discouraged) != 0
}
