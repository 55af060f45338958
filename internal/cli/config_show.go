package cli

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/config"
	"github.com/skilllint/skilllint/internal/escape"
	"github.com/skilllint/skilllint/internal/lint"
	"github.com/skilllint/skilllint/internal/quote"
	"github.com/skilllint/skilllint/internal/term"
)

// An effective shows what applies to a path.
type effective struct{ *lint.Effective }

// entries returns the values in force, but for rules.
func (in effective) entries() []config.Entry {
	var all []config.Entry
	for _, e := range in.Config.Entries(in.Rel) {
		if e.Key == "targets" && len(in.Request.Targets) > 0 {
			continue
		}
		all = append(all, e)
	}
	flag := func(key, value, name string) {
		all = append(all, config.Entry{Key: key, Value: value, Origin: config.Origin{Path: name}})
	}
	for _, agent := range in.Request.Targets {
		flag("targets", agent, "--target")
	}
	for _, glob := range in.Exclude {
		flag("exclude", glob.String(), "--exclude")
	}
	if name := in.Request.Dialect; name != "" {
		flag("dialects", name, "--dialect")
	}
	return all
}

// rules returns the rules in force. What is enforced is as it is without a configuration.
func (in effective) rules() []config.Rule {
	all := in.Config.Rules(in.Request.Rules, in.Request.Selection)
	bare := map[*analysis.Analyzer]config.Rule{}
	for _, r := range (&config.Config{Dir: "."}).Rules(in.Request.Rules, in.Request.Selection) {
		bare[r.Analyzer] = r
	}
	for i := range all {
		if a := all[i].Analyzer; in.IsEnforced(a) {
			all[i] = bare[a]
			all[i].Origin = config.Origin{Path: "--enforce"}
		}
	}
	return all
}

// text prints what is in force for people.
func (in effective) text(w io.Writer, all bool) {
	in.head(w)
	if in.Excluded != nil && !all { // nothing else matters to it
		return
	}
	in.ruleTable(w, all)
	groups := map[string][][]string{}
	var order []string
	for _, e := range append(in.entries(), in.defaults(all)...) {
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
	if overrides := in.Config.Overrides(); in.IsDir && len(overrides) > 0 {
		fmt.Fprint(w, "\noverrides, for these files in it\n")
		var rows [][]string
		for _, o := range overrides {
			rows = append(rows, []string{"  " + globList(o.Files), o.Origin.String()})
		}
		term.Table(w, rows)
	}
}

// head says what the path is, and where the configuration comes from.
func (in effective) head(w io.Writer) {
	name := escape.String(in.Name)
	switch {
	case in.Excluded != nil:
		fmt.Fprintf(w, "%s: left out by exclude: %s (%s)\n", name, escape.String(in.Excluded.String()), escape.String(excludedFrom(in.Excluded)))
	case in.IsDir:
		fmt.Fprintf(w, "%s: a folder\n", name)
	case in.File == nil:
		fmt.Fprintf(w, "%s: no file that is looked at\n", name)
	default:
		fmt.Fprintf(w, "%s: %s, %s (%s)\n", name, in.File.Kind, cmp.Or(dialectOf(in.File), "no dialect"), escape.String(in.File.Why))
	}
	c := in.Config.Base()
	switch {
	case c.Path == "":
		fmt.Fprintln(w, "no configuration")
	case len(c.Extends) == 0:
		fmt.Fprintf(w, "configuration: %s\n", escape.String(c.Path))
	default:
		fmt.Fprintf(w, "configuration: %s, with what it extends: %s\n", escape.String(c.Path), escape.String(strings.Join(c.Extends, ", ")))
	}
}

func excludedFrom(g *config.Glob) string {
	if origin := g.Origin(); origin.Path != "" {
		return origin.String()
	}
	return "--exclude"
}

// ruleTable prints rules and options; those that are as they are by default, or not selected, only when all
// are asked for.
func (in effective) ruleTable(w io.Writer, all bool) {
	var rows, untouched [][]string
	left, unselected := 0, 0
	for _, r := range in.rules() {
		to := &rows
		switch {
		case r.Severity == analysis.Off && r.Origin.Path == "--select":
			to, unselected = &untouched, unselected+1
		case !isTouched(r):
			to, left = &untouched, left+1
		}
		*to = append(*to, []string{"  " + r.Analyzer.Name, r.Severity.String(), r.Origin.String()})
		for _, o := range r.Options {
			if all || o.Origin.Path != "" {
				*to = append(*to, []string{"    " + o.Name, shownValue(o.Value), o.Origin.String()})
			}
		}
	}
	fmt.Fprint(w, "\nrules\n")
	if all {
		rows, left, unselected = append(rows, untouched...), 0, 0
	}
	term.Table(w, rows)
	if left > 0 {
		fmt.Fprintf(w, "  %s as by default; --all shows them\n", quote.Plural(left, "rule"))
	}
	if unselected > 0 {
		fmt.Fprintf(w, "  %s off by --select; --all shows them\n", quote.Plural(unselected, "rule"))
	}
}

// isTouched reports whether anything of a rule is other than by default, or said to be so.
func isTouched(r config.Rule) bool {
	return r.Origin.Path != "" || slices.ContainsFunc(r.Options, func(o config.Option) bool { return o.Origin.Path != "" })
}

// shownValue returns the value of an option as people write it.
func shownValue(v any) string {
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

// defaults returns what holds where nothing is said, of keys that have a default.
func (in effective) defaults(all bool) []config.Entry {
	if !all {
		return nil
	}
	said := map[string]bool{}
	for _, e := range in.entries() {
		said[e.Key] = true
	}
	var rest []config.Entry
	for _, e := range []config.Entry{{Key: "manifest.profile", Value: "tolerant"}, {Key: "manifest.files", Value: "siblings"}, {Key: "suppressions.require-reason", Value: "false"}} {
		if !said[e.Key] {
			rest = append(rest, e)
		}
	}
	return rest
}

func globList(globs []config.Glob) string {
	var texts []string
	for _, g := range globs {
		texts = append(texts, g.String())
	}
	return strings.Join(texts, ", ")
}
