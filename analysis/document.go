package analysis

import (
	"path"
	"slices"
	"sort"
	"strings"

	"github.com/skilllint/skilllint/schema"
	"github.com/yuin/goldmark/ast"
)

// A File is everything about a file except its bytes. It is shared and read-only.
type File struct {
	Path    string          // in reports: relative to the working directory, with "/"
	Rel     string          // relative to the root of its tree, with "/"
	Tree    *Tree           // the tree that contains it
	Kind    Kind            // its kind to the client
	Dialect *schema.Dialect // the format whose rules apply
	Pinned  bool            // the dialect was set by flag or configuration, not guessed
	Guessed bool            // the dialect of a skill was guessed from its content, not its path
	Targets []string        // clients that the file must support, by flag or configuration; IDs of internal/clients/loader, sorted
	Nested  bool            // a skill below another skill's directory
	Plugin  bool            // part of a plugin: a directory above it has .claude-plugin, or a marketplace names one
	Shared  bool            // part of a plugin that also has a manifest of another client
	Extra   *schema.Extra   // the custom schema of its kind; nil: none
	Budgets *Budgets        // the token limits of the configuration; nil: none
	Strict  bool            // the strict profile: every requirement of the file's protocol is an error
	Present bool            // of a manifest: the files of its entries must exist
	Claimed bool            // of a manifest: the configuration assigns it to this protocol
	Why     string          // how kind and dialect were determined, for people
	Size    int64           // in bytes
	Hash    [32]byte        // SHA-256 of the analyzed bytes; zero if the file is too large. See [Analyzer.Copies]

	// PluginRoot is the root of its plugin, relative to the root of the tree; empty if Plugin is not set.
	PluginRoot string

	// TrustedHosts are hosts that the configuration of the base names: code from them may be run. They are in
	// lower case, and include their subdomains.
	TrustedHosts []string

	// NoExcuses is set if words in the text excuse nothing, because nothing in the tree is trusted.
	NoExcuses bool

	// IsGuarded is set if nothing in the tree may hide a finding of a security rule. What these rules cannot read is an error then.
	IsGuarded bool

	Owner string // the name of the directory with a SKILL.md that the file is in; empty: none

	Conventions *Conventions // the repository's own names, headings and paths; nil: none

	// Suppressions are the rules for comments that suppress findings; nil: unknown.
	Suppressions *Suppressions
}

// At returns the location of a range without positions, which the driver adds to diagnostics of the workspace. It is for
// facts that keep only ranges, because a Location needs four times the memory.
func (f *File) At(r Range) Location {
	if r.End == 0 {
		return Location{Path: f.Path, Start: Position{1, 1}, End: Position{1, 1}}
	}
	return Location{Path: f.Path, Range: r}
}

// Rules returns how the file's dialect reads its kind; nil if it does not define that.
func (f *File) Rules() *schema.KindRules {
	if f.Dialect == nil {
		return nil
	}
	return f.Dialect.Kinds[f.Kind.String()]
}

// HasOnlyTarget reports whether the file is for one client: it is in no plugin that has manifests of others, and no other
// target is configured. A skill in .agents/skills, which several clients search, is for all of them.
func (f *File) HasOnlyTarget(client string) bool {
	isCommon := f.Guessed && strings.Contains("/"+f.Rel, "/.agents/skills/")
	return !f.Shared && !isCommon && !slices.ContainsFunc(f.Targets, func(target string) bool { return target != client })
}

// IsMarkdown reports whether a file is rendered as Markdown, by its name.
func (f *File) IsMarkdown() bool {
	switch strings.ToLower(path.Ext(f.Path)) {
	case ".md", ".markdown", ".mdc", ".mdx":
		return true
	}
	return false
}

// A Document is a parsed file. It is valid for one round of PerDocument analyzers.
type Document struct {
	*File
	Part          bool           // Source is a part of the file, or a decoded form: edits do not apply to the file
	Source        []byte         // the whole file; nil for manifests and files that are too large
	Encoding      Encoding       // of the text; only UTF8 is parsed
	Header        *Header        // nil for kinds without frontmatter, and if nothing was parsed
	Data          *Value         // of the frontmatter, YAML, TOML or JSON; nil if missing or invalid
	Broken        *Problem       // why Data is nil if there was something to parse
	ParseWarnings []ParseWarning // what clients read differently in Data
	Body          ast.Node       // goldmark's tree of blocks with offsets in Source; nil for kinds without a body
	Fences        []Fence        // every fenced code block of Body, in order
	Limits        []Limit        // limits that were exceeded, except in the frontmatter
	HeaderLimits  []Limit        // limits that were exceeded in the frontmatter, or a YAML or TOML file
	Lines         int            // of a manifest: how many lines were read

	// Reread, of a manifest, passes its lines to see again, in order, until see returns an error. The bytes of a
	// line are valid only during the call and are not parsed: Data is nil. The file may have changed.
	Reread func(see func(*Line) error) error

	inlines func(ast.Node) ast.Node
	asked   map[ast.Node]ast.Node // results of inlines, by block
	parsed  []byte                // the text to which the nodes of Body refer, as long as Source
	leaves  []ast.Node
	copies  map[string]string // see Copy
	derived map[any]any       // see Derive
	index   lineIndex
}

// NewDocument is for loaders: it returns a document without parsing it.
func NewDocument(f *File, source []byte) *Document { return &Document{File: f, Source: source} }

// Copy returns a copy of a text, for a fact that remains when the document is released. Facts share copies of equal texts.
func (d *Document) Copy(text string) string {
	if known, ok := d.copies[text]; ok {
		return known
	}
	if d.copies == nil {
		d.copies = map[string]string{}
	}
	text = strings.Clone(text)
	d.copies[text] = text
	return text
}

// Derive returns what compute returned when it was called first for a key. It is for values that several analyzers compute from
// a document, of any kind, and that are not facts.
func (d *Document) Derive(key any, compute func() any) any {
	value, ok := d.derived[key]
	if !ok {
		if d.derived == nil {
			d.derived = map[any]any{}
		}
		value = compute()
		d.derived[key] = value
	}
	return value
}

// SetInlines is for loaders: parse parses the inline content of a block of Body and returns a node that
// contains it. Ranges of its nodes refer to parsed, a text as long as Source.
func (d *Document) SetInlines(parsed []byte, parse func(ast.Node) ast.Node) {
	d.inlines, d.parsed, d.asked = parse, parsed, map[ast.Node]ast.Node{}
}

// Inlines returns the inline content of a block of Body as the children of a node. It is parsed on demand,
// because most blocks are never read.
func (d *Document) Inlines(block ast.Node) ast.Node {
	content, known := d.asked[block]
	if !known {
		content = d.inlines(block)
		d.asked[block] = content
	}
	return content
}

// RangeOf returns the range of a text from Body or its inline content, such as the destination of a link,
// because goldmark does not record it. ok is false if the text is a copy, which goldmark makes to expand
// tabs.
func (d *Document) RangeOf(part []byte) (r Range, ok bool) {
	if r, ok = within(d.parsed, part); !ok {
		r, ok = within(d.Source, part) // the parser may have read a cleaned copy
	}
	return r, ok
}

func within(text, part []byte) (r Range, ok bool) {
	start := cap(text) - cap(part) // slices of one array end at the same capacity
	if start < 0 || start+len(part) > len(text) || len(part) == 0 || &text[start] != &part[0] {
		return Range{}, false
	}
	return Range{Start: start, End: start + len(part)}, true
}

// CodeSpans returns the ranges of the code spans in a block of Body, in order.
func (d *Document) CodeSpans(block ast.Node) []Range {
	var spans []Range
	_ = ast.Walk(d.Inlines(block), func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if text, ok := n.(*ast.Text); ok && entering && n.Parent().Kind() == ast.KindCodeSpan {
			spans = append(spans, Range{Start: text.Segment.Start, End: text.Segment.Stop})
		}
		return ast.WalkContinue, nil
	})
	return spans
}

// FenceAt returns the fenced code block that contains an offset, including its fences, or nil.
func (d *Document) FenceAt(offset int) *Fence {
	i := sort.Search(len(d.Fences), func(i int) bool { return d.Fences[i].End > offset })
	if i < len(d.Fences) && d.Fences[i].Open.Start <= offset {
		return &d.Fences[i]
	}
	return nil
}

// BodyStart returns the offset of the first byte after the frontmatter.
func (d *Document) BodyStart() int {
	if d.Header != nil && d.Header.State == HeaderClosed {
		return d.Header.Range.End
	}
	return 0
}

// A HeaderState is the state of the frontmatter of a Markdown file.
type HeaderState uint8

// The states. Only HeaderClosed is frontmatter to all clients.
const (
	HeaderNone     HeaderState = iota // nothing that looks like frontmatter
	HeaderClosed                      // "---" at the very start and a closing "---"
	HeaderLate                        // complete, but not at the start of the file
	HeaderUnclosed                    // opened and never closed
	HeaderDots                        // closed by "..." only
	HeaderIndented                    // opened or closed by an indented "---" only
)

// A Header is the frontmatter of a Markdown file, or text that was meant as frontmatter.
type Header struct {
	State   HeaderState
	Range   Range // with both delimiter lines and their line ends
	Open    Range // the opening "---", without line end; the first line when State is HeaderNone
	Content Range // the text between the delimiters
	Close   Range // the closing delimiter, without line end; empty if there is none
	BOM     bool  // it follows a byte order mark
}

// A Problem is the syntax error of YAML, TOML or JSON, with the place and cause of the mistake rather
// than the place where a parser stops.
type Problem struct {
	Range   Range
	Cause   string // a stable identifier: "unquoted-colon", "tab-indent", "list-indent", …
	Message string // what is wrong, a short clause that follows "invalid YAML: "
	Help    string // what to write instead, an imperative
	Fix     *SuggestedFix
}

// A ParseWarning is something in data that parses, but that clients read differently or lose.
type ParseWarning struct {
	Kind    ParseWarningKind
	Range   Range
	First   Range  // of a duplicate: the first occurrence of the key
	Message string // what is unusual, a short clause
	Help    string // what to write instead, an imperative
}

// A ParseWarningKind is a stable identifier of a ParseWarning.
type ParseWarningKind string

// The kinds of oddities.
const (
	DuplicateKey  ParseWarningKind = "duplicate-key"
	NonStringKey  ParseWarningKind = "non-string-key"
	UnknownTag    ParseWarningKind = "unknown-tag"
	BadNumber     ParseWarningKind = "bad-number"     // .nan, .inf, or out of range for some parsers
	LoneSurrogate ParseWarningKind = "lone-surrogate" // JSON
	BadUTF8       ParseWarningKind = "bad-utf-8"
	BadAlias      ParseWarningKind = "bad-alias" // contains itself, or exceeds the limit
	Anchor        ParseWarningKind = "anchor"    // YAML: the first one, which some parsers reject
	CoreTag       ParseWarningKind = "core-tag"  // YAML: as "!!str"; UnknownTag is any other
)

// A Fence is a fenced code block.
type Fence struct {
	Node   *ast.FencedCodeBlock
	Open   Range  // the opening characters and info string
	Info   string // the info string, trimmed
	Char   byte   // '`' or '~'
	Length int    // how many characters open it
	Closed bool
	Close  Range // the closing characters; empty if there are none
	End    int   // offset after the block: its closing line, or the end of its container
}

// A Limit is a limit that stopped the parsing of a file.
type Limit struct {
	Range   Range
	Message string // which limit was exceeded, a short clause
	Effect  string // what was not checked, a short sentence
	Help    string // how to stay below it, an imperative
}

// A Line is one line of a MANIFEST.jsonl.
type Line struct {
	*File
	Number        int    // from 1
	Offset        int64  // of its first byte in the file
	Source        []byte // without the line end; valid only during the call
	Data          *Value // its value, with ranges in the file; nil if it is not one value; valid only during the call
	Broken        *Problem
	ParseWarnings []ParseWarning
	Last          bool // it has no line end
}

// Location returns the location of a range of the file on this line.
func (l *Line) Location(r Range) Location {
	start, end := r.Start-int(l.Offset), r.End-int(l.Offset)
	return Location{Path: l.Path, Range: r,
		Start: Position{l.Number, 1 + columns(l.Source[:start])},
		End:   Position{l.Number, 1 + columns(l.Source[:end])}}
}

// A Workspace is the input of PerWorkspace analyzers: all recognized files, sorted by path. Their contents
// are in facts.
type Workspace struct {
	Files   []*File
	Trees   []*Tree       // of all files of the run, also of those whose bytes alone are checked
	Links   []Link        // sorted by path
	Deleted []DeletedFile // manifests that exist only in the git base; sorted by path

	Unchecked []Unchecked // what could not be checked; sorted by path
}

// An Unchecked is a file or directory that could not be checked.
type Unchecked struct {
	Path   string // in reports
	Reason string // a headline, as "cannot read file: permission denied"
}

// A Link is a symbolic link that discovery did not simply follow.
type Link struct {
	Path    string // in reports
	Rel     string // relative to the root of its tree, with "/"
	Tree    *Tree  // the tree that contains it
	Target  string // as written in the link
	Problem string // "leaves the root", "points at nothing", "is a loop", …
}
