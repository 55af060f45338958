// Package context shows what clients have in their context when they start in a directory: instructions and the skill list.
package context

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/internal/clients/catalog"
	"github.com/skilllint/skilllint/internal/clients/clientfs"
	"github.com/skilllint/skilllint/internal/clients/startup"
)

// A Part is one text of a context, with its source.
type Part struct {
	Kind   Kind
	Name   string // of a subagent, command or server; empty for files
	Path   string // of the file; empty for the client's own text
	From   string // the file that imports it, or ""
	Depth  int    // depth of imports
	State  startup.State
	Reason string // why it is not loaded completely
	Tokens int    // at start-up; -1 if unknown
	Later  int    // tokens that are loaded with the file of --for
	Size   int    // bytes of the file
	Text   string // the part that the model sees
}

// A Kind is the kind of a part.
type Kind string

// The kinds, in the order of the report.
const (
	Instructions Kind = "instructions"
	SkillList    Kind = "skill list"
	Subagents    Kind = "subagent"
	Commands     Kind = "command"
	Servers      Kind = "MCP server"
)

// A Context is the context of one client.
type Context struct {
	Client    *startup.Client
	Start     string // the directory in which it is started
	For       string // the file that it works on, or ""
	Parts     []Part // in their order
	Text      string // the instructions as in the prompt
	LaterText string // added when the client works on the file
	Limit     int    // for all instruction files, in bytes; 0 if unlimited
	Estimates []string
	Notes     []string
	directory string // of the repository; removed from shown paths
	count     func(text []byte) int
}

// New returns the contexts of the clients with the given IDs, or of all clients. file is the file that they work on, relative to the
// directory in which they start, or "".
func New(ids []string, o clientfs.Options, file string, tokens func(text []byte) int) (*Report, error) {
	r := &Report{}
	for _, c := range startup.Clients() {
		if len(ids) > 0 && !slices.Contains(ids, c.ID) {
			continue
		}
		x, err := open(c, o, file, tokens)
		if err != nil {
			return nil, err
		}
		r.Contexts = append(r.Contexts, x)
	}
	return r, nil
}

func open(c *startup.Client, o clientfs.Options, file string, tokens func(text []byte) int) (*Context, error) {
	from, err := clientfs.Open(o)
	if err != nil {
		return nil, err
	}
	defer from.Close()
	if file != "" && !path.IsAbs(file) {
		file = path.Join(from.Start, file)
	}
	return Collect(c, from, file, tokens)
}

// WithInstructions returns the contexts if any client reads an instruction file, or nil.
func (r *Report) WithInstructions() []*Context {
	if slices.ContainsFunc(r.Contexts, func(x *Context) bool { return x.Text != "" }) {
		return r.Contexts
	}
	return nil
}

// Collect returns the context of a client that starts in the directory of from. tokens is the tokenizer.
func Collect(c *startup.Client, from *clientfs.Source, file string, tokens func(text []byte) int) (*Context, error) {
	r := startup.Request{Start: from.Start, Project: from.Project, Home: from.Home, For: file}
	in := c.Instructions(from, r)
	x := &Context{Client: c, Start: from.Start, For: file, Text: in.Text(), Limit: in.Limit, directory: from.Project, Notes: in.Notes, count: tokens}
	if in.Estimate != "" {
		x.Estimates = append(x.Estimates, in.Estimate)
	}
	x.addInstructions(&in)
	if err := x.addSkills(from); err != nil {
		return nil, err
	}
	x.addEntries(Subagents)(c.Subagents(from, r))
	x.addEntries(Commands)(c.Commands(from, r))
	for _, e := range c.Servers(from, r) {
		x.Parts = append(x.Parts, Part{Kind: Servers, Name: e.Name, Path: e.Path, State: startup.Loaded, Tokens: -1})
	}
	x.Notes = append(x.Notes, from.Notes()...)
	for i, note := range x.Notes {
		x.Notes[i] = x.shorten(note)
	}
	return x, nil
}

// addInstructions adds the instruction files and the client's own text around them.
func (x *Context) addInstructions(in *startup.Instructions) {
	first := len(x.Parts)
	texts, later := make([]strings.Builder, len(in.Files)+1), make([]strings.Builder, len(in.Files)+1)
	for _, p := range in.Pieces {
		texts[p.File+1].WriteString(p.Text)
	}
	for _, p := range in.Later {
		later[p.File+1].WriteString(p.Text)
		x.LaterText += p.Text
	}
	for i, f := range in.Files {
		part := Part{Kind: Instructions, Path: f.Path, State: f.State, Reason: x.shorten(f.Reason), Size: f.Size, Text: texts[i+1].String() + later[i+1].String(),
			Tokens: x.tokens(texts[i+1].String()), Later: x.tokens(later[i+1].String())}
		if f.Importer >= 0 {
			importer := &x.Parts[first+f.Importer]
			part.From, part.Depth = importer.Path, importer.Depth+1
		}
		x.Parts = append(x.Parts, part)
	}
	if frame := texts[0].String(); frame != "" {
		x.Parts = append(x.Parts, Part{Kind: Instructions, State: startup.Loaded, Text: frame, Tokens: x.tokens(frame), Later: x.tokens(later[0].String())})
	}
}

// addSkills adds the skill list.
func (x *Context) addSkills(from *clientfs.Source) error {
	a := catalog.Lookup(x.Client.ID)
	if a == nil {
		return nil
	}
	list, err := a.List(from, from.Request())
	if err != nil || len(list.Items) == 0 {
		return err
	}
	state, lost := startup.Loaded, 0
	for _, i := range list.Items {
		if i.State != catalog.Full {
			lost++
		}
	}
	part := Part{Kind: SkillList, State: state, Tokens: x.tokens(list.Text), Text: list.Text}
	if lost > 0 {
		part.State, part.Reason = startup.Truncated, "skilllint catalog --client "+x.Client.ID+" shows what is lost"
	}
	if list.Estimate != "" {
		x.Estimates = append(x.Estimates, "skill list: "+list.Estimate)
	}
	x.Parts = append(x.Parts, part)
	return nil
}

// addEntries returns a function that adds subagents or commands.
func (x *Context) addEntries(kind Kind) func([]startup.Entry, bool) {
	return func(all []startup.Entry, listed bool) {
		for _, e := range all {
			part := Part{Kind: kind, Name: e.Name, Path: e.Path, State: startup.OnDemand}
			if listed {
				part.State, part.Text, part.Tokens = startup.Loaded, e.Text, x.tokens(e.Text)
			}
			x.Parts = append(x.Parts, part)
		}
		if listed && len(all) > 0 {
			x.Estimates = append(x.Estimates, string(kind)+"s: name and description of each; the text around them is unknown")
		}
	}
}

func (x *Context) tokens(text string) int { return x.count([]byte(text)) }

// Tokens returns the tokens of a kind, or of all kinds for "", at start-up.
func (x *Context) Tokens(kind Kind) int {
	sum := 0
	for _, p := range x.Parts {
		if kind == "" || p.Kind == kind {
			sum += max(0, p.Tokens)
		}
	}
	return sum
}

// shorten removes the directory of the repository from the paths in a sentence.
func (x *Context) shorten(sentence string) string {
	return strings.ReplaceAll(sentence, strings.TrimSuffix(x.directory, "/")+"/", "")
}

// showPath returns a path for reports, relative to the repository if possible.
func (x *Context) showPath(at string) string {
	if rel, ok := strings.CutPrefix(at, strings.TrimSuffix(x.directory, "/")+"/"); ok {
		return rel
	}
	return at
}

// title returns the title of a part in reports.
func (x *Context) title(p *Part) string {
	name := cmp.Or(x.showPath(p.Path), "(text around the files)")
	switch {
	case p.Kind == SkillList:
		return "(skill list)"
	case p.Name != "":
		name = p.Name + " in " + name
	}
	return name
}
