// Package driver runs analyzers on the files of a tree.
//
// Files arrive while discovery is still walking. One worker reads, parses and analyzes each file from start
// to end and releases it. Only its findings, with the lines that reports may show, and the facts for
// workspace analyzers are kept. After the last file, workspace analyzers run in parallel on read-only data.
// The result does not depend on the number of workers or their timing.
package driver
