package cleo

import (
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/facts/registry"

	"github.com/skilllint/skilllint/internal/view"
)

// Registries holds the registries of a workspace.
type Registries []registryFile

type registryFile struct {
	path    string
	entries []registry.Entry
	later   bool // of CLEO's later edition
}

// Collect returns an analyzer that collects the registries.
func (r *Registries) Collect() *analysis.Analyzer {
	return view.Collect("dispatch", func(pass *analysis.Pass) error {
		for file, one := range registry.Fact.All(pass.Store) {
			*r = append(*r, registryFile{file.Path, one.Entries, file.Dialect.IsLater()})
		}
		return nil
	}, registry.Fact.Analyzer)
}

// Dispatch dispatches a task with the only registry.
func (r Registries) Dispatch(t registry.Task) (*Dispatched, error) {
	one, err := onlyRegistry(r)
	switch {
	case err != nil:
		return nil, err
	case one.later:
		return nil, fmt.Errorf("%s is a registry of CLEO's later packages: only the first edition, of January 2026, dispatches tasks by it", one.path)
	}
	return &Dispatched{one, t, registry.Dispatch(one.entries, t)}, nil
}

// onlyRegistry returns the only registry.
func onlyRegistry(found []registryFile) (registryFile, error) {
	switch len(found) {
	case 0:
		return registryFile{}, errors.New("no registry found; name a manifest.json with a list of skills")
	case 1:
		return found[0], nil
	}
	var paths []string
	for _, f := range found {
		paths = append(paths, f.path)
	}
	slices.Sort(paths)
	return registryFile{}, fmt.Errorf("found %d registries: name one of %s", len(found), quote.List(paths, "and"))
}

// A Dispatched is the result of dispatching a task.
type Dispatched struct {
	registry registryFile
	task     registry.Task
	result   registry.Destination
}

// Text writes the result as text.
func (d *Dispatched) Text(w io.Writer) {
	chosen := d.result.Chosen
	if chosen.Entry == nil {
		fmt.Fprintf(w, "no entry of %s matches, and the fallback %s is not listed\n", d.registry.path, registry.FallbackSkill)
	} else {
		fmt.Fprintln(w, describeHit(chosen))
		fmt.Fprintf(w, "  path: %s\n  conditional protocol: %s\n", quote.Text(chosen.Entry.Path.Value), quote.Text(registry.Protocol(chosen.Entry)))
	}
	if len(d.result.Others) > 0 {
		fmt.Fprintln(w, "\nother matches, with lower priority:")
	}
	for _, h := range d.result.Others {
		fmt.Fprintln(w, "  "+describeHit(h))
	}
	if len(d.result.Inside) > 0 {
		fmt.Fprintln(w, "\nkeywords that occur only inside other words:")
	}
	for _, h := range d.result.Inside {
		fmt.Fprintf(w, "  %s of %s\n", quote.Text(h.Text.Value), quote.Text(h.Entry.Name.Value))
	}
	words := registry.Keywords(d.task)
	if len(words) > 0 {
		fmt.Fprintln(w, "\nwords of the title that suggest a conditional protocol (documented, but not used for dispatch):")
	}
	for _, word := range words {
		inside := map[bool]string{true: " (only inside another word)"}[word.Inside]
		fmt.Fprintf(w, "  %s: %s%s\n", quote.Text(word.Text), word.Protocol, inside)
	}
}

// describeHit describes a match with its trigger.
func describeHit(h registry.Match) string {
	name := quote.Text(h.Entry.Name.Value)
	if h.By == registry.ByFallback {
		return name + " (fallback: no entry matches)"
	}
	text := fmt.Sprintf("%s (%s %s)", name, h.By, quote.Text(h.Text.Value))
	if h.Inside {
		text += ", only inside another word"
	}
	return fmt.Sprintf("%s (%s:%d)", text, h.Text.Location.Path, h.Text.Location.Start.Line)
}
