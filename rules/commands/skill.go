package commands

import (
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/script"
)

// maxSkillText limits the bytes of texts of a skill that are searched. Skills with more are not checked.
const maxSkillText = 4 << 20

// A skillFiles has the scripts and texts of a skill.
type skillFiles struct {
	tree    *analysis.Tree
	dir     string // relative to the root; ends with "/" unless it is the root
	scripts []skillScript

	imported map[string]bool // packages of Python
	named    map[string]bool // scripts that are programs, by path, and that others name, by their name without extension

	read  bool
	texts []string // of documents
	lists []string // of packages, and of scripts that may install them
	large bool     // there is more than texts
	lower []string
}

// A skillScript is a script of a skill.
type skillScript struct {
	file   *analysis.File
	script *script.Script
}

// skillsOf returns the skills with scripts of a workspace, in order.
func skillsOf(pass *analysis.Pass) []*skillFiles {
	type key struct {
		tree *analysis.Tree
		dir  string
	}
	known := map[key]*skillFiles{}
	var skills []*skillFiles
	for f, s := range script.Fact.All(pass.Store) {
		if s == nil || f.Owner == "" {
			continue
		}
		dir, ok := skillDir(f)
		if !ok {
			continue
		}
		skill := known[key{f.Tree, dir}]
		if skill == nil {
			skill = &skillFiles{tree: f.Tree, dir: dir}
			known[key{f.Tree, dir}] = skill
			skills = append(skills, skill)
		}
		skill.scripts = append(skill.scripts, skillScript{f, s})
	}
	return skills
}

// skillDir returns the directory of the skill that contains a file, relative to the root: the nearest with a SKILL.md.
func skillDir(f *analysis.File) (dir string, ok bool) {
	for d := path.Dir(f.Rel); ; d = path.Dir(d) {
		if f.Tree.Exists(path.Join(d, "SKILL.md")) {
			if d == "." {
				return "", true
			}
			return d + "/", true
		}
		if d == "." {
			return "", false
		}
	}
}

// load reads the texts of the skill, and the lists of packages in the directories above it.
func (s *skillFiles) load() {
	if s.read {
		return
	}
	s.read = true
	left := int64(maxSkillText)
	add := func(rel string, to *[]string) {
		text := s.tree.Read(rel, maxSkillText)
		if left -= int64(len(text)); left < 0 || text == nil && s.tree.Stat(rel) == analysis.IsFile {
			s.large = true
			return
		}
		*to = append(*to, string(text))
	}
	all := s.tree.All()
	i, _ := slices.BinarySearch(all, s.dir)
	for ; i < len(all) && strings.HasPrefix(all[i], s.dir) && !s.large; i++ {
		switch rel := all[i]; {
		case s.tree.IsDir(rel):
		case isText(rel):
			add(rel, &s.texts)
		case isPackageList(rel) || isInstaller(rel):
			add(rel, &s.lists)
		}
	}
	for d := strings.TrimSuffix(s.dir, "/"); d != "" && d != "."; {
		d = path.Dir(d)
		for _, name := range s.tree.Entries(d) {
			if rel := path.Join(d, name); isPackageList(rel) && !s.tree.IsDir(rel) {
				add(rel, &s.lists)
			}
		}
	}
}

func isText(rel string) bool {
	switch strings.ToLower(path.Ext(rel)) {
	case ".md", ".mdx", ".txt", ".rst", ".env", ".example", ".sample":
		return true
	}
	base := path.Base(rel)
	return strings.HasPrefix(base, ".env") || base == "Dockerfile" || base == "Makefile"
}

// isPackageList reports whether a file lists packages.
func isPackageList(rel string) bool {
	switch base := strings.ToLower(path.Base(rel)); base {
	case "pyproject.toml", "setup.py", "setup.cfg", "pipfile", "environment.yml", "environment.yaml", "conda.yaml", "package.json", "deno.json", "import_map.json", "uv.lock", "poetry.lock":
		return true
	default:
		return strings.HasPrefix(base, "requirements") && (strings.HasSuffix(base, ".txt") || strings.HasSuffix(base, ".in"))
	}
}

// isInstaller reports whether a file may install packages.
func isInstaller(rel string) bool {
	switch strings.ToLower(path.Ext(rel)) {
	case ".sh", ".ps1", ".bat", ".yml", ".yaml", ".toml", ".json":
		return true
	}
	base := strings.ToLower(path.Base(rel))
	return strings.HasPrefix(base, "setup") || strings.HasPrefix(base, "install") || strings.HasPrefix(base, "bootstrap")
}

// mentionsPackage reports whether a text of the skill names a package.
func (s *skillFiles) mentionsPackage(names []string) bool {
	s.load()
	if s.large {
		return true
	}
	if s.lower == nil {
		s.lower = make([]string, 0, len(s.texts)+len(s.lists))
		for _, list := range [][]string{s.texts, s.lists} {
			for _, t := range list {
				s.lower = append(s.lower, script.NormalPackage(t))
			}
		}
	}
	return slices.ContainsFunc(s.lower, func(text string) bool {
		return slices.ContainsFunc(names, func(name string) bool { return namesPackage(text, name) })
	})
}

// namesPackage reports whether a text contains the name of a package as a word. A name that is also an English word must be
// in code, or on a line about packages.
func namesPackage(text, name string) bool {
	for from := 0; ; {
		n := strings.Index(text[from:], name)
		if n < 0 {
			return false
		}
		start, end := from+n, from+n+len(name)
		from = end
		if start > 0 && isNameByte(text[start-1]) || end < len(text) && isNameByte(text[end]) {
			continue
		}
		if !isEnglish(name) {
			return true
		}
		if start > 0 && end < len(text) && strings.IndexByte("`\"'*", text[start-1]) >= 0 && strings.IndexByte("`\"'*>=<[~", text[end]) >= 0 {
			return true
		}
		first := strings.LastIndexByte(text[:start], '\n') + 1
		line, _, _ := strings.Cut(text[first:], "\n")
		line = line[:min(len(line), 2000)]
		for _, about := range []string{"pip ", "install", "uv ", "import ", "librar", "package", "depend", "==", ">="} {
			if strings.Contains(line, about) {
				return true
			}
		}
		if strings.TrimSpace(line) == name {
			return true
		}
		from = first + len(line) // the rest of a long line says the same
		if from < end {
			from = end
		}
	}
}

// runsBun reports whether a text of the skill runs Bun or Deno, which install packages that are missing.
func (s *skillFiles) runsBun() bool {
	s.load()
	return slices.ContainsFunc(s.texts, func(t string) bool {
		return hasName(t, "bun") > 0 || strings.Contains(t, "BUN") || hasName(t, "deno") > 0
	})
}

func isNameByte(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' || '0' <= c && c <= '9' }

// isEnglish reports whether the name of a package is an English word.
func isEnglish(name string) bool {
	switch name {
	case "requests", "click", "rich", "fire", "schedule", "records", "arrow", "box", "attrs", "markdown", "docker", "git", "redis", "responses", "retry", "invoke", "fabric", "flask", "bottle", "faker", "magic", "serial", "magic-python", "axios", "chalk", "express", "glob", "open", "got", "sharp", "debug", "marked", "commander", "prompts", "turndown", "image", "slack", "github", "google", "azure", "mysql", "snowflake", "kubernetes", "cryptography", "telegram", "discord", "whois", "nmap", "dns", "ldap", "kafka", "vt", "bio", "toml", "yaml", "usb", "bluetooth", "crypto":
		return true
	}
	return false
}

// mentions reports whether a text of the skill contains a name as a word, in this case.
func (s *skillFiles) mentions(name string) bool {
	s.load()
	return s.large || slices.ContainsFunc(s.texts, func(text string) bool { return hasName(text, name) > 0 })
}

// hasName returns how often a text contains a name as a word, up to 3.
func hasName(text, name string) int {
	count := 0
	for from := 0; count < 3; {
		n := strings.Index(text[from:], name)
		if n < 0 {
			break
		}
		start, end := from+n, from+n+len(name)
		from = end
		if !(start > 0 && (isNameByte(text[start-1]) || text[start-1] == '_')) && !(end < len(text) && (isNameByte(text[end]) || text[end] == '_')) {
			count++
		}
	}
	return count
}
