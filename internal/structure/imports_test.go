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

// leaves import only each other and the standard library, and may be imported by all packages. They only compute.
var leaves = strings.Fields("internal/escape analysis/suggest analysis/quote internal/minhash internal/phrase internal/sorting internal/tokenizer internal/utf8replace internal/behavior/lex internal/behavior/trigger internal/behavior/trust")

// development lists packages that are not part of the program.
var development = strings.Fields("analysis/analysistest internal/clients/conformance internal/clients/conformance/* internal/fixture internal/gen internal/gen/* internal/memtemp internal/oracle internal/playground internal/playground/* internal/view/viewtest")

// Imports that several directories share.
const (
	facts  = "analysis schema facts/* internal/clients/* internal/cleo/* internal/script internal/script/python internal/syntax/*"
	engine = facts + " internal/baseline internal/config internal/discover internal/driver internal/finding internal/fix " +
		"internal/lint/* internal/load internal/safefile internal/treefs internal/postprocess internal/vcs"
)

// edges lists the packages of the module that each package may import besides leaves. "/*" means every package of a
// directory; a separate row takes precedence. Imports of tests are not checked.
var edges = map[string]string{
	"schema": "", "docs": "",
	"analysis":             "schema",
	"facts/*":              "analysis schema facts/* internal/cleo/manifest internal/script",
	"facts/directive":      "analysis facts/markdown internal/syntax/*",
	"rules/*":              facts + " internal/violation",
	"rules/commands":       facts + " internal/script/hook internal/violation",
	"rules/links":          facts + " internal/violation rules/markdown/fence",
	"rules/markdown":       facts + " internal/violation rules/markdown/fence",
	"rules/markdown/fence": facts,
	"rules/security":       facts + " internal/behavior internal/behavior/effect",
	"rules/portability":    facts + " internal/violation rules/files rules/frontmatter",
	"rules":                "analysis rules/*",

	"internal/script":           "analysis internal/script/*",
	"internal/script/*":         "analysis internal/script/cmdline",
	"internal/script/errexit":   "",
	"internal/script/needs":     "analysis internal/script/python",
	"internal/syntax/*":         "analysis internal/syntax/*",
	"internal/clients/*":        "analysis schema internal/clients/* internal/syntax/*",
	"internal/clients/clientfs": "analysis schema internal/clients/* internal/discover internal/load internal/treefs",
	"internal/cleo/*":           "analysis schema facts/* internal/cleo/*",
	"internal/cleo/manifest":    "analysis",
	"internal/cleo/payload":     facts + " internal/load",
	"internal/cleo/resolve":     facts + " internal/finding internal/load internal/treefs",

	"internal/behavior":        "analysis facts/markdown facts/shell internal/behavior/* internal/syntax/*",
	"internal/behavior/effect": "internal/behavior/lex internal/behavior/trust",
	"internal/behavior/excuse": "analysis facts/role",
	"internal/finding":         "analysis", "internal/fingerprint": "analysis",
	"internal/safefile": "", "internal/term": "",
	"internal/treefs":      "",
	"internal/archive":     "analysis internal/load internal/syntax/* internal/treefs",
	"internal/vcs":         "internal/treefs",
	"internal/violation":   "analysis schema",
	"internal/load":        "analysis schema internal/syntax/*",
	"internal/config":      "analysis schema internal/finding internal/syntax/* internal/treefs rules/house",
	"internal/discover":    "analysis schema internal/finding internal/syntax/* internal/treefs",
	"internal/driver":      "analysis schema internal/fingerprint internal/finding internal/load internal/syntax/* internal/treefs",
	"internal/baseline":    "analysis internal/finding internal/syntax/*",
	"internal/postprocess": "analysis facts/* internal/finding internal/syntax/*",
	"internal/fix":         "analysis internal/finding internal/safefile internal/treefs",
	"internal/report":      "analysis internal/finding",
	"internal/setup":       engine + " internal/lint internal/term",

	"internal/lint":      engine,
	"internal/lint/*":    engine + " internal/lint",
	"internal/lint/live": "internal/lint/cache internal/treefs",
	"internal/lsp":       engine + " internal/language internal/lint",
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
	"internal/gen":                   engine + " internal/cli internal/fields internal/lint internal/fixture internal/playground rules",
	"internal/playground":            "analysis internal/clients/* lint rules schema",
	"internal/playground/*":          "internal/playground",
	"internal/memtemp":               "", "internal/oracle": "", "internal/view/viewtest": "",
}

// modules lists the packages that may import other modules or some of their packages.
var modules = map[string][]string{
	"github.com/yuin/goldmark":              {"analysis", "internal/gen", "internal/lint/fixer", "internal/load", "internal/language", "facts/*", "internal/clients/*", "internal/cleo/*", "rules/*", "rules/markdown/fence"},
	"github.com/alecthomas/chroma/v2":       {"internal/gen"},
	"gopkg.in/yaml.v3":                      {"internal/syntax/yamltree", "internal/clients/loader"},
	"github.com/santhosh-tekuri/jsonschema": {"schema"},
	"github.com/go-json-experiment/json":    {"internal/syntax/jsontree", "schema"},
	"github.com/pelletier/go-toml/v2":       {"internal/syntax/tomltree"},
	"github.com/spf13/cobra":                {"internal/cli", "internal/gen"},
	"github.com/spf13/pflag":                {"internal/cli", "internal/gen"},
	"github.com/bmatcuk/doublestar":         {"internal/config", "internal/discover"},
	"github.com/mattn/go-isatty":            {"internal/term"},
	"github.com/fsnotify/fsnotify":          {"internal/lint/live"},
	"github.com/sourcegraph/jsonrpc2":       {"internal/lsp", "internal/mcp"},
	"golang.org/x/term":                     {"internal/term"},
	"mvdan.cc/sh/v3/syntax":                 {"facts/shell", "internal/behavior", "internal/script", "internal/script/errexit", "internal/script/needs", "rules/commands", "rules/protocol"},
	"golang.org/x/text":                     {"schema", "facts/*", "internal/clients/*", "internal/cleo/*", "rules/*", "internal/escape"},
	"golang.org/x/sync":                     {"internal/driver", "internal/discover", "internal/gen"},
	"golang.org/x/sys":                      {"internal/cli", "internal/discover"},
	"golang.org/x/tools/txtar":              {"internal/view/reduce", "internal/fixture", "analysis/analysistest"},
	"github.com/google/go-cmp":              {},
	"github.com/rogpeppe/go-internal":       {},
	"github.com/google/jsonschema-go":       {"internal/mcp"},
}

// impurePackages are packages of the standard library that could make results depend on more than file contents, paths
// and configuration. Rules and facts may not import them.
var impurePackages = []string{"os", "io/fs", "io/ioutil", "path/filepath", "time", "math/rand", "math/rand/v2", "sync", "runtime",
	"hash/maphash", "log", "log/slog", "flag"}

func TestImports(t *testing.T) {
	for _, s := range sources(t, product) {
		from := s.dir()
		allowed, known := allowedFrom(from)
		if !known {
			t.Errorf("%s: package %s is not in edges; add it there and to the map in ARCHITECTURE.md", s.path, from)
			continue
		}
		for _, imported := range slices.Sorted(maps.Values(s.imports())) {
			if problem := checkImport(from, allowed, imported); problem != "" {
				t.Errorf("%s imports %s: %s", s.path, imported, problem)
			}
		}
	}
}

// checkImport returns why a package may not import another, or "".
func checkImport(from string, allowed []string, imported string) string {
	to, ours := strings.CutPrefix(imported+"/", module+"/")
	to = path.Clean(to)
	switch {
	case ours && matches(to, development) && !matches(from, development):
		return "only for development"
	case ours && slices.Contains(leaves, to):
		return ""
	case ours && to != from && !matches(to, allowed):
		return fmt.Sprintf("not an allowed import; move the code to one of %v, or pass it as a parameter", allowed)
	case ours:
		return ""
	case strings.Contains(strings.Split(imported, "/")[0], "."):
		return checkModule(from, imported)
	case isPure(from) && slices.Contains(impurePackages, imported):
		return "results of rules and facts must depend only on file contents, paths and configuration"
	}
	return ""
}

// TestImportsFails checks that checkImport rejects imports.
func TestImportsFails(t *testing.T) {
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
		{"facts/graph", module + "/internal/cleo/payload", true},
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
		if got := checkImport(test.from, allowed, test.to); (got != "") != test.wrong {
			t.Errorf("%s → %s: %q, want an error: %v", test.from, test.to, got, test.wrong)
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

func isPure(dir string) bool {
	pure := []string{"rules/*", "facts/*", "internal/behavior", "internal/behavior/*", "internal/cleo/*", "internal/clients/*"}
	return matches(dir, pure) && !slices.Contains([]string{"internal/clients/clientfs", "internal/clients/conformance", "internal/clients/jsyaml", "internal/cleo/resolve", "internal/cleo/payload"}, dir)
}

// matches reports whether a package matches one of the patterns.
func matches(dir string, patterns []string) bool {
	return slices.ContainsFunc(patterns, func(p string) bool {
		parent, all := strings.CutSuffix(p, "/*")
		return p == dir || all && path.Dir(dir) == parent
	})
}

// checkModule returns why a package may not import a package of another module, or "".
func checkModule(from, imported string) string {
	for name, allowed := range modules {
		if imported != name && !strings.HasPrefix(imported, name+"/") {
			continue
		}
		if !matches(from, allowed) {
			return fmt.Sprintf("only %v may import it", allowed)
		}
		return ""
	}
	return "not in modules; add new dependencies with a reason"
}

// TestFactsAreShared checks that several packages import each fact package. Facts of a single rule group belong to its
// package.
func TestFactsAreShared(t *testing.T) {
	readers := map[string]map[string]bool{}
	for _, s := range sources(t, product) {
		if from := s.dir(); path.Dir(from) == "facts" && readers[from] == nil {
			readers[from] = map[string]bool{}
		}
		for _, imported := range s.imports() {
			to := strings.TrimPrefix(imported, module+"/")
			if path.Dir(to) != "facts" || s.dir() == "internal/gen" {
				continue
			}
			if readers[to] == nil {
				readers[to] = map[string]bool{}
			}
			readers[to][s.dir()] = true
		}
	}
	for fact, from := range readers {
		if len(from) < 2 {
			t.Errorf("%s is imported only by %v; move it there", fact, slices.Sorted(maps.Keys(from)))
		}
	}
}

// TestNoNetwork checks that no part of the program imports a package that opens connections. TestFileAccess checks that
// no command creates a socket.
func TestNoNetwork(t *testing.T) {
	command := exec.Command("go", "list", "-deps", "-f", `{{if not .Standard}}{{.ImportPath}} {{join .Imports " "}}{{end}}`, "./cmd/skilllint")
	command.Dir = root
	out, err := command.Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	for line := range strings.Lines(string(out)) {
		words := strings.Fields(line)
		for _, p := range words {
			if p == "net/http" || p == "crypto/tls" || p == "plugin" { // pflag imports net, for flag types that are not used
				t.Errorf("%s imports %s", words[0], p)
			}
		}
	}
}
