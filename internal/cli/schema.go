package cli

import (
	"fmt"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/internal/clients/loader"
	"github.com/skilllint/skilllint/internal/config"
	"github.com/skilllint/skilllint/schema"
	"github.com/spf13/cobra"
)

func (p *program) schemaCommand() *cobra.Command {
	return &cobra.Command{
		Use:     "schema [DIALECT/KIND|output/FORMAT|config]",
		Short:   "print or list the JSON Schemas of frontmatter, files, output and configuration",
		Example: "  skilllint schema\n  skilllint schema codex/skill\n  skilllint schema output/json\n  skilllint schema config > .skilllint.schema.json\n",
		Args:    atMost(1, "schema"),
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return schemaNames(), cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				for _, name := range schemaNames() {
					fmt.Fprintln(p.Out, name)
				}
				return nil
			}
			return p.printSchema(args[0])
		},
	}
}

// configSchema returns the names that a configuration may use.
func (p *program) configSchema() config.Schema {
	return config.Schema{Rules: p.rules(), Dialects: schema.Names(), Targets: loader.IDs()}
}

// schemaNames returns the names of all schemas, sorted.
func schemaNames() []string {
	names := slices.Concat(schema.List(), schema.Outputs(), []string{config.SchemaName})
	slices.Sort(names)
	return names
}

func (p *program) printSchema(name string) error {
	if name == config.SchemaName {
		return p.JSON(config.JSONSchema(p.configSchema()))
	}
	dialect, kind, _ := strings.Cut(name, "/")
	if slices.Contains(schemaNames(), name) {
		source, _ := schema.Source(dialect, kind)
		_, err := p.Out.Write(source)
		return err
	}
	hint := config.Suggestion(name, schemaNames())
	if hint == "" && slices.Contains(schema.Names(), dialect) {
		hint = " (available: " + strings.Join(schemasOf(dialect), ", ") + ")"
	}
	if hint == "" {
		hint = "; `skilllint schema` lists all schemas"
	}
	return usagef("unknown schema %s%s", quote.Text(name), hint)
}

func schemasOf(dialect string) []string {
	return slices.DeleteFunc(schema.List(), func(name string) bool { return !strings.HasPrefix(name, dialect+"/") })
}
