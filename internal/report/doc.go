// Package report writes findings in the formats of the command line: for people (text, concise, markdown, html) and for programs (json,
// sarif and others). It does not read files: a [finding.Report] contains everything that is shown.
//
// Each format has a row in the table of [Formats] and a source file. Findings are written one by one, and the output depends only on the
// report and the options.
//
// Package escape escapes untrusted text in every format, including JSON. The output contains no unprintable characters, no bidirectional
// controls and no "##[", which CI systems execute. Invalid UTF-8 becomes U+FFFD, except in the URIs of SARIF, where it is
// percent-encoded.
package report
