package discover

import (
	"context"
	"runtime"
)

// executable returns which files below a root are executable, as analysis.Tree.Executable does.
func (w *walker) executable(repo bool) func(ctx context.Context, rels []string) map[string]bool {
	return func(ctx context.Context, rels []string) map[string]bool {
		known := map[string]bool{}
		if (runtime.GOOS != "windows" || w.root.Disk == nil) && w.hasModes() {
			for _, rel := range rels {
				if is, ok := w.mayRun(rel); ok {
					known[rel] = is
				}
			}
		}
		if repo && w.Executable != nil {
			if tracked, err := w.Executable(ctx, w.root.Dir, rels); err == nil {
				for rel, is := range tracked {
					known[rel] = is || known[rel] && w.keepsModes()
				}
			}
		}
		return known
	}
}

// keepsModes reports whether the disk of a repository keeps file modes, so that git commits them. Git
// determines this with a test file that is never executed.
func (w *walker) keepsModes() bool {
	for _, own := range []string{".git", ".git/HEAD"} {
		if info, err := w.root.FS.Lstat(own); err == nil && info.Mode().IsRegular() {
			return info.Mode()&0o111 == 0
		}
	}
	return false
}

// maxModes limits the search for an executable file.
const maxModes = 5_000

// hasModes reports whether any file below the root is executable. If none is, an archive or a network disk
// may have dropped the modes.
func (w *walker) hasModes() bool {
	all := w.root.Tree.All()
	for _, rel := range all[:min(len(all), maxModes)] {
		if is, _ := w.mayRun(rel); is {
			return true
		}
	}
	return false
}

func (w *walker) mayRun(rel string) (is, ok bool) {
	_, info, problem := w.resolve(rel)
	if problem != "" || !info.Mode().IsRegular() {
		return false, false
	}
	return info.Mode()&0o111 != 0, true
}
