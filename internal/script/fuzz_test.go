package script_test

import (
	"os"
	"strings"
	"testing"
	"time"

	"github.com/skilllint/skilllint/internal/script"
)

// seeds are scripts of each language.
var seeds = map[string][]string{
	"a.py": {
		"import argparse\np = argparse.ArgumentParser()\np.add_argument('-a', '--all', action='store_true')\np.parse_args()\n",
		"x = f'{a!r:>{w}} {{}} {b[\"c\"]}'\nmatch x:\n  case {'a': [1, *r]} | None if r: pass\n",
		"@click.group()\ndef f(): pass\n@f.command()\n@click.option('--x/--no-x')\ndef g(x): pass\nf()\n",
		"import os\nos.environ['A_B']; k = os.getenv('C_D')\nif not k:\n    raise SystemExit\n",
	},
	"a.sh": {
		"while getopts 'ab:' o; do case $o in a) A=1;; *) exit 1;; esac; done\n",
		"while [[ $# -gt 0 ]]; do case \"$1\" in --x) X=$2; shift 2;; --y=*) shift;; *) exit 1;; esac; done\ncat <<E\n$1\nE\n",
	},
	"a.ts": {
		"import { parseArgs } from 'node:util'\nparseArgs({ options: { a: { type: 'string', short: 'b' } } })\n",
		"const x = `a${b + `c${d}`}` / /[/]\\//g.test(process.env.A_B)\nif (!process.env.X_Y) throw 1\n",
		"program.option('-a, --all <x>').argument('[y...]').parse()\n",
	},
	"a.ps1": {"[CmdletBinding()]\nparam([Parameter(Mandatory)][string]$Path = 'a', [ValidateSet('b','c')]$Kind, [switch]$All)\n$env:A_B\n"},
	"a.rb":  {"OptionParser.new do |o|\n  o.on('-a', '--all [X]') { }\nend\nENV['A_B']\n"},
	"a.go": {
		"package main\nimport \"flag\"\nvar a = flag.String(\"a\", \"\", \"\")\nfunc main() { flag.Parse() }\n",
		"package main\nimport (\"flag\"; \"os\")\nfunc f(a []string) { s := flag.NewFlagSet(\"b\", flag.ExitOnError); s.Bool(\"c\", false, \"\"); s.Parse(a) }\n" +
			"func main() { switch os.Args[1] { case \"b\": f(os.Args[2:]); default: panic(1) } }\n",
		"package main\nimport \"github.com/spf13/cobra\"\nfunc main() { a := &cobra.Command{Use: \"a\"}; b := &cobra.Command{Use: \"b <c>\", Args: cobra.ExactArgs(1), Run: g}\n" +
			"a.AddCommand(b); b.Flags().StringP(\"d\", \"e\", \"\", \"\"); b.MarkFlagRequired(\"d\"); a.Execute() }\n",
	},
}

func fuzz(f *testing.F, path string) {
	for _, s := range seeds[path] {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, source string) {
		s := script.Read(path, []byte(source))
		check := func(start, end int) {
			if start < 0 || end < start || end > len(source) {
				t.Fatalf("range %d–%d of %d bytes", start, end, len(source))
			}
		}
		for _, p := range s.SyntaxErrors {
			check(p.Range.Start, p.Range.End)
		}
		for _, i := range s.Imports {
			check(i.Range.Start, i.Range.End)
		}
		for _, v := range s.Env {
			check(v.Range.Start, v.Range.End)
		}
		var walk func(i *script.Interface, depth int)
		walk = func(i *script.Interface, depth int) {
			for _, o := range i.Options {
				check(o.Range.Start, o.Range.End)
				if len(o.Names) == 0 {
					t.Fatal("an option without a name")
				}
			}
			for _, p := range i.Positionals {
				check(p.Range.Start, p.Range.End)
			}
			for _, c := range i.Subcommands {
				check(c.Range.Start, c.Range.End)
				if depth < 50 {
					walk(c.Interface, depth+1)
				}
			}
		}
		walk(s.Interface, 0)
	})
}

func FuzzPython(f *testing.F)     { fuzz(f, "a.py") }
func FuzzShell(f *testing.F)      { fuzz(f, "a.sh") }
func FuzzJavaScript(f *testing.F) { fuzz(f, "a.ts") }
func FuzzPowerShell(f *testing.F) { fuzz(f, "a.ps1") }
func FuzzRuby(f *testing.F)       { fuzz(f, "a.rb") }
func FuzzGo(f *testing.F)         { fuzz(f, "a.go") }

// TestHostile reads scripts of 1 MB that are deep, or repeat a piece. Time must grow in line with the size.
func TestHostile(t *testing.T) {
	size := 1 << 15
	if os.Getenv("SKILLLINT_THOROUGH") != "" {
		size = script.MaxSize
	}
	pieces := []string{"(", "[", "{", "f'{", "f'''{x:{", "not ", "-", "x.", "x(", "a if b else ", "lambda: ", "if x:\n ", "elif x:\n  pass\n", "@x\n", "`", "${", "`${", "/", "/*", "'", "\"", "$(", "case x in a) ",
		"if true; then ", "while x; do ", "os.environ['A_B']\n", "p.add_argument('--x')\n", "import a\n", "a = ", "x[", "await ", "**", "f(x)(", "process.env.A_B\n", "<<E\n", "match x:\n case ", "def f(): return f()\n", "\\\n", "a=1;", "async ", "{x:", "'a' ", "$env:A_B ", "[", "<#", "o.on('-a')\n",
		".option('a',{}).command('b','',{})", "program.option('-a').command('b');\n", "a) shift; f \"$@\";; ",
		"s.Bool(`a`, false, ``);", "case `a`: s.Parse(os.Args[2:]);", "case `a`: s = s;", "c.AddCommand(&cobra.Command{Use: `a`});", "c := &cobra.Command{Use: `a`}; d.AddCommand(c); d = c;",
		"f(s);", "{", "if x {", "func g() { g() };"}
	for _, path := range []string{"a.py", "a.sh", "a.ts", "a.ps1", "a.rb", "a.go"} {
		for _, piece := range pieces {
			for _, prefix := range []string{"", "import os, argparse\np = argparse.ArgumentParser()\n", "param(\n", "package main\n",
				"const y = require('yargs');\ny", "import {program} from 'commander';\n", "package main; import (`flag`; `os`); func main() { s := flag.NewFlagSet(`a`, flag.ExitOnError); switch os.Args[1] {",
				"package main; import `flag`; func f(s *flag.FlagSet) { s.Bool(`a`, false, ``); s.Int(`b`, 0, ``) }; func main() { s := flag.CommandLine; ",
				"package main; import `github.com/spf13/cobra`; func main() { c := &cobra.Command{Use: `a`}; d := c; ",
				"f() { case $1 in a) shift; f \"$@\";; esac; }\ncase $1 in "} {
				source := []byte(prefix + strings.Repeat(piece, (size-len(prefix))/len(piece)))
				start := time.Now()
				script.Read(path, source)
				if took := time.Since(start); took > 8*time.Second {
					t.Errorf("%s, %q: %s", path, piece, took)
				}
			}
		}
	}
}
