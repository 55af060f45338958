// Package memtemp keeps temporary files of tests in memory. TestMain calls [Use] in packages whose tests write many small
// files.
package memtemp
