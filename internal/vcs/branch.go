package vcs

import (
	"context"
	"strings"
)

// DefaultBranch returns the branch that work is merged into: the default one of origin, else main or
// master where there is one, else the one that is checked out, also before its first commit; "" when git names none.
func DefaultBranch(ctx context.Context, dir string) string {
	for _, ref := range []string{"refs/remotes/origin/HEAD", "refs/remotes/origin/main", "refs/remotes/origin/master", "refs/heads/main", "refs/heads/master", "HEAD"} {
		full, err := fullName(ctx, dir, ref)
		if err != nil {
			return ""
		}
		if name := strings.TrimPrefix(short(full), "origin/"); name != "" && name != "HEAD" {
			return name
		}
	}
	return unborn(ctx, dir)
}
