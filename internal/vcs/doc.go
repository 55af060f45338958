// Package vcs runs git.
//
// The workspace is untrusted, and so is its .git: a configuration in there may name programs for git to run. Therefore git
// itself must be outside of the workspace, only plumbing commands that need no such programs are called, everything that
// could start one is switched off, and each call has a timeout. The .git itself may point to another repository of the
// machine: see [Vouch].
package vcs
