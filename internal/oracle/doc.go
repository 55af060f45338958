// Package oracle compares package token with tokenizers that others wrote. It is a module of its own,
// so that they are none of skilllint's dependencies, and holds nothing but tests.
package oracle
