package files

import (
	"bytes"
	"path"
	"slices"
	"sort"
	"strings"
)

// Limits of the search for the names of archives.
const (
	maxArchives   = 50  // archives per tree
	maxScripts    = 100 // scripts per skill
	maxScriptSize = 128 << 10
)

// scriptSuffixes are the suffixes of programs that may unpack an archive.
var scriptSuffixes = []string{".sh", ".py", ".js", ".mjs", ".cjs", ".ts", ".rb", ".pl", ".ps1", ".bat"}

// A scriptIndex holds the texts of skills that may use an archive: SKILL.md and scripts.
type scriptIndex struct {
	*clientPaths
	texts map[string][][]byte // by skill directory
	asked int
}

// uses reports whether SKILL.md or a script of its skill names an archive, or all archives of its kind.
func (x *scriptIndex) uses(rel string) bool {
	if x.asked++; x.asked > maxArchives {
		return false
	}
	dir := path.Dir(rel)
	for !x.skills[dir] && dir != "." && dir != "/" {
		dir = path.Dir(dir)
	}
	base := []byte(path.Base(rel))
	kind := append([]byte{'*'}, base[bytes.IndexByte(base, '.'):]...)
	return slices.ContainsFunc(x.textsOf(dir), func(text []byte) bool { return bytes.Contains(text, base) || bytes.Contains(text, kind) })
}

// textsOf returns the texts of a skill.
func (x *scriptIndex) textsOf(dir string) [][]byte {
	if texts, known := x.texts[dir]; known {
		return texts
	}
	texts := [][]byte{x.tree.Read(path.Join(dir, skillName), maxScriptSize)}
	all, prefix := x.tree.All(), dir+"/"
	if dir == "." {
		prefix = ""
	}
	for at := sort.SearchStrings(all, prefix); at < len(all) && strings.HasPrefix(all[at], prefix) && len(texts) <= maxScripts; at++ {
		if slices.Contains(scriptSuffixes, path.Ext(all[at])) {
			texts = append(texts, x.tree.Read(all[at], maxScriptSize))
		}
	}
	x.texts[dir] = texts
	return texts
}
