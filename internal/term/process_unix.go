//go:build unix

package term

import (
	"context"
	"errors"
	"os"
	"os/signal"
	"syscall"
)

// Notify returns a context that ends when the process is interrupted. A closed pipe is an error
// of the write that meets it, and not a signal that kills the process.
func Notify() (context.Context, context.CancelFunc) {
	signal.Ignore(syscall.SIGPIPE)
	return signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
}

// IsClosedPipe reports whether an error is that of an output which nobody reads any more.
func IsClosedPipe(err error) bool { return errors.Is(err, syscall.EPIPE) }
