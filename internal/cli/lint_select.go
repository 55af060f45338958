package cli

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/internal/lint"
	"github.com/skilllint/skilllint/internal/vcs"
	"github.com/spf13/pflag"
)

// changedFlags are the flags that restrict a run to new findings.
type changedFlags struct{ lint.Changed }

func (f *changedFlags) register(flags *pflag.FlagSet) {
	flags.Var(changedValue{&f.Ref}, "changed", "only findings that are new since the merge base with BASE (default: the upstream or default branch)")
	flags.Lookup("changed").NoOptDefVal = lint.DefaultBase
	flags.BoolVar(&f.Staged, "staged", false, "only findings that a commit would add: in the index but not in HEAD")
}

// A changedValue is the value of --changed.
type changedValue struct{ ref *string }

func (c changedValue) String() string { return "" }
func (c changedValue) Type() string   { return "" }
func (c changedValue) Set(s string) error {
	if s == "" {
		return usagef("must be a branch, tag or commit such as origin/main, or use --changed alone")
	}
	*c.ref = s
	return nil
}

// check rejects conflicting flags. A revision after a space is parsed as a path.
func (f *changedFlags) check(paths []string, stdin, fix bool) error {
	if f.Staged && fix {
		f.Fixes = lint.Staged{}
	}
	switch {
	case f.Ref != "" && f.Staged:
		return conflict("changed", "staged")
	case f.Staged && stdin:
		return usagef("--staged cannot be combined with --stdin-filename: use --changed=HEAD")
	}
	for _, path := range paths {
		if _, err := os.Lstat(path); f.Ref == lint.DefaultBase && errors.Is(err, fs.ErrNotExist) {
			return usagef("%s does not exist; to compare with a revision, write --changed=%s", quote.Text(path), path)
		}
	}
	return nil
}

// A fetchFlag is the flag --fetch, the only one with which git opens a network connection.
type fetchFlag struct {
	enabled bool
	url     string // "": any origin
}

func (f *fetchFlag) register(flags *pflag.FlagSet) {
	flags.Var(fetchValue{f}, "fetch", "fetch what the clone lacks of revisions that flags name, without changing it; its origin must be URL, if given")
	flags.Lookup("fetch").NoOptDefVal = anyOrigin
}

const anyOrigin = "origin"

// check rejects --fetch if no revision is named.
func (f *fetchFlag) check(refs ...string) error {
	if f.enabled && !slices.ContainsFunc(refs, func(ref string) bool { return ref != "" && ref != lint.DefaultBase }) {
		return usagef("--fetch needs a revision: --changed=BASE, --base REF or --config-from REF")
	}
	return nil
}

// context returns the context of a run that may fetch, and a function that removes what was fetched.
func (f *fetchFlag) context(ctx context.Context, note func(format string, a ...any)) (context.Context, func()) {
	if !f.enabled {
		return ctx, func() {}
	}
	return vcs.WithFetch(ctx, vcs.Fetch{URL: f.url, Log: note})
}

// A fetchValue is the value of --fetch.
type fetchValue struct{ *fetchFlag }

func (f fetchValue) String() string { return "" }
func (f fetchValue) Type() string   { return "URL" }
func (f fetchValue) Set(s string) error {
	if s != anyOrigin && !strings.Contains(s, "://") {
		return usagef("must be the URL of a repository such as https://github.com/owner/name, or use --fetch alone")
	}
	f.enabled, f.url = true, strings.TrimPrefix(s, anyOrigin)
	return nil
}

// checkHook rejects flags that conflict with --hook.
func (f *lintFlags) checkHook() error {
	if f.hook && f.stdin.path != "" {
		return conflict("hook", "stdin-filename")
	}
	return nil
}

// hookBase returns the revision that --hook compares with: HEAD, or the one that pre-commit sets in a variable.
func (p *program) hookBase() string {
	if from := p.Env("PRE_COMMIT_FROM_REF"); from != "" {
		return from
	}
	return "HEAD"
}

// baselineFlags are the flags about recorded findings.
type baselineFlags struct {
	file string
	none bool
}

func (f *baselineFlags) register(flags *pflag.FlagSet) {
	flags.StringVar(&f.file, "baseline", "", "omit findings recorded in `FILE` (default: the configured baseline)")
	flags.BoolVar(&f.none, "no-baseline", false, "also report findings recorded in a baseline")
}

// request returns the baselines to apply.
func (f *baselineFlags) request() lint.Baseline {
	return lint.Baseline{File: f.file, Configured: !f.none && f.file == ""}
}

// check rejects conflicting flags.
func (f *baselineFlags) check() error {
	if f.file != "" && f.none {
		return conflict("baseline", "no-baseline")
	}
	return nil
}

// trustFlags holds the flags that limit what files of the workspace may switch off.
type trustFlags struct {
	noInline bool
	enforce  []string
}

func (t *trustFlags) register(flags *pflag.FlagSet) {
	flags.BoolVar(&t.noInline, "no-inline-suppressions", false, "ignore suppression comments")
	flags.Var(names{&t.enforce, "GLOB"}, "enforce", "rules that files of the repository cannot disable or lower")
}

// checkConfigFrom rejects flags that conflict with --config-from.
func (f *lintFlags) checkConfigFrom() error {
	switch {
	case f.configFrom == "":
	case f.noConfig:
		return conflict("config-from", "no-config")
	case f.isolated:
		return conflict("config-from", "isolated")
	case f.watch.mode.value != "":
		return conflict("config-from", "watch")
	}
	return nil
}
