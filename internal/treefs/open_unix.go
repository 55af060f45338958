//go:build unix

package treefs

import "syscall"

// openFlags keep opening a named pipe that took a file's place from waiting for its writer.
const openFlags = syscall.O_NONBLOCK | syscall.O_NOCTTY
