package vcs

import (
	"context"
	"strings"
)

// DefaultBranch returns the branch into which work is merged: the default branch of origin, else main or
// master, else the current branch, which may have no commit yet. It returns "" if git reports none.
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
