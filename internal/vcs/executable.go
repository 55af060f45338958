package vcs

import (
	"bytes"
	"context"
)

// maxNamed is the number of paths that fit on a command line; for more, git lists all.
const maxNamed = 200

// Executable returns the modes of regular files in the index of the repository whose work tree is dir: true
// for executable files. Every clone gets these modes. Untracked paths are omitted.
func Executable(ctx context.Context, dir string, rels []string) (map[string]bool, error) {
	args := []string{"ls-files", "-s", "-z", "--cached", "--"}
	if len(rels) <= maxNamed {
		args = append(args, rels...)
	}
	out, err := run(ctx, dir, args...)
	if err != nil {
		return nil, err
	}
	asked := map[string]bool{}
	for _, rel := range rels {
		asked[rel] = true
	}
	found := map[string]bool{}
	for entry := range bytes.SplitSeq(out, []byte{0}) {
		about, name, _ := bytes.Cut(entry, []byte{'\t'})
		mode, _, _ := bytes.Cut(about, []byte{' '})
		if rel := string(name); asked[rel] && (string(mode) == "100644" || string(mode) == "100755") {
			found[rel] = string(mode) == "100755"
		}
	}
	return found, nil
}
