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

// A group is packages that may import each other, and those of other groups: Go itself refuses cycles. Package
// patterns end with "/*" for every package of a directory. Imports of tests are not checked.
type group struct {
	name     string
	packages []string
	imports  []string // groups
}

// groups are the parts of ARCHITECTURE.md, from the bottom to the top.
var groups = []group{
	{"basics", []string{"internal/escape", "internal/utf8replace", "internal/near", "internal/quote", "internal/safefile", "internal/sorting", "internal/term",
		"internal/tokenizer", "internal/treefs", "internal/watcher"}, nil},
	{"schema", []string{"schema", "docs"}, []string{"basics"}},
	{"analysis", []string{"analysis"}, []string{"schema", "basics"}},
	{"syntax", []string{"internal/syntax/*"}, []string{"analysis", "basics"}},
	{"clients", []string{"internal/clients/*"}, []string{"facts", "syntax", "analysis", "schema", "basics"}},
	{"cleo", []string{"internal/cleo/*"}, []string{"facts", "syntax", "analysis", "schema", "basics", "engine"}},
	{"facts", []string{"facts/*"}, []string{"clients", "cleo", "syntax", "analysis", "schema", "basics"}},
	{"rules", []string{"rules/*"}, []string{"violation", "facts", "clients", "cleo", "syntax", "analysis", "schema", "basics"}},
	{"violation", []string{"internal/violation"}, []string{"analysis", "schema", "basics"}},
	{"all rules", []string{"rules", "rules/portability"}, []string{"rules", "custom rules", "violation", "facts", "clients", "syntax", "analysis", "schema", "basics"}},
	{"engine", []string{"internal/fingerprint", "internal/baseline", "internal/config", "internal/discover", "internal/driver", "internal/finding", "internal/fix", "internal/ignore", "internal/load",
		"internal/report", "internal/scaffold", "internal/setup", "internal/triage", "internal/vcs", "internal/clients/agentfs"},
		[]string{"facts", "clients", "cleo", "syntax", "analysis", "schema", "basics", "custom rules"}},
	{"custom rules", []string{"rules/house"}, []string{"facts", "analysis", "schema", "basics"}},
	{"lint", []string{"internal/lint", "internal/lint/*"}, []string{"engine", "facts", "clients", "cleo", "analysis", "schema", "basics"}},
	{"view", []string{"internal/view", "internal/view/*"}, []string{"lint", "engine", "facts", "clients", "cleo", "syntax", "analysis", "schema", "basics"}},
	{"cli", []string{"internal/cli"}, []string{"view", "lint", "engine", "facts", "clients", "cleo", "analysis", "schema", "basics"}},
	{"program", []string{".", "cmd/skilllint"}, []string{"cli", "all rules", "analysis"}},
	{"development", []string{"analysis/analysistest", "internal/clients/conformance", "internal/clients/conformance/*", "internal/fixture", "internal/gen", "internal/mutate", "internal/oracle", "internal/view/viewtest"},
		[]string{"cli", "view", "lint", "engine", "all rules", "facts", "clients", "syntax", "analysis", "schema", "basics"}},
}

// groupOf returns the last group of a package: exceptions to patterns come later.
func groupOf(folder string) *group {
	for i := len(groups) - 1; i >= 0; i-- {
		if slices.Contains(groups[i].packages, folder) {
			return &groups[i]
		}
	}
	for i := range groups {
		if matches(folder, groups[i].packages) {
			return &groups[i]
		}
	}
	return nil
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
	"github.com/mattn/go-isatty":            {"internal/term"},
	"github.com/fsnotify/fsnotify":          {"internal/watcher"},
	"golang.org/x/term":                     {"internal/term"},
	"mvdan.cc/sh/v3/syntax":                 {"facts/shell", "internal/cleo/protocol"},
	"golang.org/x/text":                     {"schema", "facts/*", "internal/clients/*", "internal/cleo/*", "rules/*", "internal/escape"},
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
		if groupOf(from) == nil {
			t.Errorf("%s: package %s is in no group; add it, and to ARCHITECTURE.md", s.path, from)
			continue
		}
		for _, imported := range slices.Sorted(maps.Values(s.imports())) {
			if complaint := wrongEdge(from, imported); complaint != "" {
				t.Errorf("%s imports %s: %s", s.path, imported, complaint)
			}
		}
	}
}

// wrongEdge returns why a package may not import another; "" when it may.
func wrongEdge(from, imported string) string {
	to, ours := strings.CutPrefix(imported+"/", module+"/")
	to = path.Clean(to)
	switch {
	case ours:
		f, t := groupOf(from), groupOf(to)
		if t == nil || t.name != f.name && !slices.Contains(f.imports, t.name) || t.name == "rules" && f.name == "rules" && from != to {
			return fmt.Sprintf("dependencies point one way: %s imports %v only; what is needed is a parameter, or belongs there", f.name, f.imports)
		}
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
		{"internal/driver", module + "/internal/lint", true},
		{"internal/lint", module + "/internal/cli", true},
		{"internal/lint", "github.com/spf13/cobra", true},
		{"internal/view/graph", module + "/internal/cli", true},
		{"rules/portability", module + "/rules/files", false},
		{"internal/driver", "os", false},
		{"internal/report", "gopkg.in/yaml.v3", true},
		{"internal/report", "example.com/somebody/colour", true},
		{".", module + "/internal/cli", false},
		{"internal/cli", module, true},
	}
	for _, test := range tests {
		if got := wrongEdge(test.from, test.to); (got != "") != test.wrong {
			t.Errorf("%s → %s: %q, want a complaint: %v", test.from, test.to, got, test.wrong)
		}
	}
}

// allowedFrom returns the row of edges for a package.
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
