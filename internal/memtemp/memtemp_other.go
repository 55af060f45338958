//go:build !linux

package memtemp

// Use does nothing.
func Use() {}
