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
	Keys []string // of the header of a skill
}

// A Survey summarizes a directory for its configuration.
type Survey struct {
	Groups     []Group
	Pins       []Pin            // dialects of directories where only the content of some skills determines it
	Undetected []string         // directories of skills of unknown dialect
	Excluded   []ExcludedFolder // directories with copies or test data
	Agents     []string         // whose files were found, sorted
	Manifest   bool             // there is a MANIFEST.jsonl
}

// A Group is files with the same kind, dialect and reason.
type Group struct {
	Kind    analysis.Kind
	Dialect string // empty: none
	Why     string
	Where   string // their directory, with * for varying names; "." for the one to set up
	Count   int
}

// A Pin is the dialect for the skills in a directory.
type Pin struct {
	Folder   string
	Dialect  string
	Evidence int // skills whose content determines the dialect
	Skills   int
}

// An ExcludedFolder is a directory that the configuration excludes.
type ExcludedFolder struct {
	Folder string
	Files  int // number of linted files, without references and other files of skills
}

// Summarize surveys the files below a directory. agents are the supported clients.
func Summarize(files []FoundFile, agents []string) *Survey {
	s := &Survey{Groups: group(files), Excluded: excludedFolders(files)}
	var kept []FoundFile
	for _, f := range files {
		s.Manifest = s.Manifest || f.Kind == analysis.Manifest
		if name := dialectOf(f); name != unsettled && slices.Contains(agents, name) && !slices.Contains(s.Agents, name) {
			s.Agents = append(s.Agents, name)
		}
		if !slices.ContainsFunc(s.Excluded, func(l ExcludedFolder) bool { return strings.HasPrefix(f.Rel, l.Folder+"/") }) {
			kept = append(kept, f)
		}
	}
	slices.Sort(s.Agents)
	s.Pins, s.Undetected = detectPins(kept)
	return s
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
	folders := map[key][]string{}
	var keys []key
	for _, f := range files {
		k := key{f.Kind, dialectOf(f), f.Why}
		if folders[k] == nil {
			keys = append(keys, k)
		}
		folders[k] = append(folders[k], holder(f))
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
		groups = append(groups, Group{k.kind, k.dialect, k.why, common(folders[k]), len(folders[k])})
	}
	return groups
}

// holder returns the directory that contains a file, or the directory of its skill.
func holder(f FoundFile) string {
	dir := path.Dir(f.Rel)
	if f.Kind == analysis.Skill && strings.EqualFold(path.Base(f.Rel), "SKILL.md") && dir != "." {
		return path.Dir(dir)
	}
	return dir
}

// common returns one pattern for several paths: with "*" for each varying name, or with "**" after their
// common prefix.
func common(folders []string) string {
	first := strings.Split(folders[0], "/")
	parts := slices.Clone(first)
	same := len(first) // number of names in the common prefix
	deep := false
	for _, folder := range folders[1:] {
		names := strings.Split(folder, "/")
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

// excludedFolders returns directories with copies and test data, if other files exist too.
func excludedFolders(files []FoundFile) []ExcludedFolder {
	counts := map[string]int{}
	var folders []string
	own := 0
	for _, f := range files {
		if f.Kind&(analysis.Reference|analysis.Raw) != 0 {
			continue
		}
		folder := foreign(f.Rel)
		switch {
		case folder == "" || !Plain(folder):
			own++
		case counts[folder] == 0:
			folders = append(folders, folder)
			fallthrough
		default:
			counts[folder]++
		}
	}
	if own == 0 || len(folders) > mostGlobs {
		return nil
	}
	slices.Sort(folders)
	var out []ExcludedFolder
	for _, folder := range folders {
		out = append(out, ExcludedFolder{folder, counts[folder]})
	}
	return out
}

// foreign returns the topmost directory above a file whose name suggests third-party material or test data;
// "" if there is none. Directories of skills and plugins may have such names.
func foreign(rel string) string {
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

// mostGlobs limits the pins or directories in a configuration; with more, users write a pattern.
const mostGlobs = 20

// Plain reports whether a path or name can be written to a configuration unchanged: no character has a
// meaning in a glob, a quoted YAML text or a comment.
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
func detectPins(files []FoundFile) (pins []Pin, untold []string) {
	votes := map[string]map[string]int{} // by folder and dialect
	skills, unread := map[string]int{}, map[string]map[string]int{}
	var folders []string
	for _, f := range files {
		folder := holder(f)
		if f.Kind != analysis.Skill || isPlaced(f) || !Plain(folder) {
			continue
		}
		if skills[folder] == 0 {
			folders = append(folders, folder)
			votes[folder], unread[folder] = map[string]int{}, map[string]int{}
		}
		skills[folder]++
		for _, dialect := range dialectEvidence(f) {
			votes[folder][dialect]++
			if dialect != dialectOf(f) {
				unread[folder][dialect]++
			}
		}
	}
	slices.Sort(folders)
	for _, folder := range folders {
		best, telling := winner(votes[folder])
		switch {
		case len(votes[folder]) == 0:
			untold = append(untold, folder)
		case best != "" && 2*telling >= skills[folder] && skills[folder] > telling-unread[folder][best]:
			pins = append(pins, Pin{folder, best, telling, skills[folder]})
		}
	}
	if len(pins) > mostGlobs {
		pins = nil
	}
	return pins, untold
}

// isPlaced reports whether the location of a skill determines its dialect.
func isPlaced(f FoundFile) bool {
	return f.Pinned || !f.Guessed && dialectOf(f) != unsettled || strings.HasPrefix(f.Rel, ".") || strings.Contains(f.Rel, "/.")
}

// unsettled is the default dialect: the specification's.
const unsettled = "agentskills"

// dialectEvidence returns the dialects that the content of a skill suggests: the detected one, or else those
// of fields that only one dialect reads.
func dialectEvidence(f FoundFile) []string {
	if dialect := dialectOf(f); dialect != unsettled {
		return []string{dialect}
	}
	var dialects []string
	for _, key := range f.Keys {
		readers := schema.ReadersOf(f.Kind.String(), key)
		if len(readers) != 1 || slices.ContainsFunc(schema.ReadersOf(analysis.Agent.String(), key), func(name string) bool { return name != readers[0] }) {
			continue
		}
		if readers[0] != unsettled && !slices.Contains(dialects, readers[0]) {
			dialects = append(dialects, readers[0])
		}
	}
	return dialects
}

// winner returns the dialect with the most votes, and their number; "" if there is a tie.
func winner(votes map[string]int) (best string, most int) {
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
