package config

import (
	"errors"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
)

// internal is the group of findings about skilllint itself. It cannot be switched off, because an internal error
// means that a file was not checked.
const internal = "internal/"

// alwaysOn is the end of the message about a rule of that group.
const alwaysOn = "cannot be switched off: it reports files that were not checked"

// A Selection is the set of rules that the command line selects.
type Selection struct {
	selected    map[*analysis.Analyzer]bool // nil: all enabled rules
	ignored     map[*analysis.Analyzer]bool
	reportOnly  map[*analysis.Analyzer]bool // not nil: the reported rules, including those off by default
	customRules customSelection
	meta        bool // a selected rule depends on the findings of all others
}

// Select decodes --select and --ignore: names, groups and globs of rules; --select also accepts "all".
func Select(rules []*analysis.Analyzer, sel, ignore []string) (*Selection, []string, error) {
	c := newRuleIndex(rules)
	s := &Selection{ignored: map[*analysis.Analyzer]bool{}}
	if len(sel) > 0 {
		s.selected = map[*analysis.Analyzer]bool{}
	}
	var notices []string
	add := func(flag, pattern string, to map[*analysis.Analyzer]bool) error {
		if pattern == "all" {
			pattern = "*"
		}
		found, how, formerly := c.find(pattern)
		mayBeCustom := isAboutCustomRules(pattern, how)
		if mayBeCustom {
			s.customRules.add(flag, pattern, len(found) > 0)
		}
		switch {
		case len(found) == 0 && mayBeCustom: // checked after the configurations have been read, see [Selection.Unknown]
		case len(found) == 0:
			return errors.New(flag + ": " + c.unknown(pattern))
		case flag == "--ignore" && how != byGlob && strings.HasPrefix(found[0].Name, internal):
			return errors.New(flag + ": " + quote.Text(pattern) + " " + alwaysOn)
		}
		if formerly != "" {
			notices = append(notices, pattern+" was renamed to "+formerly+"; the old name still works")
		}
		for _, a := range found {
			to[a] = true
		}
		return nil
	}
	for _, p := range sel {
		if err := add("--select", p, s.selected); err != nil {
			return nil, nil, err
		}
	}
	for _, p := range ignore {
		if err := add("--ignore", p, s.ignored); err != nil {
			return nil, nil, err
		}
	}
	for a := range s.selected {
		s.meta = s.meta || a.Meta && !s.ignored[a]
	}
	return s, notices, nil
}

// Settings are the effective severities and options of the files of one configuration.
type Settings struct {
	Severity map[*analysis.Analyzer]analysis.Severity // of every rule; Off: it does not run
	Strict   map[*analysis.Analyzer]analysis.Severity // of the rules that are more severe in files of the strict profile
	Options  map[*analysis.Analyzer]any               // of the rules that have options
}

// ReportOnly returns a selection that reports only the given rules, as configured, including those that are off by
// default. Other rules run, too.
func ReportOnly(rules []*analysis.Analyzer) *Selection {
	s := &Selection{reportOnly: map[*analysis.Analyzer]bool{}}
	for _, a := range rules {
		s.reportOnly[a] = true
	}
	return s
}

// Settings combines the configuration with the command line, which takes precedence: rules in --select run
// even if the configuration switches them off, and rules in --ignore never run.
func (c *Config) Settings(rules []*analysis.Analyzer, s *Selection) *Settings {
	out := &Settings{
		Severity: make(map[*analysis.Analyzer]analysis.Severity, len(rules)),
		Strict:   map[*analysis.Analyzer]analysis.Severity{},
		Options:  map[*analysis.Analyzer]any{},
	}
	for _, a := range newRuleIndex(rules).rules {
		out.Severity[a] = c.severity(a, s)
		if c.isRaised(a) && out.Severity[a] != analysis.Off {
			out.Strict[a] = a.Strict
		}
		if options := c.rules[a].options; options != nil {
			out.Options[a] = options
		} else if a.Options != nil {
			out.Options[a] = a.Options
		}
	}
	c.selectCustomRules(out, s)
	return out
}

// Highest returns the severity of a rule in files of the strict profile, if there are any.
func (s *Settings) Highest(a *analysis.Analyzer) analysis.Severity {
	return max(s.Severity[a], s.Strict[a])
}

// isRaised reports whether a rule is more severe in files of the strict profile. A configured severity applies to all files.
func (c *Config) isRaised(a *analysis.Analyzer) bool {
	profile := c.profile
	if strings.HasPrefix(a.Name, "manifest/") {
		profile = c.manifestProfile()
	}
	return a.Strict > a.Severity && c.rules[a].rank == 0 && profile.isStrict()
}

func (c *Config) severity(a *analysis.Analyzer, s *Selection) analysis.Severity {
	if strings.HasPrefix(a.Name, internal) {
		return a.Severity
	}
	severity := a.Severity
	if configured := c.rules[a]; configured.rank > 0 {
		severity = configured.severity
	}
	isSelected := s.selected[a] || s.reportOnly[a] && a.Severity == analysis.Off || s.customRules.selects(a)
	switch {
	case s.ignored[a] || s.customRules.ignores(a), s.selected != nil && !isSelected && !s.meta && !a.Unchecked:
		return analysis.Off
	case !isSelected || severity != analysis.Off:
		return severity
	case a.Severity != analysis.Off:
		return a.Severity
	}
	return analysis.Warning // selected, but off by default
}
