package link

import (
	"net/url"
	"path"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/placeholder"
)

// Slashed returns where a path with backslashes leads when they are slashes; "" when that is
// nowhere.
func (l *Link) Slashed() string {
	slashed := strings.ReplaceAll(l.Path, `\`, "/")
	if classOf(slashed) != Local {
		return ""
	}
	to := path.Join(path.Dir(l.From.Rel), slashed)
	if analysis.LeavesRoot(to) || !isThere(l.From.Tree, to) {
		return ""
	}
	return to
}

// Folder returns the first folder of a path, from where it is read: "skills/x/scripts" of
// "scripts/a/b.py".
func (l *Link) Folder() string {
	first, _, _ := strings.Cut(path.Clean(l.Path), "/")
	return path.Join(l.Dir, first)
}

// Instead returns what to write so that the reference leads to a path of the tree, its query and
// fragment kept.
func (l *Link) Instead(to string) (string, bool) {
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
		rel = "./" + rel // else it is an address, or somebody's home
	}
	escaped := strings.ReplaceAll((&url.URL{Path: rel}).EscapedPath(), "&", "%26") // an entity would be read
	return escaped + suffixOf(l.Written), true
}

// suffixOf returns the query and the fragment of a reference as they are written. "&#" is none.
func suffixOf(written string) string {
	for i := range len(written) {
		if written[i] == '?' || written[i] == '#' && (i == 0 || written[i-1] != '&') {
			return written[i:]
		}
	}
	return ""
}

// InExample reports whether a link is one that a reader is to write: it is in a template, its path is an
// example, or the text says so.
func (l *Link) InExample() bool {
	return placeholder.IsTemplate(l.From.Rel) || l.Standing == analysis.Absent && (l.Said || placeholder.IsExamplePath(l.Path))
}
