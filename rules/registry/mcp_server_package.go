package registry

import (
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/internal/syntax/jsontree"
)

// registryTypes are the package registries that the MCP registry supports.
var registryTypes = []string{"npm", "pypi", "oci", "nuget", "mcpb", "cargo", "go", "maven"}

func count(n int) string { return strconv.Itoa(n) }

// list returns the entries of a list of mappings.
func (s serverFile) list(in *analysis.Value, key string) []*analysis.Value {
	v := in.Get(key)
	if v == nil || v.Kind == analysis.Null {
		return nil
	}
	if v.Kind != analysis.List || slices.ContainsFunc(v.Items, func(e *analysis.Value) bool { return e.Kind != analysis.Map }) {
		s.reject(in, key, quote.Text(key)+" must be a list of mappings", "")
		return nil
	}
	return v.Items
}

// checkEndpoints checks packages and remote endpoints.
func (s serverFile) checkEndpoints() {
	for _, p := range s.list(s.root, "packages") {
		kind := textOf(p, "registryType")
		switch {
		case kind == "" && p.Get("registry_type") != nil:
			s.reject(p, "registry_type", "unknown field \"registry_type\"", "use \"registryType\"")
		case kind == "":
			s.reject(p, "registryType", "missing \"registryType\"", "use \"npm\", \"pypi\", \"oci\", \"nuget\" or \"mcpb\"")
		case !slices.Contains(registryTypes, kind):
			s.reject(p, "registryType", "unknown package registry "+quote.Text(kind), "use \"npm\", \"pypi\", \"oci\", \"nuget\" or \"mcpb\"")
		case kind == "mcpb" && p.Get("fileSha256") == nil && !s.isReleased():
			s.reject(p, "fileSha256", "missing \"fileSha256\" of an MCPB package", "add the SHA-256 of the file")
		}
		if id := s.text(p, "identifier", 1<<20, true); strings.Contains(id, " ") {
			s.reject(p, "identifier", "space in the identifier "+quote.Text(id), "remove it")
		}
		s.version(p, false)
		if t := p.Get("transport"); t == nil || t.Kind != analysis.Map {
			s.reject(p, "transport", "missing \"transport\"", "add it, such as {\"type\": \"stdio\"}")
		} else {
			s.transport(t, true)
		}
		for _, e := range s.list(p, "environmentVariables") {
			s.text(e, "name", 1<<20, true)
		}
		for _, key := range []string{"runtimeArguments", "packageArguments"} {
			for _, e := range s.list(p, key) {
				s.argument(e)
			}
		}
	}
	for _, r := range s.list(s.root, "remotes") {
		s.transport(r, false)
	}
}

// transport checks how clients connect to a server.
func (s serverFile) transport(t *analysis.Value, local bool) {
	kind, url := textOf(t, "type"), textOf(t, "url")
	switch {
	case kind == "":
		s.reject(t, "type", "missing \"type\" of the transport", "use \"streamable-http\", \"sse\" or, for a package, \"stdio\"")
	case kind == "stdio" && local && url != "":
		s.reject(t, "url", "\"url\" of a stdio transport", "remove it")
	case kind == "stdio" && local:
	case kind != "streamable-http" && kind != "sse":
		s.report(t.Get("type").Range, analysis.Diagnostic{About: "type " + kind, Message: "unknown transport " + quote.Text(kind), Effect: rejected,
			Help: "use \"streamable-http\", \"sse\" or, for a package, \"stdio\""})
	case url == "":
		s.reject(t, "url", "missing \"url\" of the transport", "add it")
	}
	for _, e := range s.list(t, "headers") {
		s.text(e, "name", 1<<20, true)
	}
}

// argument checks an argument of a command.
func (s serverFile) argument(e *analysis.Value) {
	switch kind := textOf(e, "type"); {
	case kind != "named" && kind != "positional":
		s.reject(e, "type", "\"type\" of an argument must be \"named\" or \"positional\"", "")
	case kind == "named":
		if name := s.text(e, "name", 1<<20, true); strings.ContainsAny(name, "<> $") {
			s.reject(e, "name", "invalid name "+quote.Text(name)+" of an argument", "write its value in \"value\"")
		}
	case e.Get("value") == nil && e.Get("valueHint") == nil:
		s.reject(e, "valueHint", "positional argument without \"value\" and \"valueHint\"", "add \"valueHint\"")
	}
}

// comparePackage compares the npm package of the server with package.json in the same directory.
func (s serverFile) comparePackage() {
	text := s.read(path.Join(path.Dir(s.rel), "package.json"))
	if text == nil {
		return
	}
	manifest, name := jsontree.Parse(text, 0).Root, s.root.Get("name")
	for _, p := range s.list(s.root, "packages") {
		if kind := textOf(p, "registryType") + textOf(p, "registry_type"); kind != "npm" || textOf(p, "identifier") == "" || textOf(p, "identifier") != textOf(manifest, "name") || !name.IsString() {
			continue
		}
		switch mcp := textOf(manifest, "mcpName"); {
		case mcp == "":
			s.report(name.Range, analysis.Diagnostic{About: "mcpName", Message: "package.json has no \"mcpName\"", Effect: rejected,
				Help: "add \"mcpName\": " + quote.Text(name.Text) + " to package.json"})
		case mcp != name.Text:
			s.report(name.Range, analysis.Diagnostic{About: "mcpName", Message: "name " + quote.Text(name.Text) + " differs from \"mcpName\" " + quote.Text(mcp) + " in package.json",
				Effect: rejected, Help: "use the same name"})
		}
		s.compareVersion(p, textOf(manifest, "version"), "package.json")
	}
}

// compareVersion compares the version of a package with that of its manifest.
func (s serverFile) compareVersion(p *analysis.Value, want, manifest string) {
	if v := p.Get("version"); v.IsString() && v.Text != want && isRelease(v.Text) && isRelease(want) && !s.isReleased() {
		s.report(v.Range, analysis.Diagnostic{Severity: analysis.Warning, About: "version", Message: "version " + quote.Text(v.Text) + " differs from " + quote.Text(want) + " in " + manifest,
			Effect: "clients install the other version", Help: "use " + quote.Text(want)})
	}
}

// isRelease reports whether a version is not that of a development version, which a workflow replaces.
func isRelease(version string) bool {
	return version != "" && strings.Trim(version, "0123456789.") == "" && !strings.HasPrefix(version, "0.0.0")
}

// isReleased reports whether a workflow of the repository mentions server.json.
func (s serverFile) isReleased() bool {
	dir := ".github/workflows"
	return slices.ContainsFunc(s.tree.Entries(dir), func(name string) bool {
		return strings.Contains(string(s.read(path.Join(dir, name))), "server.json")
	})
}
