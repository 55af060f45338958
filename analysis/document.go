package analysis

import (
	"path"
	"strings"

	"github.com/skilllint/skilllint/schema"
	"github.com/yuin/goldmark/ast"
)

// A File is what is known of a file beside its bytes. It is shared and read-only.
type File struct {
	Path    string          // in reports: relative to the working directory, with "/"
	Rel     string          // relative to the root of its tree, with "/"
	Tree    *Tree           // everything that stands beside it
	Kind    Kind            // what its loader takes it for
	Dialect *schema.Dialect // whose rules hold
	Pinned  bool            // the dialect was named by flag or configuration, not guessed
	Guessed bool            // the dialect of a skill was told by what stands in the file, not by its place
	Targets []string        // agents that the file must work on, by flag or configuration; IDs of internal/clients/loader, sorted
	Nested  bool            // a skill below another skill's directory
	Plugin  bool            // part of a plugin: a .claude-plugin folder stands in a directory above it
	Extra   *schema.Extra   // what the configuration adds to the schema of its kind; nil: nothing
	Budgets *Budgets        // what the configuration allows things to cost; nil: nothing
	Strict  bool            // of a manifest or an output: the strict profile
	Present bool            // of a manifest: the files that its entries name must be there
	Claimed bool            // of a manifest: the configuration says that it is this protocol's
	Why     string          // how kind and dialect were found, for people
	Size    int64           // in bytes
	Hash    [32]byte        // SHA-256 of the bytes that were analysed; zero when they were too many

	Conventions *Conventions // the repository's own names, headings and paths, by the configuration; nil: none

	// Suppressions are what holds for comments that suppress findings; nil: nothing is known of it.
	Suppressions *Suppressions
}

// Rules returns how the file's dialect reads its kind; nil where that is not said.
func (f *File) Rules() *schema.KindRules {
	if f.Dialect == nil {
		return nil
	}
	return f.Dialect.Kinds[f.Kind.String()]
}

// IsMarkdown reports whether a file is rendered as Markdown, by its name.
func (f *File) IsMarkdown() bool {
	switch strings.ToLower(path.Ext(f.Path)) {
	case ".md", ".markdown", ".mdc", ".mdx":
		return true
	}
	return false
}

// A Document is a file that was read and parsed. It lives for one round of PerDocument
// analyzers.
type Document struct {
	*File
	Part         bool     // Source is a part of the file, or another form of its text: edits of it are not edits of the file
	Source       []byte   // the whole file, as it is; nil of a manifest, or when it was too large
	Encoding     Encoding // of the text; unless it is UTF8, nothing was parsed
	Header       *Header  // nil for kinds without one, and when nothing was parsed
	Data         *Value   // header, YAML file or JSON document; nil when there is none or it does not parse
	Broken       *Problem // why Data is nil although there was something to parse
	Oddities     []Oddity // what is wrong with Data although it parses
	Body         ast.Node // goldmark's tree of blocks, offsets in Source; nil for kinds without a body
	Fences       []Fence  // every fenced code block of Body, in order
	Limits       []Limit  // where reading gave up, but for the header
	HeaderLimits []Limit  // where reading the header, or a YAML file, gave up
	Lines        int      // of a manifest: how many lines were read

	inlines func(ast.Node) ast.Node
	asked   map[ast.Node]ast.Node // what inlines gave for a block
	parsed  []byte                // the text that the nodes of Body are about, as long as Source
	leaves  []ast.Node
	index   lineIndex
}

// NewDocument is for loaders: it returns a document of which nothing was parsed.
func NewDocument(f *File, source []byte) *Document { return &Document{File: f, Source: source} }

// SetInlines is for loaders: parse parses the inline content of a block of Body and returns a
// node that holds it. Its nodes are about parsed, a text as long as Source.
func (d *Document) SetInlines(parsed []byte, parse func(ast.Node) ast.Node) {
	d.inlines, d.parsed, d.asked = parse, parsed, map[ast.Node]ast.Node{}
}

// Inlines returns the inline content of a block of Body: the children of the node that it
// returns. It is parsed when it is asked for, because most blocks are never asked about.
func (d *Document) Inlines(block ast.Node) ast.Node {
	content, known := d.asked[block]
	if !known {
		content = d.inlines(block)
		d.asked[block] = content
	}
	return content
}

// RangeOf returns where a part of the text stands that a node of Body or of its inline content
// holds, as the destination of a link: goldmark does not say where it found that. ok is false of
// a copy, which it makes where tabs are expanded.
func (d *Document) RangeOf(part []byte) (r Range, ok bool) {
	if r, ok = within(d.parsed, part); !ok {
		r, ok = within(d.Source, part) // the parser may have been shown a cleaned copy
	}
	return r, ok
}

func within(text, part []byte) (r Range, ok bool) {
	start := cap(text) - cap(part) // a part of the same array reaches as far as the array does
	if start < 0 || start+len(part) > len(text) || len(part) == 0 || &text[start] != &part[0] {
		return Range{}, false
	}
	return Range{Start: start, End: start + len(part)}, true
}

// CodeSpans returns where the text of the code spans of a block of Body stands, in order.
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

// BodyStart returns the offset of the first byte behind the header.
func (d *Document) BodyStart() int {
	if d.Header != nil && d.Header.State == HeaderClosed {
		return d.Header.Range.End
	}
	return 0
}

// A HeaderState says whether a Markdown file has a header, and what is wrong with what looks
// like one.
type HeaderState uint8

// The states. Only HeaderClosed is a header to all loaders; the others say what stands there
// instead.
const (
	HeaderNone     HeaderState = iota // nothing that looks like a header
	HeaderClosed                      // "---" at the very start and a closing "---"
	HeaderLate                        // a complete header, but not at the very start of the file
	HeaderUnclosed                    // opened and never closed
	HeaderDots                        // closed by "..." only
	HeaderIndented                    // opened or closed by an indented "---" only
)

// A Header is the YAML block at the start of a Markdown file, or what was meant as one.
type Header struct {
	State   HeaderState
	Range   Range // both delimiter lines included, with their line ends
	Open    Range // the opening "---", without line end; the first line when State is HeaderNone
	Content Range // what stands between the delimiters
	Close   Range // the closing delimiter, without line end; empty when there is none
	BOM     bool  // a byte order mark stands before it
}

// A Problem is why a header or JSON document does not parse: the true place and cause, which
// parsers rarely tell.
type Problem struct {
	Range   Range
	Cause   string // a stable word: "unquoted-colon", "tab-indent", "list-indent", …
	Message string // what is wrong, a short clause that follows "invalid YAML: "
	Help    string // what to write instead, an imperative
	Fix     *SuggestedFix
}

// An Oddity is something in data that parses, but that loaders disagree about or lose.
type Oddity struct {
	Kind    OddityKind
	Range   Range
	First   Range  // of a duplicate: where the key stood first
	Message string // what is unusual, a short clause
	Help    string // what to write instead, an imperative
}

// An OddityKind is a stable word for an Oddity.
type OddityKind string

// The kinds of oddities.
const (
	DuplicateKey  OddityKind = "duplicate-key"
	NonStringKey  OddityKind = "non-string-key"
	UnknownTag    OddityKind = "unknown-tag"
	BadNumber     OddityKind = "bad-number"     // .nan, .inf, or out of every reader's range
	LoneSurrogate OddityKind = "lone-surrogate" // JSON
	BadUTF8       OddityKind = "bad-utf-8"
	BadAlias      OddityKind = "bad-alias" // contains itself, or expands past the limit
	Anchor        OddityKind = "anchor"    // YAML: the first one, as there are readers that know none
	CoreTag       OddityKind = "core-tag"  // YAML: as "!!str"; UnknownTag is any other
)

// A Fence is a fenced code block.
type Fence struct {
	Node   *ast.FencedCodeBlock
	Open   Range  // the opening marks and info string, on their line
	Info   string // the info string, trimmed
	Char   byte   // '`' or '~'
	Length int    // how many marks open it
	Closed bool
	Close  Range // the closing marks; empty when there are none
	End    int   // offset behind the block: its closing line, or where its container ends
}

// A Limit is where reading a file stopped, as its guard demanded.
type Limit struct {
	Range   Range
	Message string // which limit was exceeded, a short clause
	Effect  string // what was not checked, a short sentence
	Help    string // how to stay below it, an imperative
}

// A Line is one line of a MANIFEST.jsonl.
type Line struct {
	*File
	Number   int    // from 1
	Offset   int64  // of its first byte in the file
	Source   []byte // without the line end; valid for one call only
	Data     *Value // what it holds; nil when that is no single value. Ranges are in the file; valid for one call only
	Broken   *Problem
	Oddities []Oddity
	Last     bool // no line end follows
}

// Location returns the place of a range of the file that lies on this line.
func (l *Line) Location(r Range) Location {
	start, end := r.Start-int(l.Offset), r.End-int(l.Offset)
	return Location{Path: l.Path, Range: r,
		Start: Position{l.Number, 1 + columns(l.Source[:start])},
		End:   Position{l.Number, 1 + columns(l.Source[:end])}}
}

// A Workspace is what PerWorkspace analyzers see: all files that were recognised, sorted by
// path. Their contents are in the facts.
type Workspace struct {
	Files []*File
	Links []Link // sorted by path
	Gone  []Gone // manifests that the git base has and the tree has not; sorted by path

	Unchecked []Unchecked // what should have been checked and was not; sorted by path
}

// An Unchecked is a file or directory that could not be checked.
type Unchecked struct {
	Path   string // in reports
	Reason string // a headline, as "cannot read file: permission denied"
}

// A Link is a symbolic link that discovery met and did not simply follow.
type Link struct {
	Path    string // in reports
	Target  string // as the link says
	Problem string // "leaves the root", "points at nothing", "is a loop", …
}
