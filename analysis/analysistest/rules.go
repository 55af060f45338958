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

// Rules checks the rules of a program: names, documentation, sources and options must be complete, and below
// root each needs an archive with findings and one without.
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

// incomplete returns what a rule lacks in addition to the checks of Validate.
func incomplete(rule *analysis.Analyzer) []string {
	var problems []string
	complain := func(when bool, format string, args ...any) {
		if when {
			problems = append(problems, fmt.Sprintf(format, args...))
		}
	}
	complain(rule.IsFact(), "it is a fact; rules only")
	kind := rule.Source.Kind
	switch kind {
	case analysis.Measurement, analysis.LoaderCode, analysis.Specification, analysis.Documentation:
	case analysis.Opinion:
		complain(rule.Severity != analysis.Off, "it rests on opinion, so it is off unless it is asked for; its severity is %s", rule.Severity)
	default:
		complain(true, "%q is no kind of source", kind)
	}
	for _, text := range []string{rule.Doc, rule.Source.Name} {
		complain(strings.Contains(text, "TODO"), "%q is still to be written", text)
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

// untested returns the kind of archive that a rule lacks.
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
	folder := filepath.Join(root, filepath.FromSlash(rule.Name))
	var problems []string
	if with == 0 {
		problems = append(problems, "no archive in "+folder+" wants a finding")
	}
	if without == 0 {
		problems = append(problems, "no archive in "+folder+" shows what is left alone: with an empty want section")
	}
	return problems
}
