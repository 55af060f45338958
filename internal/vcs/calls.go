package vcs

import (
	"cmp"
	"context"
	"fmt"
	"sync"
	"time"
)

// defaultTimeout is how long a call of git may take. A hostile configuration can make git wait for ever, and a run that
// needs no git has to end in 20 seconds even so.
const defaultTimeout = 15 * time.Second

// calls is what the calls of git in one run share.
type calls struct {
	timeout time.Duration

	mu     sync.Mutex
	owners map[string]error // by work tree
	hung   map[string]error
}

type callsKey struct{}

// WithTimeout returns a context in which each call of git may take so long, 0 for the default. What is found out
// about a repository is kept: whether its .git is its own, and that git hangs there, which is waited for once.
func WithTimeout(ctx context.Context, each time.Duration) context.Context {
	return context.WithValue(ctx, callsKey{}, newCalls(each))
}

func newCalls(each time.Duration) *calls {
	return &calls{timeout: cmp.Or(each, defaultTimeout), owners: map[string]error{}, hung: map[string]error{}}
}

func callsOf(ctx context.Context) *calls {
	if c, ok := ctx.Value(callsKey{}).(*calls); ok {
		return c
	}
	return newCalls(0)
}

// checkOwner returns what check says of a work tree, which is asked once.
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

// recordHang notes that a command hung in a work tree, and returns the error for it.
func (c *calls) recordHang(dir, command string) error {
	err := fmt.Errorf("%w: git %s did not finish within %s", errBound, command, c.timeout)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.hung[dir] = err
	return err
}

// hangError returns the error of a command that hung in a work tree before.
func (c *calls) hangError(dir string) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.hung[dir]
}
