// Package config shows the effective configuration of a path, the rules and their pages, and checks configuration files.
package config

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/internal/config"
	"github.com/skilllint/skilllint/internal/escape"
	"github.com/skilllint/skilllint/internal/lint"
	"github.com/skilllint/skilllint/internal/term"
	"github.com/skilllint/skilllint/internal/view"
)

// An Effective shows what applies to a path.
type Effective struct{ *lint.Effective }

// entries returns the effective values except rules.
func (e Effective) entries() []config.Entry {
	var all []config.Entry
	for _, entry := range e.Config.Entries(e.Rel) {
		if entry.Key == "targets" && len(e.Request.Targets) > 0 {
			continue
		}
		all = append(all, entry)
	}
	flag := func(key, value, name string) {
		all = append(all, config.Entry{Key: key, Value: value, Origin: config.Origin{Path: name}})
	}
	for _, agent := range e.Request.Targets {
		flag("targets", agent, "--target")
	}
	for _, glob := range e.Exclude {
		flag("exclude", glob.String(), "--exclude")
	}
	if name := e.Request.Dialect; name != "" {
		flag("dialects", name, "--dialect")
	}
	return all
}

// rules returns the effective rules. Enforced rules ignore the configuration, and only the root's loosens protected rules.
func (e Effective) rules() []config.Rule {
	all := e.Config.Rules(e.Request.Rules, e.Request.Selection)
	bare := map[*analysis.Analyzer]config.Rule{}
	for _, r := range (&config.Config{Dir: "."}).Rules(e.Request.Rules, e.Request.Selection) {
		bare[r.Analyzer] = r
	}
	for _, r := range e.Root.Rules(e.Request.Rules, e.Request.Selection) {
		i := slices.IndexFunc(all, func(own config.Rule) bool { return own.Analyzer == r.Analyzer })
		if i >= 0 && r.Analyzer.IsProtected() && all[i].Severity < r.Severity {
			all[i] = r
		}
	}
	for i := range all {
		if a := all[i].Analyzer; e.IsEnforced(a) {
			all[i] = bare[a]
			all[i].Origin = config.Origin{Path: "--enforce"}
		}
	}
	return all
}

// Text writes what applies to a path, including defaults if all is set.
func (e Effective) Text(w io.Writer, all bool) {
	e.header(w)
	if e.Excluded != nil && !all { // nothing else applies to it
		return
	}
	e.ruleTable(w, all)
	groups := map[string][][]string{}
	var order []string
	for _, e := range append(e.entries(), e.defaults(all)...) {
		group, rest, _ := strings.Cut(e.Key, ".")
		if group == "extends" {
			continue
		}
		if groups[group] == nil {
			order = append(order, group)
		}
		row := []string{"  " + cmp.Or(e.Value, "none"), e.Origin.String()}
		if rest != "" {
			row = append([]string{"  " + rest}, cmp.Or(e.Value, "none"), e.Origin.String())
		}
		groups[group] = append(groups[group], row)
	}
	for _, group := range order {
		fmt.Fprintf(w, "\n%s\n", group)
		term.Table(w, groups[group])
	}
	if overrides := e.Config.Overrides(); e.IsDir && len(overrides) > 0 {
		fmt.Fprint(w, "\noverrides for files in this directory\n")
		var rows [][]string
		for _, o := range overrides {
			rows = append(rows, []string{"  " + globList(o.Files), o.Origin.String()})
		}
		term.Table(w, rows)
	}
}

// header describes the path and its configuration.
func (e Effective) header(w io.Writer) {
	name := escape.String(e.Name)
	switch {
	case e.Excluded != nil:
		fmt.Fprintf(w, "%s: excluded by %s (%s)\n", name, escape.String(e.Excluded.String()), escape.String(excludedFrom(e.Excluded)))
	case e.IsDir:
		fmt.Fprintf(w, "%s: directory\n", name)
	case e.File == nil:
		fmt.Fprintf(w, "%s: not linted\n", name)
	default:
		fmt.Fprintf(w, "%s: %s, %s (%s)\n", name, e.File.Kind, cmp.Or(view.Dialect(e.File), "no dialect"), escape.String(e.File.Why))
	}
	c := e.Config.Base()
	switch {
	case c.Path == "":
		fmt.Fprintln(w, "no configuration")
	case len(c.Extends) == 0:
		fmt.Fprintf(w, "configuration: %s\n", escape.String(c.Path))
	default:
		fmt.Fprintf(w, "configuration: %s, extends %s\n", escape.String(c.Path), escape.String(strings.Join(c.Extends, ", ")))
	}
}

func excludedFrom(g *config.Glob) string {
	if origin := g.Origin(); origin.Path != "" {
		return origin.String()
	}
	return "--exclude"
}

// ruleTable prints rules and options. Without all, it omits defaults and rules that are not selected.
func (e Effective) ruleTable(w io.Writer, all bool) {
	var rows, unset [][]string
	hidden, unselected := 0, 0
	for _, r := range e.rules() {
		to := &rows
		switch {
		case r.Severity == analysis.Off && r.Origin.Path == "--select":
			to, unselected = &unset, unselected+1
		case !isSet(r):
			to, hidden = &unset, hidden+1
		}
		*to = append(*to, []string{"  " + r.Analyzer.Name, r.Severity.String(), r.Origin.String()})
		for _, o := range r.Options {
			if all || o.Origin.Path != "" {
				*to = append(*to, []string{"    " + o.Name, formatValue(o.Value), o.Origin.String()})
			}
		}
	}
	fmt.Fprint(w, "\nrules\n")
	if all {
		rows, hidden, unselected = append(rows, unset...), 0, 0
	}
	term.Table(w, rows)
	if hidden > 0 {
		fmt.Fprintf(w, "  %s unchanged from the default; --all shows them\n", quote.Plural(hidden, "rule"))
	}
	if unselected > 0 {
		fmt.Fprintf(w, "  %s not selected; --all shows them\n", quote.Plural(unselected, "rule"))
	}
}

// isSet reports whether a configuration or flag sets the severity or an option of a rule.
func isSet(r config.Rule) bool {
	return r.Origin.Path != "" || slices.ContainsFunc(r.Options, func(o config.Option) bool { return o.Origin.Path != "" })
}

// formatValue formats the value of an option.
func formatValue(v any) string {
	switch v := v.(type) {
	case []string:
		return cmp.Or(strings.Join(v, ", "), "none")
	case string:
		return cmp.Or(v, "none")
	}
	text, err := json.Marshal(v)
	if err != nil {
		return fmt.Sprint(v)
	}
	return string(text)
}

// defaults returns the defaults of keys that are not set.
func (e Effective) defaults(all bool) []config.Entry {
	if !all {
		return nil
	}
	set := map[string]bool{}
	for _, e := range e.entries() {
		set[e.Key] = true
	}
	var defaults []config.Entry
	for _, e := range []config.Entry{{Key: "manifest.profile", Value: "tolerant"}, {Key: "manifest.files", Value: "siblings"}, {Key: "suppressions.require-reason", Value: "false"}} {
		if !set[e.Key] {
			defaults = append(defaults, e)
		}
	}
	return defaults
}

func globList(globs []config.Glob) string {
	var texts []string
	for _, g := range globs {
		texts = append(texts, g.String())
	}
	return strings.Join(texts, ", ")
}
