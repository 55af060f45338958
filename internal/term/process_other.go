//go:build !unix

package term

import (
	"context"
	"errors"
	"os"
	"os/signal"
	"syscall"
)

// Notify returns a context that ends when the process is interrupted.
func Notify() (context.Context, context.CancelFunc) {
	return signal.NotifyContext(context.Background(), os.Interrupt)
}

// The errors of a write to a pipe without reader on Windows, where EPIPE is never returned.
const (
	brokenPipe = syscall.Errno(109)
	noData     = syscall.Errno(232)
)

// IsClosedPipe reports whether an error means that the reader of the output has closed it.
func IsClosedPipe(err error) bool {
	return errors.Is(err, brokenPipe) || errors.Is(err, noData) || errors.Is(err, syscall.EPIPE)
}
