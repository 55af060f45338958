package files

import (
	"bytes"
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/role"
	"github.com/skilllint/skilllint/facts/shell"
	"github.com/skilllint/skilllint/internal/sorting"
	"github.com/yuin/goldmark/ast"
)

// A launchedScript is a path that a document runs.
type launchedScript struct {
	Path string // without quotes and without Base
	Base string // name of the variable that the path begins with, if any
	At   analysis.Location
}

// maxLaunched limits the scripts per document.
const maxLaunched = 200

// launchedFact computes the scripts that a document runs directly, in order: in shell blocks, in inline code that is a
// command, and in hooks. Documents without such scripts have no fact.
var launchedFact = analysis.NewFact("launch", "the scripts that a document runs directly",
	analysis.PerDocument, analysis.Markdown&^analysis.Output|analysis.Hooks|analysis.Plugin, read)

func read(pass *analysis.Pass) ([]launchedScript, error) {
	r := &reader{doc: pass.Document}
	r.blocks(pass.Document.Fences)
	if r.doc.Body != nil && mayRun(r.doc.Source) {
		r.spans()
	}
	switch {
	case r.doc.Kind&analysis.Hooks != 0:
		r.hooks(r.doc.Data, 0)
	case r.doc.Data != nil:
		r.hooks(r.doc.Data.Get("hooks"), 0)
	}
	if len(r.found) == 0 {
		return nil, analysis.ErrNoFact
	}
	sorting.By(r.found, func(a, b launchedScript) int { return a.At.Range.Start - b.At.Range.Start })
	return r.found, nil
}

type reader struct {
	doc   *analysis.Document
	found []launchedScript
	made  [][]byte // text from each chmod to the end of its line; nil if not read yet
}

// add keeps a command if it is the path of a script.
func (r *reader) add(name string, at analysis.Range) {
	base, rest := "", name
	if inner, ok := strings.CutPrefix(name, "${"); ok {
		base, rest, ok = strings.Cut(inner, "}/")
		if !ok {
			return
		}
	}
	if len(r.found) == maxLaunched || strings.ContainsAny(rest, "${}<>*?[]\\ ") || !isScript(rest) || base == "" && !strings.Contains(rest, "/") {
		return
	}
	if r.makes(path.Base(rest)) {
		return
	}
	r.found = append(r.found, launchedScript{strings.Clone(rest), strings.Clone(base), r.doc.At(at)})
}

// isScript reports whether a path may be a script, by its name.
func isScript(p string) bool {
	if strings.HasSuffix(p, "/") || strings.HasPrefix(p, "/") || strings.HasPrefix(p, "~") {
		return false
	}
	switch path.Ext(p) {
	case "", ".sh", ".bash", ".zsh", ".py", ".rb", ".pl", ".js", ".mjs", ".cjs", ".ts", ".php":
		return true
	}
	return false
}

// Limits of the chmod commands that are read.
const (
	maxMade     = 100
	maxMadeLine = 300 // bytes
)

// makes reports whether the document makes a file executable.
func (r *reader) makes(base string) bool {
	if r.made == nil {
		r.made = [][]byte{}
		for rest := r.doc.Source; len(r.made) < maxMade; {
			n := bytes.Index(rest, []byte("chmod"))
			if n < 0 {
				break
			}
			line, _, _ := bytes.Cut(rest[n:min(len(rest), n+maxMadeLine)], []byte{'\n'})
			r.made = append(r.made, line)
			rest = rest[n+len("chmod"):]
		}
	}
	return slices.ContainsFunc(r.made, func(line []byte) bool {
		return bytes.Contains(line, []byte(base)) || bytes.IndexByte(line, '*') >= 0 || bytes.Contains(line, []byte("-R"))
	})
}

// mayRun reports whether a text may contain paths of scripts. It searches for slashes, which are rare.
func mayRun(text []byte) bool {
	for {
		n := bytes.IndexByte(text, '/')
		if n < 0 {
			return false
		}
		for _, part := range []string{"./", "scripts/", "bin/", "hooks/", "}/"} {
			if bytes.HasSuffix(text[:n+1], []byte(part)) {
				return true
			}
		}
		text = text[n+1:]
	}
}

// blocks adds the scripts of shell blocks.
func (r *reader) blocks(fences []analysis.Fence) {
	var some []analysis.Fence
	roles := role.Of(r.doc)
	for i := range fences {
		f := &fences[i]
		if shell.Is(f.Info) && f.End > f.Open.End && mayRun(r.doc.Source[f.Open.End:f.End]) && !roles.IsWrong(f.Open.End) {
			some = append(some, *f)
		}
	}
	scripts := shell.Scripts(r.doc, some)
	for i := range scripts {
		for _, p := range scripts[i].Programs() {
			r.add(p.Name, p.Range)
		}
	}
}

// spans adds the scripts of inline code in orders. Other passages mention scripts.
func (r *reader) spans() {
	roles := role.Of(r.doc)
	for _, n := range r.doc.Leaves() {
		text := r.doc.Around(n)
		if n.IsRaw() || bytes.IndexByte(text, '`') < 0 || !mayRun(text) {
			continue
		}
		_ = ast.Walk(r.doc.Inlines(n), func(n ast.Node, entering bool) (ast.WalkStatus, error) {
			if span, ok := n.(*ast.CodeSpan); ok && entering {
				r.span(span, roles)
			}
			return ast.WalkContinue, nil
		})
	}
}

// span adds the script of a code span: a path followed by arguments. A path alone may be a file that the
// text mentions.
func (r *reader) span(span *ast.CodeSpan, roles *role.Map) {
	text, ok := span.FirstChild().(*ast.Text)
	if !ok || span.FirstChild() != span.LastChild() {
		return
	}
	command := string(text.Segment.Value(r.doc.Source))
	name, rest, _ := strings.Cut(strings.TrimSpace(command), " ")
	if !isArgument(strings.TrimSpace(rest)) || isRunBy(r.doc.Source[:text.Segment.Start]) || !roles.At(text.Segment.Start).Role.IsOrder() {
		return
	}
	start := text.Segment.Start + strings.Index(command, name)
	r.add(strings.Trim(name, `"'`), analysis.Range{Start: start, End: start + len(name)})
}

// isArgument reports whether the text after a path is an argument, and not prose.
func isArgument(rest string) bool {
	first, _, _ := strings.Cut(rest, " ")
	switch {
	case len(first) > 1 && first[0] == '-' && first[1] != '>':
		return true
	case first == "":
		return false
	}
	return strings.ContainsAny(first[:1], "<[\"'./$") || strings.ContainsAny(first, "./=") && !strings.HasSuffix(first, ".")
}

// isRunBy reports whether the word before a code span is a program that runs it, or states what the script does.
func isRunBy(before []byte) bool {
	words := bytes.Fields(bytes.TrimRight(before[max(0, len(before)-40):], "`"))
	if len(words) == 0 {
		return false
	}
	switch strings.ToLower(string(words[len(words)-1])) {
	case "by": // "is checked by `scripts/check.py --all`"
		return true
	case "python", "python3", "node", "bash", "sh", "ruby", "perl", "uv", "bun", "deno", "npx", "source":
		return true
	}
	return false
}

// maxDeep is the maximum nesting of hooks.
const maxDeep = 16

// hooks adds the scripts of hooks: the strings with the key "command" at any level.
func (r *reader) hooks(v *analysis.Value, deep int) {
	if v == nil || deep > maxDeep {
		return
	}
	for _, item := range v.Items {
		r.hooks(item, deep+1)
	}
	for _, m := range v.Members {
		if m.Key != "command" || m.Value.Kind != analysis.String {
			r.hooks(m.Value, deep+1)
			continue
		}
		for _, p := range shell.Programs(m.Value.Text) {
			r.add(p.Name, m.Value.Range)
		}
	}
}
