package cli

import (
	"context"
	"strings"

	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/internal/lint"
	"github.com/skilllint/skilllint/internal/lint/fixer"
	"github.com/spf13/pflag"
)

// ignoreFlags say that suppressions are written.
type ignoreFlags struct {
	add    bool
	reason string
}

func (f *ignoreFlags) register(flags *pflag.FlagSet) {
	flags.BoolVar(&f.add, "add-ignore", false, "write a comment at each finding that suppresses it, and report what is left")
	flags.StringVar(&f.reason, "reason", "", "with --add-ignore: the reason that the comments give, a `TEXT`")
}

// check refuses what does not go together with --add-ignore.
func (f *ignoreFlags) check(l *lintFlags) error {
	switch {
	case !f.add && f.reason != "":
		return usagef("--reason is the reason in the comments that --add-ignore writes; write --add-ignore --reason %q", f.reason)
	case !f.add:
		return nil
	case l.fix:
		return usagef("--add-ignore and --fix go one after the other: first skilllint fix, then skilllint --add-ignore")
	case l.diff:
		return usagef("--diff prints what --fix would change; commit first, write --add-ignore, and git diff shows what it wrote")
	case l.watch.how.value != "":
		return usagef("--add-ignore writes once, and --watch goes on; leave one out")
	case l.stdin.path != "":
		return usagef("--add-ignore writes into files, and --stdin-filename looks at none; leave one out")
	case l.noInline:
		return usagef("--add-ignore and --no-inline-suppressions contradict each other; leave one out")
	case l.changed.Staged:
		return usagef("--add-ignore writes into files, and --staged looks at the index; write --changed=HEAD")
	case strings.ContainsAny(f.reason, "\r\n") || strings.Contains(f.reason, "-->"):
		return usagef(`--reason: a reason stands on one line, without "-->"`)
	}
	return nil
}

// addSuppressions writes comments that suppress findings, and returns what is left.
func (p *program) addSuppressions(ctx context.Context, f *lintFlags, req lint.Request) (*lint.Result, error) {
	defer p.showProgress(&req)()
	done, err := fixer.Suppress(ctx, req, f.suppressing.reason)
	if done == nil {
		return nil, err
	}
	if !f.noSummary {
		p.Note("suppressed %s in %s", quote.Plural(done.Findings, "finding"), quote.Plural(done.Files, "file"))
	}
	return done.Result, err
}
