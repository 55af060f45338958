package link

import (
	"net/url"
	"path"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/placeholder"
)

// Slashed returns the target of the path with its backslashes replaced by slashes, or "".
func (l *Link) Slashed() string {
	slashed := strings.ReplaceAll(l.Path, `\`, "/")
	if classOf(slashed) != Local {
		return ""
	}
	to := path.Join(path.Dir(l.From.Rel), slashed)
	if analysis.LeavesRoot(to) || !exists(l.From.Tree, to) {
		return ""
	}
	return to
}

// TopDir returns the first directory of the path, relative to the root: "skills/x/scripts" for "scripts/a/b.py".
func (l *Link) TopDir() string {
	first, _, _ := strings.Cut(path.Clean(l.Path), "/")
	return path.Join(l.Dir, first)
}

// WithPath returns a reference to another path of the tree, with the query and fragment of the link.
func (l *Link) WithPath(to string) (string, bool) {
	if to == "" {
		return "", false
	}
	rel := analysis.RelativePath(l.Dir, to)
	if l.Form == FormCode || l.Form == FormVariable {
		return rel, !strings.ContainsAny(rel, " `\"'")
	}
	if strings.HasSuffix(l.Path, "/") && l.From.Tree.IsDir(to) {
		rel += "/"
	}
	if first, _, _ := strings.Cut(rel, "/"); first == "" || first == "~" || strings.Contains(first, ":") {
		rel = "./" + rel // otherwise it is a URL or a home directory
	}
	return escapedPath(rel) + suffixOf(l.Written), true
}

// escapedPath escapes a path, except for letters and digits of all languages, so that people can read it.
func escapedPath(rel string) string {
	var b strings.Builder
	for rel != "" {
		r, n := utf8.DecodeRuneInString(rel)
		if r >= utf8.RuneSelf && r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsNumber(r) || unicode.IsMark(r)) {
			b.WriteString(rel[:n])
		} else {
			b.WriteString((&url.URL{Path: rel[:n]}).EscapedPath())
		}
		rel = rel[n:]
	}
	return strings.ReplaceAll(b.String(), "&", "%26") // avoid entities
}

// suffixOf returns the query and the fragment of a reference verbatim. "&#" starts an entity, not a fragment.
func suffixOf(written string) string {
	for i := range len(written) {
		if written[i] == '?' || written[i] == '#' && (i == 0 || written[i-1] != '&') {
			return written[i:]
		}
	}
	return ""
}

// InExample reports whether a link is an example, or the agent is to write it.
func (l *Link) InExample() bool {
	return placeholder.IsTemplate(l.From.Rel) || l.Standing == analysis.Absent && (l.ToWrite || placeholder.IsExamplePath(l.Path))
}
