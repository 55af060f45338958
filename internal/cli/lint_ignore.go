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
	flags.BoolVar(&f.add, "add-ignore", false, "add a suppression comment for each finding and report the remaining findings")
	flags.StringVar(&f.reason, "reason", "", "with --add-ignore: the reason to write in the comments, a `TEXT`")
}

// check rejects flags that conflict with --add-ignore.
func (f *ignoreFlags) check(l *lintFlags) error {
	switch {
	case !f.add && f.reason != "":
		return usagef("--reason requires --add-ignore")
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
	case strings.ContainsAny(f.reason, "\r\n") || strings.Contains(f.reason, "-->"):
		return usagef(`invalid value for --reason: must be one line without "-->"`)
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
