// Package discover finds the files that clients read below some paths, and determines their kinds and
// dialects from their paths.
//
// [Walk] resolves the root of every path and walks it in one goroutine. It emits files during the walk, so
// that others analyze them meanwhile. A directory is listed before its files are emitted, because the kind of
// a file depends on the names next to it and above it, never on the content of another file. Everything is
// opened through os.Root: nothing outside a root is read.
//
// Ignore files work as in git, with three differences that make the result depend on the workspace alone:
// core.excludesFile and the info/exclude of a linked worktree are outside the root and not read,
// core.ignoreCase is ignored (case always matters), and ignore files also apply without a repository. Tracked
// files are never ignored.
package discover
