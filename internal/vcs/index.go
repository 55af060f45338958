package vcs

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// OpenIndex returns the index of the repository with the work tree dir. It is valid until the context is done, and must
// be closed. Unmerged files are an error, because they prevent a commit. Files from git add --intent-to-add are omitted.
func OpenIndex(ctx context.Context, dir string) (*Tree, error) {
	return openIndex(ctx, dir, func(file indexFile) (bool, error) {
		if file.stage != "0" {
			return false, fmt.Errorf("unmerged file %.200q: resolve the conflict and run git add on it", file.name)
		}
		return true, nil
	})
}

// OpenSparse returns the files of the index that a sparse checkout omits from the work tree, or nil if there are none.
func OpenSparse(ctx context.Context, dir string) (*Tree, error) {
	t, err := openIndex(ctx, dir, func(file indexFile) (bool, error) { return file.tag == "S", nil })
	if err != nil || len(t.entries) > 0 {
		return t, err
	}
	t.Close()
	return nil, nil
}

// An indexFile is an entry in the output of git ls-files.
type indexFile struct{ tag, mode, object, stage, name string }

func openIndex(ctx context.Context, dir string, keep func(indexFile) (bool, error)) (*Tree, error) {
	out, err := run(ctx, dir, "ls-files", "-s", "-t", "-z", "--cached")
	if err != nil {
		return nil, err
	}
	t := &Tree{}
	var empty []string
	for entry := range strings.SplitSeq(string(out), "\x00") {
		prefix, name, _ := strings.Cut(entry, "\t")
		fields := strings.Fields(prefix)
		if len(fields) != 4 {
			continue
		}
		file := indexFile{fields[0], fields[1], fields[2], fields[3], name}
		switch ok, err := keep(file); {
		case err != nil:
			return nil, err
		case !ok:
			continue
		}
		t.add(name, file.mode, file.object)
		if file.object == emptyBlob || file.object == emptyBlob256 {
			empty = append(empty, name)
		}
	}
	if len(empty) > 0 {
		if err := t.dropIntentToAdd(ctx, dir, empty); err != nil {
			return nil, err
		}
	}
	return t, t.finish(ctx, dir, 0)
}

// Names of the empty object, which also represents files from git add --intent-to-add.
const (
	emptyBlob    = "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391"
	emptyBlob256 = "473a0f4c3be8a93681a267e3b1e9a7dcda1185436fe141f7749120a303721813"
)

const intentToAdd = 1 << 29 // CE_INTENT_TO_ADD in git

// dropIntentToAdd removes files from git add --intent-to-add. empty are the names of all empty files.
func (t *Tree) dropIntentToAdd(ctx context.Context, dir string, empty []string) error {
	args := []string{"ls-files", "--debug", "-z", "--cached", "--"}
	if len(empty) <= maxNamed {
		args = append(args, empty...)
	}
	out, err := run(ctx, dir, args...)
	if err != nil {
		return err
	}
	drop := map[string]bool{}
	// Each path is followed by lines with its attributes; the last one ends with its flags.
	name, rest, ok := strings.Cut(string(out), "\x00")
	for ok {
		_, rest, ok = strings.Cut(rest, "\tflags: ")
		flags, next, _ := strings.Cut(rest, "\n")
		bits, err := strconv.ParseUint(flags, 16, 64)
		if !ok || err != nil {
			return errors.New("unexpected output of git ls-files")
		}
		drop[name] = bits&intentToAdd != 0
		name, rest, ok = strings.Cut(next, "\x00")
	}
	kept := t.entries[:0]
	for _, e := range t.entries {
		if !drop[e.path] {
			kept = append(kept, e)
		}
	}
	t.entries = kept
	return nil
}
