package registry

import (
	"errors"
	"slices"
	"strconv"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/violation"
	"github.com/skilllint/skilllint/schema"
)

// A fault is a violation of a schema with what it lies on.
type fault struct {
	schema.Violation
	value  *analysis.Value
	member *analysis.Member // the last key on the way; nil at the root
	lacks  []string         // of what is missing: all fields
}

// Bounds of the validation of a list.
const (
	chunk      = 500   // entries at once: the validator takes copies of them, and refuses values of more than 200,000 parts
	mostFaults = 5_000 // after which no further entries are validated; a wrong one costs 30 µs
)

// listOf returns the key of the list that a kind of file is made of.
func listOf(kind analysis.Kind) string {
	switch kind {
	case analysis.Registry:
		return "skills"
	case analysis.Marketplace:
		return "plugins"
	}
	return ""
}

// violations validates a document by the schema of its dialect, and by that of the configuration.
func violations(d *analysis.Document) ([]fault, error) {
	found, err := ofDialect(d)
	if err != nil || d.Extra == nil {
		return found, err
	}
	extra, err := d.Extra.Validate(d.Data.JSON())
	if errors.Is(err, schema.ErrTooLarge) { // which the dialect's schema was told already
		return found, nil
	}
	var find violation.Finder
	for _, v := range extra {
		f := fault{Violation: v}
		f.value, f.member = find.At(d.Data, v.Path)
		found = append(found, f)
	}
	return found, err
}

// ofDialect validates a document by its dialect's schema: everything but the entries of its list,
// then these in chunks. Entries that are plainly right are left out: a registry may have thousands,
// and the validator takes longer over one than everything else together.
func ofDialect(d *analysis.Document) ([]fault, error) {
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
		if len(found) >= mostFaults {
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

// without returns a mapping that lacks a key.
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

// entries validates some entries of a list. One that is too large is told of by itself.
func entries(d *analysis.Document, key string, list *analysis.Value, some []int) ([]fault, error) {
	values := make([]any, len(some))
	for i, index := range some {
		values[i] = list.Items[index].JSON()
	}
	found, err := validate(d, map[string]any{key: values}, some)
	switch {
	case !errors.Is(err, schema.ErrTooLarge):
		return found, err
	case len(some) == 1:
		return []fault{{value: list.Items[some[0]], Violation: schema.Violation{
			Path: itemPath(key, some[0]), Keyword: tooLarge, Severity: "error", Effect: "it was not checked"}}}, nil
	}
	half, err := entries(d, key, list, some[:len(some)/2])
	if err != nil {
		return nil, err
	}
	rest, err := entries(d, key, list, some[len(some)/2:])
	return append(half, rest...), err
}

// Keywords of ours.
const (
	tooLarge   = "too large"   // a value that the validator did not take
	notChecked = "not checked" // an entry behind too many faults
)

// unread tells of the entry from which on nothing was validated.
func unread(key string, list *analysis.Value, index int) fault {
	return fault{value: list.Items[index], Violation: schema.Violation{
		Path: itemPath(key, index), Keyword: notChecked, Severity: "error"}}
}

func itemPath(key string, index int) []string { return []string{key, strconv.Itoa(index)} }

// validate validates a value and finds the places of what it says. With indices, the value holds
// nothing but these entries of the document's list, and what it lacks beside them is no matter.
func validate(d *analysis.Document, value any, indices []int) ([]fault, error) {
	found, err := schema.Validate(d.Dialect.Name, d.Kind.String(), value)
	if errors.Is(err, schema.ErrTooLarge) && indices == nil {
		return []fault{{value: d.Data, Violation: schema.Violation{Keyword: tooLarge, Severity: "error", Effect: "it was not checked"}}}, nil
	}
	if err != nil {
		return nil, err
	}
	var faults []fault
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
		f := fault{Violation: v}
		f.value, f.member = find.At(d.Data, v.Path)
		faults = append(faults, f)
	}
	return faults, nil
}

// distinct keeps one fault of each value, the worst: a value of the wrong type has no form, and
// what breaks a form in two ways was written once. What an object lacks is one fault, where it
// has one effect. Faults that count in a pinned dialect only are dropped elsewhere. Those of one
// value stand side by side.
func distinct(found []fault, pinned bool) []fault {
	var kept []fault
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

// rank orders faults of one value: by severity, then type before form.
func (f fault) rank() int {
	rank := 2 * int(f.severity())
	if f.Keyword == "type" {
		rank++
	}
	return rank
}

func (f fault) severity() analysis.Severity { return violation.Severity(f.Violation) }
