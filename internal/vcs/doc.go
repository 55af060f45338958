// Package vcs runs git.
//
// The workspace is untrusted, and so is its .git: its configuration may name programs that git starts.
// Therefore git itself must be outside the workspace, only plumbing commands that need no such programs are
// called, everything that could start one is switched off, and each call has a timeout. The .git may also
// point to another repository on the machine: see [CheckOwner].
package vcs
