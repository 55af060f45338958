package discover

import (
	"iter"
	"strings"
)

// maxIgnoreSize is how large an ignore file may be to count, in bytes.
const maxIgnoreSize = 1 << 20

// maxIgnoreSteps is how much comparing paths with patterns may cost in one tree: each pattern
// that is tried counts as one, each step of its glob as another. An ordinary tree needs some
// millions. When they are used up ignore files count no more, so that nothing is hidden.
const maxIgnoreSteps = 1 << 28

// An ignorePattern is a line of an ignore file.
type ignorePattern struct {
	text     string // the pattern without "!" and slashes around it; of formSuffix what follows the "*"
	form     ignoreForm
	glob     glob
	negated  bool // "!": what matches is not ignored after all
	dirOnly  bool // it ends with "/"
	anywhere bool // no "/" but at its end: compared with the name alone, at any depth
}

// An ignoreForm is how a pattern is compared; the simple forms are most of all patterns.
type ignoreForm byte

const (
	formNever  ignoreForm = iota // it can match nothing
	formExact                    // text is the name or path
	formSuffix                   // text is the name's end
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
		line, _, _ = strings.Cut(line, "\x00") // where C's strings end
		if p := parseIgnoreLine(trimBlanks(line)); p.form != formNever {
			patterns = append(patterns, p)
		}
	}
	return patterns
}

// trimBlanks removes blanks at the end, but not an escaped one.
func trimBlanks(line string) string {
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

// firstSegment returns the name that the paths begin with which a pattern matches, "" if it may be any.
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

// compilePattern compiles a pattern with wildcards. git compares what stands before the first
// wildcard of a path on its own, and takes the rest for a pattern of its own: so the "**" of
// "a**/b" stands for folders, although the manual says that it does not.
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

// An ignoreFile holds the patterns of one file and links to the file of a directory above, which it
// overrules.
type ignoreFile struct {
	above    *ignoreFile
	base     int // how long the path of its folder is, with "/" at the end
	patterns []ignorePattern

	// Indexes of patterns, ascending: those that match a single name or paths below a single name, and
	// those that have to be tried for each path.
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

// candidates iterates over the patterns that a path may match, the last first.
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

// An ignorer decides what ignore files hide in one tree.
type ignorer struct {
	globber
	spent bool // maxIgnoreSteps was reached
}

// ignored reports whether a path is hidden by the files of the folders above it. Whether one of
// these folders is hidden itself is the caller's to know: nothing below it can be shown again.
func (g *ignorer) ignored(f *ignoreFile, path, name string, dir bool) bool {
	for ; f != nil && !g.spent; f = f.above {
		for p := range f.candidates(path[f.base:], name) {
			if g.matches(p, path[f.base:], name, dir) {
				return !p.negated
			}
		}
		if g.steps > maxIgnoreSteps {
			g.spent = true
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
