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

// leaves import nothing of ours but each other, and every package may import them: they compute, and touch
// nothing outside the process.
var leaves = strings.Fields("internal/escape analysis/suggest analysis/quote internal/minhash internal/sorting internal/tokenizer internal/utf8replace internal/behavior/lex internal/behavior/trigger")

// development are packages that are no part of the program.
var development = strings.Fields("analysis/analysistest internal/clients/conformance internal/clients/conformance/* internal/fixture internal/gen internal/memtemp internal/mutate internal/oracle internal/playground internal/playground/* internal/view/viewtest")

// What several directories may import.
const (
	facts  = "analysis schema facts/* internal/clients/* internal/cleo/* internal/syntax/*"
	engine = facts + " internal/baseline internal/config internal/discover internal/driver internal/finding internal/fix " +
		"internal/lint/* internal/load internal/safefile internal/treefs internal/postprocess internal/vcs"
)

// edges says which packages of ours those of a directory may import besides leaves. "/*" is every package of
// a directory; a row of its own takes precedence. Imports of tests are not checked.
var edges = map[string]string{
	"schema": "", "docs": "",
	"analysis":          "schema",
	"facts/*":           "analysis schema facts/* internal/cleo/manifest",
	"facts/directive":   "analysis facts/markdown internal/syntax/*",
	"rules/*":           facts + " internal/violation",
	"rules/security":    facts + " internal/behavior",
	"rules/portability": facts + " internal/violation rules/files rules/frontmatter",
	"rules":             "analysis rules/*",

	"internal/syntax/*":         "analysis internal/syntax/*",
	"internal/clients/*":        "analysis schema internal/clients/* internal/syntax/*",
	"internal/clients/clientfs": "analysis schema internal/clients/* internal/discover internal/load internal/treefs",
	"internal/cleo/*":           "analysis schema facts/* internal/cleo/*",
	"internal/cleo/manifest":    "analysis",
	"internal/cleo/payload":     facts + " internal/load",
	"internal/cleo/resolve":     facts + " internal/finding internal/load internal/treefs",

	"internal/behavior": "analysis facts/markdown facts/shell internal/syntax/*",
	"internal/finding":  "analysis", "internal/fingerprint": "analysis",
	"internal/safefile": "", "internal/term": "", "internal/watcher": "",
	"internal/treefs":      "",
	"internal/buildinfo":   "docs",
	"internal/archive":     "analysis internal/load internal/syntax/* internal/treefs",
	"internal/vcs":         "internal/treefs",
	"internal/violation":   "analysis schema",
	"internal/load":        "analysis schema internal/syntax/*",
	"internal/config":      "analysis schema internal/finding internal/syntax/* internal/treefs rules/house",
	"internal/discover":    "analysis schema internal/finding internal/treefs",
	"internal/driver":      "analysis schema internal/fingerprint internal/finding internal/load internal/syntax/* internal/treefs",
	"internal/baseline":    "analysis internal/finding internal/syntax/*",
	"internal/postprocess": "analysis facts/* internal/finding",
	"internal/fix":         "analysis internal/finding internal/safefile internal/treefs",
	"internal/report":      "analysis internal/finding",
	"internal/setup":       engine + " internal/lint internal/term",

	"internal/lint":      engine,
	"internal/lint/*":    engine + " internal/lint",
	"internal/lint/live": "internal/lint/cache internal/treefs internal/watcher",
	"internal/lsp":       engine + " internal/language internal/lint internal/watcher",
	"internal/language":  engine + " internal/fields internal/lint",
	"internal/view":      engine + " internal/lint internal/term",
	"internal/view/*":    engine + " internal/lint internal/report internal/term internal/view",
	"internal/cli":       engine + " docs internal/* internal/view/*",
	".":                  "analysis internal/cli",
	"lint":               engine + " internal/archive internal/lint rules",
	"cmd/skilllint":      ". rules",
	"internal/mcp":       engine + " internal/lint internal/view/*",

	"analysis/analysistest":          "analysis internal/finding internal/fix internal/fixture",
	"internal/clients/conformance":   facts + " internal/load",
	"internal/clients/conformance/*": facts + " internal/clients/conformance internal/load",
	"internal/fields":                "analysis schema internal/syntax/*",
	"internal/fixture":               engine + " internal/lint",
	"internal/gen":                   engine + " internal/cli internal/fields internal/lint internal/fixture rules",
	"internal/playground":            "analysis internal/clients/* lint rules schema",
	"internal/playground/*":          "internal/playground",
	"internal/memtemp":               "", "internal/mutate": "", "internal/oracle": "", "internal/view/viewtest": "",
}

// outside says which packages may import a module that is not ours. golang.org/x/text and the like
// are named by module, not by package.
var outside = map[string][]string{
	"github.com/yuin/goldmark":               {"analysis", "internal/gen", "internal/lint/fixer", "internal/load", "internal/language", "facts/*", "internal/clients/*", "internal/cleo/*", "rules/*"},
	"gopkg.in/yaml.v3":                       {"internal/syntax/yamltree"},
	"github.com/santhosh-tekuri/jsonschema":  {"schema"},
	"github.com/go-json-experiment/json":     {"internal/syntax/jsontree", "schema"},
	"github.com/pelletier/go-toml/v2":        {"internal/syntax/tomltree"},
	"github.com/spf13/cobra":                 {"internal/cli", "internal/gen"},
	"github.com/spf13/pflag":                 {"internal/cli", "internal/gen"},
	"github.com/bmatcuk/doublestar":          {"internal/config", "internal/discover"},
	"github.com/mattn/go-isatty":             {"internal/term"},
	"github.com/fsnotify/fsnotify":           {"internal/watcher"},
	"github.com/sourcegraph/jsonrpc2":        {"internal/lsp"},
	"golang.org/x/term":                      {"internal/term"},
	"mvdan.cc/sh/v3/syntax":                  {"facts/shell", "internal/behavior", "internal/cleo/protocol"},
	"golang.org/x/text":                      {"schema", "facts/*", "internal/clients/*", "internal/cleo/*", "rules/*", "internal/escape"},
	"golang.org/x/sync":                      {"internal/driver", "internal/discover", "internal/mutate"},
	"golang.org/x/sys":                       {"internal/cli", "internal/discover"},
	"golang.org/x/tools/txtar":               {"internal/fixture", "analysis/analysistest"},
	"github.com/google/go-cmp":               {},
	"github.com/rogpeppe/go-internal":        {},
	"github.com/google/jsonschema-go":        {"internal/mcp"},
	"github.com/modelcontextprotocol/go-sdk": {"internal/mcp"},
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
	case ours && matches(to, development) && !matches(from, development):
		return "it is for development only"
	case ours && slices.Contains(leaves, to):
		return ""
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
		{"facts/graph", module + "/internal/cleo/protocol", true},
		{"internal/clients/loader", module + "/facts/markdown", true},
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

// allowedFrom returns what a package may import besides leaves.
func allowedFrom(from string) ([]string, bool) {
	if slices.Contains(leaves, from) {
		return nil, true
	}
	allowed, ok := edges[from]
	if !ok {
		allowed, ok = edges[path.Dir(from)+"/*"]
	}
	return strings.Fields(allowed), ok
}

func isPure(folder string) bool {
	pure := []string{"rules/*", "facts/*", "internal/behavior", "internal/behavior/*", "internal/cleo/*", "internal/clients/*"}
	return matches(folder, pure) && !slices.Contains([]string{"internal/clients/clientfs", "internal/clients/conformance", "internal/clients/jsyaml", "internal/clients/pyregex", "internal/cleo/resolve", "internal/cleo/payload"}, folder)
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

// TestFactsAreShared checks that several packages import each fact package: a fact of one rule group is to
// be beside its rules.
func TestFactsAreShared(t *testing.T) {
	readers := map[string]map[string]bool{}
	for _, s := range sources(t, product) {
		if from := s.folder(); path.Dir(from) == "facts" && readers[from] == nil {
			readers[from] = map[string]bool{}
		}
		for _, imported := range s.imports() {
			to := strings.TrimPrefix(imported, module+"/")
			if path.Dir(to) != "facts" || s.folder() == "internal/gen" {
				continue
			}
			if readers[to] == nil {
				readers[to] = map[string]bool{}
			}
			readers[to][s.folder()] = true
		}
	}
	for fact, from := range readers {
		if len(from) < 2 {
			t.Errorf("%s is imported by %v only; move it there", fact, slices.Sorted(maps.Keys(from)))
		}
	}
}

// networked are the modules with packages that can open connections: the protocol of `skilllint mcp` also has transports
// over HTTP, which nothing of ours uses. TestFileAccess checks that no command makes a socket.
var networked = []string{"github.com/modelcontextprotocol/go-sdk/", "golang.org/x/oauth2"}

// TestNoNetwork checks that no other part of the program can open a connection.
func TestNoNetwork(t *testing.T) {
	command := exec.Command("go", "list", "-deps", "-f", `{{if not .Standard}}{{.ImportPath}} {{join .Imports " "}}{{end}}`, "./cmd/skilllint")
	command.Dir = root
	out, err := command.Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	for line := range strings.Lines(string(out)) {
		words := strings.Fields(line)
		if slices.ContainsFunc(networked, func(module string) bool { return len(words) > 0 && strings.HasPrefix(words[0], module) }) {
			continue
		}
		for _, p := range words {
			if p == "net/http" || p == "crypto/tls" || p == "plugin" { // pflag needs net, for flags nobody has
				t.Errorf("%s imports %s", words[0], p)
			}
		}
	}
}
