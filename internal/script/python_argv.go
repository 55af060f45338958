package script

import (
	"slices"
	"strings"

	"github.com/skilllint/skilllint/internal/script/python"
)

// commandLine returns what a Python script accepts.
func (p *pythonFile) commandLine() *Interface {
	for _, m := range []string{"argparse", "click", "typer", "docopt", "fire", "optparse", "getopt", "absl", "hydra", "tyro", "cyclopts", "plac", "simple_parsing", "jsonargparse", "asyncclick", "rich_click", "transformers", "cleo", "configargparse", "tap"} {
		if !p.modules[m] {
			continue
		}
		switch m {
		case "argparse":
			return p.argparse()
		case "click":
			return p.click()
		case "typer":
			return p.typer()
		}
		return &Interface{Library: m, Reason: "options of " + m + " are not read"}
	}
	return p.arguments()
}

// plain are modules that do not read the command line, besides those of the standard library.
const plain = " requests httpx aiohttp numpy pandas yaml bs4 PIL openpyxl docx pptx pypdf PyPDF2 pdfplumber matplotlib seaborn scipy sklearn lxml dotenv jinja2 markdown psycopg2 sqlalchemy boto3 botocore openai anthropic google rich tqdm pydantic toml tomli cv2 imageio fitz tabulate networkx "

// notPlain are modules of the standard library that read the command line or run other modules.
const notPlain = " unittest runpy cmd importlib fileinput optparse getopt argparse pdb timeit trace cProfile code "

// isPlain reports whether no import of the script may read the command line.
func (p *pythonFile) isPlain() bool {
	for m := range p.modules {
		if strings.HasPrefix(m, ".") || hasWord(notPlain, m) || !IsPythonStandard(m) && !hasWord(plain, m) {
			return false
		}
	}
	return true
}

// readsArguments reports whether sys.argv is read in a way that may change what a parser sees.
func (p *pythonFile) readsArguments() bool {
	if !strings.Contains(p.file.Source, "argv") {
		return false
	}
	reads := false
	allowed := map[*python.Expr]bool{}
	python.Walk(p.file.Body, func(e *python.Expr) bool {
		switch {
		case e.Kind == python.Subscript && p.dotted(e.X) == "sys.argv" && (e.Y.Kind == python.Number && e.Y.Text == "0" || e.Y.Kind == python.Slice && e.Y.X != nil && e.Y.X.Text == "1" && e.Y.Y == nil && e.Y.Z == nil):
			allowed[e.X] = true
		case e.Kind == python.Call && len(e.List) == 1 && p.dotted(e.X) == "len":
			allowed[e.List[0]] = true
		case (e.Kind == python.Attribute || e.Kind == python.Name) && p.dotted(e) == "sys.argv" && !allowed[e]:
			reads = true
		}
		return true
	})
	return reads
}

// arguments returns what a script accepts that reads sys.argv itself, or does not read arguments.
func (p *pythonFile) arguments() *Interface {
	if !p.isPlain() {
		return &Interface{Reason: "modules that are not read may read the arguments"}
	}
	if !strings.Contains(p.file.Source, "argv") {
		if p.IsModule {
			return &Interface{Reason: "the script only defines functions"}
		}
		return &Interface{Known: true, Library: "none", Unknown: Ignored, Surplus: Ignored, Interspersed: true}
	}
	highest, reason := p.usesArgv()
	if reason != "" {
		return &Interface{Library: "sys.argv", Reason: reason}
	}
	least := p.leastIn(p.file.Body)
	i := &Interface{Known: true, Library: "sys.argv", Unknown: PassedOn, Surplus: Ignored, Interspersed: true}
	for n := 1; n <= highest; n++ {
		pos := Positional{Name: "argument", Max: 1}
		if n <= least {
			pos.Min = 1
		}
		i.Positionals = append(i.Positionals, pos)
	}
	return i
}

// usesArgv returns the highest position of sys.argv that is read, or why it may be used in another way.
func (p *pythonFile) usesArgv() (highest int, reason string) {
	allowed := map[*python.Expr]bool{}
	python.Walk(p.file.Body, func(e *python.Expr) bool {
		switch {
		case e.Kind == python.Subscript && p.dotted(e.X) == "sys.argv":
			if e.Y.Kind != python.Number || len(e.Y.Text) > 1 {
				reason = "the positions of arguments are computed"
				return false
			}
			allowed[e.X] = true
			highest = max(highest, int(e.Y.Text[0]-'0'))
		case e.Kind == python.Call && len(e.List) == 1 && p.dotted(e.X) == "len":
			allowed[e.List[0]] = true
		case e.Kind == python.Compare && (e.Text == "in" || e.Text == "not in") && p.dotted(e.Y) == "sys.argv":
			reason = "options are searched for in sys.argv"
		case e.Kind == python.Attribute && p.dotted(e) == "sys.argv" && !allowed[e]:
			reason = "sys.argv is passed to other code"
		case e.Kind == python.Name && e.Text == "argv" && p.dotted(e) != "sys.argv":
			reason = "the arguments are processed in a loop"
		}
		return true
	})
	return highest, reason
}

// leastIn returns how many arguments the statements of a body require in every case, not only after one of several subcommands.
func (p *pythonFile) leastIn(body []*python.Stmt) int {
	least := 0
	for _, s := range body {
		switch s.Kind {
		case python.If:
			n := p.leastArguments(s)
			if isMain(s.Value) {
				n = p.leastIn(s.Body)
			} else if n == 0 && len(s.Body) > 0 && leaves(s.Body[len(s.Body)-1]) {
				return least // what follows is for other arguments
			}
			least = max(least, n)
		case python.Function, python.Try, python.With:
			least = max(least, p.leastIn(s.Body))
		}
	}
	return least
}

// leaves reports whether a statement ends a function or the script.
func leaves(s *python.Stmt) bool {
	return s.Kind == python.Return || isEnd(s)
}

// leastArguments returns how many arguments a condition requires that ends the script: if len(sys.argv) < 3: sys.exit(1).
func (p *pythonFile) leastArguments(s *python.Stmt) int {
	c := s.Value
	if c.Kind != python.Compare || c.X.Kind != python.Call || len(c.X.List) != 1 || p.dotted(c.X.X) != "len" || p.dotted(c.X.List[0]) != "sys.argv" || c.Y.Kind != python.Number || len(c.Y.Text) > 1 {
		return 0
	}
	ends := slices.ContainsFunc(s.Body, func(s *python.Stmt) bool {
		return isEnd(s) && (s.Kind == python.Raise || len(s.Value.List) == 0 || s.Value.List[0].Text != "0")
	})
	n := int(c.Y.Text[0] - '0')
	switch {
	case !ends:
		return 0
	case c.Text == "<", c.Text == "!=":
		return n - 1
	case c.Text == "<=":
		return n
	case c.Text == "==" && n == 1:
		return 1
	}
	return 0
}
