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

// IsClosedPipe reports whether a write failed because the reader closed the pipe.
func IsClosedPipe(err error) bool { return errors.Is(err, syscall.EPIPE) }
