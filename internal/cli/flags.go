package cli

import (
	"slices"
	"strings"

	"github.com/skilllint/skilllint/internal/clients/loader"
	"github.com/skilllint/skilllint/internal/config"
	"github.com/skilllint/skilllint/schema"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// sourceFlags are the flags that select files and their configuration.
type sourceFlags struct {
	dialect        choice
	config         string
	noConfig       bool
	isolated       bool
	configFrom     string // lint only
	exclude        []string
	noIgnore       bool
	followSymlinks bool
	allowEmpty     bool
	jobs           int
	verbose        bool
	trustFlags
}

// groups returns the flags by their headings in help.
func (s *sourceFlags) groups() []*pflag.FlagSet {
	flags, settings := pflag.NewFlagSet("Files", pflag.ContinueOnError), pflag.NewFlagSet("Configuration", pflag.ContinueOnError)
	s.dialect = choice{what: "dialect", words: schema.Names()}
	flags.Var(&s.dialect, "dialect", "treat SKILL.md files as this dialect (see skilllint schema)")
	flags.Lookup("dialect").Value = namedValue{&s.dialect, "NAME"}
	flags.Var(globs{&s.exclude}, "exclude", "exclude files that match a glob (repeatable)")
	flags.BoolVar(&s.noIgnore, "no-ignore", false, "also check files that .gitignore excludes")
	flags.BoolVar(&s.followSymlinks, "follow-symlinks", false, "follow symbolic links to directories within the repository")
	flags.BoolVar(&s.allowEmpty, "allow-empty", false, "accept paths with nothing to lint")
	flags.Var(count{&s.jobs, 1}, "jobs", "number of files to process at a time (default: number of processors)")
	settings.StringVarP(&s.config, "config", "c", "", "use `FILE` instead of the nearest "+config.Name+" above each file")
	settings.BoolVar(&s.noConfig, "no-config", false, "ignore configuration files")
	settings.BoolVar(&s.isolated, "isolated", false, "for untrusted files: ignore their configuration, suppression comments, ignore files and words that excuse findings")
	settings.BoolVarP(&s.verbose, "verbose", "v", false, "print progress to standard error")
	return []*pflag.FlagSet{flags, settings}
}

// ruleFlags are the flags that select rules.
type ruleFlags struct {
	sel     []string
	ignore  []string
	targets []string
}

func (f *ruleFlags) register(flags *pflag.FlagSet) {
	flags.Var(names{&f.sel, "GLOB"}, "select", "run only these rules, groups or globs; \"all\" selects every rule")
	flags.Var(names{&f.ignore, "GLOB"}, "ignore", "skip these rules, groups or globs")
	flags.Var(clients{&f.targets, loader.IDs()}, "target", "clients that all skills must work with (default: as configured); skilllint compat --help lists them")
}

// lintFlags are the flags of lint.
type lintFlags struct {
	sourceFlags
	ruleFlags
	fixFlags
	outputFlags
	stdin      stdinFlags
	profile    profileFlags
	watch      watchFlags
	base       string
	changed    changedFlags
	fetch      fetchFlag
	known      baselineFlags
	hook       bool
	wholeTrees bool // a run had to read whole trees, so the next runs start with them
	addIgnore  ignoreFlags
	version    bool
}

func (f *lintFlags) register(cmd *cobra.Command) {
	rules := pflag.NewFlagSet("Rules and severities", pflag.ContinueOnError)
	f.ruleFlags.register(rules)
	f.registerFailOn(rules)
	f.trustFlags.register(rules)

	newOnly := pflag.NewFlagSet("New findings only", pflag.ContinueOnError)
	f.changed.register(newOnly)
	f.known.register(newOnly)
	newOnly.BoolVar(&f.hook, "hook", false, "for hooks that pass the files of a commit: report findings in them, and new findings elsewhere")
	newOnly.Var(revision{&f.base}, "base", "compare manifests with their state at the merge base with REF")
	f.fetch.register(newOnly)

	fixes := pflag.NewFlagSet("Fixes and suppressions", pflag.ContinueOnError)
	f.fixFlags.register(fixes)
	f.addIgnore.register(fixes)

	sources := f.sourceFlags.groups()
	files, settings := sources[0], sources[1]
	settings.Var(revision{&f.configFrom}, "config-from", "use the configuration files of REF, and report the effect of later changes to them")
	f.stdin.register(files)
	f.watch.register(files)

	output := pflag.NewFlagSet("Output", pflag.ContinueOnError)
	f.outputFlags.register(output)
	f.profile.register(output)
	output.BoolVarP(&f.version, "version", "V", false, "print the version")

	addGroups(cmd, rules, newOnly, fixes, files, settings, output)
}

// addGroups adds sets of flags to a command. Help shows each set under its name.
func addGroups(cmd *cobra.Command, groups ...*pflag.FlagSet) {
	cmd.Flags().SortFlags = false
	for _, g := range groups {
		g.SortFlags = false
		annotations := map[string][]string{group: {g.Name()}}
		g.VisitAll(func(f *pflag.Flag) {
			f.Annotations = annotations
			cmd.Flags().AddFlag(f)
		})
	}
	acceptClientFlags(cmd)
}

// group is the annotation of a flag with its heading in help.
const group = "group"

// A namedValue is a flag with another name for its value in help.
type namedValue struct {
	pflag.Value
	name string
}

func (n namedValue) Type() string { return n.name }

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
		return usagef("must be a branch, tag or commit such as origin/main")
	}
	*r.ref = s
	return nil
}

// A clients is a repeatable flag that takes clients, separated by commas. The list is sorted, without duplicates.
type clients struct {
	ids   *[]string
	known []string
}

func (a clients) String() string { return "" }
func (a clients) Type() string   { return "CLIENT" }
func (a clients) Set(s string) error {
	for id := range strings.SplitSeq(s, ",") {
		one := choice{what: "client", words: a.known}
		if err := one.Set(strings.TrimSpace(id)); err != nil {
			return err
		}
		*a.ids = append(*a.ids, one.value)
	}
	slices.Sort(*a.ids)
	*a.ids = slices.Compact(*a.ids)
	return nil
}
