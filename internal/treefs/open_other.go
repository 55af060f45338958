//go:build !unix

package treefs

const openFlags = 0
