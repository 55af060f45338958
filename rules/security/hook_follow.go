package security

import (
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/facts/registry"
	"github.com/skilllint/skilllint/internal/behavior"
)

// A startedScript is a script that a document starts without confirmation, directly or through another script.
type startedScript struct {
	Path string     // contains unknown variables as ${NAME}; for make and npm, the file, "#" and the target
	By   string     // the program that runs it
	From string     // the script that starts it, relative to the root; empty: the document
	Read [][32]byte // hashes of the scripts that lead to it
	At   analysis.Location
}

// startedFact computes the scripts that a document starts without confirmation.
var startedFact = analysis.NewFact("started", "the scripts that a document starts without confirmation", analysis.PerDocument, everyKind, readStarted, behavior.Fact.Analyzer)

func readStarted(pass *analysis.Pass) ([]startedScript, error) {
	if registry.IsHome(pass.Document.File) { // its user wrote the scripts
		return nil, analysis.ErrNoFact
	}
	var found []startedScript
	for _, a := range behavior.Fact.Of(pass).Acts {
		if a.Kind == behavior.Starts {
			found = append(found, startedScript{Path: strings.Clone(a.To), By: a.By, At: pass.Document.At(a.At)})
		}
	}
	if found == nil {
		return nil, analysis.ErrNoFact
	}
	return found, nil
}

// maxScriptSize is the size of the largest script that is read.
const maxScriptSize = 4 << 20

// follow reads scripts and those that they start, each once.
func follow(pass *analysis.Pass, file *analysis.File, list []startedScript, seen map[string]bool) {
	for queue := slices.Clone(list); len(queue) > 0; queue = queue[1:] {
		s := queue[0]
		name, target, _ := strings.Cut(s.Path, "#")
		rel := s.find(file, name)
		if rel == "" {
			if key := "?" + s.Path; !seen[key] && isOutOfSight(name) {
				seen[key] = true
				pass.Report(analysis.Diagnostic{Location: &s.At, Severity: analysis.Info, Message: quote.Text(path.Base(name)) + " runs without confirmation, and was not checked",
					Effect: "it is not in the repository"})
			}
			continue
		}
		if key := rel + "#" + target; !seen[key] {
			seen[key] = true
			queue = append(queue, s.check(pass, file, rel)...)
		}
	}
}

// isOutOfSight reports whether a path is that of a script outside of the repository.
func isOutOfSight(p string) bool {
	return strings.HasPrefix(p, "~/") || strings.HasPrefix(p, "${HOME}/") || strings.HasPrefix(p, "/") && path.Ext(p) != ""
}

// check reads a script and reports it. It returns the scripts that the script starts.
func (s startedScript) check(pass *analysis.Pass, file *analysis.File, rel string) []startedScript {
	text := file.Tree.Read(rel, maxScriptSize)
	if text == nil && len(file.Tree.Head(rel, 1)) > 0 {
		pass.Report(analysis.Diagnostic{Location: &s.At, Severity: analysis.Warning, Message: quote.Text(path.Base(rel)) + " runs without confirmation, and was not read",
			Effect: "it is larger than " + quote.Count(maxScriptSize) + " bytes, or cannot be read", Help: "split the script"})
	}
	if len(text) == 0 {
		return nil
	}
	return reportScript(pass, file, s, rel, text)
}

// isOfSkill reports whether a file is in the directory of a skill, where other rules check it.
func isOfSkill(tree *analysis.Tree, rel string) bool { return skillDir(tree, rel) != "" }

// skillDir returns the directory of the skill that a file is in, or "".
func skillDir(tree *analysis.Tree, rel string) string {
	for dir := path.Dir(rel); ; dir = path.Dir(dir) {
		if tree.Exists(path.Join(dir, "SKILL.md")) {
			return dir
		}
		if dir == "." || dir == "/" {
			return ""
		}
	}
}

// find returns the path of a script relative to the root: in the directory of the script or document that starts it, or in one
// above it. It returns "" if the script does not exist.
func (s startedScript) find(file *analysis.File, written string) string {
	for _, root := range []string{"${CLAUDE_PLUGIN_ROOT}/", "${CLAUDE_PROJECT_DIR}/", "${CLAUDE_SKILL_DIR}/", "${PWD}/"} {
		written = strings.TrimPrefix(written, root)
	}
	if written == "" || strings.ContainsAny(written, "$~*") || path.IsAbs(written) || s.From == "" && strings.HasPrefix(path.Clean(written), "..") {
		return ""
	}
	names := []string{written}
	if strings.HasPrefix(s.By, "python") && strings.HasSuffix(written, ".py") {
		names = append(names, strings.TrimSuffix(written, ".py")+"/__main__.py")
	}
	from := file.Rel
	if s.From != "" {
		from = s.From
	}
	for dir := path.Dir(from); ; dir = path.Dir(dir) {
		for _, name := range names {
			if rel := path.Join(dir, name); !analysis.LeavesRoot(rel) && file.Tree.Stat(rel) == analysis.IsFile {
				return rel
			}
		}
		if dir == "." || dir == "/" {
			return ""
		}
	}
}
