package cli

import (
	"context"
	"fmt"
	"io"

	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/internal/baseline"
	"github.com/skilllint/skilllint/internal/config"
	"github.com/skilllint/skilllint/internal/escape"
	"github.com/skilllint/skilllint/internal/lint"
	"github.com/skilllint/skilllint/internal/safefile"
	"github.com/skilllint/skilllint/internal/setup"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// recordFlags are the flags of baseline.
type recordFlags struct {
	sourceFlags
	ruleFlags
	base   string
	output string
	prune  bool
}

func (p *program) baselineCommand() *cobra.Command {
	f := &recordFlags{}
	cmd := &cobra.Command{
		Use:   "baseline [flags] [path ...]",
		Short: "record current findings so that only new ones are reported",
		Long: "Writes the findings of a run to the baseline file that the configuration names, or else to\n" + baseline.Name + " at the repository root. Entries for other paths and rules are kept.\n" +
			"If no configuration names a baseline, it is added to " + config.Name + " at the root.\n" +
			"Suppressed and enforced findings are not recorded. An entry still matches after its lines move or are reformatted.\n\n" +
			"With --prune, nothing is added: entries that no longer occur are removed, and counts that dropped are lowered.",
		Example:           "  skilllint baseline\n  skilllint --baseline " + baseline.Name + "\n  skilllint baseline --prune\n",
		ValidArgsFunction: completePaths,
		RunE:              func(cmd *cobra.Command, paths []string) error { return p.record(cmd.Context(), f, paths) },
	}
	set := pflag.NewFlagSet("Flags", pflag.ContinueOnError)
	set.StringVarP(&f.output, "output", "o", "", "write to `FILE` (default: the configured baseline, or "+baseline.Name+" at the repository root)")
	set.BoolVar(&f.prune, "prune", false, "add nothing; remove entries that no longer occur and lower counts that dropped")
	f.ruleFlags.register(set)
	set.Var(revision{&f.base}, "base", "compare manifests with their state at the merge base with REF")
	f.trustFlags.register(set)
	addGroups(cmd, append([]*pflag.FlagSet{set}, f.sourceFlags.groups()...)...)
	return cmd
}

// record runs the command baseline.
func (p *program) record(ctx context.Context, f *recordFlags, paths []string) error {
	if err := checkPaths(paths, nil); err != nil {
		return err
	}
	selection, _, err := config.Select(p.rules(), f.sel, f.ignore)
	if err != nil {
		return err
	}
	req, err := p.request(&f.sourceFlags, p.analyzers, paths)
	if err != nil {
		return err
	}
	req.Selection, req.Targets, req.Base = selection, f.targets, f.base
	result, records, err := lint.PlanRecords(ctx, req, lint.RecordOptions{File: f.output, Prune: f.prune})
	if err != nil {
		return err
	}
	for _, r := range records {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := p.writeFile(r.Path, safefile.Options{}, r.Next.Write); err != nil {
			return fmt.Errorf("write %s: %w", quote.Text(r.Shown), err)
		}
		printRecord(p.People(), r, f.prune)
		if r.Existed || r.Named {
			continue
		}
		rel, used := r.InConfiguration(result.Roots[0]), false
		if rel != "" && f.output == "" && f.config == "" && !f.noConfig && !f.isolated {
			if used, err = setup.UseBaseline(result.Roots[0], rel, &p.files); err != nil {
				return err
			}
		}
		if used {
			fmt.Fprintf(p.People(), "%s: set `baseline: %s`; commit both files\n", config.Name, escape.String(rel))
		} else {
			p.Note("to use it, %spass --baseline %s", configurationHint(rel), r.Shown)
		}
	}
	return p.notices(result.Report)
}

// configurationHint returns the hint to set baseline in the configuration of the root, or "" if that is impossible.
func configurationHint(rel string) string {
	if rel == "" {
		return ""
	}
	return fmt.Sprintf("add `baseline: %s` to %s or ", rel, config.Name)
}

// maxChanges is the maximum number of changes that are printed.
const maxChanges = 40

// printRecord prints the number of recorded, removed and changed entries.
func printRecord(w io.Writer, r *lint.Record, prune bool) {
	rules := map[string]bool{}
	for _, e := range r.Next.All() {
		rules[e.Rule] = true
	}
	if r.Existed {
		printChanges(w, r.Changes)
	}
	removed, lowered := r.Count('-'), r.Count('~')
	switch {
	case prune && len(r.Changes) == 0:
		fmt.Fprintf(w, "%s: nothing to prune (%s)\n", escape.String(r.Shown), quote.Choose(r.Next.Len(), "1 entry", "%s entries"))
	case prune:
		fmt.Fprintf(w, "%s: %s removed, %s lowered, %s kept\n", escape.String(r.Shown), quote.Count(removed), quote.Count(lowered), quote.Count(r.Next.Len()))
	default:
		fmt.Fprintf(w, "%s: recorded %s of %s\n", escape.String(r.Shown), quote.Plural(r.Findings(), "finding"), quote.Plural(len(rules), "rule"))
		if r.Existed {
			fmt.Fprintf(w, "%s added, %s removed, %s changed in number, %s unchanged\n",
				quote.Choose(r.Count('+'), "1 entry", "%s entries"), quote.Count(removed), quote.Count(lowered), quote.Count(r.Same))
		}
	}
}

// printChanges prints one line for each file, rule and kind of change.
func printChanges(w io.Writer, changes []lint.BaselineChange) {
	var lines []string
	times := map[string]int{}
	for _, c := range changes {
		line := fmt.Sprintf("%c %s: %s", c.Mark, escape.String(c.Entry.Path), escape.String(c.Entry.Rule))
		if c.Mark == '~' {
			line += fmt.Sprintf(", %s (was %s)", quote.Count(c.Now), quote.Count(c.Was))
		}
		if times[line]++; times[line] == 1 {
			lines = append(lines, line)
		}
	}
	for i, line := range lines {
		if i == maxChanges {
			fmt.Fprintf(w, "… and %d more\n", len(lines)-i)
			break
		}
		if n := times[line]; n > 1 {
			line += fmt.Sprintf(" (%d)", n)
		}
		fmt.Fprintln(w, line)
	}
}
