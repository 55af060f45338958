package discover

import (
	"bytes"
	"io"
	"path"
	"slices"
	"strings"
)

const (
	progressive = "progressive"

	maxLoaders = 100      // files of a directory that may be loaders
	maxLoader  = 64 << 10 // bytes of a file
)

// detectProgressive determines whether the skills of a directory .NAME/skills, whose client is unknown, are listed in a system
// prompt with name, description and path: an AGENTS.md next to .NAME lists them, or a loader of such a list is there.
func (w *walker) detectProgressive(f *directory) {
	h := f.home
	if h == nil || h.dialect != "" || !h.place || f.name != "skills" || f.parent == nil || f.parent.name == ".agents" || f.parent.parent == nil {
		return
	}
	folder := f.parent.name + "/skills"
	if _, at := f.parent.parent.path("AGENTS.md"); w.lists(at, folder) {
		f.home = &home{progressive, "in " + folder + "/, which AGENTS.md lists", true}
		return
	}
	for _, dir := range []*directory{f, f.parent, f.parent.parent} {
		entries, _ := w.root.FS.ReadDir(dir.real)
		read := 0
		for _, e := range entries {
			if ext := path.Ext(e.Name()); !e.Type().IsRegular() || !slices.Contains([]string{".py", ".ts", ".js"}, ext) || read == maxLoaders {
				continue
			}
			read++
			if _, at := dir.path(e.Name()); w.loads(at, f.parent.name) {
				f.home = &home{progressive, "in " + folder + "/, which " + e.Name() + " lists", true}
				return
			}
		}
	}
}

// lists reports whether a text lists skills of a folder: a heading or label, and the path of a SKILL.md.
func (w *walker) lists(real, folder string) bool {
	text := strings.ToLower(w.startOf(real))
	_, list, ok := strings.Cut(text, "available skills")
	if !ok && (strings.Contains(text, "progressive disclosure") || strings.Contains(text, "for full instructions")) {
		list, ok = text, true
	}
	_, after, found := strings.Cut(list, strings.ToLower(folder)+"/")
	name, _, ends := strings.Cut(after, "/skill.md")
	return ok && found && ends && len(name) <= maxName && !strings.ContainsAny(name, "\n/")
}

// loads reports whether a program puts a list of skills into a system prompt.
func (w *walker) loads(real, folder string) bool {
	text := strings.ToLower(w.startOf(real))
	return strings.Contains(text, "progressive disclosure") && strings.Contains(text, "available skills") && strings.Contains(text, strings.ToLower(folder))
}

// startOf returns the start of a text file, or "".
func (w *walker) startOf(real string) string {
	if info, err := w.root.FS.Lstat(real); err != nil || !info.Mode().IsRegular() {
		return ""
	}
	file, err := w.openText(real)
	if err != nil {
		return ""
	}
	defer file.Close()
	text, _ := io.ReadAll(io.LimitReader(file, maxLoader))
	return string(bytes.ToValidUTF8(text, nil))
}
