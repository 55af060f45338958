// Package oracle compares package tokenizer with other implementations. It has only tests and is a separate module, so
// that skilllint does not depend on them.
package oracle
