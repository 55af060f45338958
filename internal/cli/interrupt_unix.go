//go:build unix

package cli

import (
	"context"
	"errors"
	"os"
	"os/signal"
	"syscall"
)

// notify returns a context that ends when the process is interrupted. A closed pipe is an error
// of the write that meets it, and not a signal that kills the process.
func notify() (context.Context, context.CancelFunc) {
	signal.Ignore(syscall.SIGPIPE)
	return signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
}

// closedPipe reports whether an error says that nobody reads the output any more.
func closedPipe(err error) bool { return errors.Is(err, syscall.EPIPE) }
