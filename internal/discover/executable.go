package discover

import (
	"context"
	"maps"
	"os"
	"path/filepath"
	"runtime"
)

// executable says which files below a root may be run, as analysis.Tree.Executable does.
func (w *walker) executable(repo bool) func(ctx context.Context, rels []string) map[string]bool {
	return func(ctx context.Context, rels []string) map[string]bool {
		known := map[string]bool{}
		if runtime.GOOS != "windows" {
			for _, rel := range rels {
				if is, ok := mayRun(w.root.FS, rel); ok {
					known[rel] = is
				}
			}
		}
		if repo && w.Executable != nil {
			if tracked, err := w.Executable(ctx, w.root.Dir, rels); err == nil {
				maps.Copy(known, tracked)
			}
		}
		return known
	}
}

func mayRun(root *os.Root, rel string) (is, ok bool) {
	info, err := root.Stat(filepath.FromSlash(rel))
	if err != nil || !info.Mode().IsRegular() {
		return false, false
	}
	return info.Mode()&0o111 != 0, true
}
