package resolve

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"
	"syscall"
	"unicode/utf8"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/facts/link"
	"github.com/skilllint/skilllint/facts/role"
	"github.com/skilllint/skilllint/internal/finding"
	"github.com/skilllint/skilllint/internal/load"
	"github.com/skilllint/skilllint/internal/treefs"
)

// Limits of inlining. Real skills inline two files of 6 kB.
const (
	maxFile  = 1 << 20 // bytes of one file
	maxTotal = 8 << 20 // bytes of all, each as often as it is inlined
	maxFiles = 10_000  // number of inlined files
	maxDepth = 20      // nesting of files

	maxDirs    = 20_000    // directories that patterns visit
	maxMatched = 5_000_000 // names that are compared with patterns
	maxChecked = 100_000   // paths that are checked
)

// A parsed is a text with its placeholders.
type parsed struct {
	file       string // its path below the root
	document   *analysis.Document
	references []link.Reference
	quoted     *role.Map
}

// An inliner inlines files into texts.
type inliner struct {
	r          *Resolver
	skill      string
	parsed     map[string]*parsed
	failed     map[string]error             // errors by file, so that each is read once
	stack      []string                     // the files that are being inlined, the outermost first
	seen       map[string]analysis.Location // by file: its first use in the payload
	duplicates map[string]bool              // files that were reported as duplicates
	bytes      int
	files      int

	listed  map[string][]string  // the names in directories
	matched int                  // number of names that were compared with patterns
	checked map[string]pathState // results of checked paths
	full    bool                 // a limit was reached and reported
}

// begin starts a part. Its file is in the payload like inlined ones.
func (in *inliner) begin(p *parsed) {
	in.stack = []string{p.file}
	if _, ok := in.seen[p.file]; !ok {
		in.seen[p.file] = p.document.At(analysis.Range{})
	}
}

func (in *inliner) parse(file string, source []byte) *parsed {
	f := &analysis.File{Path: in.r.o.Prefix + file, Rel: file, Kind: analysis.Reference, Dialect: in.r.o.Dialect}
	d := load.Document(f, source, false)
	return &parsed{file: path.Clean(file), document: d, references: link.ReferencesIn(d), quoted: role.Of(d)}
}

// text returns a file with all placeholders replaced, without trailing line ends.
func (in *inliner) text(p *parsed) string {
	whole := in.pieces(p, []analysis.Range{{End: len(p.document.Source)}})
	return strings.TrimRight(whole[0], "\r\n")
}

// reference returns the replacement of a reference: the text of its files, or itself.
func (in *inliner) reference(p *parsed, ref link.Reference) string {
	literal := p.document.Text(ref.Range)
	if p.quoted.IsWrong(ref.Range.Start) {
		return literal
	}
	fail := func(problem, help string) string {
		if ref.Sure {
			in.report(p, ref, finding.Finding{Severity: analysis.Error, Message: fmt.Sprintf("file reference %s %s", quote.Text(literal), problem), Effect: literalEffect, Help: help})
		}
		return literal
	}
	files, inside := in.find(ref)
	switch {
	case len(files) == 0 && in.isExhausted():
		in.limit(p, ref, literal)
		return literal
	case !inside:
		return fail("is outside the repository", "refer to a file in the repository")
	case len(files) == 0 && ref.Glob:
		return fail("matches no file", "write a pattern relative to the repository root, the skill or a directory between them")
	case len(files) == 0:
		return fail("does not exist", "write a path relative to the repository root, the skill or a directory between them")
	}
	var texts []string
	size := 0
	for _, file := range files {
		text, ok := in.file(p, ref, file)
		if !ok {
			continue
		}
		size += len(text)
		texts = append(texts, text)
	}
	if len(texts) == 0 {
		return literal
	}
	what := quote.Text(files[0])
	if len(texts) > 1 || ref.Glob {
		what = fmt.Sprintf("%d of %d files", len(texts), len(files))
	}
	in.r.record("reference", literal, fmt.Sprintf("is %s, %s bytes", what, quote.Count(size)))
	return strings.Join(texts, "\n")
}

// file returns the text of one file, or reports why it is omitted.
func (in *inliner) file(from *parsed, ref link.Reference, file string) (string, bool) {
	if i := slices.Index(in.stack, file); i >= 0 {
		chain := strings.Join(append(slices.Clone(in.stack[i:]), file), " → ")
		in.report(from, ref, finding.Finding{Severity: analysis.Error, Message: "circular file reference: " + chain, Effect: literalEffect, Help: "remove one of these references"})
		return "", false
	}
	p, err := in.read(file)
	switch {
	case err != nil:
		in.report(from, ref, finding.Finding{Severity: analysis.Error, Message: fmt.Sprintf("cannot inline %s: %v", quote.Text(file), err), Effect: literalEffect})
		return "", false
	case in.files >= maxFiles || in.bytes+len(p.document.Source) > maxTotal || len(in.stack) >= maxDepth:
		in.limit(from, ref, file)
		return "", false
	}
	in.reportDuplicate(from, ref, file)
	in.files++
	in.bytes += len(p.document.Source)
	in.stack = append(in.stack, file)
	text := in.text(p)
	in.stack = in.stack[:len(in.stack)-1]
	return text, true
}

// limit reports, once, that a limit prevents inlining.
func (in *inliner) limit(from *parsed, ref link.Reference, what string) {
	if in.full {
		return
	}
	in.full = true
	in.report(from, ref, finding.Finding{Severity: analysis.Error, Message: fmt.Sprintf("%s was not inlined: limit of file references exceeded", quote.Text(what)),
		Effect: fmt.Sprintf("the limits are %s paths, %s files, %d levels and %d MB", quote.Count(maxChecked), quote.Count(maxFiles), maxDepth, maxTotal>>20)})
}

// reportDuplicate reports a file that the payload already contains.
func (in *inliner) reportDuplicate(from *parsed, ref link.Reference, file string) {
	first, again := in.seen[file]
	if !again {
		in.seen[file] = from.document.At(ref.Range)
		return
	}
	if in.duplicates[file] {
		return
	}
	in.duplicates[file] = true
	in.report(from, ref, finding.Finding{Severity: analysis.Warning, Message: fmt.Sprintf("%s is already in this payload", quote.Text(file)),
		Effect: "it costs its tokens twice", Help: "remove one of the references",
		Related: []finding.Related{{Place: finding.Place{Location: first}, Message: "first used here"}}})
}

func (in *inliner) report(p *parsed, ref link.Reference, f finding.Finding) {
	f.Rule, f.Place = "tokens/reference", finding.Place{Location: p.document.At(ref.Range)}
	in.r.report(f)
}

// read returns a file that is to be inlined.
func (in *inliner) read(file string) (*parsed, error) {
	if p := in.parsed[file]; p != nil {
		return p, nil
	}
	if err := in.failed[file]; err != nil {
		return nil, err
	}
	source, err := readText(in.r.o.Files, file)
	if err != nil {
		in.failed[file] = err
		return nil, err
	}
	p := in.parse(file, source)
	in.parsed[file] = p
	return p, nil
}

func readText(files fs.FS, name string) ([]byte, error) {
	f, err := files.Open(name)
	if err != nil {
		return nil, treefs.WithoutPath(err)
	}
	defer f.Close()
	source, err := io.ReadAll(io.LimitReader(f, maxFile+1))
	switch {
	case err != nil:
		return nil, treefs.WithoutPath(err)
	case len(source) > maxFile:
		return nil, fmt.Errorf("file exceeds %d MB", maxFile>>20)
	case !utf8.Valid(source) || bytes.IndexByte(source, 0) >= 0:
		return nil, errors.New("file is not UTF-8 text")
	}
	return source, nil
}

// find returns the files of a reference in byte order: those of the first path that exists. inside is false if
// all paths are outside of the root.
func (in *inliner) find(ref link.Reference) (files []string, inside bool) {
	paths := ref.Candidates(in.skill)
	for _, to := range paths {
		switch {
		case !ref.Glob && in.regular(to, ref.Sure):
			return []string{to}, true
		case ref.Glob:
			if files = link.Glob(to, in.names, func(p string) bool { return in.regular(p, true) }); len(files) > 0 {
				return files, true
			}
		}
	}
	return nil, len(paths) > 0
}

// names returns the names in a directory, or none if the limit of patterns is exceeded.
func (in *inliner) names(dir string) []string {
	names, known := in.listed[dir]
	if !known && len(in.listed) < maxDirs {
		entries, _ := fs.ReadDir(in.r.o.Files, dir)
		for _, e := range entries {
			names = append(names, e.Name())
		}
		in.listed[dir] = names
	}
	if in.matched += len(names); in.matched > maxMatched {
		return nil
	}
	return names
}

// A pathState is the result of checking a path.
type pathState uint8

const (
	noFile pathState = iota
	isFile
	uncheckable // exists but cannot be checked, such as a link that points outside the root
)

// regular reports whether a path is a file, or a link to one. For a sure reference, a path that cannot
// be checked is treated as a file, because reading it reports the error.
func (in *inliner) regular(name string, sure bool) bool {
	s, known := in.checked[name]
	if !known && len(in.checked) < maxChecked {
		s = in.stat(name)
		in.checked[name] = s
	}
	return s == isFile || sure && s == uncheckable
}

func (in *inliner) stat(name string) pathState {
	info, err := fs.Stat(in.r.o.Files, name)
	switch {
	case err == nil && info.Mode().IsRegular():
		return isFile
	case err == nil, errors.Is(err, fs.ErrNotExist), errors.Is(err, syscall.ENOTDIR):
		return noFile
	}
	return uncheckable
}

// isExhausted reports whether a limit was reached.
func (in *inliner) isExhausted() bool {
	return len(in.checked) == maxChecked || in.matched > maxMatched
}
