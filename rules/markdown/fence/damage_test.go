package fence_test

import (
	"bytes"
	"fmt"
	"hash/fnv"
	"io/fs"
	"math/rand"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/load"
	"github.com/skilllint/skilllint/rules/markdown/fence"
	"github.com/yuin/goldmark/ast"
)

// A damaged file is a sound file with one wrong line.
type damaged struct {
	lines []string
	want  []string // the lines of the repaired file
	cause int      // number of the line with the cause
	// ambiguous is set if the damage lost what a repair needs: the language of a block with its opening fence, the end of code
	// that has no language, contains an empty line or is followed by text without one, or the indentation of a line that may
	// have been larger than that of the block. Two fences in HTML may be meant.
	ambiguous bool
}

// A victim is a block of a sound file.
type victim struct {
	d           *analysis.Document
	f           *analysis.Fence
	lines       []string
	open, close int // indices of the lines
	rand        *rand.Rand
}

var damages = []struct {
	name   string
	damage func(v *victim) (damaged, bool)
}{
	{"closer dropped", func(v *victim) (damaged, bool) {
		return damaged{lines: v.without(v.close), cause: v.open, ambiguous: v.f.Info == "" || v.hasEmpty() || !v.isEmpty(v.close+1)}, true
	}},
	{"opener dropped", func(v *victim) (damaged, bool) {
		return damaged{lines: v.without(v.open), cause: v.close - 1, ambiguous: true}, !v.isMarker()
	}},
	{"outer opener shortened", func(v *victim) (damaged, bool) {
		return damaged{lines: v.replace(v.open, v.mark(), v.mark()[1:]), cause: v.open}, v.f.Length > 3 && v.contains(1)
	}},
	{"outer closer shortened", func(v *victim) (damaged, bool) {
		return damaged{lines: v.replace(v.close, v.mark(), v.mark()[1:]), cause: v.close}, v.f.Length > 3
	}},
	{"outer fences shortened", func(v *victim) (damaged, bool) {
		both := *v
		both.lines = v.replace(v.open, v.mark(), v.mark()[1:])
		return damaged{lines: both.replace(v.close, v.mark(), v.mark()[1:]), cause: v.open}, v.f.Length > 3 && v.contains(1)
	}},
	{"closer indented", func(v *victim) (damaged, bool) {
		return damaged{lines: v.replace(v.close, v.mark(), "    "+v.mark()), cause: v.close}, true
	}},
	{"opener indented", func(v *victim) (damaged, bool) {
		return damaged{lines: v.replace(v.open, v.mark(), "    "+v.mark()), cause: v.open}, !v.isMarker()
	}},
	{"closer out of list", func(v *victim) (damaged, bool) {
		return damaged{lines: v.replace(v.close, v.lines[v.close], strings.TrimLeft(v.lines[v.close], " ")), cause: v.close}, v.inList()
	}},
	{"line out of list", func(v *victim) (damaged, bool) {
		line := v.open + 1 + v.rand.Intn(max(1, v.close-v.open-1))
		text := strings.TrimLeft(v.lines[line], " ")
		ambiguous := line > v.open+1 || v.indent(line) != v.indent(v.open)
		return damaged{lines: v.replace(line, v.lines[line], text), cause: line, ambiguous: ambiguous}, v.inList() && line < v.close && text != ""
	}},
	{"info on closer", func(v *victim) (damaged, bool) {
		info := v.f.Info
		if info == "" || v.rand.Intn(2) == 0 {
			info = []string{"bash", "json", "python", "text"}[v.rand.Intn(4)]
		}
		return damaged{lines: v.replace(v.close, v.mark(), v.mark()+info), cause: v.close}, true
	}},
	{"blocks merged", func(v *victim) (damaged, bool) {
		next := v.next()
		if next == nil || next.Close.Start == 0 {
			return damaged{}, false
		}
		want := slices.Delete(slices.Clone(v.lines), v.close+1, v.d.LineOf(next.Open.Start)-1)
		return damaged{lines: slices.Delete(slices.Clone(want), v.close, v.close+1), want: want, cause: v.open, ambiguous: v.f.Info == "" || v.hasEmpty()}, true
	}},
	{"tilde on closer", func(v *victim) (damaged, bool) {
		return damaged{lines: v.replace(v.close, "`", "~"), cause: v.close}, v.f.Char == '`'
	}},
	{"tilde on opener", func(v *victim) (damaged, bool) {
		return damaged{lines: v.replace(v.open, "`", "~"), cause: v.open}, v.f.Char == '`' && !v.contains(0)
	}},
	{"closer glued", func(v *victim) (damaged, bool) {
		lines := v.without(v.close)
		lines[v.close-1] += v.mark()
		return damaged{lines: lines, cause: v.close - 1}, v.close > v.open+1 && !v.isEmpty(v.close-1) && !strings.Contains(v.lines[v.close-1], "`") && v.f.Char == '`'
	}},
	{"tag before opener", func(v *victim) (damaged, bool) {
		tag := []string{"<details>", "<example>", "<div class=\"x\">"}[v.rand.Intn(3)]
		return damaged{lines: slices.Insert(slices.Clone(v.lines), v.open, tag), cause: v.open + 1,
			want: slices.Insert(slices.Clone(v.lines), v.open, tag, "")}, v.hasEmpty() && v.isEmpty(v.open-1) && !v.isMarker() && v.f.Open.Start == v.d.LineRange(v.open+1).Start
	}},
}

func (v *victim) mark() string { return strings.Repeat(string(v.f.Char), v.f.Length) }
func (v *victim) inList() bool {
	return strings.HasPrefix(v.lines[v.open], "  ") && v.f.Node.Parent().Kind() == ast.KindListItem
}
func (v *victim) isMarker() bool {
	return strings.IndexByte("`~", strings.TrimLeft(v.lines[v.open], " \t>")[0]) < 0
}

func (v *victim) without(line int) []string {
	return slices.Delete(slices.Clone(v.lines), line, line+1)
}

func (v *victim) replace(line int, old, text string) []string {
	lines := slices.Clone(v.lines)
	n := 1
	if len(old) == 1 {
		n = -1
	}
	lines[line] = strings.Replace(lines[line], old, text, n)
	return lines
}

func (v *victim) isEmpty(line int) bool {
	return line < 0 || line >= len(v.lines) || strings.Trim(v.lines[line], " \t\r>") == ""
}

func (v *victim) indent(line int) int {
	return len(v.lines[line]) - len(strings.TrimLeft(v.lines[line], " "))
}

func (v *victim) hasEmpty() bool {
	return slices.ContainsFunc(v.lines[v.open+1:v.close], func(s string) bool { return strings.Trim(s, " \t\r>") == "" })
}

// contains reports whether the block contains a fence that closes it if it is that much shorter.
func (v *victim) contains(shorter int) bool {
	mark := strings.Repeat(string(v.f.Char), v.f.Length-shorter)
	return slices.ContainsFunc(v.lines[v.open+1:v.close], func(s string) bool { return strings.HasPrefix(strings.TrimSpace(s), mark) })
}

func (v *victim) next() *analysis.Fence {
	for i := range v.d.Fences {
		if f := &v.d.Fences[i]; f.Open.Start > v.f.Open.Start {
			if f.Node.Parent() == v.f.Node.Parent() {
				return f
			}
			break
		}
	}
	return nil
}

type tally struct {
	seen                        map[string]bool
	cases, one, cause           int
	fixed, unfixed, wrong       int
	ambiguous, right, ambiguity int // ambiguous cases, those with one finding at the cause or a certain statement, those with a right fix
}

const (
	perDamage   = 1000 // cases
	tallyFormat = "%-22s %4d cases: one finding %4d, at the cause %4d, fixed %4d, not fixed %3d, wrong fix %d; ambiguous %3d: right %3d, fixed %3d"
)

// TestDamage damages sound files, and checks the problem and its repair. SKILLLINT_TREES is a directory with checkouts.
func TestDamage(t *testing.T) {
	dir := "testdata"
	if trees := os.Getenv("SKILLLINT_TREES"); trees != "" {
		dir = trees
	}
	files := soundFiles(t, dir)
	var all tally
	for _, damage := range damages {
		t.Run(damage.name, func(t *testing.T) {
			sum := tally{seen: map[string]bool{}}
			for round := range 16 {
				for _, file := range files {
					if sum.cases+sum.ambiguous == perDamage {
						break
					}
					if v, ok := choose(file, damage.name, round); ok {
						if c, ok := damage.damage(v); ok {
							sum.count(t, damage.name, v, c)
						}
					}
				}
			}
			t.Logf(tallyFormat, damage.name, sum.cases, sum.one, sum.cause, sum.fixed, sum.unfixed, sum.wrong, sum.ambiguous, sum.right, sum.ambiguity)
			all.add(sum)
		})
	}
	t.Logf(tallyFormat, "all", all.cases, all.one, all.cause, all.fixed, all.unfixed, all.wrong, all.ambiguous, all.right, all.ambiguity)
	if all.wrong > 0 || all.cause*100 < 95*all.cases || all.fixed*100 < 90*all.cases {
		t.Error("a fix is wrong, or fewer than 95 % of the causes or 90 % of the fixes are right")
	}
}

func (s *tally) add(o tally) {
	s.cases += o.cases
	s.one += o.one
	s.cause += o.cause
	s.fixed += o.fixed
	s.unfixed += o.unfixed
	s.wrong += o.wrong
	s.ambiguous += o.ambiguous
	s.right += o.right
	s.ambiguity += o.ambiguity
}

func parse(text string) *analysis.Document {
	return load.Document(&analysis.File{Path: "SKILL.md", Rel: "SKILL.md", Kind: analysis.Skill}, []byte(text), false)
}

func (s *tally) count(t *testing.T, name string, v *victim, c damaged) {
	if c.want == nil {
		c.want = v.lines
	}
	text, want := strings.Join(c.lines, "\n"), strings.Join(c.want, "\n")
	d := parse(text)
	if dump(d) == dump(parse(want)) {
		return // the damage has no effect
	}
	if s.seen[text] {
		return
	}
	s.seen[text] = true
	problems := fence.Of(d).Problems
	if name == "tag before opener" && !slices.ContainsFunc(d.Fences, func(f analysis.Fence) bool {
		return d.LineOf(f.Open.Start) == v.close+2 || f.Closed && d.LineOf(f.Close.Start) == v.close+2
	}) {
		c.ambiguous = true // both fences are HTML
	}
	one := len(problems) == 1
	cause := len(problems) > 0 && (d.LineOf(problems[0].At.Start) == c.cause+1 ||
		strings.HasPrefix(name, "tilde") && len(v.d.Fences) == 1 && problems[0].Kind == fence.Char) // either fence is the wrong one
	unclear := one && problems[0].Kind == fence.Unclear
	fixed, wrong := false, false
	var got string
	var edits []analysis.Edit
	for _, p := range problems {
		edits = append(edits, p.Edits...)
	}
	if len(edits) > 0 {
		got = apply(text, edits)
		fixed = got == want || dump(parse(got)) == dump(parse(want))
		wrong = !fixed
	}
	if c.ambiguous {
		s.ambiguous++
		if one && (cause || unclear) && !wrong {
			s.right++
		}
		if fixed {
			s.ambiguity++
		}
	} else {
		s.cases++
		if one {
			s.one++
		}
		if cause {
			s.cause++
		}
		if fixed && one {
			s.fixed++
		} else if !wrong {
			s.unfixed++
		}
	}
	if wrong {
		s.wrong++
	}
	if ok := one && cause && (fixed || c.ambiguous && !wrong); !ok && os.Getenv("SKILLLINT_VERBOSE") != "" {
		var said []string
		for _, p := range problems {
			said = append(said, fmt.Sprintf("kind %d at %d edits %d", p.Kind, d.LineOf(p.At.Start), len(p.Edits)))
		}
		t.Logf("DIFF %s: %s %s: cause %d ambiguous %v wrong %v: %s", name, v.d.File.Path, id(text), c.cause+1, c.ambiguous, wrong, strings.Join(said, "; "))
		if dir := os.Getenv("SKILLLINT_DUMP"); dir != "" {
			base := filepath.Join(dir, id(text))
			os.WriteFile(base+".want", []byte(want), 0o644)
			os.WriteFile(base+".damaged", []byte(text), 0o644)
			os.WriteFile(base+".got", []byte(got), 0o644)
		}
	}
}

func apply(text string, edits []analysis.Edit) string {
	edits = slices.Clone(edits)
	slices.SortStableFunc(edits, func(a, b analysis.Edit) int { return b.Range.Start - a.Range.Start })
	for _, e := range edits {
		text = text[:e.Range.Start] + e.Text + text[e.Range.End:]
	}
	return text
}

// dump returns the blocks of a document.
func dump(d *analysis.Document) string {
	var b strings.Builder
	ast.Walk(d.Body, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			b.WriteString(")")
			return ast.WalkContinue, nil
		}
		if n.Type() == ast.TypeInline {
			return ast.WalkSkipChildren, nil
		}
		fmt.Fprintf(&b, "(%s", n.Kind())
		if f, ok := n.(*ast.FencedCodeBlock); ok && f.Info != nil {
			fmt.Fprintf(&b, " %q", f.Info.Segment.Value(d.Source))
		}
		for i := range n.Lines().Len() {
			segment := n.Lines().At(i)
			fmt.Fprintf(&b, " %q", bytes.TrimRight(segment.Value(d.Source), "\n"))
		}
		return ast.WalkContinue, nil
	})
	return b.String()
}

type soundFile struct {
	path string
	text string
}

// soundFiles returns the Markdown files below a directory, whose blocks end at a fence as long as the first, and contain pairs of
// fences or none, in a random but fixed order. Of files with the same fences, which are often copies and translations, it returns
// one.
func soundFiles(t *testing.T, dir string) []soundFile {
	var files []soundFile
	seen := map[uint64]bool{}
	reported := 0
	err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || !e.Type().IsRegular() || filepath.Ext(path) != ".md" && filepath.Ext(path) != ".mdc" {
			return err
		}
		source, err := os.ReadFile(path)
		if err != nil || len(source) > 100_000 || bytes.Count(source, []byte("```")) < 2 {
			return err
		}
		h := fnv.New64a()
		for line := range bytes.Lines(source) {
			if line = bytes.TrimSpace(line); bytes.HasPrefix(line, []byte("```")) || bytes.HasPrefix(line, []byte("~~~")) {
				fmt.Fprintf(h, "%s\n", line)
			}
		}
		if seen[h.Sum64()] {
			return nil
		}
		seen[h.Sum64()] = true
		text := strings.ReplaceAll(strings.ReplaceAll(string(source), "\r\n", "\n"), "\r", " ")
		d := parse(text)
		for i := range d.Fences {
			if f := &d.Fences[i]; !f.Closed || f.Close.Len() != f.Length || !pairsInside(text[f.Open.End:f.Close.Start]) || looksClosing(d, f) {
				return nil
			}
		}
		if len(fence.Of(d).Problems) > 0 {
			reported++
			return nil
		}
		rel, err := filepath.Rel(dir, path)
		files = append(files, soundFile{filepath.ToSlash(rel), text})
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d files; %d with closed blocks are reported", len(files), reported)
	hash := func(s string) uint64 { h := fnv.New64a(); h.Write([]byte(s)); return h.Sum64() }
	slices.SortFunc(files, func(a, b soundFile) int { return strings.Compare(fmt.Sprint(hash(a.path)), fmt.Sprint(hash(b.path))) })
	return files
}

// looksClosing reports whether the opening fence of a block has text before it and none after it: it was meant to close another one.
func looksClosing(d *analysis.Document, f *analysis.Fence) bool {
	isEmpty := func(number int) bool { return strings.Trim(d.Text(d.LineRange(number)), " \t>") == "" }
	line := d.LineOf(f.Open.Start)
	return f.Info == "" && line > 1 && !isEmpty(line-1) && isEmpty(line+1)
}

// pairsInside reports whether the fences in a block pair: each ends at a bare one, before another with a language begins.
func pairsInside(code string) bool {
	open := 0 // length of the open fence, or 0
	for line := range strings.Lines(code) {
		line = strings.Trim(line, " \t>\r\n")
		length := len(line) - len(strings.TrimLeft(line, "`~"))
		switch bare := length == len(line); {
		case length < 3 || length < open:
		case open > 0 && !bare:
			return false
		case open > 0:
			open = 0
		default:
			open = length
		}
	}
	return open == 0
}

// choose returns a block of a file for a damage: one in a list or with a long fence, if the damage needs it.
func choose(file soundFile, name string, round int) (*victim, bool) {
	if strings.Contains(name, "outer") && !strings.Contains(file.text, "````") || strings.Contains(name, "list") && !strings.Contains(file.text, "  ```") {
		return nil, false
	}
	d := parse(file.text)
	d.File.Path = file.path
	h := fnv.New64a()
	h.Write([]byte(file.path + name))
	v := &victim{d: d, lines: strings.Split(file.text, "\n"), rand: rand.New(rand.NewSource(int64(h.Sum64()) + int64(round)))}
	var may []*analysis.Fence
	for i := range d.Fences {
		f := &d.Fences[i]
		if f.Closed && (!strings.Contains(name, "outer") || f.Length > 3) && (!strings.Contains(name, "list") || f.Node.Parent().Kind() == ast.KindListItem) {
			may = append(may, f)
		}
	}
	if len(may) == 0 {
		return nil, false
	}
	v.f = may[(h.Sum64()+uint64(round))%uint64(len(may))]
	v.open, v.close = d.LineOf(v.f.Open.Start)-1, d.LineOf(v.f.Close.Start)-1
	return v, true
}

func id(text string) string {
	h := fnv.New32()
	h.Write([]byte(text))
	return fmt.Sprintf("%x", h.Sum32())
}
