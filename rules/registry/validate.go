package registry

import (
	"errors"
	"slices"
	"strconv"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/registry"
	"github.com/skilllint/skilllint/internal/violation"
	"github.com/skilllint/skilllint/schema"
)

// A problem is a violation of a schema with the invalid value.
type problem struct {
	schema.Violation
	value  *analysis.Value
	member *analysis.Member // the last key of the path; nil at the root
	lacks  []string         // all missing keys
}

// Limits of the validation of a list.
const (
	chunk        = 500   // entries per call; the validator copies them, and rejects more than 200,000 values
	mostProblems = 5_000 // problems after which validation stops; an invalid entry takes 30 µs
)

// listOf returns the key of the list of entries in a kind of file.
func listOf(kind analysis.Kind) string {
	switch kind {
	case analysis.Registry:
		return "skills"
	case analysis.Marketplace:
		return "plugins"
	}
	return ""
}

// violations validates a document against the schema of its dialect and the custom schema.
func violations(d *analysis.Document) ([]problem, error) {
	found, err := ofDialect(d)
	if d.Dialect.IsLater() { // the warnings apply to the first edition
		found = slices.DeleteFunc(found, func(f problem) bool { return f.Severity != "error" })
	}
	if d.Kind == analysis.Registry && !d.Pinned && !schema.IsCertainRegistry(d.Source) { // it may belong to another project
		for i := range found {
			found[i].Severity = "info"
		}
	}
	if err != nil || d.Extra == nil {
		return found, err
	}
	extra, err := d.Extra.Validate(d.Data.JSON())
	if errors.Is(err, schema.ErrTooLarge) { // already reported for the schema of the dialect
		return found, nil
	}
	var find violation.Finder
	for _, v := range extra {
		f := problem{Violation: v}
		f.value, f.member = find.At(d.Data, v.Path)
		found = append(found, f)
	}
	return found, err
}

// ofDialect validates a document against the schema of its dialect: first everything except the entries of its list, then the
// entries in chunks. It skips plain entries, because a registry may have thousands and the validator is slow.
func ofDialect(d *analysis.Document) ([]problem, error) {
	key := listOf(d.Kind)
	list := d.Data.Get(key)
	if key == "" || list == nil || list.Kind != analysis.List {
		return validate(d, d.Data.JSON(), nil)
	}
	whole := without(d.Data, key).JSON().(map[string]any)
	whole[key] = []any{}
	found, err := validate(d, whole, nil)
	if err != nil {
		return nil, err
	}
	var indices []int
	for i, entry := range list.Items {
		if d.Kind == analysis.Registry && plain(entry) {
			continue
		}
		indices = append(indices, i)
	}
	for some := range slices.Chunk(indices, chunk) {
		if len(found) >= mostProblems {
			return append(found, unread(key, list, some[0])), nil
		}
		more, err := entries(d, key, list, some)
		if err != nil {
			return nil, err
		}
		found = append(found, more...)
	}
	return found, nil
}

// without returns a mapping without a key.
func without(v *analysis.Value, key string) *analysis.Value {
	rest := *v
	rest.Members = nil
	for _, m := range v.Members {
		if m.Key != key {
			rest.Members = append(rest.Members, m)
		}
	}
	return &rest
}

// entries validates some entries of a list. An entry that is too large is a problem.
func entries(d *analysis.Document, key string, list *analysis.Value, some []int) ([]problem, error) {
	values := make([]any, len(some))
	for i, index := range some {
		values[i] = list.Items[index].JSON()
	}
	found, err := validate(d, map[string]any{key: values}, some)
	switch {
	case !errors.Is(err, schema.ErrTooLarge):
		return found, err
	case len(some) == 1:
		return []problem{{value: list.Items[some[0]], Violation: schema.Violation{
			Path: itemPath(key, some[0]), Keyword: tooLarge, Severity: "error", Effect: notCheckedEffect}}}, nil
	}
	half, err := entries(d, key, list, some[:len(some)/2])
	if err != nil {
		return nil, err
	}
	rest, err := entries(d, key, list, some[len(some)/2:])
	return append(half, rest...), err
}

// Keywords for values that the validator did not check.
const (
	tooLarge   = "too large"   // a value that exceeds the limits of the validator
	notChecked = "not checked" // an entry after too many problems

	notCheckedEffect = "skilllint did not check it"
)

// unread returns the problem for the first entry that was not validated.
func unread(key string, list *analysis.Value, index int) problem {
	return problem{value: list.Items[index], Violation: schema.Violation{
		Path: itemPath(key, index), Keyword: notChecked, Severity: "error", Effect: "skilllint did not check the remaining entries"}}
}

func itemPath(key string, index int) []string { return []string{key, strconv.Itoa(index)} }

// readAs returns the kind whose schema applies to a file, because plugins may have a separate schema.
func readAs(f *analysis.File) string {
	kind := f.Kind.String()
	if f.Plugin && !registry.IsHome(f) && f.Dialect.Kinds["plugin-"+kind] != nil {
		return "plugin-" + kind
	}
	return kind
}

// validate validates a value and locates the violations. With indices, the value consists only of these entries of the
// document's list, and violations elsewhere are dropped.
func validate(d *analysis.Document, value any, indices []int) ([]problem, error) {
	found, err := schema.Validate(d.Dialect.Name, readAs(d.File), value)
	if errors.Is(err, schema.ErrTooLarge) && indices == nil {
		return []problem{{value: d.Data, Violation: schema.Violation{Keyword: tooLarge, Severity: "error", Effect: notCheckedEffect}}}, nil
	}
	if err != nil {
		return nil, err
	}
	var problems []problem
	var find violation.Finder
	for _, v := range found {
		if indices != nil {
			if len(v.Path) < 2 {
				continue
			}
			i, err := strconv.Atoi(v.Path[1])
			if err != nil || i >= len(indices) {
				continue
			}
			v.Path = slices.Clone(v.Path)
			v.Path[1] = strconv.Itoa(indices[i])
		}
		f := problem{Violation: v}
		f.value, f.member = find.At(d.Data, v.Path)
		problems = append(problems, f)
	}
	return problems, nil
}

// distinct keeps the worst problem of each value, and merges the missing keys of an object that have the same effect. It drops
// problems that apply only to pinned dialects. Problems of a value must be adjacent.
func distinct(found []problem, pinned bool) []problem {
	var kept []problem
	for _, f := range found {
		if f.Pinned && !pinned {
			continue
		}
		if f.Missing != "" {
			f.lacks = []string{f.Missing}
		}
		last := len(kept) - 1
		switch {
		case last < 0 || !slices.Equal(kept[last].Path, f.Path):
			kept = append(kept, f)
		case f.Missing != "" && kept[last].Missing != "" && f.Severity == kept[last].Severity && f.Effect == kept[last].Effect:
			kept[last].lacks = append(kept[last].lacks, f.Missing)
		case f.Missing != "" || kept[last].Missing != "":
			kept = append(kept, f)
		case f.rank() > kept[last].rank():
			kept[last] = f
		}
	}
	return kept
}

// rank orders the problems of a value by severity; with equal severity, type has precedence over form.
func (f problem) rank() int {
	rank := 2 * int(f.severity())
	if f.Keyword == "type" {
		rank++
	}
	return rank
}

func (f problem) severity() analysis.Severity { return violation.Severity(f.Violation) }
