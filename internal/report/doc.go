// Package report writes findings in the formats of the command line: for people (text) and for
// programs (json, jsonl, sarif). It reads no file: a [finding.Report] holds all that is shown.
//
// Each format is one entry of a table and one file. All of them stream: a finding is written and
// forgotten, so a report is never in memory a second time. The bytes depend on nothing but the
// report and the options.
//
// What strangers wrote is harmless in each of them. Text goes through package escape. Machine
// formats are strict JSON in UTF-8 that escapes whatever is not printable, C1 controls and
// bidirectional controls among it, and the "##[" that CI systems obey; a byte that is not UTF-8
// becomes U+FFFD, but in SARIF's addresses, where it is percent-encoded as it is.
package report
