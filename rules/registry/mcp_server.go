package registry

import (
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/schema"
)

// MCPServer reports MCP servers that the MCP registry does not accept.
//
// A server.json with the schema of the MCP registry describes a server, its packages and its remote endpoints. "mcp-publisher publish"
// sends it to the registry, which rejects invalid values, version ranges, npm packages whose package.json does not have the name of
// the server in "mcpName", and Python packages whose README does not have it after "mcp-name: ".
//
// Severity:
//   - error for invalid JSON, and for what the registry rejects
//   - warning for another version than that of package.json or pyproject.toml in the same directory
//
// Not reported:
//   - files without the registry's URL in "$schema"
//   - fields that have other names in schemas before 2025-10-11, in files with those schemas
//   - versions in repositories with a workflow that mentions server.json: it may set the version
//   - examples, templates and test data
var MCPServer = &analysis.Analyzer{
	Name:     "registry/mcp-server",
	Doc:      "server.json that the MCP registry rejects",
	Severity: analysis.Error,
	Scope:    analysis.PerWorkspace,
	Source: analysis.Source{Kind: analysis.LoaderCode, Checked: "2026-11-28",
		Name: "the MCP registry's validators and its schema of 2025-12-11"},
	Run: mcpServer,
}

const rejected = "the MCP registry rejects the server"

func mcpServer(pass *analysis.Pass) error {
	isServer := func(rel string) bool { return path.Base(rel) == "server.json" }
	eachData(pass, isServer, schema.ServerSchemas, "\"mcp-publisher publish\" fails", func(f *dataFile) {
		if date, ok := strings.CutPrefix(textOf(f.root, "$schema"), schema.ServerSchemas); ok {
			s := serverFile{f}
			s.checkFields()
			if strings.HasPrefix(date, "20") && date >= "2025-10-11" {
				s.checkEndpoints()
			}
			s.comparePackage()
			s.comparePython()
		}
	})
	return nil
}

// A serverFile is a server.json of the MCP registry.
type serverFile struct{ *dataFile }

// reject reports what the registry rejects. The value of a mapping may be missing.
func (s serverFile) reject(in *analysis.Value, key, message, help string) {
	at := in.Range
	if v := in.Get(key); v != nil {
		at = v.Range
	} else if in == s.root {
		at = analysis.Range{}
	}
	s.report(at, analysis.Diagnostic{About: key, Message: message, Effect: rejected, Help: help})
}

// text reports a string that is missing or longer than a limit.
func (s serverFile) text(in *analysis.Value, key string, most int, required bool) string {
	v := in.Get(key)
	switch {
	case v == nil && !required:
	case v == nil || v.IsString() && v.Text == "":
		s.reject(in, key, "missing "+quote.Text(key), "add it")
	case !v.IsString():
		s.reject(in, key, quote.Text(key)+" must be a string", "")
	case utf8.RuneCountInString(v.Text) > most:
		s.reject(in, key, quote.Text(key)+" is "+count(utf8.RuneCountInString(v.Text))+" characters long (limit "+count(most)+")", "shorten it")
	}
	return textOf(in, key)
}

// checkFields checks the fields that all schemas have.
func (s serverFile) checkFields() {
	s.text(s.root, "description", 100, true)
	s.text(s.root, "title", 100, false)
	s.version(s.root, true)
	const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-"
	if name := s.text(s.root, "name", 200, true); name != "" {
		space, rest, ok := strings.Cut(name, "/")
		if !ok || space == "" || rest == "" || strings.Trim(space, letters) != "" || strings.Trim(rest, letters+"_") != "" {
			s.reject(s.root, "name", "invalid name "+quote.Text(name)+" of an MCP server", "use a namespace and a name, such as \"io.github.owner/server\"")
		}
	}
}

// version reports a missing version or a range.
func (s serverFile) version(in *analysis.Value, required bool) {
	if v := s.text(in, "version", 255, required); v == "latest" || isRange(v) {
		s.reject(in, "version", quote.Text(v)+" is not a specific version", "use a version such as \"1.2.3\"")
	}
}

// isRange reports whether a version is a range or has a wildcard.
func isRange(version string) bool {
	version = strings.TrimSpace(version)
	if bare := strings.TrimLeft(version, "^~<>= v"); bare != version && bare != "" && strings.ContainsRune("^~<>=", rune(version[0])) {
		return bare[0] >= '0' && bare[0] <= '9'
	}
	if strings.Contains(version, "||") || strings.Contains(version, " - ") {
		return strings.Trim(version, "0123456789.v|- ") == ""
	}
	parts := strings.Split(version, ".")
	wild := slices.ContainsFunc(parts, func(p string) bool { return p == "x" || p == "X" || p == "*" })
	return wild && len(parts) > 1 && len(parts) < 4 && strings.Trim(version, "0123456789.vxX*") == ""
}
