package commands

import (
	"bytes"
	"path"
	"slices"
	"strings"
	"unicode"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/script"
)

// lacks reports whether a skill does not declare a package that a script imports.
func (s *skillFiles) lacks(of skillScript, i *script.Import) bool {
	if i.Optional || strings.HasPrefix(i.Name, ".") {
		return false
	}
	var names []string
	switch of.script.Language {
	case script.Python:
		if script.IsPythonStandard(i.Name) || s.isLocal(of.file, i.Name) {
			return false
		}
		providers := script.ProvidersOf(i.Name)
		if names = script.PackagesOf(i.Name); names == nil || s.importsAny(providers, script.NormalPackage(script.Distribution(i.Path))) {
			return false
		}
		names = append(names, providers...)
	case script.JavaScript, script.TypeScript:
		if script.IsNodeStandard(i.Name) || !isPackageName(i.Name) || s.runsBun() {
			return false
		}
		names = []string{script.NormalPackage(i.Name)}
	default:
		return false
	}
	return !s.mentionsPackage(names) && !mentionsItself(s.tree, of.file, i, names)
}

// importsAny reports whether a script of the skill imports one of some packages, other than the package itself: that one is reported
// instead.
func (s *skillFiles) importsAny(packages []string, itself string) bool {
	if s.imported == nil {
		s.imported = map[string]bool{}
		for _, of := range s.scripts {
			for _, i := range of.script.Imports {
				if !i.Optional && of.script.Language == script.Python {
					s.imported[script.NormalPackage(script.Distribution(i.Path))] = true
				}
			}
		}
	}
	return slices.ContainsFunc(packages, func(p string) bool { return p != itself && s.imported[p] })
}

// isPackageName reports whether a module is that of a package rather than an alias or an address.
func isPackageName(name string) bool {
	return !strings.HasPrefix(name, "@/") && strings.IndexByte("~#/$.", name[0]) < 0 && !strings.Contains(name, ":") && name != "@"
}

// isLocal reports whether a module of Python is a file or directory of the skill, or of a directory above the script.
func (s *skillFiles) isLocal(f *analysis.File, module string) bool {
	for d := path.Dir(f.Rel); ; d = path.Dir(d) {
		for _, dir := range []string{d, path.Join(d, "src"), path.Join(d, "lib"), path.Join(d, "scripts")} {
			if p := path.Join(dir, module); s.tree.Exists(p+".py") || s.tree.IsDir(p) {
				return true
			}
		}
		if d == "." {
			break
		}
	}
	if !s.tree.HasName(module+".py") && !s.tree.HasName(module) {
		return false
	}
	if strings.Contains(string(s.tree.Read(f.Rel, script.MaxSize)), "sys.path.") {
		return true // in a directory that the script adds to the search path
	}
	all := s.tree.All()
	i, _ := slices.BinarySearch(all, s.dir)
	for ; i < len(all) && strings.HasPrefix(all[i], s.dir); i++ {
		if base := path.Base(all[i]); base == module+".py" || base == module && s.tree.IsDir(all[i]) {
			return true
		}
	}
	return false
}

// mentionsItself reports whether a script names a package outside of the import, such as in its metadata or in a comment on how to
// install it.
func mentionsItself(tree *analysis.Tree, f *analysis.File, i *script.Import, names []string) bool {
	source := tree.Read(f.Rel, script.MaxSize)
	if source == nil {
		return true
	}
	text := script.NormalPackage(string(source))
	for line := range strings.Lines(text) {
		about := strings.Contains(line, "pip") || strings.Contains(line, "install") || strings.Contains(line, "uv ") || strings.Contains(line, "npm ") || strings.Contains(line, "require") && !strings.Contains(line, "require(") ||
			strings.HasPrefix(strings.TrimSpace(line), "#") || strings.HasPrefix(strings.TrimSpace(line), "//")
		if about && slices.ContainsFunc(names, func(n string) bool { return strings.Contains(line, n) }) {
			return true
		}
	}
	return false
}

// isRun reports whether a command runs a script, or it is a program, or another script of the skill names it.
func (s *skillFiles) isRun(of skillScript, run map[string]bool) bool {
	if s.named == nil {
		s.named = map[string]bool{}
		stems := map[string]*analysis.File{}
		for _, other := range s.scripts {
			stems[stemOf(other.file)] = other.file
		}
		for _, other := range s.scripts {
			words := bytes.FieldsFunc(s.tree.Read(other.file.Rel, maxSkillText), func(r rune) bool {
				return r != '_' && r != '-' && !unicode.IsLetter(r) && !unicode.IsDigit(r)
			})
			for _, word := range words {
				if to := stems[string(word)]; to != nil && to != other.file {
					s.named[string(word)] = true
				}
			}
			s.named[other.file.Rel] = isProgram(words, other.script)
		}
	}
	return run[of.file.Path] || s.named[of.file.Rel] || s.named[stemOf(of.file)]
}

// isProgram reports whether a script is a program: it has a "#!" line, a main guard, or reads its arguments.
func isProgram(words [][]byte, s *script.Script) bool {
	return s.Shebang != "" || slices.ContainsFunc(words, func(word []byte) bool { return string(word) == "__main__" || string(word) == "argv" })
}

func stemOf(f *analysis.File) string {
	return strings.TrimSuffix(path.Base(f.Rel), path.Ext(f.Rel))
}
