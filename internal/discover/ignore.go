package discover

import "strings"

// maxIgnoreSize is how large an ignore file may be to count, in bytes.
const maxIgnoreSize = 1 << 20

// maxIgnoreSteps is how much comparing paths with patterns may cost in one tree: each pattern
// that is tried counts as one, each step of its glob as another. An ordinary tree needs some
// millions. When they are used up ignore files count no more, so that nothing is hidden.
const maxIgnoreSteps = 1 << 28

// An ignorePattern is a line of an ignore file.
type ignorePattern struct {
	text     string // of a name or path without wildcards, or what follows the "*" of "*.log"
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
			p.form = formGlob
		}
	}
	return p
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

// An ignoreFile holds the patterns of one file and leads to those that it overrules: the ones of
// the folders above.
type ignoreFile struct {
	above    *ignoreFile
	base     int // how long the path of its folder is, with "/" at the end
	patterns []ignorePattern
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
		for i := len(f.patterns) - 1; i >= 0; i-- {
			if p := &f.patterns[i]; g.matches(p, path[f.base:], name, dir) {
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
