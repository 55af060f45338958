package registry

import (
	"path"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/internal/syntax/tomltree"
)

// comparePython compares the package of the server on PyPI with pyproject.toml in the same directory.
func (s serverFile) comparePython() {
	dir := path.Dir(s.rel)
	text := s.read(path.Join(dir, "pyproject.toml"))
	if text == nil {
		return
	}
	project, name := tomltree.Parse(text).Root.Get("project"), s.root.Get("name")
	for _, p := range s.list(s.root, "packages") {
		if kind := textOf(p, "registryType") + textOf(p, "registry_type"); kind != "pypi" || textOf(project, "name") == "" || pythonName(textOf(p, "identifier")) != pythonName(textOf(project, "name")) || !name.IsString() {
			continue
		}
		if readme := textOf(project, "readme"); readme != "" {
			if text := s.read(path.Join(dir, readme)); text != nil && !strings.Contains(string(text), "mcp-name: "+name.Text) {
				s.report(name.Range, analysis.Diagnostic{About: "mcp-name", Message: "no \"mcp-name\" of the server in " + quote.Text(readme), Effect: rejected,
					Help: "add " + quote.Text("<!-- mcp-name: "+name.Text+" -->") + " to it"})
			}
		}
		s.compareVersion(p, textOf(project, "version"), "pyproject.toml")
	}
}

// pythonName returns the name by which PyPI compares packages.
func pythonName(name string) string {
	return strings.NewReplacer("_", "-", ".", "-").Replace(strings.ToLower(name))
}
