package cli

import (
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/internal/clients/loader"
	"github.com/skilllint/skilllint/internal/config"
	"github.com/skilllint/skilllint/internal/report"
	"github.com/skilllint/skilllint/schema"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// sources are the flags that say what is looked at and how it is read.
type sources struct {
	dialect        choice
	config         string
	noConfig       bool
	configFrom     string // lint only
	exclude        []string
	noIgnore       bool
	followSymlinks bool
	allowEmpty     bool
	jobs           int
	verbose        bool
	trust
}

func (s *sources) register(flags *pflag.FlagSet) {
	s.dialect = choice{what: "dialect", words: schema.Names()}
	flags.Var(&s.dialect, "dialect", "read every SKILL.md as this dialect's (default: as configuration, place and content tell): "+
		strings.Join(s.dialect.words, ", "))
	flags.Lookup("dialect").Value = named{&s.dialect, "NAME"}
	flags.StringVar(&s.config, "config", "", "read `FILE` instead of the nearest "+config.Name+" above each file")
	flags.BoolVar(&s.noConfig, "no-config", false, "read no configuration")
	flags.Var(globs{&s.exclude}, "exclude", "leave out what a glob matches (repeatable)")
	flags.BoolVar(&s.noIgnore, "no-ignore", false, "look at what .gitignore hides, too")
	flags.BoolVar(&s.followSymlinks, "follow-symlinks", false, "enter links to directories; never out of the root")
	flags.BoolVar(&s.allowEmpty, "allow-empty", false, "accept paths with nothing to check")
	flags.Var(count{&s.jobs, 1}, "jobs", "look at N files at a time (default: one for each processor)")
	flags.BoolVar(&s.verbose, "verbose", false, "say on standard error what is done")
}

// ruleFlags are the flags that say what is looked for.
type ruleFlags struct {
	sel     []string
	ignore  []string
	targets []string
}

func (f *ruleFlags) register(flags *pflag.FlagSet) {
	flags.Var(names{&f.sel, "GLOB"}, "select", "only these rules, groups or globs, with commas between; \"all\" for every one")
	flags.Var(names{&f.ignore, "GLOB"}, "ignore", "not these rules")
	flags.Var(agents{&f.targets}, "target", "agents that all skills must work on, with commas between (default: those of the configuration): "+
		strings.Join(loader.IDs(), ", "))
}

// lintFlags are the flags of lint.
type lintFlags struct {
	sources
	ruleFlags
	fixFlags
	stdin          stdinFlags
	profile        profileFlags
	watch          watchFlags
	formats        []target
	base           string
	changed        changedFlags
	known          baselineFlags
	hook           bool
	grown          bool // a run had to read whole trees, and so will the next
	failOn         choice
	suppressing    ignoreFlags
	maxResults     int
	category       string
	showSuppressed bool
	statistics     bool
	quiet          bool
	color          choice
	version        bool
}

func (f *lintFlags) register(cmd *cobra.Command) {
	rules := pflag.NewFlagSet("Rules", pflag.ContinueOnError)
	f.ruleFlags.register(rules)
	f.failOn = choice{value: "error", what: "severity", words: []string{"error", "warning", "info", "never"}}
	rules.Var(named{&f.failOn, "SEVERITY"}, "fail-on", "exit with 1 from this severity on: error, warning, info, never")
	f.trust.register(rules)

	fresh := pflag.NewFlagSet("Old and new", pflag.ContinueOnError)
	f.changed.register(fresh)
	f.known.register(fresh)
	fresh.BoolVar(&f.hook, "hook", false, "for hooks that pass the files of a commit: report what is found in them, and what the commit causes elsewhere; "+
		"the workspace is read whole, and files that are gone or that no agent reads are passed over")
	fresh.Var(revision{&f.base}, "base", "compare ledgers with what they were where this branch left REF, for manifest/append-only")

	fixes := pflag.NewFlagSet("Fixes", pflag.ContinueOnError)
	f.fixFlags.register(fixes)

	f.suppressing.register(fixes)

	files := pflag.NewFlagSet("Files", pflag.ContinueOnError)
	f.sources.register(files)
	files.Var(revision{&f.configFrom}, "config-from", "read configurations as REF has them, that of --config included, whatever the tree makes of them, and say what these would change")
	f.stdin.register(files)
	f.watch.register(files)

	output := pflag.NewFlagSet("Output", pflag.ContinueOnError)
	output.Var(formats{&f.formats, report.Formats()}, "format", "how to report: "+strings.Join(report.Formats(), ", ")+
		"; to standard output or a file (repeatable; default text)")
	output.Var(count{&f.maxResults, 1}, "max-results", "report at most so many findings, the worst (default: all; sarif 25000)")
	output.StringVar(&f.category, "category", "", "`NAME` that tells logs of sarif apart: GitHub keeps one of each for a commit")
	output.BoolVar(&f.showSuppressed, "show-suppressed", false, "sarif also holds what comments suppress, marked as such (GitHub would open alerts for it)")
	output.BoolVar(&f.statistics, "statistics", false, "count the findings of each rule")
	f.profile.register(output)
	output.BoolVar(&f.quiet, "quiet", false, "findings only: no notices, no summary")
	f.color = choice{value: "auto", what: "value of --color", words: []string{"auto", "always", "never"}}
	output.Var(named{&f.color, "WHEN"}, "color", "auto, always or never")
	output.BoolVar(&f.version, "version", false, "print the version")

	addGroups(cmd, rules, fresh, fixes, files, output)
}

// addGroups adds sets of flags to a command, each to be shown under its name.
func addGroups(cmd *cobra.Command, groups ...*pflag.FlagSet) {
	cmd.Flags().SortFlags = false
	for _, g := range groups {
		g.SortFlags = false
		g.VisitAll(func(f *pflag.Flag) {
			f.Annotations = map[string][]string{group: {g.Name()}}
			cmd.Flags().AddFlag(f)
		})
	}
}

// group is the annotation of a flag that says under which heading help shows it.
const group = "group"

// A named is a flag whose value goes by another name in help.
type named struct {
	pflag.Value
	name string
}

func (n named) Type() string { return n.name }

// A globs is a flag that takes one glob and may be repeated.
type globs struct{ values *[]string }

func (g globs) String() string { return "" }
func (g globs) Type() string   { return "GLOB" }
func (g globs) Set(s string) error {
	if _, err := config.ParseGlob(s); err != nil {
		return err
	}
	*g.values = append(*g.values, s)
	return nil
}

// A revision is the flag --base.
type revision struct{ ref *string }

func (r revision) String() string { return "" }
func (r revision) Type() string   { return "REF" }
func (r revision) Set(s string) error {
	if s == "" {
		return usagef("it names no revision; write a branch, a tag or a commit, as origin/main")
	}
	*r.ref = s
	return nil
}

// An agents is the flag --target: agents with commas between; it may be repeated. They are kept
// sorted, each once.
type agents struct{ ids *[]string }

func (a agents) String() string { return "" }
func (a agents) Type() string   { return "AGENT" }
func (a agents) Set(s string) error {
	for id := range strings.SplitSeq(s, ",") {
		one := choice{what: "agent", words: loader.IDs()}
		if err := one.Set(strings.TrimSpace(id)); err != nil {
			return err
		}
		*a.ids = append(*a.ids, one.value)
	}
	slices.Sort(*a.ids)
	*a.ids = slices.Compact(*a.ids)
	return nil
}

// A formats is the flag --format.
type formats struct {
	targets *[]target
	known   []string // the default one first
}

func (f formats) String() string { return "" }
func (f formats) Type() string   { return "FMT[=FILE]" }
func (f formats) Set(s string) error {
	name, file, hasFile := strings.Cut(s, "=")
	known := f.known
	switch {
	case slices.Contains(known, name):
	case strings.Contains(name, ","):
		return usagef("%s: write one format at a time: --format %s", quote.Text(s), strings.ReplaceAll(name, ",", " --format "))
	case strings.ContainsAny(name, ":/."):
		return usagef("%s is no format; a file is named as FMT=FILE: --format %s", quote.Text(s), withFile(name, known))
	default:
		return usagef("%s is no format%s", quote.Text(name), config.Hint(name, known))
	}
	if hasFile && file == "" {
		return usagef("%s names no file; write %s=FILE, or %s for standard output", quote.Text(s), name, name)
	}
	if file == "-" || file == "/dev/stdout" {
		file = ""
	}
	*f.targets = append(*f.targets, target{name, file})
	return nil
}

// withFile guesses what was meant by "sarif:out.sarif" or "out.json".
func withFile(value string, known []string) string {
	name, file, ok := strings.Cut(value, ":")
	if !ok {
		name, file = strings.TrimPrefix(path.Ext(value), "."), value
	}
	if !slices.Contains(known, name) {
		name = known[0]
	}
	return name + "=" + file
}
