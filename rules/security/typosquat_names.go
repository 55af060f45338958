package security

import (
	"bytes"
	"strings"
	"unicode"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/behavior"
)

// similarPackage returns the popular package whose name, with a typing error, is that of another package, or "".
func similarPackage(name, registry string) string {
	name = strings.ToLower(strings.ReplaceAll(name, "_", "-"))
	if len(name) < 5 || len(name) > 40 || strings.HasPrefix(name, "@") {
		return ""
	}
	top, others := npmNames, npmOthers
	if registry == "pypi" {
		top, others = pypiNames, pypiOthers
	}
	likely := ""
	for known := range strings.FieldsSeq(top) {
		switch {
		case known == name:
			return ""
		case likely == "" && isTypo(name, known):
			likely = known
		}
	}
	if likely == "" {
		return ""
	}
	for known := range strings.FieldsSeq(others) {
		if known == name {
			return ""
		}
	}
	return likely
}

// longName is the length of names from which any single edit is a typo. Many shorter names differ by a letter from another one,
// such as "scirpy" and "scipy".
const longName = 8

// isTypo reports whether a name is another one with a typing error.
func isTypo(name, known string) bool {
	if len(name)-len(known) > 1 || len(known)-len(name) > 1 {
		return false
	}
	start := commonPrefix(name, known)
	a, b := name[start:], known[start:]
	for len(a) > 0 && len(b) > 0 && a[len(a)-1] == b[len(b)-1] {
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	switch {
	case len(a) == 2 && len(b) == 2: // two swapped letters
		return a[0] == b[1] && a[1] == b[0]
	case len(a) > 1 || len(b) > 1:
		return false
	case len(known) >= longName:
		return true
	case len(a) == 0: // a missing letter
		return len(known) > 5 && b[0] >= 'a'
	case len(b) == 0: // a doubled letter
		return start > 0 && name[start-1] == a[0] || start+1 < len(name) && name[start+1] == a[0]
	}
	return strings.Contains("l1 1l i1 1i o0 0o il li mn nm vw wv", a+b) || len(known) >= longName-1 && areNeighbors(a[0], b[0])
}

// commonPrefix returns the length of the common prefix of two names.
func commonPrefix(a, b string) int {
	n := 0
	for n < min(len(a), len(b)) && a[n] == b[n] {
		n++
	}
	return n
}

// areNeighbors reports whether two letters are next to each other on a keyboard.
func areNeighbors(a, b byte) bool {
	rows := [...]string{"qwertyuiop", "asdfghjkl", "zxcvbnm"}
	for r, row := range rows {
		i := strings.IndexByte(row, a)
		if i < 0 {
			continue
		}
		for other, distances := range map[int][2]int{r - 1: {0, 1}, r: {-1, 1}, r + 1: {-1, 0}} {
			for _, d := range distances {
				if other >= 0 && other < len(rows) && i+d >= 0 && i+d < len(rows[other]) && rows[other][i+d] == b {
					return true
				}
			}
		}
	}
	return false
}

// isCommandOf reports whether a command such as "npx prism" runs a program of a package with a scope that the text names:
// "@acme/prism-cli".
func isCommandOf(d *analysis.Document, a *behavior.Act) bool {
	return strings.HasSuffix(a.By, "x") && (bytes.Contains(d.Source, []byte("/"+a.To+"-")) || bytes.Contains(d.Source, []byte("-"+a.To+"-")) || bytes.Contains(d.Source, []byte("/"+a.To+"@")))
}

// A sourceCommand ends before the repository that it installs skills or plugins from.
type sourceCommand struct {
	text string
	rare int // the offset of a letter that few words contain
}

var sourceCommands = []sourceCommand{{"skills add ", 1}, {"skills@latest add ", 1}, {"marketplace add ", 3}, {"skill install ", 1}, {"git clone https://github.com/", 15}}

// end returns the offset of the end of the first command at or after an offset, or -1.
func (c sourceCommand) end(text []byte, from int) int {
	for at := from + c.rare; at < len(text); at++ {
		n := bytes.IndexByte(text[at:], c.text[c.rare])
		if n < 0 {
			return -1
		}
		at += n
		if start := at - c.rare; bytes.HasPrefix(text[start:], []byte(c.text)) {
			return start + len(c.text)
		}
	}
	return -1
}

// skillSources calls see for the repositories in commands whose owner resembles that of a well-known repository with the same name.
func skillSources(d *analysis.Document, see func(source, likely string, at analysis.Range)) {
	for _, command := range sourceCommands {
		for at := command.end(d.Source, 0); at >= 0; at = command.end(d.Source, at) {
			line, _, _ := bytes.Cut(d.Source[at:], []byte{'\n'})
			source := strings.TrimPrefix(string(line[:min(len(line), 120)]), "https://github.com/")
			start := at + min(len(line), 120) - len(source)
			if end := strings.IndexFunc(source, func(r rune) bool { return !isWord(unicode.ToLower(r)) && !strings.ContainsRune("-./", r) }); end >= 0 {
				source = source[:end]
			}
			source = strings.TrimSuffix(strings.TrimRight(source, "./"), ".git")
			if likely := similarSource(source); likely != "" {
				see(source, likely, analysis.Range{Start: start, End: start + len(source)})
			}
		}
	}
}

// similarSource returns the well-known repository whose owner, with a typing error, is that of another one with the same name, or "".
func similarSource(source string) string {
	owner, name, ok := strings.Cut(strings.ToLower(source), "/")
	likely := ""
	for known := range strings.FieldsSeq(skillRepositories) {
		o, n, _ := strings.Cut(strings.ToLower(known), "/")
		switch {
		case !ok || o == owner:
			return ""
		case n == name && len(owner) > 4 && isTypo(owner, o):
			likely = known
		}
	}
	return likely
}
