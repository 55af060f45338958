package cli

import (
	"context"
	"slices"
	"strings"

	facts "github.com/skilllint/skilllint/facts/graph"
	"github.com/skilllint/skilllint/internal/view/graph"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// graphFlags are the flags of graph.
type graphFlags struct {
	sources
	format choice
	graph.Options
}

func (p *program) graphCommand() *cobra.Command {
	f := &graphFlags{format: choice{value: "text", what: "format of this command", words: []string{"text", "dot", "mermaid", "json", "html"}}}
	cmd := &cobra.Command{
		Use:   "graph [flags] [path ...]",
		Short: "show how skills, agents, personas, commands, registries, plugins and files hang together",
		Long: "Edges are depends (has to be loaded before), loads (is started with), delegates (runs in that agent),\n" +
			"calls (load_skill in a text), chains_to and related (no need), lists (of registries, plugins, personas and\n" +
			"manifests) and references (links, paths and @references to Markdown files). Only depends and loads order\n" +
			"loading and make cycles. Each edge has the file and line that declares it.\n\n" +
			"text is a tree: what is needed in several places is shown once, then referred to. html is one page that\n" +
			"needs nothing from elsewhere. json gives each node its order and its layer of loading.",
		Example: "  skilllint graph\n  skilllint graph --from release --kind depends,loads\n" +
			"  skilllint graph --to style-guide\n  skilllint graph --format html > graph.html\n" +
			"  skilllint graph --format dot | dot -Tsvg > graph.svg\n",
		ValidArgsFunction: completePaths,
		RunE: func(cmd *cobra.Command, paths []string) error {
			return p.graph(cmd.Context(), f, paths)
		},
	}
	set := pflag.NewFlagSet("Flags", pflag.ContinueOnError)
	set.Var(named{&f.format, "FMT"}, "format", strings.Join(f.format.words, ", "))
	set.StringVar(&f.From, "from", "", "only what `NAME` needs or names, and what that does; a name, a folder or a file")
	set.StringVar(&f.To, "to", "", "only what leads to `NAME`; with --from the ways between them")
	set.Var(graphKinds{&f.Kinds}, "kind", "only these, with commas between; of nodes: "+strings.Join(graph.NodeKinds(), ", ")+
		"; of edges: "+strings.Join(graph.EdgeKinds(), ", "))
	f.register(set)
	addGroups(cmd, set)
	return cmd
}

// A graphKinds is the flag --kind.
type graphKinds struct{ kinds *[]string }

func (g graphKinds) String() string { return "" }
func (g graphKinds) Type() string   { return "KIND" }
func (g graphKinds) Set(s string) error {
	known := append(graph.NodeKinds(), graph.EdgeKinds()...)
	for word := range strings.SplitSeq(s, ",") {
		word = strings.TrimSpace(word)
		if singular := strings.TrimSuffix(word, "s"); !slices.Contains(known, word) && slices.Contains(graph.NodeKinds(), singular) {
			word = singular
		}
		one := choice{what: "kind of node or edge", words: known}
		if err := one.Set(word); err != nil {
			return err
		}
		*g.kinds = append(*g.kinds, word)
	}
	return nil
}

// graph is the command graph.
func (p *program) graph(ctx context.Context, f *graphFlags, paths []string) error {
	m := &facts.Map{}
	result, err := p.collect(ctx, &f.sources, paths, nil, graph.Collect(m))
	if err != nil {
		return err
	}
	g, err := graph.New(m, f.Options)
	if err != nil {
		return err
	}
	if err := p.showGraph(g, f.format.value); err != nil {
		return err
	}
	return p.viewNotices(result, slices.Concat(brokenNotices(result), g.Notices(f.format.value)))
}

func (p *program) showGraph(g *graph.Graph, format string) error {
	switch format {
	case "json":
		return p.json(g.JSON())
	case "dot":
		return g.DOT(p.forPeople())
	case "mermaid":
		return g.Mermaid(p.forPeople())
	case "html":
		return g.HTML(p.forPeople())
	}
	return g.Text(p.forPeople(), p.utf8())
}
