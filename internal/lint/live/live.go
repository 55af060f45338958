// Package live watches files, and keeps the results of runs up to date while they change, for --watch and the language
// server.
package live

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/internal/lint/cache"
	"github.com/skilllint/skilllint/internal/treefs"
)

// Files are watched files with the cached results of earlier runs.
type Files struct {
	Cache *cache.Cache
	Disk  *Watcher

	// Covered reports whether changes in a directory are reported without watching it, for example by an editor. Nil: none.
	Covered func(dir string) bool

	config  string   // absolute path of the configuration of all files; "": none
	reports []string // absolute paths of files that runs write
}

// New returns files without results. config is the configuration of all files, or "". reports are files that runs write.
// All paths are absolute.
func New(disk *Watcher, config string, reports []string) *Files {
	f := &Files{Disk: disk, config: config, reports: reports}
	f.Cache = cache.NewWatching(f.enter)
	f.enterConfig()
	return f
}

func (f *Files) enter(dir string) {
	if f.Covered == nil || !f.Covered(dir) {
		f.Disk.Enter(dir)
	}
}

func (f *Files) enterConfig() {
	if f.config != "" {
		f.enter(filepath.Dir(f.config))
	}
}

// manyPaths represents an unknown set of changed paths.
const manyPaths = "many files"

// Forget drops the results that depend on changed files. It returns the relevant paths, sorted.
func (f *Files) Forget(changed Changed) []string {
	if changed.All {
		f.Cache.ForgetAll()
		f.enterConfig()
		return []string{manyPaths}
	}
	return f.Cache.Forget(changed.Paths, f.config, f.reports)
}

// PollingReason returns the reason why directories are polled instead of watched, or "".
func (f *Files) PollingReason() string {
	if f.Disk.Err() == nil {
		return ""
	}
	return fmt.Sprintf("too many directories to watch (%s): checking for changes every second instead; on Linux, raise sysctl fs.inotify.max_user_watches",
		treefs.WithoutPath(f.Disk.Err()))
}

// Describe describes changed paths: the first one, relative to a directory if possible, and the number of others.
func Describe(paths []string, dir string) string {
	if len(paths) == 0 || paths[0] == manyPaths {
		return strings.Join(paths, "")
	}
	first := paths[0]
	if rel, err := filepath.Rel(dir, first); err == nil {
		first = filepath.ToSlash(rel)
	}
	first = quote.Text(first)
	if more := len(paths) - 1; more > 0 {
		first += fmt.Sprintf(" and %d more", more)
	}
	return first
}
