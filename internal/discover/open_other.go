//go:build !unix

package discover

const openFlags = 0
