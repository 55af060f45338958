package security

import (
	"path"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/internal/behavior"
)

// Typosquat reports packages whose names differ by one letter from those of much used packages.
//
// Everybody can publish a package with such a name, and it runs code as soon as it is installed. The rule reads
// commands that install packages for Python and Node.js, requirements.txt and package.json.
//
// Not reported:
//   - packages that are much used themselves
//   - packages of a scope (@acme/x), from a path, or with fewer than five characters
//   - text that describes attacks or says what not to do
var Typosquat = &analysis.Analyzer{
	Name:     "security/typosquat",
	Doc:      "package with almost the name of another one",
	Severity: analysis.Off,
	Scope:    analysis.PerDocument,
	Kinds:    everyKind,
	Source: analysis.Source{Kind: analysis.Documentation, Checked: checkedOn,
		Name: "SpellBound: Defending Against Package Typosquatting (Taylor et al., 2020); downloads of PyPI and npm"},
	Requires: []*analysis.Analyzer{behavior.Fact.Analyzer},
	Run:      typosquat,
}

func typosquat(pass *analysis.Pass) error {
	r := behavior.Fact.Of(pass)
	var hits []hit
	add := func(name, registry string, at analysis.Range) {
		if likely := almost(name, registry); likely != "" {
			hits = append(hits, hit{at: at, severity: analysis.Warning, message: "package " + quote.Text(name) + " is almost called " + quote.Text(likely),
				effect: "a package with a similar name runs its own code when it is installed", help: "did you mean " + quote.Text(likely) + "?"})
		}
	}
	for _, a := range r.Acts {
		if a.Does == behavior.Installs && a.On != behavior.InExample && registryOf(a.By) != "" {
			add(a.To, registryOf(a.By), a.At)
		}
	}
	switch base := path.Base(pass.Document.Path); {
	case base == "package.json" && r.Data != nil:
		for _, key := range []string{"dependencies", "devDependencies"} {
			if v := r.Data.Get(key); v != nil {
				for _, m := range v.Members {
					add(m.Key, "npm", m.KeyRange)
				}
			}
		}
	case strings.HasPrefix(base, "requirements") && strings.HasSuffix(base, ".txt") && pass.Document.Kind&analysis.Raw != 0:
		for i := 1; i <= pass.Document.LineCount(); i++ {
			at := pass.Document.TrimLine(pass.Document.LineRange(i))
			if name := behavior.PackageName(pass.Document.Text(at)); name != "" {
				add(name, "pypi", at)
			}
		}
	}
	reportHits(pass, hits)
	return nil
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

// almost returns a much used package whose name differs by one letter, or by two that changed places, or "".
func almost(name, registry string) string {
	name = strings.ToLower(strings.ReplaceAll(name, "_", "-"))
	if len(name) < 5 || len(name) > 40 || strings.HasPrefix(name, "@") {
		return ""
	}
	top, others := npmNames, npmOthers
	if registry == "pypi" {
		top, others = pypiNames, pypiOthers
	}
	likely := ""
	for known := range strings.FieldsSeq(top) {
		switch {
		case known == name:
			return ""
		case likely == "" && isOneEdit(name, known):
			likely = known
		}
	}
	if likely == "" {
		return ""
	}
	for known := range strings.FieldsSeq(others) {
		if known == name {
			return ""
		}
	}
	return likely
}

// isOneEdit reports whether two different names differ by one letter, or by two that changed places.
func isOneEdit(a, b string) bool {
	if len(a)-len(b) > 1 || len(b)-len(a) > 1 {
		return false
	}
	start := 0
	for start < len(a) && start < len(b) && a[start] == b[start] {
		start++
	}
	a, b = a[start:], b[start:]
	for len(a) > 0 && len(b) > 0 && a[len(a)-1] == b[len(b)-1] {
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	return len(a) <= 1 && len(b) <= 1 || len(a) == 2 && len(b) == 2 && a[0] == b[1] && a[1] == b[0]
}
