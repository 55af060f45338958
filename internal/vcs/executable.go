package vcs

import (
	"bytes"
	"context"
)

// maxNamed is the maximum number of paths on a command line. For more paths, git lists all files.
const maxNamed = 200

// Executable reports which regular files are executable, according to the index of the repository with the work tree dir.
// All clones get these modes. Untracked paths are omitted.
func Executable(ctx context.Context, dir string, rels []string) (map[string]bool, error) {
	args := []string{"ls-files", "-s", "-z", "--cached", "--"}
	if len(rels) <= maxNamed {
		args = append(args, rels...)
	}
	out, err := run(ctx, dir, args...)
	if err != nil {
		return nil, err
	}
	requested := map[string]bool{}
	for _, rel := range rels {
		requested[rel] = true
	}
	found := map[string]bool{}
	for entry := range bytes.SplitSeq(out, []byte{0}) {
		fields, name, _ := bytes.Cut(entry, []byte{'\t'})
		mode, _, _ := bytes.Cut(fields, []byte{' '})
		if rel := string(name); requested[rel] && (string(mode) == "100644" || string(mode) == "100755") {
			found[rel] = string(mode) == "100755"
		}
	}
	return found, nil
}
