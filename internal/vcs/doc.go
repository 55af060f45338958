// Package vcs asks git what it knows of a tree, and is the only place where a process is started.
//
// The tree is a stranger's, and so is its .git: a configuration in there may name programs for
// git to run. So git is taken from outside the tree, only plumbing commands that need none of
// these programs are called, everything that could start one is switched off, and each call has
// an end. The .git itself may name another repository of the machine: see [Vouch].
package vcs
