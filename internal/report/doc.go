// Package report writes findings in the formats of the command line: for people (text, concise, markdown, html) and for
// programs (json, sarif and others). It reads no files: a [finding.Report] has everything that is shown.
//
// Each format is a row of a table and a file. Findings are written one by one, and the output depends only on the
// report and the options.
//
// Untrusted text is escaped in every format: text by package escape, and JSON so that it has no unprintable characters,
// no bidirectional controls and no "##[", which CI systems obey. Bytes that are not UTF-8 become U+FFFD, except in the
// addresses of SARIF, where they are percent-encoded.
package report
