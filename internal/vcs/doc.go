// Package vcs runs git.
//
// The workspace is untrusted, including its .git, whose configuration may specify programs that git starts. Therefore,
// git must be installed outside the workspace, only plumbing commands that need no such programs are called, settings
// that could start one are disabled, and each call has a timeout. A .git may also point to another repository on the
// machine: see [CheckOwner].
package vcs
