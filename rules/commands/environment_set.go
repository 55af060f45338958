package commands

import (
	"bytes"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/role"
	"github.com/skilllint/skilllint/facts/shell"
	sh "mvdan.cc/sh/v3/syntax"
)

// A setName is a variable that a text sets.
type setName struct {
	Name  string
	Range analysis.Range
}

// setFact is the variables that the shell blocks and .env files in a text set.
var setFact = analysis.NewFact("commands-set", "environment variables that a text sets", analysis.PerDocument, analysis.Skill|analysis.Reference, readSet)

func readSet(pass *analysis.Pass) ([]setName, error) {
	d := pass.Document
	if len(d.Fences) == 0 {
		return nil, nil
	}
	roles := role.Of(d)
	var names []setName
	known := map[string]bool{}
	add := func(name string, at analysis.Range) {
		if !known[name] && len(names) < 200 && !roles.IsWrong(at.Start) {
			known[name] = true
			names = append(names, setName{name, at})
		}
	}
	for _, s := range shell.Scripts(d, "=") {
		sh.Walk(s.File, func(n sh.Node) bool {
			switch n := n.(type) {
			case *sh.DeclClause:
				if n.Variant.Value == "export" {
					for _, a := range n.Args {
						if a.Name != nil && a.Value != nil {
							add(a.Name.Value, s.Range(a.Name))
						}
					}
				}
			case *sh.CallExpr:
				if len(n.Args) > 0 { // NAME=value command
					for _, a := range n.Assigns {
						add(a.Name.Value, s.Range(a.Name))
					}
				}
			}
			return true
		})
	}
	for i := range d.Fences {
		if f := &d.Fences[i]; isDotenv(f.Info) {
			for k := range f.Node.Lines().Len() {
				at := f.Node.Lines().At(k)
				line := d.Source[at.Start:at.Stop]
				name, _, ok := bytes.Cut(bytes.TrimPrefix(line, []byte("export ")), []byte("="))
				if start := at.Start + len(line) - len(bytes.TrimPrefix(line, []byte("export "))); ok && isVariable(string(name)) {
					add(string(name), analysis.Range{Start: start, End: start + len(name)})
				}
			}
		}
	}
	return names, nil
}

func isDotenv(info string) bool {
	first, _, _ := strings.Cut(info, " ")
	return first == "env" || first == "dotenv" || first == ".env"
}

// isVariable reports whether a text is the name of an environment variable.
func isVariable(s string) bool {
	for i := range len(s) {
		if c := s[i]; !('A' <= c && c <= 'Z' || c == '_' || '0' <= c && c <= '9' && i > 0) {
			return false
		}
	}
	return s != ""
}
