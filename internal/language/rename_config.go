package language

import (
	"path"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/link"
	"github.com/skilllint/skilllint/internal/config"
	"github.com/skilllint/skilllint/internal/syntax/yamltree"
)

// configs changes the globs of configuration files that name the moved directory.
func (r *skillRename) configs() error {
	if r.dir == "" {
		return nil
	}
	for dir := path.Dir(r.dir); ; dir = path.Dir(dir) {
		rel := path.Join(dir, config.Name)
		if shown, ok := reportPath(r.file, rel); ok && r.file.Tree.Exists(rel) {
			f := &analysis.File{Path: shown, Rel: rel, Tree: r.file.Tree}
			if source, err := r.Read(f); err == nil {
				r.globs(f, dir, source, yamltree.Parse(source, analysis.Range{End: len(source)}).Root, 0)
			}
		}
		if dir == "." || dir == "/" {
			return nil
		}
	}
}

// globs changes the globs in a value of a configuration file in a directory.
func (r *skillRename) globs(f *analysis.File, dir string, source []byte, v *analysis.Value, depth int) {
	if v == nil || depth > maxNesting {
		return
	}
	if v.IsString() {
		r.glob(f, dir, source, v.Range)
	}
	for _, item := range v.Items {
		r.globs(f, dir, source, item, depth+1)
	}
	for i := range v.Members {
		r.glob(f, dir, source, v.Members[i].KeyRange)
		r.globs(f, dir, source, v.Members[i].Value, depth+1)
	}
}

// glob changes the part of a glob that names the moved directory. A glob with **/ is changed only if no other path matches it.
func (r *skillRename) glob(f *analysis.File, dir string, source []byte, at analysis.Range) {
	if at.Start < 0 || at.End > len(source) || at.Start >= at.End {
		return
	}
	text := string(source[at.Start:at.End])
	below := strings.TrimPrefix(r.dir, dir+"/")
	start := 0
	for _, part := range strings.SplitAfter(text, "/") {
		name := strings.Trim(part, `/"'`)
		from := start + strings.Index(part, name)
		start += len(part)
		if name != path.Base(r.dir) {
			continue
		}
		before := strings.TrimLeft(text[:from], `"'!./`)
		rest, anywhere := strings.CutPrefix(before, "**/")
		if before+name != below && (!anywhere || !strings.HasSuffix("/"+below, "/"+rest+name) || !r.isOnly(rest+name)) {
			continue
		}
		r.add(f, analysis.Range{Start: at.Start + from, End: at.Start + from + len(name)}, r.base())
		return
	}
}

// isOnly reports whether no other path of the tree has the same ending as the moved directory.
func (r *skillRename) isOnly(ending string) bool {
	for _, rel := range r.file.Tree.All() {
		if rel != r.dir && strings.HasSuffix("/"+rel, "/"+ending) && !link.Inside(r.dir, rel) {
			return false
		}
	}
	return true
}
