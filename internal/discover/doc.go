// Package discover finds the files that clients read, and determines their kinds and dialects from their paths.
//
// [Walk] resolves the root of each path and walks it in one goroutine. It emits files during the walk, so that they
// can be analyzed concurrently. A directory is listed before its files are emitted, because the kind of a file depends
// on the names next to it and above it. All files are opened through os.Root, so nothing outside a root is read.
//
// Ignore files work as in git, with three differences, so that the result depends only on the workspace:
// core.excludesFile and the info/exclude of a linked worktree are outside the root and not read, core.ignoreCase is
// ignored (case always matters), and ignore files also apply without a repository. Tracked files are never ignored.
package discover
