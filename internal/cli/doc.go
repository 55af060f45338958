// Package cli is the command line: commands, flags, exit codes, and what goes to standard output
// and standard error.
//
// [Main] settles which command is meant (lint, when none is named), lets cobra read the flags and
// runs it. The commands that look at files share one pipeline ([program.analyse]): configuration,
// discovery, driver, triage; then report writes what was found, to standard output and to the
// files that --format names. Everything that is worded for people passes through package
// visible, because names and values in it come from strangers.
package cli
