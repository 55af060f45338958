package registry

import (
	"path"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
)

// Lock reports lock files of the skills installer that do not match the installed skills.
//
// "npx skills add" records each skill of a project in skills-lock.json, so that "npx skills experimental_install" can restore it and
// "npx skills update" can update it. The installer reads a lock file that is not valid as an empty one, and the next installation
// overwrites it.
//
// Severity:
//   - error for a lock file that the installer reads as an empty one
//   - warning for a skill without a directory, if other skills of the lock file have one, and for a local source that does not exist
//
// Not reported:
//   - skills that an ignore file names, and those of a lock file of which none is in the repository: the installer restores them
//   - hashes: that of a skill from GitHub may be the hash of another copy, in which files differ from the installed ones
//   - skills that the lock file does not contain: they may belong to the project
//   - files without the fields of the installer
//   - examples, templates and test data
var Lock = &analysis.Analyzer{
	Name:     "registry/lock",
	Doc:      "lock file of the skills installer that does not match",
	Severity: analysis.Error,
	Scope:    analysis.PerWorkspace,
	Source: analysis.Source{Kind: analysis.LoaderCode, Checked: "2026-11-28",
		Name: "lock file of the npm package skills 1.7.4, and 69 lock files of 23 repositories"},
	Run: lock,
}

func lock(pass *analysis.Pass) error {
	isLock := func(rel string) bool { return path.Base(rel) == "skills-lock.json" }
	eachData(pass, isLock, "", emptyLock, func(f *dataFile) {
		l := lockFile{dataFile: f, dir: path.Dir(f.rel), skills: f.root.Get("skills")}
		if l.isInstaller() && l.hasVersion() {
			l.sources()
			l.compare()
		}
	})
	return nil
}

// emptyLock is the effect of a lock file that is not valid.
const emptyLock = "\"npx skills\" reads it as empty, and the next installation overwrites it"

// mainSkills is the directory into which the installer copies all skills.
const mainSkills = ".agents/skills"

// A lockFile is a skills-lock.json.
type lockFile struct {
	*dataFile
	dir    string
	skills *analysis.Value
}

// isInstaller reports whether the installer wrote the file: an entry has its fields.
func (l *lockFile) isInstaller() bool {
	if l.skills == nil || l.skills.Kind != analysis.Map {
		return false
	}
	for _, m := range l.skills.Members {
		if textOf(m.Value, "sourceType") != "" && textOf(m.Value, "source") != "" {
			return true
		}
	}
	return false
}

// hasVersion reports a version that the installer does not read.
func (l *lockFile) hasVersion() bool {
	v := l.root.Get("version")
	switch {
	case v == nil:
		l.report(analysis.Range{}, analysis.Diagnostic{Message: "missing \"version\" in skills-lock.json", Effect: emptyLock, Help: "add \"version\": 1"})
	case v.Kind != analysis.Number || strings.HasPrefix(v.Text, "-") || strings.HasPrefix(v.Text, "0"):
		l.report(v.Range, analysis.Diagnostic{Message: "unknown version of skills-lock.json", Effect: emptyLock, Help: "use 1"})
	default:
		return true
	}
	return false
}

// sources reports local sources that do not exist.
func (l *lockFile) sources() {
	for _, m := range l.skills.Members {
		source := m.Value.Get("source")
		if textOf(m.Value, "sourceType") != "local" || !source.IsString() || path.IsAbs(source.Text) || strings.ContainsAny(source.Text, ":\\~$") {
			continue
		}
		if l.absent(path.Join(l.dir, source.Text)) {
			l.report(source.Range, analysis.Diagnostic{Severity: analysis.Warning, About: m.Key, Message: "broken path: " + quote.Text(source.Text) + " does not exist",
				Effect: "\"npx skills\" cannot restore or update the skill", Help: "correct the path, or remove the skill"})
		}
	}
}

// compare compares the entries with the skills in the directory of the lock file.
func (l *lockFile) compare() {
	installed := map[string]bool{}
	for rel := range l.below(l.dir) {
		if path.Base(rel) == "SKILL.md" {
			installed[path.Base(path.Dir(rel))] = true
		}
	}
	exist := false
	for _, m := range l.skills.Members {
		exist = exist || l.tree.Exists(path.Join(l.dir, mainSkills, installName(m.Key), "SKILL.md"))
	}
	if !exist {
		return
	}
	for _, m := range l.skills.Members {
		name, kind := installName(m.Key), textOf(m.Value, "sourceType")
		if !installed[name] && !installed[m.Key] && kind != "node_modules" && m.Value.Get("subagents") == nil && l.absent(path.Join(l.dir, mainSkills, name)) {
			l.report(m.KeyRange, analysis.Diagnostic{Severity: analysis.Warning, About: m.Key, Message: "locked skill " + quote.Text(m.Key) + " has no directory",
				Effect: "agents do not find it", Help: "run \"npx skills experimental_install\", or \"npx skills remove\""})
		}
	}
}

// installName returns the name of the directory in which the installer writes a skill.
func installName(name string) string {
	var b strings.Builder
	for _, r := range strings.ToLower(name) {
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r == '.' || r == '_' {
			b.WriteRune(r)
		} else if !strings.HasSuffix(b.String(), "-") {
			b.WriteByte('-')
		}
	}
	return strings.Trim(b.String(), ".-")
}
