package manifest

import (
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/facts/registry"
	"github.com/skilllint/skilllint/internal/cleo/dispatch"
	"github.com/skilllint/skilllint/internal/view"
)

// Registries are the registries of a workspace.
type Registries []registryFile

type registryFile struct {
	path    string
	entries []registry.Entry
}

// Collect returns an analyzer that collects the registries.
func (r *Registries) Collect() *analysis.Analyzer {
	return view.Collect("dispatch", func(pass *analysis.Pass) error {
		for file, one := range registry.Fact.All(pass.Store) {
			*r = append(*r, registryFile{file.Path, one.Entries})
		}
		return nil
	}, registry.Fact.Analyzer)
}

// Dispatch returns where the only registry sends a task.
func (r Registries) Dispatch(t dispatch.Task) (*Dispatched, error) {
	one, err := theOnly(r)
	if err != nil {
		return nil, err
	}
	return &Dispatched{one, t, dispatch.Dispatch(one.entries, t)}, nil
}

// theOnly returns the registry that is meant.
func theOnly(found []registryFile) (registryFile, error) {
	switch len(found) {
	case 0:
		return registryFile{}, errors.New("no registry with a list of skills was found; name a manifest.json of CLEO's form")
	case 1:
		return found[0], nil
	}
	var paths []string
	for _, f := range found {
		paths = append(paths, f.path)
	}
	slices.Sort(paths)
	return registryFile{}, fmt.Errorf("there are %d registries: %s; name one", len(found), quote.List(paths, "and"))
}

// A Dispatched is where a registry sends a task.
type Dispatched struct {
	registry registryFile
	task     dispatch.Task
	result   dispatch.Result
}

// Text tells people where a task goes.
func (d *Dispatched) Text(w io.Writer) {
	chosen := d.result.Chosen
	if chosen.Entry == nil {
		fmt.Fprintf(w, "no entry of %s fits, and %s, which would be the fallback, is not in it\n", d.registry.path, dispatch.Fallback)
	} else {
		fmt.Fprintln(w, shownHit(chosen))
		fmt.Fprintf(w, "  path: %s\n  conditional protocol: %s\n", quote.Text(chosen.Entry.Path.Value), quote.Text(dispatch.Protocol(chosen.Entry)))
	}
	if len(d.result.Others) > 0 {
		fmt.Fprintln(w, "\nthese fit as well, and come behind:")
	}
	for _, h := range d.result.Others {
		fmt.Fprintln(w, "  "+shownHit(h))
	}
	if len(d.result.Inside) > 0 {
		fmt.Fprintln(w, "\nkeywords that stand only inside of other words:")
	}
	for _, h := range d.result.Inside {
		fmt.Fprintf(w, "  %s of %s\n", quote.Text(h.Text.Value), quote.Text(h.Entry.Name.Value))
	}
	words := dispatch.Words(d.task)
	if len(words) > 0 {
		fmt.Fprintln(w, "\nwords of the title that the protocol's document gives for conditional protocols; nothing is chosen by them:")
	}
	for _, word := range words {
		inside := map[bool]string{true: " (only inside of another word)"}[word.Inside]
		fmt.Fprintf(w, "  %s: %s%s\n", quote.Text(word.Text), word.Protocol, inside)
	}
}

// shownHit says which skill a task goes to, and by what.
func shownHit(h dispatch.Hit) string {
	name := quote.Text(h.Entry.Name.Value)
	if h.By == dispatch.ByFallback {
		return name + ", the fallback, as nothing else fits"
	}
	text := fmt.Sprintf("%s by the %s %s", name, h.By, quote.Text(h.Text.Value))
	if h.Inside {
		text += ", which stands only inside of another word"
	}
	return fmt.Sprintf("%s (%s:%d)", text, h.Text.Location.Path, h.Text.Location.Start.Line)
}
