package cli

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/internal/discover"
	"github.com/skilllint/skilllint/internal/finding"
	"github.com/skilllint/skilllint/internal/lint"
	"github.com/skilllint/skilllint/internal/report"
	"github.com/skilllint/skilllint/internal/term"
	"github.com/skilllint/skilllint/internal/view/cleo"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

func (p *program) manifestCommand() *cobra.Command {
	f := &lintFlags{}
	cmd := &cobra.Command{
		Use:   "manifest [flags] [FILE ...]",
		Short: "audit MANIFEST.jsonl files",
		Long: "Counts entries by status, agent type and month, lists open follow-ups and missing output files, reports how many of\n" +
			"the newest entries fit into an orchestrator's " + quote.Count(cleo.ContextLimit) + " tokens (characters / 4), and runs the rules for manifests.\n" +
			"With --base, it also reports changes to earlier entries.\n\n" +
			"FILE is a manifest of any name, or a directory to search. Output files are resolved below the directories given.",
		Example: "  skilllint manifest\n  skilllint manifest --base origin/main agent-outputs/MANIFEST.jsonl\n" +
			"  skilllint manifest --format markdown >> \"$GITHUB_STEP_SUMMARY\"\n",
		ValidArgsFunction: completePaths,
		RunE: func(cmd *cobra.Command, paths []string) error {
			return p.manifest(cmd.Context(), f, paths)
		},
	}
	f.registerManifest(cmd)
	cmd.AddCommand(p.dispatchCommand())
	return cmd
}

// registerManifest registers the flags of manifest, a subset of those of lint.
func (f *lintFlags) registerManifest(cmd *cobra.Command) {
	set := pflag.NewFlagSet("Flags", pflag.ContinueOnError)
	f.registerShared(set)
	f.registerMinSeverity(set, "info")
	f.registerFailOn(set)
	set.Var(revision{&f.base}, "base", "compare manifests with their state at the merge base with REF")
	f.known.register(set)
	f.trustFlags.register(set)
	addGroups(cmd, append([]*pflag.FlagSet{set}, f.sourceFlags.groups()...)...)
}

// manifest runs the command manifest.
func (p *program) manifest(ctx context.Context, f *lintFlags, paths []string) error {
	f.category = "manifest" // so that the SARIF log does not replace that of lint
	if len(f.formats) == 0 {
		f.formats = []report.Target{{Format: "text"}}
	}
	if err := errors.Join(f.known.check(), checkPaths(paths, nil), checkTargets(f.formats)); err != nil {
		return err
	}
	rules := slices.DeleteFunc(p.rules(), func(a *analysis.Analyzer) bool {
		return !strings.HasPrefix(a.Name, "manifest/") && a != analysis.Broken && a.Name != "files/unreadable"
	})
	audits := cleo.Audits{}
	req, err := p.request(&f.sourceFlags, append(slices.Clone(rules), audits.Collect()), paths)
	if err != nil {
		return err
	}
	req.Known, req.Rules, req.Base, req.Manifests = p.rules(), rules, f.base, namedManifests(paths)
	req.Baseline = f.known.request()
	req.OnRoot = func(discover.Root) error { return p.checkPlaces(f.formats) }
	result, err := p.execute(ctx, req)
	if err != nil {
		return err
	}
	r := cleo.New(result.Report, result.Files, audits)
	baselined := r.Summary.Baselined
	r.Summary = lint.Summarize(r.Findings, r.Manifests())
	r.Summary.Baselined = baselined
	if r.IsEmpty() && !f.allowEmpty {
		return errors.New("no MANIFEST.jsonl found; specify the file, or use --allow-empty to accept an empty result")
	}
	if lowest, failOn := f.severities(); lowest > analysis.Info {
		if f.quiet {
			failOn = analysis.Off
		}
		r.Report = lint.Hide(r.Report, lowest, failOn)
	}
	if err := p.report(ctx, f, r.Report, func(w io.Writer, format string, _ *finding.Report, o report.Options) error {
		return r.Write(w, format, o)
	}); err != nil && !term.IsClosedPipe(err) {
		return err
	}
	if f.fails(r.Summary) {
		return &foundError{}
	}
	return nil
}

// namedManifests returns the files among paths, which are manifests whatever their names.
func namedManifests(paths []string) map[string]bool {
	named := map[string]bool{}
	for _, p := range paths {
		real, err := filepath.EvalSymlinks(filepath.Dir(p))
		if err == nil {
			real, err = filepath.Abs(real)
		}
		if info, statErr := os.Lstat(p); err == nil && statErr == nil && info.Mode().IsRegular() {
			named[filepath.Join(real, filepath.Base(p))] = true
		}
	}
	return named
}
