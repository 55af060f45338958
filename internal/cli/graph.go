package cli

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/graph"
	"github.com/skilllint/skilllint/internal/config"
	"github.com/skilllint/skilllint/internal/finding"
	"github.com/skilllint/skilllint/internal/quote"
	"github.com/skilllint/skilllint/internal/report"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// graphFlags are the flags of graph.
type graphFlags struct {
	sources
	format   choice
	from, to string
	kinds    []string
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
	set.StringVar(&f.from, "from", "", "only what `NAME` needs or names, and what that does; a name, a folder or a file")
	set.StringVar(&f.to, "to", "", "only what leads to `NAME`; with --from the ways between them")
	set.Var(graphKinds{&f.kinds}, "kind", "only these, with commas between; of nodes: "+strings.Join(nodeKinds(), ", ")+
		"; of edges: "+strings.Join(edgeKinds(), ", "))
	f.register(set)
	addGroups(cmd, set)
	return cmd
}

// nodeKinds are the kinds of nodes that --kind knows, in the order in which they are shown.
func nodeKinds() []string {
	return []string{"marketplace", "plugin", "registry", "persona", "agent", "command", "skill", "manifest", "protocol", "reference", "output"}
}

func edgeKinds() []string {
	var words []string
	for _, k := range graph.RelationKinds() {
		words = append(words, string(k))
	}
	return words
}

// A graphKinds is the flag --kind.
type graphKinds struct{ kinds *[]string }

func (g graphKinds) String() string { return "" }
func (g graphKinds) Type() string   { return "KIND" }
func (g graphKinds) Set(s string) error {
	known := append(nodeKinds(), edgeKinds()...)
	for word := range strings.SplitSeq(s, ",") {
		word = strings.TrimSpace(word)
		if singular := strings.TrimSuffix(word, "s"); !slices.Contains(known, word) && slices.Contains(nodeKinds(), singular) {
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
	if err := checkPaths(paths, nil); err != nil {
		return err
	}
	s, err := p.settle(&f.sources, &config.Selection{})
	if err != nil {
		return err
	}
	m := &graph.Map{}
	collect := &analysis.Analyzer{
		Name: "view/graph", Doc: "collects how everything hangs together", Scope: analysis.PerWorkspace,
		Requires: []*analysis.Analyzer{graph.MapFact.Analyzer},
		Run: func(pass *analysis.Pass) error {
			m = graph.MapFact.Of(pass)
			return nil
		},
	}
	result, err := p.analyse(ctx, s, []*analysis.Analyzer{collect}, paths)
	if err != nil {
		return err
	}
	g, err := newDrawing(m, f)
	if err != nil {
		return err
	}
	if err := p.showGraph(g, f.format.value); err != nil {
		return err
	}
	notices := result.report.Notices
	for _, broken := range result.report.Findings {
		notices = append(notices, finding.Notice{Path: broken.Place.Path, Message: broken.Message})
	}
	if len(g.edges) > mermaidEdges && f.format.value == "mermaid" {
		notices = append(notices, finding.Notice{Message: fmt.Sprintf("Mermaid draws at most %d edges unless maxEdges says otherwise, and these are %d; --from, --to and --kind show less, and html shows all", mermaidEdges, len(g.edges))})
	}
	if len(g.nodes) == 0 && f.from != "" && f.to != "" {
		notices = append(notices, finding.Notice{Message: fmt.Sprintf("nothing leads from %s to %s", quote.Text(f.from), quote.Text(f.to))})
	}
	result.report.Notices = notices
	return report.Notices(p.err, result.report, report.Options{CI: p.ci()})
}

func (p *program) showGraph(g *drawing, format string) error {
	switch format {
	case "json":
		return p.graphJSON(g)
	case "dot":
		return g.dot(p.forPeople())
	case "mermaid":
		return g.mermaid(p.forPeople())
	case "html":
		return g.html(p.forPeople())
	}
	return g.text(p.forPeople(), marksFor(p.getenv))
}
