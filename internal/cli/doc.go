// Package cli implements the command line: commands, flags, exit codes, and the output on standard output and standard error.
//
// [Main] finds the command (lint, if none is named), parses its flags and runs it. A command turns its flags into a
// [lint.Request], runs it, and writes the result: lint with package report, the others with the package of their view.
// Text that quotes untrusted names and values passes through package escape.
package cli
