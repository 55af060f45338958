package cli

import (
	"errors"
	"io/fs"
	"os"

	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/internal/lint"
	"github.com/spf13/pflag"
)

// changedFlags are the flags that ask for new findings only.
type changedFlags struct{ lint.Changed }

func (f *changedFlags) register(flags *pflag.FlagSet) {
	flags.Var(changedFrom{&f.Ref}, "changed", "only findings that are new since this branch left BASE (default: its upstream, else the default branch); both trees are read whole")
	flags.Lookup("changed").NoOptDefVal = lint.DefaultBase
	flags.BoolVar(&f.Staged, "staged", false, "only findings that a commit would add: of the index, and not of HEAD")
}

// A changedFrom is the value of --changed.
type changedFrom struct{ ref *string }

func (c changedFrom) String() string { return "" }
func (c changedFrom) Type() string   { return "" }
func (c changedFrom) Set(s string) error {
	if s == "" {
		return usagef("it names no revision; write a branch, a tag or a commit, as origin/main, or --changed alone")
	}
	*c.ref = s
	return nil
}

// check refuses what contradicts the flags. A revision after a space is a path.
func (f *changedFlags) check(paths []string, stdin, fix bool) error {
	if f.Staged && fix {
		f.Fixes = lint.Staged{}
	}
	switch {
	case f.Ref != "" && f.Staged:
		return usagef("--changed and --staged compare different trees; leave one out")
	case f.Staged && stdin:
		return usagef("--staged looks at what is to be committed, and standard input is not; write --changed=HEAD")
	}
	for _, path := range paths {
		if _, err := os.Lstat(path); f.Ref == lint.DefaultBase && errors.Is(err, fs.ErrNotExist) {
			return usagef("%s does not exist; a revision is joined to its flag: --changed=%s", quote.Text(path), path)
		}
	}
	return nil
}

// checkHook refuses what contradicts --hook.
func (f *lintFlags) checkHook() error {
	if f.hook && f.stdin.path != "" {
		return usagef("--hook is about files, and --stdin-filename about what is not saved; leave one out")
	}
	return nil
}

// hookBase returns what a hook compares files with. pre-commit names a revision when it is not HEAD.
func (p *program) hookBase() string {
	if from := p.Env("PRE_COMMIT_FROM_REF"); from != "" {
		return from
	}
	return "HEAD"
}

// baselineFlags are the flags that say which findings are known.
type baselineFlags struct {
	file string
	none bool
}

func (f *baselineFlags) register(flags *pflag.FlagSet) {
	flags.StringVar(&f.file, "baseline", "", "leave out what `FILE` records (default: baseline of the configuration)")
	flags.BoolVar(&f.none, "no-baseline", false, "report what a baseline records, too")
}

// request returns the baselines that the flags ask for.
func (f *baselineFlags) request() lint.Baseline {
	return lint.Baseline{File: f.file, Configured: !f.none && f.file == ""}
}

// check refuses what contradicts the flags.
func (f *baselineFlags) check() error {
	if f.file != "" && f.none {
		return usagef("--baseline and --no-baseline contradict each other; leave one out")
	}
	return nil
}

// A trust says how far what stands in a tree may judge the tree itself.
type trust struct {
	noInline bool
	enforce  []string
}

func (t *trust) register(flags *pflag.FlagSet) {
	flags.BoolVar(&t.noInline, "no-inline-suppressions", false, "comments in files suppress nothing")
	flags.Var(names{&t.enforce, "GLOB"}, "enforce", "rules that neither configuration nor comments in the tree can switch off or soften; "+
		"a --config outside of it can")
}

// checkConfigFrom refuses what contradicts --config-from.
func (f *lintFlags) checkConfigFrom() error {
	switch {
	case f.configFrom == "":
	case f.noConfig:
		return usagef("--config-from says where configurations are read, and --no-config that none is; leave one out")
	case f.watch.how.value != "":
		return usagef("--watch looks again when a configuration changes, and with --config-from none does; leave one out")
	}
	return nil
}
