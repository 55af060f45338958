// Package memtemp keeps the temporary files of tests, which are many and small, in memory. TestMain calls it in packages
// whose tests write most of them.
package memtemp
