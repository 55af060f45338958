// Package setup creates configurations and CI files for a repository, and new skills, subagents, commands, personas and
// registry entries from templates.
package setup

import (
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/sorting"
	"github.com/skilllint/skilllint/schema"
)

// A FoundFile is a file that discovery found.
type FoundFile struct {
	*analysis.File
	Rel  string   // below the directory to set up, with "/"
	Keys []string // frontmatter keys of a skill
}

// A Survey summarizes a directory for its configuration.
type Survey struct {
	Groups     []Group
	Pins       []Pin         // dialects of directories, detected from the content of some skills
	Undetected []string      // directories of skills of unknown dialect
	Hidden     []string      // directories .NAME/skills of unknown clients, sorted
	Excluded   []ExcludedDir // directories with copies or test data
	Agents     []string      // clients whose files were found, sorted
	Protocol   string        // the protocol of the files that were found, such as CLEO's; empty: none
}

// A Group is files with the same kind, dialect and reason.
type Group struct {
	Kind    analysis.Kind
	Dialect string // empty: none
	Why     string
	Where   string // their directory, with * for varying names; "." for the directory to set up
	Count   int
}

// A Pin is the dialect for the skills in a directory.
type Pin struct {
	Dir      string
	Dialect  string
	Evidence int // skills whose content determines the dialect
	Skills   int
}

// An ExcludedDir is a directory that the configuration excludes.
type ExcludedDir struct {
	Dir   string
	Files int // number of linted files, without references and other files of skills
}

// Summarize surveys the files below a directory. agents are the supported clients.
func Summarize(files []FoundFile, agents []string) *Survey {
	s := &Survey{Groups: group(files), Excluded: excludedDirs(files)}
	var kept []FoundFile
	for _, f := range files {
		if f.Dialect != nil && f.Dialect.Protocol != nil {
			s.Protocol = f.Dialect.Protocol.Title
		}
		if name := dialectOf(f); name != defaultDialect && slices.Contains(agents, name) && !slices.Contains(s.Agents, name) {
			s.Agents = append(s.Agents, name)
		}
		if !slices.ContainsFunc(s.Excluded, func(l ExcludedDir) bool { return strings.HasPrefix(f.Rel, l.Dir+"/") }) {
			kept = append(kept, f)
		}
	}
	slices.Sort(s.Agents)
	s.Pins, s.Undetected = detectPins(kept)
	s.Hidden = hiddenDirs(kept)
	return s
}

// hiddenDirs returns the directories .NAME/skills whose client is unknown.
func hiddenDirs(files []FoundFile) []string {
	var dirs []string
	for _, f := range files {
		dir := parentDir(f)
		home := path.Base(path.Dir(dir))
		if f.Kind == analysis.Skill && !f.Pinned && !f.Guessed && dialectOf(f) == defaultDialect && path.Base(dir) == "skills" && len(home) > 1 &&
			home[0] == '.' && home != ".agents" && Plain(dir) && !slices.Contains(dirs, dir) && len(dirs) < maxGlobs {
			dirs = append(dirs, dir)
		}
	}
	slices.Sort(dirs)
	return dirs
}

func dialectOf(f FoundFile) string {
	if f.Dialect == nil {
		return ""
	}
	return f.Dialect.Name
}

// group counts files by kind, dialect and reason, in this order.
func group(files []FoundFile) []Group {
	type key struct {
		kind         analysis.Kind
		dialect, why string
	}
	dirs := map[key][]string{}
	var keys []key
	for _, f := range files {
		k := key{f.Kind, dialectOf(f), f.Why}
		if dirs[k] == nil {
			keys = append(keys, k)
		}
		dirs[k] = append(dirs[k], parentDir(f))
	}
	sorting.By(keys, func(a, b key) int {
		switch {
		case a.kind != b.kind:
			return int(a.kind) - int(b.kind)
		case a.dialect != b.dialect:
			return strings.Compare(a.dialect, b.dialect)
		}
		return strings.Compare(a.why, b.why)
	})
	var groups []Group
	for _, k := range keys {
		groups = append(groups, Group{k.kind, k.dialect, k.why, common(dirs[k]), len(dirs[k])})
	}
	return groups
}

// parentDir returns the directory that contains a file. For a SKILL.md, it is the directory that contains the skill.
func parentDir(f FoundFile) string {
	dir := path.Dir(f.Rel)
	if f.Kind == analysis.Skill && strings.EqualFold(path.Base(f.Rel), "SKILL.md") && dir != "." {
		return path.Dir(dir)
	}
	return dir
}

// common returns one pattern for several paths: with "*" for each varying name, or with "**" after their
// common prefix.
func common(dirs []string) string {
	first := strings.Split(dirs[0], "/")
	parts := slices.Clone(first)
	same := len(first) // number of names in the common prefix
	deep := false
	for _, dir := range dirs[1:] {
		names := strings.Split(dir, "/")
		deep = deep || len(names) != len(parts)
		for i := range min(len(names), len(parts)) {
			if names[i] != first[i] {
				parts[i], same = "*", min(same, i)
			}
		}
		same = min(same, len(names))
	}
	if deep {
		parts = append(slices.Clone(first[:same]), "**")
	}
	if parts[0] == "." && len(parts) > 1 {
		parts = parts[1:]
	}
	return strings.Join(parts, "/")
}

// excludedDirs returns directories with copies and test data, if other files exist too.
func excludedDirs(files []FoundFile) []ExcludedDir {
	counts := map[string]int{}
	var dirs []string
	own := 0
	for _, f := range files {
		if f.Kind&(analysis.Reference|analysis.Raw) != 0 {
			continue
		}
		dir := thirdParty(f.Rel)
		switch {
		case dir == "" || !Plain(dir):
			own++
		case counts[dir] == 0:
			dirs = append(dirs, dir)
			fallthrough
		default:
			counts[dir]++
		}
	}
	if own == 0 || len(dirs) > maxGlobs {
		return nil
	}
	slices.Sort(dirs)
	var out []ExcludedDir
	for _, dir := range dirs {
		out = append(out, ExcludedDir{dir, counts[dir]})
	}
	return out
}

// thirdParty returns the topmost directory above a file whose name suggests third-party material or test data, or "".
// Directories of skills and plugins may have such names.
func thirdParty(rel string) string {
	names := strings.Split(path.Dir(rel), "/")
	for i, name := range names {
		switch name {
		case "vendor", "node_modules", "third_party", "testdata", "fixtures", "__fixtures__", "template", "templates":
		default:
			continue
		}
		if i > 0 && (names[i-1] == "skills" || names[i-1] == "plugins" || names[i-1] == "agents") {
			continue
		}
		if i == len(names)-1 && strings.EqualFold(path.Base(rel), "SKILL.md") {
			continue
		}
		return strings.Join(names[:i+1], "/")
	}
	return ""
}

// maxGlobs limits the pins or directories in a configuration; with more, users write a pattern.
const maxGlobs = 20

// Plain reports whether a path or name can be written to a configuration unchanged: no character is special in a glob,
// a quoted YAML string or a comment.
func Plain(rel string) bool {
	for _, r := range rel {
		switch {
		case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9':
		case strings.ContainsRune("/._- +@", r):
		default:
			return false
		}
	}
	return rel != "." && rel == strings.TrimSpace(rel)
}

// detectPins returns the dialect for each directory of skills, and the directories whose dialect is unknown.
// Directories whose path determines the dialect, such as .claude, are skipped.
func detectPins(files []FoundFile) (pins []Pin, undetected []string) {
	votes := map[string]map[string]int{}                                 // by directory and dialect
	skills, misdetected := map[string]int{}, map[string]map[string]int{} // misdetected: votes of skills with another dialect
	var dirs []string
	for _, f := range files {
		dir := parentDir(f)
		if f.Kind != analysis.Skill || determinedByPath(f) || !Plain(dir) {
			continue
		}
		if skills[dir] == 0 {
			dirs = append(dirs, dir)
			votes[dir], misdetected[dir] = map[string]int{}, map[string]int{}
		}
		skills[dir]++
		for _, dialect := range dialectEvidence(f) {
			votes[dir][dialect]++
			if dialect != dialectOf(f) {
				misdetected[dir][dialect]++
			}
		}
	}
	slices.Sort(dirs)
	for _, dir := range dirs {
		best, evidence := mostVoted(votes[dir])
		switch {
		case len(votes[dir]) == 0:
			undetected = append(undetected, dir)
		case best != "" && 2*evidence >= skills[dir] && skills[dir] > evidence-misdetected[dir][best]:
			pins = append(pins, Pin{dir, best, evidence, skills[dir]})
		}
	}
	if len(pins) > maxGlobs {
		pins = nil
	}
	return pins, undetected
}

// determinedByPath reports whether the location of a skill determines its dialect.
func determinedByPath(f FoundFile) bool {
	return f.Pinned || !f.Guessed && dialectOf(f) != defaultDialect || strings.HasPrefix(f.Rel, ".") || strings.Contains(f.Rel, "/.")
}

// defaultDialect is the default dialect: the specification's.
const defaultDialect = "agentskills"

// dialectEvidence returns the dialects that the content of a skill suggests: the detected one, or else those of fields
// that only one dialect defines.
func dialectEvidence(f FoundFile) []string {
	if dialect := dialectOf(f); dialect != defaultDialect {
		return []string{dialect}
	}
	var dialects []string
	for _, key := range f.Keys {
		readers := schema.ReadersOf(f.Kind.String(), key)
		if len(readers) != 1 || slices.ContainsFunc(schema.ReadersOf(analysis.Agent.String(), key), func(name string) bool { return name != readers[0] }) {
			continue
		}
		if readers[0] != defaultDialect && !slices.Contains(dialects, readers[0]) {
			dialects = append(dialects, readers[0])
		}
	}
	return dialects
}

// mostVoted returns the dialect with the most votes and their number. The dialect is "" if there is a tie.
func mostVoted(votes map[string]int) (best string, most int) {
	for dialect, n := range votes {
		switch {
		case n > most:
			best, most = dialect, n
		case n == most:
			best = ""
		}
	}
	return best, most
}
