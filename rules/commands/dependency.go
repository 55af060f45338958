package commands

import (
	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/facts/invocation"
	"github.com/skilllint/skilllint/internal/script"
)

// Dependency reports packages that a script of a skill imports and that nothing declares.
//
// A skill is installed without its packages. An agent that runs the script gets "No module named …", and guesses which package
// contains the module: "PIL" is in Pillow, "cv2" in opencv-python. List the packages in requirements.txt or package.json, in
// the script's own metadata ("# /// script"), or write in SKILL.md how to install them.
//
// A package is declared if requirements.txt, pyproject.toml, package.json or the like name it, in the skill or in a directory
// above it, or if a text or an installer of the skill does. A package that several scripts import is reported once.
//
// Severity:
//   - warning in general
//   - info for a script that no command runs and that is not a program: code to copy, or a module that no script names
//
// Not reported:
//   - modules of the standard library, and those that are files of the repository, also where the script changes sys.path
//   - imports in try blocks, in functions and under conditions
//   - imports of types only, and aliases such as "@/lib"
//   - packages that another declared package depends on, such as "urllib3" with requests
//   - modules that a program provides to its scripts, such as "bpy" of Blender
//   - scripts that Bun and Deno run, which install packages
//   - templates, examples, references, tests and test data
var Dependency = &analysis.Analyzer{
	Name:     "commands/dependency",
	Doc:      "package that a script imports and nothing declares",
	Severity: analysis.Warning,
	Scope:    analysis.PerWorkspace,
	Kinds:    analysis.Skill,
	Source: analysis.Source{Kind: analysis.Specification, Checked: "2026-11-28",
		Name: "Agent Skills specification on scripts/: self-contained, or with documented dependencies; PEP 723; Python's and Node.js's standard libraries"},
	Requires: []*analysis.Analyzer{script.Fact.Analyzer, invocation.CallFact.Analyzer},
	Run:      dependency,
}

func dependency(pass *analysis.Pass) error {
	run := map[string]bool{}
	for _, c := range invocation.CallFact.Of(pass) {
		run[c.From.Tree.Prefix+c.To] = true
	}
	for _, skill := range skillsOf(pass) {
		known := map[string]*analysis.Diagnostic{}
		var order []*analysis.Diagnostic
		for _, s := range skill.scripts {
			if isTestData(s.file.Rel) || isTest(s.file.Rel) || isTemplate(s.file.Rel) || isShown(s.file) || isInstalledBy(s.script) {
				continue
			}
			for _, i := range s.script.Imports {
				from := packageOf(s, &i)
				if d := known[from]; d != nil {
					if d.Severity == analysis.Info && !i.Optional && skill.isRun(s, run) {
						d.Severity = analysis.Warning
					}
					if len(d.Related) < 5 && d.Location.Path != s.file.Path {
						d.Related = append(d.Related, analysis.Related{Location: s.file.At(i.Range), Message: "also here"})
					}
					continue
				}
				if !skill.lacks(s, &i) {
					continue
				}
				d := undeclared(s, &i)
				if !skill.isRun(s, run) {
					d.Severity = analysis.Info // a module that nothing imports, or code to copy
				}
				known[from], order = d, append(order, d)
			}
		}
		for _, d := range order {
			pass.Report(*d)
		}
	}
	return nil
}

// packageOf returns the usual name of the package of an import.
func packageOf(s skillScript, i *script.Import) string {
	if s.script.Language == script.Python {
		return script.Distribution(i.Path)
	}
	return i.Name
}

func undeclared(s skillScript, i *script.Import) *analysis.Diagnostic {
	at := s.file.At(i.Range)
	name, list, effect := packageOf(s, i), "package.json", "the script fails where the package is not installed"
	if s.script.Language == script.Python {
		list = "requirements.txt"
	}
	d := &analysis.Diagnostic{Location: &at, Message: "undeclared dependency: " + quote.Text(i.Name), Effect: effect, About: i.Name,
		Help: "list " + name + " in " + list + ", or write in SKILL.md how to install it"}
	if script.NormalPackage(name) != script.NormalPackage(i.Name) {
		d.Message += " of the package " + name
	}
	return d
}

// isInstalledBy reports whether the interpreter in the "#!" line installs packages that are missing.
func isInstalledBy(s *script.Script) bool {
	switch script.Interpreter(s.Shebang) {
	case "bun", "deno":
		return true
	}
	return false
}
