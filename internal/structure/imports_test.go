package structure

import (
	"fmt"
	"maps"
	"os/exec"
	"path"
	"slices"
	"strings"
	"testing"
)

// edges says which packages of ours a package may import. A pattern ends with "/*" for every
// package of a folder. Imports of tests are not looked at.
var edges = map[string][]string{
	"schema": {"internal/packed", "internal/sorting"}, "docs": {"internal/packed"}, "internal/packed": {}, "internal/near": {}, "internal/visible": {}, "internal/token": {"internal/lossy"}, "internal/lossy": {}, "internal/sorting": {}, "internal/linehash": {"internal/lossy"}, "internal/quote": {}, "internal/clients/pyregex": {}, "internal/pathless": {}, "internal/windows": {}, "internal/clients/jsyaml": {}, "internal/clients/serdeyaml": {}, "internal/clients/conformance/seeded": {},
	"internal/treefs":    {"internal/pathless", "internal/quote", "internal/sorting"},
	"analysis":           {"schema"},
	"facts/*":            {"analysis", "schema", "facts/*", "internal/clients/*", "internal/cleo/*", "internal/lossy", "internal/near", "internal/token", "internal/quote", "internal/sorting"},
	"internal/clients/*": {"analysis", "schema", "facts/*", "internal/clients/*", "internal/lossy", "internal/near", "internal/token", "internal/quote", "internal/sorting"},
	"internal/cleo/*":    {"analysis", "schema", "facts/*", "internal/cleo/*", "internal/lossy", "internal/near", "internal/token", "internal/quote", "internal/sorting"},
	"facts/directive":    {"analysis", "facts/markup", "internal/near", "internal/quote", "internal/sorting", "internal/syntax/yamltree"},
	"rules/*":            {"analysis", "schema", "facts/*", "internal/clients/*", "internal/cleo/*", "internal/near", "internal/token", "internal/quote", "internal/clients/pyregex", "internal/syntax/jsontree", "internal/violation", "internal/windows", "internal/sorting"},
	"rules/portability":  {"analysis", "schema", "facts/*", "internal/clients/*", "internal/cleo/*", "internal/near", "internal/token", "internal/quote", "internal/clients/pyregex", "internal/syntax/jsontree", "internal/violation", "rules/files", "rules/frontmatter", "internal/sorting"},
	"rules":              {"analysis", "rules/*"},

	"internal/finding":         {"analysis"},
	"internal/violation":       {"analysis", "schema", "internal/near", "internal/quote"},
	"internal/syntax/yamltree": {"analysis", "internal/quote", "internal/sorting"},
	"internal/syntax/jsontree": {"analysis", "internal/quote"},
	"internal/syntax/tomltree": {"analysis", "internal/quote"},
	"internal/config":          {"analysis", "internal/mistake", "rules/house", "internal/treefs", "schema", "internal/syntax/jsontree", "internal/near", "internal/pathless", "internal/quote", "internal/syntax/yamltree", "internal/sorting"},
	"internal/discover":        {"analysis", "internal/treefs", "internal/finding", "internal/pathless", "internal/quote", "schema", "internal/sorting"},
	"internal/vcs":             {"internal/treefs", "internal/sorting"},
	"internal/watcher":         {},
	"internal/mutate":          {}, // development only
	"internal/clients/agentfs": {"analysis", "internal/treefs", "schema", "facts/*", "internal/clients/*", "internal/cleo/*", "internal/discover", "internal/load", "internal/pathless", "internal/sorting"},
	"internal/load":            {"analysis", "schema", "internal/syntax/yamltree", "internal/syntax/jsontree", "internal/syntax/tomltree"},
	"internal/anchor":          {"analysis"},
	"internal/mistake":         {"analysis"},
	"internal/baseline":        {"analysis", "internal/mistake", "internal/syntax/jsontree", "internal/near", "internal/quote", "internal/sorting", "internal/visible"},
	"internal/driver":          {"analysis", "internal/anchor", "internal/syntax/jsontree", "internal/treefs", "internal/finding", "internal/linehash", "internal/load", "internal/pathless", "internal/quote", "internal/sorting", "schema"},
	"internal/lint": {"analysis", "schema", "facts/*", "internal/clients/*", "internal/cleo/*", "internal/baseline", "internal/config", "internal/discover", "internal/driver", "internal/finding",
		"internal/lint/cache", "internal/load", "internal/pathless", "internal/quote", "internal/safefile", "internal/sorting", "internal/treefs", "internal/triage", "internal/vcs"},
	"internal/lint/cache":   {"analysis", "internal/config", "internal/discover", "internal/driver", "internal/fix", "internal/treefs"},
	"internal/lint/fixer":   {"analysis", "internal/config", "internal/finding", "internal/fix", "internal/ignore", "internal/lint", "internal/lint/cache", "internal/load", "internal/pathless", "internal/quote", "internal/treefs", "internal/triage", "internal/discover"},
	"internal/scaffold":     {"analysis", "internal/fix", "internal/syntax/jsontree", "internal/load", "internal/quote", "internal/windows"},
	"internal/setup":        {"analysis", "schema", "internal/quote", "internal/sorting", "internal/syntax/yamltree"},
	"internal/cleo/payload": {"analysis", "facts/*", "internal/clients/*", "internal/cleo/*", "internal/syntax/jsontree", "internal/load", "internal/quote", "internal/token", "internal/sorting"},
	"internal/cleo/resolve": {"analysis", "schema", "facts/*", "internal/clients/*", "internal/cleo/*", "internal/finding", "internal/syntax/jsontree", "internal/load", "internal/pathless", "internal/quote", "internal/sorting"},
	"internal/triage":       {"analysis", "facts/*", "internal/clients/*", "internal/cleo/*", "internal/finding", "internal/sorting"},
	"internal/fix":          {"analysis", "internal/treefs", "internal/finding", "internal/safefile", "internal/sorting"},
	"internal/safefile":     {"internal/quote"},
	"internal/gfm":          {"internal/visible"},
	"internal/page":         {"internal/visible"},
	"internal/ignore":       {"analysis", "facts/directive", "internal/fix", "internal/load", "internal/sorting"},
	"internal/report":       {"analysis", "docs", "internal/gfm", "internal/page", "internal/finding", "internal/visible", "internal/sorting"},
	"internal/cli": {"analysis", "internal/baseline", "internal/mistake", "internal/gfm", "internal/page", "internal/treefs", "schema", "docs", "facts/*", "internal/clients/*", "internal/cleo/*", "internal/near", "internal/quote", "internal/clients/agentfs", "internal/config", "internal/discover",
		"internal/watcher", "internal/driver", "internal/finding", "internal/fix", "internal/lint", "internal/lint/cache", "internal/lint/fixer", "internal/ignore", "internal/load", "internal/pathless", "internal/cleo/payload", "internal/report", "internal/cleo/resolve", "internal/safefile", "internal/scaffold", "internal/setup", "internal/triage", "internal/vcs", "internal/visible", "internal/token", "internal/sorting"},
	".":             {"analysis", "internal/cli"},
	"cmd/skilllint": {".", "rules"},

	"internal/fixture": {"analysis", "facts/*", "internal/clients/*", "internal/cleo/*", "internal/config", "internal/discover", "internal/driver",
		"internal/finding", "internal/triage", "schema"},
	"analysis/analysistest":                 {"analysis", "internal/finding", "internal/fix", "internal/fixture"},
	"internal/oracle":                       {}, // a module of its own, all tests
	"internal/clients/conformance/headers":  {"internal/clients/conformance/seeded"},
	"internal/clients/conformance/trees":    {"internal/clients/conformance/seeded"},
	"internal/clients/conformance/recorded": {"analysis", "internal/clients/catalog", "internal/clients/loader", "internal/clients/agentfs", "internal/clients/conformance/headers", "internal/load", "internal/clients/conformance/trees"},
	"internal/clients/conformance/ask":      {"internal/clients/catalog", "internal/clients/loader", "internal/clients/agentfs", "internal/clients/conformance/headers", "internal/clients/conformance/recorded", "internal/clients/conformance/trees"},
	"internal/gen":                          {"analysis", "facts/anchor", "internal/clients/loader", "internal/cli", "rules", "schema", "internal/finding", "internal/fixture", "internal/syntax/jsontree", "internal/load", "internal/packed", "internal/quote"},
}

// outside says which packages may import a module that is not ours. golang.org/x/text and the like
// are named by module, not by package.
var outside = map[string][]string{
	"github.com/yuin/goldmark":              {"analysis", "internal/gen", "internal/ignore", "internal/load", "facts/*", "internal/clients/*", "internal/cleo/*", "rules/*"},
	"gopkg.in/yaml.v3":                      {"internal/syntax/yamltree"},
	"github.com/santhosh-tekuri/jsonschema": {"schema"},
	"github.com/go-json-experiment/json":    {"internal/syntax/jsontree"},
	"github.com/pelletier/go-toml/v2":       {"internal/syntax/tomltree"},
	"github.com/spf13/cobra":                {"internal/cli", "internal/gen"},
	"github.com/spf13/pflag":                {"internal/cli", "internal/gen"},
	"github.com/bmatcuk/doublestar":         {"internal/config", "internal/discover"},
	"github.com/mattn/go-isatty":            {"internal/cli"},
	"github.com/fsnotify/fsnotify":          {"internal/watcher"},
	"golang.org/x/term":                     {"internal/cli"},
	"mvdan.cc/sh/v3/syntax":                 {"facts/shell", "internal/cleo/protocol"},
	"golang.org/x/text":                     {"schema", "facts/*", "internal/clients/*", "internal/cleo/*", "rules/*", "internal/visible"},
	"golang.org/x/sync":                     {"internal/driver", "internal/discover", "internal/mutate"},
	"golang.org/x/sys":                      {"internal/cli", "internal/discover"},
	"golang.org/x/tools/txtar":              {"internal/fixture", "analysis/analysistest"},
	"github.com/google/go-cmp":              {},
	"github.com/rogpeppe/go-internal":       {},
}

// impure are the packages of the standard library that make a result depend on more than bytes,
// path and configuration; neither rules nor facts may import them.
var impure = []string{"os", "io/fs", "io/ioutil", "path/filepath", "time", "math/rand", "math/rand/v2", "sync", "runtime",
	"hash/maphash", "log", "log/slog", "flag"}

func TestImports(t *testing.T) {
	for _, s := range sources(t, product) {
		from := s.folder()
		allowed, known := allowedFrom(from)
		if !known {
			t.Errorf("%s: package %s is in no row of edges; add it, and to the picture of the architecture", s.path, from)
			continue
		}
		for _, imported := range slices.Sorted(maps.Values(s.imports())) {
			if complaint := wrongEdge(from, allowed, imported); complaint != "" {
				t.Errorf("%s imports %s: %s", s.path, imported, complaint)
			}
		}
	}
}

// wrongEdge says why a package may not import another; "" when it may.
func wrongEdge(from string, allowed []string, imported string) string {
	to, ours := strings.CutPrefix(imported+"/", module+"/")
	to = path.Clean(to)
	switch {
	case ours && to != from && !matches(to, allowed):
		return fmt.Sprintf("dependencies point one way, and this is no edge of it; what it needs belongs into one of %v, or is a parameter", allowed)
	case ours:
		return ""
	case strings.Contains(strings.Split(imported, "/")[0], "."):
		return wrongModule(from, imported)
	case isPure(from) && slices.Contains(impure, imported):
		return "a result is a function of bytes, path and configuration; rules and facts read nothing else"
	}
	return ""
}

// TestImportsSees checks that the test above can fail.
func TestImportsSees(t *testing.T) {
	tests := []struct {
		from, to string
		wrong    bool
	}{
		{"rules/deps", module + "/facts/graph", false},
		{"rules/deps", module + "/internal/driver", true},
		{"rules/deps", module + "/rules/tokens", true},
		{"rules/deps", "os", true},
		{"rules/deps", "strings", false},
		{"facts/graph", module + "/rules/deps", true},
		{"analysis", module + "/internal/driver", true},
		{"internal/load", module + "/internal/driver", true},
		{"internal/driver", "os", false},
		{"internal/report", "gopkg.in/yaml.v3", true},
		{"internal/report", "example.com/somebody/colour", true},
		{".", module + "/internal/cli", false},
		{"internal/cli", module, true},
	}
	for _, test := range tests {
		allowed, _ := allowedFrom(test.from)
		if got := wrongEdge(test.from, allowed, test.to); (got != "") != test.wrong {
			t.Errorf("%s → %s: %q, want a complaint: %v", test.from, test.to, got, test.wrong)
		}
	}
}

// allowedFrom returns the row of edges for a package.
func allowedFrom(from string) ([]string, bool) {
	if allowed, ok := edges[from]; ok {
		return allowed, true
	}
	allowed, ok := edges[path.Dir(from)+"/*"]
	return allowed, ok
}

func isPure(folder string) bool {
	pure := []string{"rules/*", "facts/*", "internal/cleo/*", "internal/clients/*"}
	return matches(folder, pure) && !slices.Contains([]string{"internal/clients/agentfs", "internal/clients/jsyaml", "internal/cleo/resolve", "internal/cleo/payload"}, folder)
}

// matches reports whether a package is among patterns.
func matches(folder string, patterns []string) bool {
	return slices.ContainsFunc(patterns, func(p string) bool {
		parent, all := strings.CutSuffix(p, "/*")
		return p == folder || all && path.Dir(folder) == parent
	})
}

// wrongModule says why a package may not import a package of somebody else; "" when it may.
func wrongModule(from, imported string) string {
	for name, allowed := range outside {
		if imported != name && !strings.HasPrefix(imported, name+"/") {
			continue
		}
		if !matches(from, allowed) {
			return fmt.Sprintf("only %v may: nobody else should know that it is there", allowed)
		}
		return ""
	}
	return "it is in no row of outside: a new dependency needs a reason on the page of dependencies"
}

// TestNoNetwork checks that no part of the program can open a connection.
func TestNoNetwork(t *testing.T) {
	command := exec.Command("go", "list", "-deps", "./cmd/skilllint")
	command.Dir = root
	out, err := command.Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	for _, p := range strings.Fields(string(out)) {
		if p == "net/http" || p == "crypto/tls" || p == "plugin" { // pflag needs net, for flags nobody has
			t.Errorf("cmd/skilllint contains %s; find out which package needs it with: go mod why %s", p, p)
		}
	}
}
