package links

import (
	"bytes"
	"fmt"
	"net/url"
	"path"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/facts/registry"
	"github.com/skilllint/skilllint/facts/role"
)

// brokenPages reports links in READMEs and guides whose file does not exist.
func brokenPages(pass *analysis.Pass, index *index) {
	for _, p := range registry.Pages(pass) {
		var missing []pageLink
		for _, l := range pageLinks(p) {
			if l.isMissing(p) {
				missing = append(missing, l)
			}
		}
		if len(missing) > 0 {
			pass.Report(brokenPage(index, p, missing))
		}
	}
}

// A pageLink is a link in a page, with the path from the root of the tree.
type pageLink struct {
	noun, written, to string
	at                analysis.Location
}

// isMissing reports whether the file of a link does not exist. The host of a repository resolves a path from the root.
func (l *pageLink) isMissing(p registry.Page) bool {
	lower := strings.ToLower(l.to)
	if strings.Contains(lower, "your") || strings.Contains(lower, "path/to") || strings.Contains(lower, "xxx") || strings.HasPrefix(l.to, "../") || p.Tree.Ignored(l.to) || !hasExtension(path.Base(l.to)) && !strings.HasSuffix(l.written, "/") {
		return false // such as ../../issues, or a page of a site
	}
	return p.Tree.Stat(l.to) == analysis.Absent && p.Tree.OtherCase(l.to) == ""
}

// pageLinks returns the relative links of a page outside of code, comments and sentences about files that do not exist.
func pageLinks(p registry.Page) []pageLink {
	var found []pageLink
	line, inCode, inComment := 0, false, false
	for text := range bytes.Lines(p.Text()) {
		line++
		found = appendLocal(found, p, line, text)
		if trimmed := bytes.TrimLeft(text, " \t>"); bytes.HasPrefix(trimmed, []byte("```")) || bytes.HasPrefix(trimmed, []byte("~~~")) {
			inCode = !inCode
		}
		opened, closed := bytes.LastIndex(text, []byte("<!--")), bytes.LastIndex(text, []byte("-->"))
		wasComment := inComment || opened >= 0
		inComment = opened > closed || inComment && closed < 0
		if inCode || wasComment || role.StatusIn(string(text))&(role.Absent|role.Sample|role.Conditional) != 0 {
			continue
		}
		for start := 0; ; {
			n := bytes.Index(text[start:], []byte("]("))
			if n < 0 {
				break
			}
			start += n + 2
			end := start
			for end < len(text) && strings.IndexByte(" \t\r\n)<>", text[end]) < 0 {
				end++
			}
			if bytes.Count(text[:start], []byte("`"))%2 == 1 || end == start || end == len(text) || text[end] != ')' && text[end] != ' ' {
				continue
			}
			if l, ok := newPageLink(p, string(text[start:end])); ok {
				l.at = analysis.Location{Path: p.Tree.Prefix + p.Rel, Start: analysis.Position{Line: line, Column: start + 1}, End: analysis.Position{Line: line, Column: end + 1}}
				found = append(found, l)
			}
		}
	}
	return found
}

// localSources are the beginnings of commands that load a plugin or a marketplace from a local path.
var localSources = []string{"--plugin-dir ", "plugin marketplace add "}

// appendLocal appends the paths in commands that load a plugin of the repository. They are relative to its root.
func appendLocal(found []pageLink, p registry.Page, line int, text []byte) []pageLink {
	for _, source := range localSources {
		n := bytes.Index(text, []byte(source+"./"))
		if n < 0 {
			continue
		}
		start := n + len(source)
		end := start
		for end < len(text) && strings.IndexByte(" \t\r\n`\"')|&;", text[end]) < 0 {
			end++
		}
		l, ok := newPageLink(p, string(text[start:end]))
		first, rest, _ := strings.Cut(path.Clean(l.written), "/") // one name may be relative to another directory
		if l.to = path.Clean(l.written); ok && rest != "" && p.Tree.IsDir(first) && p.Tree.Stat(path.Join(p.Home, l.to)) == analysis.Absent && p.Tree.HasName(path.Base(l.to)) {
			l.noun, l.written = "path", strings.TrimSuffix(l.written, "/")+"/" // of a directory
			l.at = analysis.Location{Path: p.Tree.Prefix + p.Rel, Start: analysis.Position{Line: line, Column: start + 1}, End: analysis.Position{Line: line, Column: end + 1}}
			found = append(found, l)
		}
	}
	return found
}

func newPageLink(p registry.Page, written string) (pageLink, bool) {
	u, err := url.Parse(written)
	if err != nil || u.Scheme != "" || u.Host != "" || u.Path == "" || strings.ContainsAny(u.Path, "{}$<>*\\|") || strings.Contains(u.Path, "...") {
		return pageLink{}, false
	}
	to := path.Join(path.Dir(p.Rel), u.Path)
	if u.Path[0] == '/' {
		to = path.Clean(u.Path[1:])
	}
	return pageLink{noun: "link", written: u.Path, to: to}, true
}

func brokenPage(index *index, p registry.Page, missing []pageLink) analysis.Diagnostic {
	at := missing[0].at
	d := analysis.Diagnostic{Location: &at, Severity: analysis.Warning, Message: "broken " + missing[0].noun + ": " + quote.Text(missing[0].written) + " does not exist",
		Help: "write the path of an existing file, or remove the " + missing[0].noun, Group: analysis.Group{Key: missing[0].to, // translations
			Message: analysis.Many + " pages have broken links to " + quote.Text(path.Base(missing[0].to))}}
	if len(missing) > 1 {
		d.Message = fmt.Sprintf("%d broken links in this page: %s and others do not exist", len(missing), quote.Text(missing[0].written))
		d.Help = "write the paths of existing files, or remove the links"
	} else if missing[0].noun == "path" {
		d.Help = "write the path of an existing directory"
	} else if others := index.withName(p.Tree, path.Base(missing[0].to)); len(others) == 1 && !isCommon(path.Base(others[0])) {
		d.Help = "did you mean " + quote.Text(analysis.RelativePath(path.Dir(p.Rel), others[0])) + "?"
	}
	for _, l := range missing[1:] {
		d.Related = append(d.Related, analysis.Related{Location: l.at, Message: quote.Text(l.written) + " does not exist, either"})
	}
	return d
}
