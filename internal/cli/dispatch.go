package cli

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/registry"
	"github.com/skilllint/skilllint/internal/cleo/dispatch"
	"github.com/skilllint/skilllint/internal/quote"
	"github.com/skilllint/skilllint/internal/report"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// dispatchFlags are the flags of manifest dispatch.
type dispatchFlags struct {
	sources
	format *choice
	task   dispatch.Task
}

// dispatchCommand says where a task goes; it is a part of manifest.
func (p *program) dispatchCommand() *cobra.Command {
	f := &dispatchFlags{format: listFormat()}
	cmd := &cobra.Command{
		Use:   "dispatch [flags] [REGISTRY]",
		Short: "say which skill of a registry a task would be dispatched to, and by what",
		Long: "It does what CLEO's orchestrator does: of the active entries, in the order of the registry, the first that\n" +
			"has a label of the task; else the first that has its type; else the first of whose keywords one stands in\n" +
			"the title and description, be it inside of another word; else " + dispatch.Fallback + ".\n\n" +
			"REGISTRY is a manifest.json, or a folder that holds one; by default the working directory is searched.",
		Example: "  skilllint manifest dispatch --title 'Improve the docs' --label docs\n" +
			"  skilllint manifest dispatch --title 'Plan the release' --type epic --format json skills/manifest.json\n",
		Args:              atMost(1, "registry"),
		ValidArgsFunction: completePaths,
		RunE: func(cmd *cobra.Command, paths []string) error {
			return p.dispatch(cmd.Context(), f, paths)
		},
	}
	set := pflag.NewFlagSet("Flags", pflag.ContinueOnError)
	set.StringVar(&f.task.Title, "title", "", "the task's `TITLE`")
	set.StringVar(&f.task.Description, "description", "", "the task's description, a `TEXT`")
	set.StringArrayVar(&f.task.Labels, "label", nil, "a `LABEL` of the task (repeatable); case counts")
	set.StringVar(&f.task.Type, "type", "", "the task's `TYPE`; case counts")
	set.Var(named{f.format, "FMT"}, "format", "text or json")
	f.register(set)
	addGroups(cmd, set)
	return cmd
}

// dispatch is the command manifest dispatch.
func (p *program) dispatch(ctx context.Context, f *dispatchFlags, paths []string) error {
	if t := f.task; strings.TrimSpace(t.Title+t.Description+t.Type) == "" && len(t.Labels) == 0 {
		return usagef("say what the task is: --title, --description, --label or --type")
	}
	if err := checkPaths(paths, nil); err != nil {
		return err
	}
	var found []registryFile
	collect := &analysis.Analyzer{
		Name: "view/dispatch", Doc: "collects registries", Scope: analysis.PerWorkspace,
		Requires: []*analysis.Analyzer{registry.Fact.Analyzer},
		Run: func(pass *analysis.Pass) error {
			for file, r := range registry.Fact.All(pass.Store) {
				found = append(found, registryFile{file.Path, r.Entries})
			}
			return nil
		},
	}
	req, err := p.request(&f.sources, []*analysis.Analyzer{collect}, paths)
	if err != nil {
		return err
	}
	result, err := p.execute(ctx, req)
	if err != nil {
		return err
	}
	one, err := theOnly(found)
	if err != nil {
		return err
	}
	d := dispatched{one, f.task, dispatch.Dispatch(one.entries, f.task)}
	if f.format.value == "json" {
		return p.json(d.json())
	}
	p.dispatchText(d)
	return report.Notices(p.err, result.Report, report.Options{CI: p.ci()})
}

// A registryFile is a registry that was found.
type registryFile struct {
	path    string
	entries []registry.Entry
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
	return registryFile{}, usagef("there are %d registries: %s; name one", len(found), quote.List(paths, "and"))
}

// dispatched is where a task goes.
type dispatched struct {
	registry registryFile
	task     dispatch.Task
	result   dispatch.Result
}

// dispatchText tells people where a task goes.
func (p *program) dispatchText(d dispatched) {
	w := p.forPeople()
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
