package security

import (
	"bytes"
	"path"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/internal/behavior"
	"github.com/skilllint/skilllint/internal/behavior/effect"
)

// Typosquat reports packages and repositories of skills whose names are those of popular ones with a typing error.
//
// Anyone can publish a package with such a name, and it runs code as soon as it is installed. The rule reads
// commands that install packages for Python and Node.js, requirements.txt, pyproject.toml and package.json. It also reads commands
// that install skills and plugins from GitHub: the owner of a repository must not resemble that of a well-known one of the same name.
//
// Names are compared with lists of popular packages and repositories. A name with two errors, or one that resembles a name outside of
// the lists, is not seen.
//
// Not reported:
//   - packages that are popular themselves
//   - packages of a scope (@acme/x), from a path, or with fewer than five characters
//   - names of up to seven characters that differ otherwise than by swapped, doubled, missing or neighboring letters, such as
//     scirpy and scipy
//   - commands of an installed package: prism of @acme/prism-cli
//   - text that describes attacks or says what not to do
var Typosquat = &analysis.Analyzer{
	Name:     "security/typosquat",
	Doc:      "package with almost the same name as another one",
	Severity: analysis.Warning,
	Scope:    analysis.PerDocument,
	Kinds:    everyKind,
	Source: analysis.Source{Kind: analysis.Documentation, Checked: checkedOn,
		Name: "SpellBound: Defending Against Package Typosquatting (Taylor et al., 2020); downloads of PyPI and npm; repositories on GitHub"},
	Requires: []*analysis.Analyzer{behavior.Fact.Analyzer},
	Run:      typosquat,
}

func typosquat(pass *analysis.Pass) error {
	r := behavior.Fact.Of(pass)
	var hits []hit
	add := func(name, registry string, at analysis.Range, by *behavior.Act) {
		if registry == "pypi" {
			name = strings.ReplaceAll(strings.ReplaceAll(name, "_", "-"), ".", "-") // equivalent on PyPI
		}
		if likely := similarPackage(name, registry); likely != "" {
			var excuse behavior.Excuse
			if by != nil {
				excuse = r.ExcuseOf(by)
			}
			hits = append(hits, hit{at: at, excuse: excuse, severity: analysis.Warning, message: "package " + quote.Text(name) + " has almost the same name as " + quote.Text(likely),
				effect: "a package with a similar name runs its own code when it is installed", help: "did you mean " + quote.Text(likely) + "?"})
		}
	}
	for i := range r.Acts {
		if a := &r.Acts[i]; a.Kind == behavior.Installs && registryOf(a.By) != "" && !isCommandOf(pass.Document, a) {
			add(a.To, registryOf(a.By), a.At, a)
		}
	}
	switch base := path.Base(pass.Document.Path); {
	case base == "package.json" && r.Data != nil:
		for _, key := range []string{"dependencies", "devDependencies"} {
			if v := r.Data.Get(key); v != nil {
				for _, m := range v.Members {
					add(m.Key, "npm", m.KeyRange, nil)
				}
			}
		}
	case (base == "pyproject.toml" || path.Ext(base) == ".py" && bytes.Contains(pass.Document.Source, []byte("# /// script"))) && pass.Document.Kind&analysis.Raw != 0:
		pythonDependencies(pass.Document, func(name string, at analysis.Range) { add(name, "pypi", at, nil) })
	case strings.HasPrefix(base, "requirements") && strings.HasSuffix(base, ".txt") && pass.Document.Kind&analysis.Raw != 0:
		for i := 1; i <= pass.Document.LineCount(); i++ {
			at := pass.Document.TrimLine(pass.Document.LineRange(i))
			if name := effect.PackageName(pass.Document.Text(at)); name != "" && isRequirement(pass.Document.Text(at), name) {
				add(name, "pypi", at, nil)
			}
		}
	}
	if pass.Document.IsMarkdown() {
		skillSources(pass.Document, func(source, likely string, at analysis.Range) {
			hits = append(hits, hit{at: at, excuse: r.ExcuseOfText(at), severity: analysis.Warning, message: "repository " + quote.Text(source) + " has almost the same name as " + quote.Text(likely),
				effect: "skills and plugins of another owner are installed", help: "did you mean " + quote.Text(likely) + "?"})
		})
	}
	reportHits(pass, hits)
	return nil
}

// isRequirement reports whether a line has no more than the requirement of a package, and not a sentence or a command.
func isRequirement(line, name string) bool {
	rest := strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(line), name))
	return rest == "" || strings.IndexByte("=<>~!;[@#(\\", rest[0]) >= 0 || strings.HasPrefix(rest, "--hash") || strings.HasPrefix(rest, "--config-settings")
}

// pythonDependencies calls see for the packages in the list "dependencies" of pyproject.toml, or in the comment at the start of a
// script.
func pythonDependencies(d *analysis.Document, see func(name string, at analysis.Range)) {
	open := false
	for i := 1; i <= d.LineCount(); i++ {
		at := d.TrimLine(d.LineRange(i))
		text := strings.TrimLeft(d.Text(at), "# ")
		if key, _, ok := strings.Cut(text, "="); ok && strings.TrimSpace(key) == "dependencies" {
			open = strings.Contains(text, "[")
			_, text, _ = strings.Cut(text, "[")
		}
		for k, part := range strings.Split(strings.ReplaceAll(text, "'", `"`), `"`) {
			if name := effect.PackageName(part); open && k%2 == 1 && name != "" {
				see(name, at)
			}
			open = open && (k%2 == 1 || !strings.Contains(part, "]"))
		}
	}
}

// registryOf returns the registry of a package manager, or "".
func registryOf(manager string) string {
	switch manager {
	case "pip", "pip3", "uv", "pipx", "uvx":
		return "pypi"
	case "npm", "pnpm", "yarn", "bun", "npx", "bunx", "pnpx":
		return "npm"
	}
	return ""
}
