// Package discover finds the files that agents read below the paths that a run is given, and
// says what each of them is: its kind and dialect, told by names alone, with the reason.
//
// [Walk] settles the root of every path, walks it in one goroutine and hands files out while it
// still walks, so that others analyse meanwhile. A folder is listed before its files are handed
// out, because what a file is depends on the names that stand beside it and above it, never on
// the bytes of another file. Everything is opened through os.Root: nothing outside a root is
// read, whatever its links say.
//
// Ignore files are honoured as git does, with three differences, all of which keep the result a
// function of the tree alone: core.excludesFile and the info/exclude of a linked worktree lie
// outside the root and are not read, core.ignoreCase is not either (case always counts), and an
// ignore file counts where there is no repository, too. What git tracks is never ignored.
package discover
