package config

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/internal/config"
	"github.com/skilllint/skilllint/internal/term"
	"github.com/skilllint/skilllint/schema"
)

// A List is rules with the severities that apply in one directory.
type List struct {
	Rules []config.Rule
	Page  func(*analysis.Analyzer) string // the Markdown page of a rule, or ""
}

// A Filter selects rules of a list. Empty fields select all.
type Filter struct {
	Group    string
	Fixable  bool
	Severity string
	Dialect  string
}

// Filter returns the rules that a filter selects.
func (l List) Filter(f Filter) List {
	var kinds analysis.Kind
	for _, name := range schema.List() {
		dialect, kind, _ := strings.Cut(name, "/")
		if dialect == f.Dialect {
			k, _ := analysis.ParseKind(kind)
			kinds |= k
		}
	}
	l.Rules = slices.DeleteFunc(slices.Clone(l.Rules), func(r config.Rule) bool {
		return f.Group != "" && GroupOf(r.Analyzer) != f.Group ||
			f.Fixable && l.fix(r.Analyzer) == "none" ||
			f.Severity != "" && r.Severity.String() != f.Severity ||
			f.Dialect != "" && r.Analyzer.Kinds != 0 && r.Analyzer.Kinds&kinds == 0
	})
	return l
}

// GroupOf returns the group of a rule.
func GroupOf(a *analysis.Analyzer) string {
	group, _, _ := strings.Cut(a.Name, "/")
	return group
}

// Groups returns the groups of the rules, sorted.
func (l List) Groups() []string {
	var groups []string
	for _, r := range l.Rules {
		groups = append(groups, GroupOf(r.Analyzer))
	}
	slices.Sort(groups)
	return slices.Compact(groups)
}

// Names returns the names of the rules.
func (l List) Names() []string {
	var names []string
	for _, r := range l.Rules {
		names = append(names, r.Analyzer.Name)
	}
	return names
}

// Find returns the rules that match a name: the rule with that name or alias, or else the rules of the group, or else the rules whose
// last part is the name.
func (l List) Find(name string) []config.Rule {
	for _, matches := range []func(*analysis.Analyzer) bool{
		func(a *analysis.Analyzer) bool { return a.Name == name || slices.Contains(a.Aliases, name) },
		func(a *analysis.Analyzer) bool { return GroupOf(a) == strings.TrimSuffix(name, "/") },
		func(a *analysis.Analyzer) bool { return strings.HasSuffix(a.Name, "/"+name) },
	} {
		var found []config.Rule
		for _, r := range l.Rules {
			if matches(r.Analyzer) {
				found = append(found, r)
			}
		}
		if len(found) > 0 {
			return found
		}
	}
	return nil
}

// fix returns the kinds of fixes on the page of a rule: safe, unsafe, both or none.
func (l List) fix(a *analysis.Analyzer) string {
	for line := range strings.Lines(l.Page(a)) {
		if fixes, ok := strings.CutPrefix(line, "- Fix: "); ok {
			return strings.TrimSpace(fixes)
		}
	}
	return "none"
}

// Table prints the rules, one per line.
func (l List) Table(w io.Writer) {
	rows := [][]string{{"RULE", "SEVERITY", "FIX", "REPORTS"}}
	off := 0
	for _, r := range l.Rules {
		severity := r.Severity.String()
		if r.Severity != r.Analyzer.Severity {
			severity += fmt.Sprintf(" (default: %s)", r.Analyzer.Severity)
		}
		if r.Severity == analysis.Off {
			off++
		}
		fix := strings.Replace(l.fix(r.Analyzer), ", in some cases unsafe", ", unsafe", 1)
		rows = append(rows, []string{r.Analyzer.Name, severity, fix, r.Analyzer.Doc})
	}
	term.Table(w, rows)
	fmt.Fprintf(w, "%s, %d enabled here\n", quote.Plural(len(l.Rules), "rule"), len(l.Rules)-off)
}

type source struct {
	Kind    string `json:"kind"`
	Name    string `json:"name"`
	Checked string `json:"checked"`
}

type rule struct {
	Rule     string   `json:"rule"`
	Severity string   `json:"severity"`
	Here     string   `json:"here"` // the severity in the working directory
	Scope    string   `json:"scope"`
	Kinds    []string `json:"kinds"` // empty for all kinds
	Fix      string   `json:"fix"`
	Finds    string   `json:"finds"`
	Aliases  []string `json:"formerly,omitempty"`
	Source   source   `json:"source"`
}

// A Document is the JSON output of the command rules.
type Document struct {
	Version int    `json:"version"`
	Rules   []rule `json:"rules"`
}

// JSON returns the rules for JSON.
func (l List) JSON() Document {
	d := Document{Version: 1, Rules: []rule{}}
	for _, r := range l.Rules {
		a := r.Analyzer
		kinds := []string{}
		if a.Kinds != 0 {
			kinds = a.Kinds.Names()
		}
		d.Rules = append(d.Rules, rule{
			Rule: a.Name, Severity: a.Severity.String(), Here: r.Severity.String(), Scope: a.Scope.String(), Kinds: kinds, Fix: l.fix(a),
			Finds: a.Doc, Aliases: a.Aliases, Source: source{string(a.Source.Kind), a.Source.Name, a.Source.Checked},
		})
	}
	return d
}
