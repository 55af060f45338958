// Package behavior computes the effects of the code and the sentences of a file: what they run, send and write, and
// when. It never runs code.
package behavior

import (
	"bytes"
	"github.com/skilllint/skilllint/internal/behavior/effect"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/shell"
	"github.com/skilllint/skilllint/internal/behavior/excuse"
	"github.com/skilllint/skilllint/internal/behavior/lex"
	"github.com/skilllint/skilllint/internal/behavior/trigger"
	"github.com/skilllint/skilllint/internal/sorting"
)

// A Surface is the place of code or text, ordered by how directly it takes effect.
type Surface uint8

const (
	InText   Surface = iota // code in a text, which a model may run
	InScript                // a script of a skill
	Unasked                 // run by a client without confirmation: hooks, inline commands and servers
)

// A ActKind is a kind of effect of code.
type ActKind uint8

const (
	Runs       ActKind = iota + 1 // runs text as code
	Sends                         // sends data to a host
	OpensShell                    // opens a shell for a remote host
	Mines                         // mines cryptocurrency
	Writes                        // writes a file
	Deletes                       // deletes files recursively
	Launches                      // downloads and runs a package without a version
	Loosens                       // loosens permissions
	Disarms                       // switches off what protects the computer
	Installs                      // installs a package
	Starts                        // starts a script without confirmation
)

// An Act is one effect of a command or statement.
type Act struct {
	Kind ActKind
	On   Surface
	At   analysis.Range
	Of   Value  // the code, data or content
	To   string // a host, an address or a path
	By   string // the program or function

	Masked bool // the address is computed from encoded or scattered text
}

// A Reading is the effects of the code and the text of a file.
type Reading struct {
	Acts      []Act
	Sentences []Sentence
	Gaps      []Gap
	Kept      []Kept
	Data      *analysis.Value  // values of a settings file
	passages  *excuse.Passages // of a text; nil: other code
	graded    []analysis.Range // objects of JSON that grade a command or a text
}

// Fact is the effects of the code and the text of a file.
var Fact = analysis.NewFact("behavior", "what the commands, code and sentences of a file do",
	analysis.PerDocument, (analysis.Parsed|analysis.Raw)&^analysis.Manifest, read)

func read(pass *analysis.Pass) (*Reading, error) { return Read(pass.Document), nil }

// Read returns the effects of a file.
func Read(d *analysis.Document) *Reading {
	r := newReader(d)
	r.read()
	return r.Reading
}

// ReadAll returns the effects of a file, including code and sentences without triggers. It is for tests, in which rules
// must report the same.
func ReadAll(d *analysis.Document) *Reading {
	r := newReader(d)
	r.noTriggers = true
	r.read()
	return r.Reading
}

func (r *reader) read() {
	d := r.doc
	if d.Encoding != analysis.UTF8 || len(d.Source) == 0 {
		return
	}
	switch language := scriptLanguage(d); {
	case d.Kind&(analysis.Markdown|analysis.BaseProtocol) != 0 && !strings.HasSuffix(d.Path, ".toml") && !strings.HasSuffix(d.Path, ".yaml"), d.Kind&analysis.Raw != 0 && d.IsMarkdown():
		r.readMarkdown()
		if d.Data != nil {
			r.readHooks(d.Data.Get("hooks"), 0)
			r.readServers(d.Data.Get("mcpServers"))
		}
	case language != "":
		r.on = InScript
		if d.Kind == analysis.Context {
			r.on = Unasked
		}
		r.readCode(language, d.Source, 0)
		if language == compiledCode { // agents read its comments and texts
			r.on = InText
			r.readPlain()
		}
	case !r.readSettings() && d.Kind&analysis.Raw != 0:
		r.readPlain()
	}
	r.finish()
}

func newReader(d *analysis.Document) *reader {
	return &reader{doc: d, Reading: &Reading{}, budget: budget{left: leastSteps + stepsPerByte*len(d.Source), end: len(d.Source)}, repeated: map[actKey]int{}}
}

// finish reads the lines of the gaps and sorts the acts.
func (r *reader) finish() {
	r.Reading.Gaps, r.Reading.Kept = r.gaps, slices.SortedFunc(maps.Values(r.kept), func(a, b Kept) int { return strings.Compare(a.Key(), b.Key()) })
	r.isRaw, r.noTriggers = true, true
	for _, g := range r.gaps {
		r.left, r.on, r.parser = leastSteps+stepsPerByte*g.At.Len(), g.On, shell.Reader{}
		r.readOther(r.doc.Source[g.At.Start:min(g.At.End, len(r.doc.Source))], g.At.Start)
	}
	sorting.By(r.Reading.Acts, func(a, b Act) int { return a.At.Start - b.At.Start })
}

// A reader reads a file.
type reader struct {
	budget
	doc               *analysis.Document
	Reading           *Reading
	parser            shell.Reader
	repeated          map[actKey]int
	inServers         bool              // reading the commands of servers
	noTriggers        bool              // also read code and sentences without triggers
	namesStartupFiles bool              // the code may name files that run code at startup
	keepsValues       bool              // of a block for later ones
	given             []Kept            // set by other files of the skill
	kept              map[keptName]Kept // set by previous blocks
	encoded           []Value           // values that code of the file encoded
	namesCredentials  bool              // the code may name files with credentials
}

// An actKey is what is equal in acts that differ only in their place.
type actKey struct {
	kind            ActKind
	on              Surface
	labels          Label
	to, url, secret string
}

// add adds an act, unless it has many of the same kind.
func (r *reader) add(a Act) {
	a.On = r.on
	last := r.Reading.Acts[max(0, len(r.Reading.Acts)-8):]
	if !r.matters(&a) || slices.ContainsFunc(last, func(b Act) bool { return b.Kind == a.Kind && b.At == a.At && b.To == a.To }) {
		return
	}
	key := actKey{a.Kind, a.On, a.Of.labels, a.To, a.Of.url, a.Of.secret}
	if a.Kind == Writes {
		key.secret = a.Of.text
	}
	if r.repeated[key]++; r.repeated[key] > int(mostRepeated) || !r.allows(len(r.Reading.Acts)+1, mostActs, TooMuch, analysis.Range{Start: a.At.Start, End: r.end}) {
		return
	}
	r.Reading.Acts = append(r.Reading.Acts, a)
}

// matters reports whether a rule may report an act.
func (r *reader) matters(a *Act) bool {
	switch {
	case r.on == Unasked || r.noTriggers:
		return true
	case a.Kind == Launches:
		return false
	case a.Kind == Deletes:
		return a.To == "a disk" || effect.IsAbove(a.To)
	case a.Kind == Writes:
		return r.namesStartupFiles || a.By == "at" || a.By == "batch"
	case a.Kind == Installs:
		return a.To != ""
	}
	return true
}

// The supported languages.
const (
	shellCode  = lex.Shell
	pythonCode = lex.Python
	jsCode     = lex.JavaScript
	psCode     = lex.PowerShell
	otherCode  = lex.Other

	compiledCode = lex.Compiled // of which only the variables of the environment are read
)

// readCode reads code in a language.
func (r *reader) readCode(language string, text []byte, offset int) {
	r.keepsValues = r.keepsValues || r.on == InScript
	switch {
	case !r.isInteresting(language, text) && !(len(r.given) > 0 && r.usesKept(text)):
	case language == shellCode:
		r.readShell(text, offset, "bash")
	case language == otherCode:
		r.readOther(text, offset)
		r.readSecrets(text, offset)
		r.loadedLater(text, offset)
	case language == compiledCode:
		r.readSecrets(text, offset)
	case language != "":
		r.readProgram(language, text, offset)
	}
}

// scriptLanguage returns the language of a script by its file name, or by the interpreter on its first line.
func scriptLanguage(d *analysis.Document) string {
	if d.Kind&analysis.Raw == 0 {
		return ""
	}
	if language := lex.LanguageOfFile(d.Path); language != "" {
		return language
	}
	if d.Kind == analysis.Context && path.Ext(d.Path) == "" && path.Base(d.Path) != ".goosehints" { // git hooks
		return shellCode
	}
	if !bytes.HasPrefix(d.Source, []byte("#!")) {
		return ""
	}
	line, _, _ := bytes.Cut(d.Source, []byte{'\n'})
	return lex.LanguageOf(string(line))
}

// isInteresting reports whether code may have an effect that rules report. A script must not write to files that run
// code at startup; commands in text are interesting only if they may write something harmful.
func (r *reader) isInteresting(language string, text []byte) bool {
	if r.namesStartupFiles, r.namesCredentials = true, true; r.noTriggers || r.on == Unasked {
		return true
	}
	t := trigger.InCode(text)
	r.namesCredentials = t.Stores()
	if r.namesStartupFiles = t.Places(); r.namesStartupFiles && (r.on == InScript || t.Harms()) {
		return true
	}
	switch language {
	case pythonCode, jsCode:
		return t.RunsCode() || r.keepsValues && t.MayKeep() && lex.ContainsAny(string(text), "write", "Write", "dump(")
	case shellCode:
		if trigger.IsMasked(text) {
			return true
		}
	case psCode, otherCode, compiledCode:
		return t.RunsAnything() || t.ReadsSecrets()
	}
	return t.RunsCommand() || r.keepsValues && t.MayKeep() && bytes.ContainsAny(text, ">$`")
}

// CommandsIn returns the effects of a text that is run as a script.
func CommandsIn(text string) *Reading {
	r := newReader(analysis.NewDocument(&analysis.File{}, []byte(text)))
	r.on, r.namesCredentials = InScript, true
	r.readShell(r.doc.Source, 0, "bash")
	if len(r.Reading.Acts) == 0 && (strings.Contains(text, "import ") || strings.Contains(text, "exec(")) {
		r.readCode(pythonCode, r.doc.Source, 0)
	}
	r.finish()
	return r.Reading
}

// ReadScript returns the effects of a script that runs on a surface.
func ReadScript(d *analysis.Document, on Surface) *Reading {
	r := newReader(d)
	r.on = on
	r.readCode(scriptLanguage(d), d.Source, 0)
	r.finish()
	return r.Reading
}

// ReadCommands returns the effects of the commands at some places of a file, which run without confirmation. A string of JSON is
// one command.
func ReadCommands(d *analysis.Document, places []analysis.Range) *Reading {
	r := newReader(d)
	r.on, r.namesCredentials = Unasked, true
	for _, at := range places {
		text := d.Source[at.Start:at.End]
		if plain, err := strconv.Unquote(string(text)); err == nil {
			s := newShellReader(r)
			s.readLine(Value{text: plain}, at, Value{})
			continue
		}
		r.readShell(text, at.Start, "bash")
	}
	r.finish()
	return r.Reading
}

// readOther reads a script in a language without its own reader: commands in its strings, and connections of
// shells.
func (r *reader) readOther(text []byte, offset int) {
	first, _, _ := bytes.Cut(text, []byte{'\n'})
	whole := analysis.Range{Start: offset, End: offset + min(len(text), max(1, len(first)))}
	if effect.IsRemoteShell(string(text)) {
		r.add(Act{Kind: OpensShell, At: whole, By: path.Ext(r.doc.Path)})
	}
	s := newShellReader(r)
	s.isPartial = true
	for line := range bytes.Lines(text) {
		at := analysis.Range{Start: offset, End: offset + min(len(line), max(1, len(bytes.TrimRight(line, "\r\n"))))}
		offset += len(line)
		for _, part := range lex.CommandsIn(string(line)) {
			s.readLine(Value{text: part}, at, Value{})
		}
		if url := effect.LoadedCode(string(line)); url != "" {
			s.add(Act{Kind: Runs, At: at, Of: Value{labels: Fetched, url: url}, By: "eval"})
		}
	}
}
