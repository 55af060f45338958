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
	flags.StringVarP(&s.config, "config", "c", "", "read `FILE` instead of the nearest "+config.Name+" above each file")
	flags.BoolVar(&s.noConfig, "no-config", false, "read no configuration")
	flags.Var(globs{&s.exclude}, "exclude", "leave out what a glob matches (repeatable)")
	flags.BoolVar(&s.noIgnore, "no-ignore", false, "look at what .gitignore hides, too")
	flags.BoolVar(&s.followSymlinks, "follow-symlinks", false, "enter links to directories; never out of the root")
	flags.BoolVar(&s.allowEmpty, "allow-empty", false, "accept paths with nothing to check")
	flags.Var(count{&s.jobs, 1}, "jobs", "look at N files at a time (default: one for each processor)")
	flags.BoolVarP(&s.verbose, "verbose", "v", false, "say on standard error what is done")
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
	outputFlags
	stdin       stdinFlags
	profile     profileFlags
	watch       watchFlags
	base        string
	changed     changedFlags
	known       baselineFlags
	hook        bool
	grown       bool // a run had to read whole trees, and so will the next
	suppressing ignoreFlags
	version     bool
}

func (f *lintFlags) register(cmd *cobra.Command) {
	rules := pflag.NewFlagSet("Rules", pflag.ContinueOnError)
	f.ruleFlags.register(rules)
	f.registerFailOn(rules)
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
	f.outputFlags.register(output)
	f.profile.register(output)
	output.BoolVarP(&f.version, "version", "V", false, "print the version")

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
