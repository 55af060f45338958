//go:build !unix

package cli

import (
	"context"
	"errors"
	"os"
	"os/signal"
	"syscall"
)

// notify returns a context that ends when the process is interrupted.
func notify() (context.Context, context.CancelFunc) {
	return signal.NotifyContext(context.Background(), os.Interrupt)
}

// The errors of a write to a pipe without reader on Windows, where EPIPE is never returned.
const (
	brokenPipe = syscall.Errno(109)
	noData     = syscall.Errno(232)
)

// closedPipe reports whether an error says that nobody reads the output any more.
func closedPipe(err error) bool {
	return errors.Is(err, brokenPipe) || errors.Is(err, noData) || errors.Is(err, syscall.EPIPE)
}
