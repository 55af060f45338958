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
	sourceFlags
	format choice
	graph.Options
}

func (p *program) graphCommand() *cobra.Command {
	f := &graphFlags{format: choice{value: "text", what: "format", words: []string{"text", "dot", "mermaid", "json", "html"}}}
	cmd := &cobra.Command{
		Use:   "graph [flags] [path ...]",
		Short: "show the dependency graph of skills and related files",
		Long: "Nodes are skills, subagents, personas, commands, registries, plugins and files. Kinds of edges:\n" +
			"  depends      the target must be loaded first\n" +
			"  loads        the target is loaded at start-up\n" +
			"  delegates    runs in that subagent\n" +
			"  calls        load_skill in the text\n" +
			"  chains_to    a skill that usually follows; not required\n" +
			"  related      a related skill; not required\n" +
			"  lists        an entry of a registry, plugin, persona or manifest\n" +
			"  references   a link, path or @reference to a Markdown file\n" +
			"Only depends and loads determine the load order and can form cycles. Each edge has the file and line that declares it.\n\n" +
			"The format text is a tree that expands each node once. html is one self-contained page. json includes the load order\n" +
			"and layer of each node.",
		Example: "  skilllint graph\n  skilllint graph --from release --kind depends,loads\n" +
			"  skilllint graph --to style-guide\n  skilllint graph --format html > graph.html\n" +
			"  skilllint graph --format dot | dot -Tsvg > graph.svg\n",
		ValidArgsFunction: completePaths,
		RunE: func(cmd *cobra.Command, paths []string) error {
			return p.graph(cmd.Context(), f, paths)
		},
	}
	set := pflag.NewFlagSet("Flags", pflag.ContinueOnError)
	set.VarP(namedValue{&f.format, "FMT"}, "format", "f", strings.Join(f.format.words, ", "))
	set.StringVar(&f.From, "from", "", "only `NAME` and everything it reaches; a name, directory or file")
	set.StringVar(&f.To, "to", "", "only `NAME` and everything that reaches it; with --from, the paths between both")
	set.Var(graphKinds{&f.Kinds}, "kind", "only these kinds, separated by commas; nodes: "+strings.Join(graph.NodeKinds(), ", ")+
		"; edges: "+strings.Join(graph.EdgeKinds(), ", "))
	addGroups(cmd, append([]*pflag.FlagSet{set}, f.groups()...)...)
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

// graph runs the command graph.
func (p *program) graph(ctx context.Context, f *graphFlags, paths []string) error {
	m := &facts.Map{}
	result, err := p.collect(ctx, &f.sourceFlags, paths, nil, graph.Collect(m))
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
		return p.JSON(g.JSON())
	case "dot":
		return g.DOT(p.People())
	case "mermaid":
		return g.Mermaid(p.People())
	case "html":
		return g.HTML(p.People())
	}
	return g.Text(p.People(), p.IsUTF8())
}
