package vcs

import (
	"cmp"
	"context"
	"fmt"
	"sync"
	"time"
)

// defaultTimeout limits each git call. A hostile configuration can block git, but a run must still end within 20 seconds
// if it does not depend on git.
const defaultTimeout = 15 * time.Second

// calls is the state that the git calls of one run share.
type calls struct {
	timeout time.Duration
	fetcher *fetcher // nil: git fetches nothing

	mu     sync.Mutex
	owners map[string]error // results of [CheckOwner], by work tree
	hung   map[string]error // errors of commands that hung, by work tree
}

type callsKey struct{}

// WithTimeout returns a context with a timeout for each git call; 0 means the default. For each repository, the context
// also caches the result of [CheckOwner], and whether git hung.
func WithTimeout(ctx context.Context, timeout time.Duration) context.Context {
	return context.WithValue(ctx, callsKey{}, newCalls(timeout))
}

func newCalls(timeout time.Duration) *calls {
	return &calls{timeout: cmp.Or(timeout, defaultTimeout), owners: map[string]error{}, hung: map[string]error{}}
}

func callsOf(ctx context.Context) *calls {
	if c, ok := ctx.Value(callsKey{}).(*calls); ok {
		return c
	}
	return newCalls(0)
}

// checkOwner returns the cached result of check for a work tree.
func (c *calls) checkOwner(dir string, check func() error) error {
	c.mu.Lock()
	err, ok := c.owners[dir]
	c.mu.Unlock()
	if ok {
		return err
	}
	err = check()
	c.mu.Lock()
	defer c.mu.Unlock()
	c.owners[dir] = err
	return err
}

// recordHang records that a command hung in a work tree, and returns the error for it.
func (c *calls) recordHang(dir, command string) error {
	err := fmt.Errorf("%w: git %s did not finish within %s", errStopped, command, c.timeout)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.hung[dir] = err
	return err
}

// hangError returns the error of an earlier command that hung in a work tree, or nil.
func (c *calls) hangError(dir string) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.hung[dir]
}
