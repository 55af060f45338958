package cli

import (
	"context"
	"strings"

	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/internal/lint"
	"github.com/skilllint/skilllint/internal/lint/fixer"
	"github.com/spf13/pflag"
)

// ignoreFlags are the flags that write suppressions.
type ignoreFlags struct {
	add    bool
	reason string
}

func (f *ignoreFlags) register(flags *pflag.FlagSet) {
	flags.Var(ignoreValue{f}, "add-ignore", "suppress each finding with a comment, and report those that remain")
	flags.Lookup("add-ignore").NoOptDefVal = noReason
}

// noReason is the value of --add-ignore without a reason.
const noReason = "REASON"

// An ignoreValue is the value of --add-ignore.
type ignoreValue struct{ *ignoreFlags }

func (v ignoreValue) String() string { return "" }
func (v ignoreValue) Type() string   { return "" }
func (v ignoreValue) Set(s string) error {
	if strings.ContainsAny(s, "\r\n") || strings.Contains(s, "-->") {
		return usagef(`must be one line without "-->"`)
	}
	if v.add = true; s != noReason {
		v.reason = s
	}
	return nil
}

// check rejects flags that conflict with --add-ignore.
func (f *ignoreFlags) check(l *lintFlags) error {
	switch {
	case !f.add:
		return nil
	case l.fix:
		return usagef("--add-ignore cannot be combined with --fix: run skilllint fix first, then skilllint --add-ignore")
	case l.diff:
		return usagef("--add-ignore cannot be combined with --diff: commit first, then review the comments with git diff")
	case l.watch.mode.value != "":
		return conflict("add-ignore", "watch")
	case l.stdin.path != "":
		return conflict("add-ignore", "stdin-filename")
	case l.noInline:
		return conflict("add-ignore", "no-inline-suppressions")
	case l.changed.Staged:
		return usagef("--add-ignore cannot be combined with --staged, which reads the index: use --changed=HEAD")
	}
	return nil
}

// addSuppressions writes suppression comments, and returns the remaining findings.
func (p *program) addSuppressions(ctx context.Context, f *lintFlags, req lint.Request) (*lint.Result, error) {
	defer p.showProgress(&req)()
	done, err := fixer.Suppress(ctx, req, f.addIgnore.reason)
	if done == nil {
		return nil, err
	}
	if !f.noSummary {
		p.Note("suppressed %s in %s", quote.Plural(done.Findings, "finding"), quote.Plural(done.Files, "file"))
	}
	return done.Result, err
}
