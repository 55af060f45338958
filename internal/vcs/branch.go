package vcs

import (
	"context"
	"strings"
)

// DefaultBranch returns the default branch of origin, otherwise main or master, otherwise the current branch, which may
// have no commits. It returns "" if git reports none.
func DefaultBranch(ctx context.Context, dir string) string {
	for _, ref := range []string{"refs/remotes/origin/HEAD", "refs/remotes/origin/main", "refs/remotes/origin/master", "refs/heads/main", "refs/heads/master", "HEAD"} {
		full, err := fullName(ctx, dir, ref)
		if err != nil {
			return ""
		}
		if name := strings.TrimPrefix(ShortName(full), "origin/"); name != "" && name != "HEAD" {
			return name
		}
	}
	return unbornBranch(ctx, dir)
}
