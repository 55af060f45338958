package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/cleo/manifest"
	"github.com/skilllint/skilllint/internal/discover"
	"github.com/skilllint/skilllint/internal/finding"
	"github.com/skilllint/skilllint/internal/lint"
	"github.com/skilllint/skilllint/internal/report"
	"github.com/skilllint/skilllint/internal/sorting"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// contextLimit is how many tokens of a manifest an orchestrator reads.
const contextLimit = 10_000

func (p *program) manifestCommand() *cobra.Command {
	f := &lintFlags{}
	cmd := &cobra.Command{
		Use:   "manifest [flags] [FILE ...]",
		Short: "audit MANIFEST.jsonl: what is in it, what is open, what is wrong",
		Long: "It counts the entries by status, kind of agent and month, lists follow-ups that no later entry completes\n" +
			"and output files that are gone, says how many of the newest entries an orchestrator's " + fmt.Sprint(contextLimit) + " tokens hold\n" +
			"(characters / 4), and reports what the rules of manifests find. With --base, also what was changed of the past.\n\n" +
			"A FILE is a ledger whatever its name, or a folder to look for them. Output files are looked for below the folders\n" +
			"that are named.",
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

// registerManifest registers the flags that manifest shares with lint.
func (f *lintFlags) registerManifest(cmd *cobra.Command) {
	set := pflag.NewFlagSet("Flags", pflag.ContinueOnError)
	set.Var(formats{&f.formats, report.Formats()}, "format", "how to report: "+strings.Join(report.Formats(), ", ")+
		"; to standard output or a file (repeatable; default text)")
	set.Var(revision{&f.base}, "base", "compare with what the ledgers were where this branch left REF")
	f.failOn = choice{value: "error", what: "severity", words: []string{"error", "warning", "info", "never"}}
	set.Var(named{&f.failOn, "SEVERITY"}, "fail-on", "exit with 1 from this severity on: error, warning, info, never")
	f.known.register(set)
	set.Var(count{&f.maxResults, 1}, "max-results", "report at most so many findings, the worst (default: all; sarif 25000)")
	set.BoolVar(&f.quiet, "quiet", false, "no notices")
	f.color = choice{value: "auto", what: "value of --color", words: []string{"auto", "always", "never"}}
	set.Var(named{&f.color, "WHEN"}, "color", "auto, always or never")
	f.sources.register(set)
	f.trust.register(set)
	addGroups(cmd, set)
}

// manifest is the command manifest.
func (p *program) manifest(ctx context.Context, f *lintFlags, paths []string) error {
	f.category = "manifest" // its log must not replace that of lint
	if len(f.formats) == 0 {
		f.formats = []target{{format: "text"}}
	}
	if err := errors.Join(f.known.check(), checkPaths(paths, nil), checkTargets(f.formats)); err != nil {
		return err
	}
	rules := slices.DeleteFunc(p.rules(), func(a *analysis.Analyzer) bool {
		return !strings.HasPrefix(a.Name, "manifest/") && a != analysis.Broken && a.Name != "files/unreadable"
	})
	audits := map[*analysis.File]*audited{}
	req, err := p.request(&f.sources, append(slices.Clone(rules), auditor(audits)), paths)
	if err != nil {
		return err
	}
	req.Rules, req.Base, req.Manifests = rules, f.base, namedLedgers(paths)
	req.Baseline = lint.Baseline{File: f.known.file, Configured: !f.known.none && f.known.file == ""}
	req.OnRoot = func(discover.Root) error { return p.checkPlaces(f.formats) }
	result, err := p.execute(ctx, req)
	if err != nil {
		return err
	}
	a := newAudits(result, audits)
	if len(a.manifests) == 0 && len(result.Report.Findings) == 0 && !f.allowEmpty {
		return errors.New("no MANIFEST.jsonl was found; name the file, or write --allow-empty")
	}
	if err := p.report(ctx, f, a.report, a.write); err != nil && !closedPipe(err) {
		return err
	}
	if fails(a.report.Summary, f.failOn.value) {
		return &foundError{}
	}
	return nil
}

// namedLedgers are the files among paths, which are ledgers because the user says so.
func namedLedgers(paths []string) map[string]bool {
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

// An audited is what is said of one manifest.
type audited struct {
	*manifest.Audit
	file     *analysis.File
	protocol bool // it is the protocol's, not another ledger
	gone     []goneFile
	unseen   int // output files that lie beside what was asked for, so nobody looked
}

// A goneFile is the output file of an entry that is not there.
type goneFile struct {
	Line int    `json:"line"`
	ID   string `json:"id"`
	File string `json:"file"`
}

// auditor returns an analyzer that puts the audits of all manifests into a map.
func auditor(audits map[*analysis.File]*audited) *analysis.Analyzer {
	return &analysis.Analyzer{
		Name: "view/manifest", Doc: "collects what manifests hold", Scope: analysis.PerWorkspace,
		Requires: []*analysis.Analyzer{manifest.AuditFact.Analyzer, manifest.Fact.Analyzer, manifest.EntriesFact.Analyzer},
		Run: func(pass *analysis.Pass) error {
			for file, found := range manifest.AuditFact.All(pass.Store) {
				audits[file] = &audited{Audit: found, file: file}
			}
			for file, protocol := range manifest.Fact.All(pass.Store) {
				audits[file].protocol = protocol
			}
			for file, entries := range manifest.EntriesFact.All(pass.Store) {
				audits[file].lookForFiles(entries)
			}
			return nil
		},
	}
}

func (m *audited) lookForFiles(entries *manifest.Entries) {
	follow := manifest.NewResolver(m.file)
	for e := range entries.All {
		file, line := e.Get(manifest.File), e.Where(m.file.Path, manifest.File).Start.Line
		if file == "" || strings.Contains(file, "{{") || line == 0 { // 0: of a line that is no entry
			continue
		}
		switch follow.Resolve(file).Verdict {
		case manifest.Missing:
			m.gone = append(m.gone, goneFile{line, e.Get(manifest.ID), file})
		case manifest.Unseen:
			m.unseen++
		}
	}
}

// An audits is what the command says: the manifests, sorted by path, and the findings about them.
type audits struct {
	manifests []*audited
	report    *finding.Report
}

func newAudits(found *lint.Result, byFile map[*analysis.File]*audited) *audits {
	a := &audits{report: found.Report}
	var files []*analysis.File
	for _, f := range found.Files {
		if one := byFile[f]; one != nil {
			a.manifests, files = append(a.manifests, one), append(files, f)
		}
	}
	baselined := a.report.Summary.Baselined
	a.report.Summary = lint.Summarize(a.report.Findings, files)
	a.report.Summary.Baselined = baselined
	return a
}

// write is the reporter of the command.
func (a *audits) write(w io.Writer, format string, r *finding.Report, o report.Options) error {
	switch format {
	case "text":
		if err := a.text(w, o); err != nil {
			return err
		}
	case "json":
		o.Members = a.members
	case "markdown":
		return a.markdown(w, o)
	}
	return report.Write(w, format, r, o)
}

// A counted is a value of a field with the number of entries that have it.
type counted struct {
	value string // "none" for entries without one
	count int
}

// sorted returns the values of a field: months in their order, others by how many there are.
func sorted(c manifest.Counts, byValue bool) []counted {
	var all []counted
	for value, n := range c.Values {
		all = append(all, counted{value, n})
	}
	sorting.By(all, func(a, b counted) int {
		if !byValue && a.count != b.count {
			return b.count - a.count
		}
		return strings.Compare(a.value, b.value)
	})
	for i := range all {
		if all[i].value == "" {
			all[i].value = "none"
		}
	}
	return all
}
