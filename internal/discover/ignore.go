package discover

import (
	"iter"
	"strings"
)

// maxIgnoreSize is the limit in bytes for an ignore file; larger ones are ignored.
const maxIgnoreSize = 1 << 20

// maxIgnoreSteps limits the cost of matching in one tree, in patterns and steps of globs. Ordinary trees need a few
// million. Beyond the limit, ignore files no longer apply.
const maxIgnoreSteps = 1 << 28

// An ignorePattern is a line of an ignore file.
type ignorePattern struct {
	text     string // without "!" and outer slashes; for formSuffix, without "*"
	form     ignoreForm
	glob     glob
	negated  bool // "!": matching paths are not ignored
	dirOnly  bool // it ends with "/"
	anywhere bool // no inner "/": matches names at any depth
}

// An ignoreForm is a way to match a pattern. Most patterns have a simple form.
type ignoreForm byte

const (
	formNever  ignoreForm = iota // it matches nothing
	formExact                    // text is the name or path
	formSuffix                   // text is the end of the name
	formGlob
)

// parseIgnore reads the lines of an ignore file as git does.
func parseIgnore(source string) []ignorePattern {
	source = strings.TrimPrefix(source, "\ufeff")
	var patterns []ignorePattern
	for line := range strings.SplitSeq(source, "\n") {
		if strings.HasPrefix(line, "#") {
			continue
		}
		line = strings.TrimSuffix(line, "\r")
		line, _, _ = strings.Cut(line, "\x00") // end of a string in C
		if p := parseIgnoreLine(trimTrailingSpaces(line)); p.form != formNever {
			patterns = append(patterns, p)
		}
	}
	return patterns
}

// trimTrailingSpaces removes trailing spaces, except an escaped one.
func trimTrailingSpaces(line string) string {
	end := 0
	for i := 0; i < len(line); i++ {
		switch line[i] {
		case ' ':
			continue
		case '\\':
			i++
		}
		end = i + 1
	}
	return line[:min(end, len(line))]
}

func parseIgnoreLine(line string) ignorePattern {
	p := ignorePattern{}
	line, p.negated = strings.CutPrefix(line, "!")
	line, p.dirOnly = strings.CutSuffix(line, "/")
	p.anywhere = !strings.Contains(line, "/")
	line = strings.TrimPrefix(line, "/")
	tail, star := strings.CutPrefix(line, "*")
	switch {
	case line == "":
	case !hasWildcard(line):
		p.form, p.text = formExact, line
	case p.anywhere && star && !hasWildcard(tail):
		p.form, p.text = formSuffix, tail
	default:
		if p.glob = compilePattern(line, p.anywhere); p.glob != nil {
			p.form, p.text = formGlob, line
		}
	}
	return p
}

// firstSegment returns the first path element that all matches of a pattern share, or "".
func (p *ignorePattern) firstSegment() string {
	if p.anywhere {
		return ""
	}
	fixed := p.text
	if i := strings.IndexAny(fixed, wildcards); i >= 0 {
		fixed = fixed[:i]
	}
	segment, _, slash := strings.Cut(fixed, "/")
	if !slash && p.form != formExact {
		return ""
	}
	return segment
}

// compilePattern compiles a pattern with wildcards. Git compares the part before the first wildcard separately and
// treats the rest as a new pattern. Therefore, "**" in "a**/b" matches directories, contrary to the manual.
func compilePattern(line string, anywhere bool) glob {
	fixed := 0
	if !anywhere {
		fixed = strings.IndexAny(line, wildcards)
	}
	rest := compileGlob(line[fixed:])
	if rest == nil || fixed == 0 {
		return rest
	}
	g := make(glob, 0, fixed+len(rest))
	for i := range fixed {
		g = append(g, globStep{op: literal, c: line[i]})
	}
	return append(g, rest...)
}

const wildcards = `*?[\`

func hasWildcard(s string) bool { return strings.ContainsAny(s, wildcards) }

// An ignoreFile contains the patterns of one file. It overrides the file of the directory above.
type ignoreFile struct {
	above    *ignoreFile
	base     int // length of the path of its directory, including the final "/"
	patterns []ignorePattern

	// Ascending indexes of patterns: by the only name they match, by first path element, and all others.
	names, first map[string][]int
	others       []int
}

func newIgnoreFile(above *ignoreFile, base int, patterns []ignorePattern) *ignoreFile {
	f := &ignoreFile{above: above, base: base, patterns: patterns, names: map[string][]int{}, first: map[string][]int{}}
	for i, p := range patterns {
		switch segment := p.firstSegment(); {
		case p.anywhere && p.form == formExact:
			f.names[p.text] = append(f.names[p.text], i)
		case segment != "":
			f.first[segment] = append(f.first[segment], i)
		default:
			f.others = append(f.others, i)
		}
	}
	return f
}

// candidates iterates over the patterns that may match a path, in reverse order.
func (f *ignoreFile) candidates(path, name string) iter.Seq[*ignorePattern] {
	segment, _, _ := strings.Cut(path, "/")
	lists := [...][]int{f.names[name], f.first[segment], f.others}
	return func(yield func(*ignorePattern) bool) {
		for {
			best, last := -1, -1
			for i, list := range lists {
				if n := len(list); n > 0 && list[n-1] > last {
					best, last = i, list[n-1]
				}
			}
			if best < 0 || !yield(&f.patterns[last]) {
				return
			}
			lists[best] = lists[best][:len(lists[best])-1]
		}
	}
}

// An ignorer applies the ignore files of one tree.
type ignorer struct {
	globMatcher
	exhausted bool // maxIgnoreSteps was reached
}

// ignored reports whether a path is ignored. The caller handles ignored parent directories, below which no pattern can
// re-include a path.
func (g *ignorer) ignored(f *ignoreFile, path, name string, dir bool) bool {
	for ; f != nil && !g.exhausted; f = f.above {
		for p := range f.candidates(path[f.base:], name) {
			if g.matches(p, path[f.base:], name, dir) {
				return !p.negated
			}
		}
		if g.steps > maxIgnoreSteps {
			g.exhausted = true
		}
	}
	return false
}

func (g *ignorer) matches(p *ignorePattern, path, name string, dir bool) bool {
	g.steps++
	if p.dirOnly && !dir {
		return false
	}
	if p.anywhere {
		path = name
	}
	switch p.form {
	case formExact:
		return path == p.text
	case formSuffix:
		return strings.HasSuffix(path, p.text)
	}
	return g.match(p.glob, path)
}
