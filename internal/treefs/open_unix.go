//go:build unix

package treefs

import "syscall"

// openFlags prevent blocking if a named pipe has replaced the file.
const openFlags = syscall.O_NONBLOCK | syscall.O_NOCTTY
