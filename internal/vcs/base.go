package vcs

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// A Base is the merge base of HEAD and a revision.
type Base struct {
	Ref    string // as specified by the user, as a short name
	Commit string // full name

	dir   string
	files map[string]string // objects of regular files, by path
	links map[string]string // objects of symbolic links, by path
}

// OpenBase finds the merge base of HEAD and ref in the repository with the work tree dir. It lists the regular files that
// keep accepts; paths are relative to the work tree, with "/". If the clone lacks history, the error contains the command
// that fetches it.
func OpenBase(ctx context.Context, dir, ref string, keep func(rel string) bool) (*Base, error) {
	if err := checkRef(ref); err != nil {
		return nil, err
	}
	commit, err := mergeBase(ctx, dir, ref)
	if err != nil {
		return nil, err
	}
	b := &Base{Ref: ShortName(ref), Commit: commit, dir: dir, files: map[string]string{}, links: map[string]string{}}
	err = lsTree(ctx, dir, commit, func(name, mode, object string) {
		switch {
		case mode == "120000":
			b.links[name] = object
		case strings.HasPrefix(mode, "100") && keep(name):
			b.files[name] = object
		}
	})
	if err != nil {
		return nil, err
	}
	return b, nil
}

// Paths returns the listed files, sorted.
func (b *Base) Paths() []string { return slices.Sorted(maps.Keys(b.files)) }

// Has reports whether a file is listed.
func (b *Base) Has(rel string) bool { return b.files[rel] != "" }

// checkRef returns an error if git could misinterpret a revision, for example as an option.
func checkRef(ref string) error {
	switch {
	case ref == "":
		return errors.New("empty revision; write a branch, tag or commit")
	case strings.HasPrefix(ref, "-"):
		return errors.New("a revision cannot start with a hyphen; write a branch, tag or commit")
	case strings.ContainsFunc(ref, func(r rune) bool { return r <= ' ' || r == 0x7f }):
		return errors.New("a revision cannot contain spaces or control characters; write a branch, tag or commit")
	}
	return nil
}

func mergeBase(ctx context.Context, dir, ref string) (string, error) {
	head, err := resolve(ctx, dir, "HEAD")
	switch {
	case errors.Is(err, errSilent):
		return "", errors.New("the repository has no commits to compare with")
	case err != nil:
		return "", err
	}
	other, fetched, err := resolveOrFetch(ctx, dir, ref)
	if err != nil {
		return "", err
	}
	var base string
	if !fetched {
		base, err = localMergeBase(ctx, dir, head, other)
	}
	if fetched || errors.Is(err, errSilent) && callsOf(ctx).fetcher != nil {
		base, err = callsOf(ctx).fetcher.mergeBase(ctx, dir, ref, head, other)
	}
	switch {
	case errors.Is(err, errSilent) && callsOf(ctx).fetcher == nil && isShallow(ctx, dir):
		return "", errors.New("the clone is too shallow to find the merge base; in a workflow, set `fetch-depth: 0` for actions/checkout, or else run: git fetch --unshallow")
	case errors.Is(err, errSilent):
		return "", fmt.Errorf("HEAD and %s have no common commit", ref)
	case err != nil:
		return "", err
	}
	return base, nil
}

func localMergeBase(ctx context.Context, dir, head, other string) (string, error) {
	out, err := run(ctx, dir, "merge-base", head, other)
	if err != nil {
		return "", err
	}
	return parseObject(out)
}

// resolveOrFetch returns the commit of a revision, and whether it was fetched because the clone lacks it.
func resolveOrFetch(ctx context.Context, dir, ref string) (commit string, fetched bool, err error) {
	fetcher := callsOf(ctx).fetcher
	if err := fetcher.checkOrigin(ctx, dir); err != nil {
		return "", false, err
	}
	if commit := fetcher.known(dir, ref); commit != "" {
		return commit, true, nil
	}
	commit, err = resolve(ctx, dir, ref)
	if errors.Is(err, errSilent) {
		commit, err = fetcher.commit(ctx, dir, ref)
		fetched = err == nil
	}
	if errors.Is(err, errSilent) {
		err = unknownRevision(ctx, dir, ref)
	}
	return commit, fetched, err
}

// resolve returns the commit of a revision. The error for an unknown one is errSilent.
func resolve(ctx context.Context, dir, ref string) (string, error) {
	out, err := run(ctx, dir, "rev-parse", "--quiet", "--verify", "--end-of-options", ref+"^{commit}")
	if err != nil {
		return "", err
	}
	return parseObject(out)
}

// unknownRevision returns an error for a missing revision, with a similar name or the command that fetches it.
func unknownRevision(ctx context.Context, dir, ref string) error {
	name, fetched := strings.CutPrefix(ref, "origin/")
	if !fetched {
		if _, err := resolve(ctx, dir, "origin/"+ref); err == nil {
			return fmt.Errorf("unknown revision %s; did you mean origin/%s?", ref, ref)
		}
	}
	shallow := isShallow(ctx, dir)
	switch {
	case strings.Contains(ref, ".."):
		return errors.New("must be one branch, tag or commit, not a range")
	case strings.ContainsAny(ref, "~^:@{") && shallow: // not a name that git could fetch
		return fmt.Errorf("unknown revision %s in a shallow clone; run: git fetch --unshallow", ref)
	case strings.ContainsAny(ref, "~^:@{"):
		return fmt.Errorf("unknown revision %s; write a branch, tag or commit", ref)
	}
	deepen := ""
	if shallow {
		deepen = "--unshallow "
	}
	into := ":" + ref
	switch {
	case fetched:
		into = ":refs/remotes/" + ref
	case isHex(ref):
		into = ""
	}
	return fmt.Errorf("unknown revision %s; if it was not fetched, run: git fetch %sorigin %s%s", ref, deepen, name, into)
}

func isShallow(ctx context.Context, dir string) bool {
	out, err := run(ctx, dir, "rev-parse", "--is-shallow-repository")
	return err == nil && strings.TrimSpace(string(out)) == "true"
}

// parseObject returns the object name on the last line of git's output. Old versions repeat the arguments before it.
func parseObject(out []byte) (string, error) {
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	last := lines[len(lines)-1]
	if !isObject(last) {
		return "", fmt.Errorf("unexpected output of git: %.100q instead of a commit", last)
	}
	return last, nil
}

// isObject reports whether a text is the full name of an object.
func isObject(name string) bool { return (len(name) == 40 || len(name) == 64) && isHex(name) }

func isHex(name string) bool { return len(name) > 6 && strings.Trim(name, "0123456789abcdef") == "" }
