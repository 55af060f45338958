package analysistest

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/fixture"
)

// Rules checks the rules of a program: names, documentation, sources and options must be complete, and each
// rule needs an archive with findings and one without, below root.
func Rules(t testing.TB, root string, rules ...*analysis.Analyzer) {
	t.Helper()
	if err := analysis.Validate(rules); err != nil {
		t.Error(err)
	}
	for _, rule := range rules {
		for _, problem := range append(incomplete(rule), untested(root, rule)...) {
			t.Errorf("%s: %s", rule.Name, problem)
		}
	}
}

// incomplete returns problems of a rule that Validate does not check.
func incomplete(rule *analysis.Analyzer) []string {
	var problems []string
	check := func(when bool, format string, args ...any) {
		if when {
			problems = append(problems, fmt.Sprintf(format, args...))
		}
	}
	check(rule.IsFact(), "it is a fact, not a rule")
	kind := rule.Source.Kind
	switch kind {
	case analysis.Measurement, analysis.LoaderCode, analysis.Specification, analysis.Documentation:
	case analysis.Opinion:
		check(rule.Severity != analysis.Off, "a rule whose source is an opinion must be off by default, but its severity is %s", rule.Severity)
	default:
		check(true, "unknown kind of source %q", kind)
	}
	for _, text := range []string{rule.Doc, rule.Source.Name} {
		check(strings.Contains(text, "TODO"), "%q contains a TODO", text)
	}
	return append(problems, undocumented(rule.Options)...)
}

// undocumented returns the options that cannot be configured or lack documentation.
func undocumented(options any) []string {
	if options == nil {
		return nil
	}
	t := reflect.TypeOf(options)
	if t.Kind() != reflect.Pointer || t.Elem().Kind() != reflect.Struct {
		return []string{fmt.Sprintf("Options is %s, not a pointer to a struct", t)}
	}
	var problems []string
	for i := range t.Elem().NumField() {
		f := t.Elem().Field(i)
		if f.Tag.Get("yaml") == "" || f.Tag.Get("doc") == "" {
			problems = append(problems, fmt.Sprintf("option %s needs a yaml tag with its key and a doc tag with its meaning", f.Name))
		}
	}
	return problems
}

// untested returns the kinds of archives that are missing for a rule.
func untested(root string, rule *analysis.Analyzer) []string {
	with, without := 0, 0
	for _, path := range archives(root, rule) {
		data, err := os.ReadFile(path)
		if err != nil {
			return []string{err.Error()}
		}
		archive, err := fixture.Parse(data)
		switch {
		case err != nil:
			return []string{path + ": " + err.Error()}
		case len(archive.Wants) > 0:
			with++
		case archive.HasWant:
			without++
		}
	}
	dir := filepath.Join(root, filepath.FromSlash(rule.Name))
	var problems []string
	if with == 0 {
		problems = append(problems, "no archive in "+dir+" expects a finding")
	}
	if without == 0 {
		problems = append(problems, "no archive in "+dir+" has an empty want section, for input that is not reported")
	}
	return problems
}
