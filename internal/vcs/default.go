package vcs

import (
	"context"
	"errors"
	"fmt"
	"strings"
)

// MergeBase returns the full name of the merge base of HEAD and a revision. If the clone lacks history, the
// error contains the command that fetches it.
func MergeBase(ctx context.Context, dir, ref string) (string, error) {
	if err := checkRef(ref); err != nil {
		return "", err
	}
	return mergeBase(ctx, dir, ref)
}

// Commit returns the commit of a revision. It returns an error if the revision is ambiguous.
func Commit(ctx context.Context, dir, ref string) (string, error) {
	if err := checkRef(ref); err != nil {
		return "", err
	}
	commit, _, err := resolveOrFetch(ctx, dir, ref)
	if err != nil {
		return "", err
	}
	return commit, unambiguous(ctx, dir, ref, commit)
}

// unambiguous returns an error if a revision has a second meaning. Git prefers tags to branches, and a local branch
// origin/main to the remote one, so people who may push tags or branches could choose the trusted commit.
func unambiguous(ctx context.Context, dir, ref, commit string) error {
	for _, namespace := range []string{"refs/tags/", "refs/heads/", "refs/remotes/"} {
		other, err := resolve(ctx, dir, namespace+ref)
		if err == nil && other != commit {
			return fmt.Errorf("ambiguous: several branches or tags have this name; write the full name, for example %s%s", namespace, ref)
		}
	}
	return ctx.Err()
}

// Head returns the full name of the commit of HEAD, or "" before the first commit.
func Head(ctx context.Context, dir string) (string, error) {
	head, err := resolve(ctx, dir, "HEAD")
	if errors.Is(err, errSilent) {
		return "", nil
	}
	return head, err
}

// DefaultBase returns the revision to compare with if none is specified: the upstream of the branch unless that is its
// own pushed copy, otherwise the default branch of origin, otherwise main or master.
func DefaultBase(ctx context.Context, dir string) (string, error) {
	branch, err := fullName(ctx, dir, "HEAD")
	if err != nil {
		return "", err
	}
	branch = strings.TrimPrefix(branch, "refs/heads/")
	upstream, err := fullName(ctx, dir, "@{upstream}")
	if err != nil {
		upstream = "" // git has several messages for a missing upstream
	}
	// The pushed branch is not a base: after a push, there would be no new findings.
	own := strings.HasPrefix(upstream, "refs/remotes/") && strings.HasSuffix(upstream, "/"+branch)
	if upstream != "" && !own {
		return ShortName(upstream), nil
	}
	for _, ref := range []string{"refs/remotes/origin/HEAD", "refs/remotes/origin/main", "refs/remotes/origin/master", "refs/heads/main", "refs/heads/master"} {
		full, err := fullName(ctx, dir, ref)
		if err != nil {
			return "", err
		}
		if full != "" && full != "refs/heads/"+branch {
			return ShortName(full), nil
		}
	}
	return "", noDefault(ctx, dir)
}

func noDefault(ctx context.Context, dir string) error {
	const none = "no base to compare with: the branch has no other upstream, and origin/HEAD, origin/main and origin/master do not exist"
	if isShallow(ctx, dir) {
		return errors.New(none + " in this shallow clone; in a workflow, set `fetch-depth: 0` for actions/checkout, or else run: git fetch --unshallow origin main:refs/remotes/origin/main")
	}
	return fmt.Errorf("%s; name a branch, tag or commit, for example --changed=HEAD for uncommitted changes", none)
}

// unbornBranch returns the current branch, even if it has no commits, or "" if unknown.
func unbornBranch(ctx context.Context, dir string) string {
	out, err := run(ctx, dir, "symbolic-ref", "--quiet", "HEAD")
	if err != nil {
		return ""
	}
	return ShortName(strings.TrimSpace(string(out)))
}

// fullName returns the full name of a reference, or "".
func fullName(ctx context.Context, dir, ref string) (string, error) {
	out, err := run(ctx, dir, "rev-parse", "--quiet", "--verify", "--symbolic-full-name", ref)
	if errors.Is(err, errSilent) {
		return "", nil
	}
	return strings.TrimSpace(string(out)), err
}

// ShortName returns the short name of a branch, for messages.
func ShortName(ref string) string {
	for _, prefix := range []string{"refs/heads/", "refs/remotes/"} {
		if name, ok := strings.CutPrefix(ref, prefix); ok {
			return name
		}
	}
	return ref
}
