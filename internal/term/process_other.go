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

// Errors of writes to a closed pipe on Windows, which does not return EPIPE.
const (
	brokenPipe = syscall.Errno(109)
	noData     = syscall.Errno(232)
)

// IsClosedPipe reports whether a write failed because the reader closed the pipe.
func IsClosedPipe(err error) bool {
	return errors.Is(err, brokenPipe) || errors.Is(err, noData) || errors.Is(err, syscall.EPIPE)
}
