package registry

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"net/url"
	"path"
	"strings"
	"unicode/utf16"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
)

// A listed is a file of a skill in an index.
type listed struct {
	rel    string
	value  *analysis.Value
	digest *analysis.Value // nil: none
}

// artifacts returns the file of a skill of version 0.2.0, if it is on the same site. A complete URL is that of the site if the file exists.
func (x *skillIndex) artifacts(e *analysis.Value) []listed {
	u, err := url.Parse(textOf(e, "url"))
	if err != nil || u.Path == "" {
		return nil
	}
	if (u.Scheme != "" || u.Host != "") && !(strings.HasPrefix(u.Path, "/.well-known/") && x.tree.IsFile(path.Join(x.site, u.Path))) {
		return nil
	}
	base := x.dir
	if strings.HasPrefix(u.Path, "/") {
		base = x.site
	}
	return []listed{{path.Join(base, u.Path), e.Get("url"), e.Get("digest")}}
}

// files returns the files of a skill of version 0.1.0.
func (x *skillIndex) files(e *analysis.Value) []listed {
	var all []listed
	for _, v := range e.Get("files").Strings() {
		all = append(all, listed{path.Join(x.dir, textOf(e, "name"), v.Text), v, nil})
	}
	return all
}

// compareSkill compares a skill with its files.
func (x *skillIndex) compareSkill(e *analysis.Value, files []listed) {
	name := e.Get("name")
	for _, l := range files {
		text := x.read(l.rel)
		switch {
		case text == nil && x.absent(l.rel):
			x.report(l.value.Range, analysis.Diagnostic{About: l.rel, Message: "broken path: " + quote.Text(l.value.Text) + " does not exist",
				Effect: "clients do not install it", Help: "correct the path, or add the file"})
		case text != nil && l.digest != nil && !matches(text, l.digest.Text):
			x.report(l.digest.Range, analysis.Diagnostic{About: l.rel, Message: "digest does not match " + quote.Text(l.value.Text),
				Effect: "\"npx skills add\" skips the skill", Help: "use " + quote.Text("sha256:"+digestOf(text))})
		}
		if written := x.names[place{x.tree, l.rel}]; written.Value != "" && path.Base(l.rel) == "SKILL.md" && (l.digest != nil || l.value.Text == "SKILL.md") && written.Value != name.Text {
			x.report(name.Range, analysis.Diagnostic{Severity: analysis.Warning, About: name.Text, Message: "name " + quote.Text(name.Text) + " differs from the frontmatter name " + quote.Text(written.Value),
				Effect: "the directory of the installed skill has another name", Help: "use " + quote.Text(written.Value),
				Related: []analysis.Related{{Location: written.Location, Message: "name in the frontmatter"}}})
		}
	}
}

// unlisted reports files of a skill of version 0.1.0 that SKILL.md mentions and clients do not download.
func (x *skillIndex) unlisted(e *analysis.Value, files []listed) {
	if len(files) == 0 || files[0].digest != nil {
		return
	}
	downloaded := map[string]bool{}
	for _, l := range files {
		downloaded[strings.ToLower(l.rel)] = true
	}
	dir := path.Join(x.dir, textOf(e, "name")) + "/"
	skill := string(x.read(dir + "SKILL.md"))
	for rel := range x.below(strings.TrimSuffix(dir, "/")) {
		if !downloaded[strings.ToLower(rel)] && strings.Contains(skill, strings.TrimPrefix(rel, dir)) && x.tree.IsFile(rel) && !x.tree.Ignored(rel) {
			x.report(e.Get("files").Range, analysis.Diagnostic{Severity: analysis.Warning, About: rel, Message: "file of skill is not listed: " + quote.Text(strings.TrimPrefix(rel, dir)),
				Effect: "clients do not download it", Help: "add it to \"files\"",
				Group: analysis.Group{Key: dir, Message: analysis.Many + " files of the skill are not listed", Effect: "clients do not download them", Help: "add them to \"files\""}})
		}
	}
}

// matches reports whether a text has a digest, with its line ends or those of Windows.
func matches(text []byte, digest string) bool {
	windows := bytes.ReplaceAll(bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n")), []byte("\n"), []byte("\r\n"))
	return digest == "sha256:"+digestOf(text) || digest == "sha256:"+digestOf(windows)
}

func digestOf(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// artifactProblem returns why clients reject a skill of version 0.2.0.
func artifactProblem(e *analysis.Value) string {
	digest, isSHA := strings.CutPrefix(textOf(e, "digest"), "sha256:")
	kind := textOf(e, "type")
	switch {
	case kind != "skill-md" && kind != "archive":
		return "\"type\" must be \"skill-md\" or \"archive\""
	case textOf(e, "url") == "":
		return "missing \"url\""
	case !isSHA || len(digest) != 64 || strings.Trim(digest, "0123456789abcdef") != "":
		return "\"digest\" must be \"sha256:\" and 64 hexadecimal digits"
	case len(utf16.Encode([]rune(textOf(e, "description")))) > 1024:
		return "\"description\" is longer than 1,024 characters"
	}
	return entryProblem(e)
}

// filesProblem returns why clients reject a skill of version 0.1.0.
func filesProblem(e *analysis.Value) string {
	files := e.Get("files")
	if files == nil || files.Kind != analysis.List || len(files.Items) == 0 {
		return "missing \"files\""
	}
	hasSkill := false
	for _, v := range files.Items {
		if !v.IsString() || v.Text == "" || v.Text[0] == '/' || v.Text[0] == '\\' || strings.Contains(v.Text, "..") {
			return "\"files\" must be relative paths in the directory of the skill"
		}
		hasSkill = hasSkill || strings.EqualFold(v.Text, "SKILL.md")
	}
	if !hasSkill {
		return "\"files\" does not contain \"SKILL.md\""
	}
	return entryProblem(e)
}

// entryProblem returns why clients reject a skill of either version.
func entryProblem(e *analysis.Value) string {
	name := textOf(e, "name")
	switch {
	case name == "" || len(name) > 64 || strings.Trim(name, "abcdefghijklmnopqrstuvwxyz0123456789-") != "" || strings.HasPrefix(name, "-") || strings.HasSuffix(name, "-") || strings.Contains(name, "--"):
		return "\"name\" must be at most 64 lowercase letters, digits and single hyphens"
	case textOf(e, "description") == "":
		return "missing \"description\""
	}
	return ""
}
