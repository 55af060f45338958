package config

import (
	"strings"

	"github.com/skilllint/skilllint/internal/config"
	"github.com/skilllint/skilllint/internal/view"
)

// An originJSON is the place where a value is set.
type originJSON struct {
	Source string `json:"source"` // "default", "flag" or "file"
	Flag   string `json:"flag,omitempty"`
	Path   string `json:"path,omitempty"`
	Line   int    `json:"line,omitempty"`
	Column int    `json:"column,omitempty"`
}

func originOf(o config.Origin) originJSON {
	switch {
	case o.Path == "":
		return originJSON{Source: "default"}
	case strings.HasPrefix(o.Path, "--"):
		return originJSON{Source: "flag", Flag: o.Path}
	}
	return originJSON{Source: "file", Path: o.Path, Line: o.At.Line, Column: o.At.Column}
}

type (
	optionJSON struct {
		Name   string     `json:"name"`
		Value  any        `json:"value"`
		Origin originJSON `json:"origin"`
	}
	ruleJSON struct {
		Rule     string       `json:"rule"`
		Severity string       `json:"severity"`
		Origin   originJSON   `json:"origin"`
		Options  []optionJSON `json:"options"`
	}
	settingJSON struct {
		Key    string     `json:"key"`
		Value  string     `json:"value"`
		Origin originJSON `json:"origin"`
	}
	excludedJSON struct {
		Glob   string     `json:"glob"`
		Origin originJSON `json:"origin"`
	}
	overrideJSON struct {
		Files  []string   `json:"files"`
		Origin originJSON `json:"origin"`
	}
	effectiveJSON struct {
		Version        int            `json:"version"`
		Path           string         `json:"path"`
		Folder         bool           `json:"folder"`
		Kind           string         `json:"kind"`    // empty for directories and files that are not checked
		Dialect        string         `json:"dialect"` // empty without a dialect
		Why            string         `json:"why"`
		Excluded       *excludedJSON  `json:"excluded"`
		Configurations []string       `json:"configurations"` // the last one takes precedence
		Rules          []ruleJSON     `json:"rules"`
		Settings       []settingJSON  `json:"settings"`
		Overrides      []overrideJSON `json:"overrides"` // for files in the directory
	}
)

// JSON returns what applies to a path, with all rules and defaults.
func (e Effective) JSON() any {
	out := effectiveJSON{Version: 1, Path: e.Name, Folder: e.IsDir, Configurations: []string{}, Settings: []settingJSON{}, Overrides: []overrideJSON{}}
	if c := e.Config.Base(); c.Path != "" {
		out.Configurations = append(append(out.Configurations, c.Extends...), c.Path)
	}
	if e.File != nil {
		out.Kind, out.Dialect, out.Why = e.File.Kind.String(), view.Dialect(e.File), e.File.Why
	}
	if e.Excluded != nil {
		origin := e.Excluded.Origin()
		if origin.Path == "" {
			origin.Path = "--exclude"
		}
		out.Excluded = &excludedJSON{e.Excluded.String(), originOf(origin)}
	}
	for _, r := range e.rules() {
		one := ruleJSON{r.Analyzer.Name, r.Severity.String(), originOf(r.Origin), []optionJSON{}}
		for _, o := range r.Options {
			one.Options = append(one.Options, optionJSON{o.Name, o.Value, originOf(o.Origin)})
		}
		out.Rules = append(out.Rules, one)
	}
	for _, e := range append(e.entries(), e.defaults(true)...) {
		out.Settings = append(out.Settings, settingJSON{e.Key, e.Value, originOf(e.Origin)})
	}
	if e.IsDir {
		for _, o := range e.Config.Overrides() {
			one := overrideJSON{[]string{}, originOf(o.Origin)}
			for _, g := range o.Files {
				one.Files = append(one.Files, g.String())
			}
			out.Overrides = append(out.Overrides, one)
		}
	}
	return out
}
