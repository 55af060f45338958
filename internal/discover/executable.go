package discover

import (
	"context"
	"runtime"
	"strings"

	"github.com/skilllint/skilllint/internal/treefs"
)

// executable returns a function that reports which files are executable, see [analysis.Tree.SetExecutable].
func (w *walker) executable(repo bool) func(ctx context.Context, rels []string) map[string]bool {
	return func(ctx context.Context, rels []string) map[string]bool {
		known := map[string]bool{}
		if (runtime.GOOS != "windows" || w.root.Disk == nil) && (repo && w.recordsModes() || w.hasModes()) {
			for _, rel := range rels {
				if executable, ok := w.isExecutable(rel); ok {
					known[rel] = executable
				}
			}
		}
		if repo && w.Executable != nil {
			if tracked, err := w.Executable(ctx, w.root.Dir, rels); err == nil {
				for rel, executable := range tracked {
					known[rel] = executable || known[rel] && w.keepsModes()
				}
			}
		}
		return known
	}
}

// keepsModes reports whether the file system of a repository keeps file modes: .git/HEAD, which is never executable,
// must not appear to be.
func (w *walker) keepsModes() bool {
	for _, name := range []string{".git", ".git/HEAD"} {
		if info, err := w.root.FS.Lstat(name); err == nil && info.Mode().IsRegular() {
			return info.Mode()&0o111 == 0
		}
	}
	return false
}

// recordsModes reports whether git found, when it created the repository, that the file system keeps file modes. Without an
// index, the files may come from an archive that has no modes.
func (w *walker) recordsModes() bool {
	const most = 1 << 16
	if info, err := w.root.FS.Lstat(".git/index"); err != nil || !info.Mode().IsRegular() {
		return false
	}
	for line := range strings.Lines(strings.ToLower(string(treefs.ReadFile(w.root.FS, ".git/config", most)))) {
		if key, value, _ := strings.Cut(line, "="); strings.TrimSpace(key) == "filemode" {
			return strings.TrimSpace(value) == "true"
		}
	}
	return false
}

// maxModes limits the files that [walker.hasModes] examines.
const maxModes = 5_000

// hasModes reports whether a file below the root is executable. If not, an archive or a network file system may have
// dropped the modes.
func (w *walker) hasModes() bool {
	all := w.root.Tree.All()
	for _, rel := range all[:min(len(all), maxModes)] {
		if is, _ := w.isExecutable(rel); is {
			return true
		}
	}
	return false
}

func (w *walker) isExecutable(rel string) (is, ok bool) {
	_, info, problem := w.resolve(rel)
	if problem != "" || !info.Mode().IsRegular() {
		return false, false
	}
	return info.Mode()&0o111 != 0, true
}
