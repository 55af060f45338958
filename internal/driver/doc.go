// Package driver runs analyzers over the files of a tree.
//
// Files come in while discovery still walks. Each is read, parsed and analysed start to end by
// one worker, and dropped: what remains are its findings, with the lines that a report may show,
// and the facts that workspace analyzers read. When the last file is done these run, in parallel,
// on read-only data. The result does not depend on the number of workers or their timing.
package driver
