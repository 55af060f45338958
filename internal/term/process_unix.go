//go:build unix

package term

import (
	"context"
	"errors"
	"os"
	"os/signal"
	"syscall"
)

// Notify returns a context that ends when the process is interrupted. Writing to a closed pipe returns an error instead
// of killing the process.
func Notify() (context.Context, context.CancelFunc) {
	signal.Ignore(syscall.SIGPIPE)
	return signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
}

// IsClosedPipe reports whether an error means that the reader of the output has closed it.
func IsClosedPipe(err error) bool { return errors.Is(err, syscall.EPIPE) }
