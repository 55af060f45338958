package vcs

import (
	"context"
	"fmt"
	"io"
	"os/exec"
	"sync"
)

// A batch is a git process that prints objects on request. It starts with the first request, and again after
// a large object.
type batch struct {
	ctx context.Context // of everything that is read
	dir string

	mu sync.Mutex
	in io.WriteCloser
	of *blob // nil: git is not running
}

func newBatch(ctx context.Context, dir string) *batch { return &batch{ctx: ctx, dir: dir} }

// content returns an object of at most most bytes; of a larger one, only its size.
func (b *batch) content(object string, most int64) (content []byte, size int64, err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.of == nil {
		if err := b.start(); err != nil {
			return nil, 0, err
		}
	}
	defer func() {
		if err != nil || size > most {
			b.stop()
		}
	}()
	if _, err := io.WriteString(b.in, object+"\n"); err != nil {
		return nil, 0, fmt.Errorf("git ended unexpectedly: %v", err) // our own output may be a broken pipe, too
	}
	if err := b.of.header(); err != nil {
		return nil, 0, err
	}
	if size = b.of.left; size > most {
		return nil, size, nil
	}
	content = make([]byte, size)
	if _, err := io.ReadFull(b.of, content); err != nil {
		return nil, 0, err
	}
	_, err = b.of.out.Discard(1) // the line end after the content
	return content, size, err
}

// copy writes an object of any size.
func (b *batch) copy(object string, to io.Writer) error {
	of, in, err := startBatch(b.ctx, b.dir)
	if err != nil {
		return err
	}
	defer of.Close()
	if _, err := io.WriteString(in, object+"\n"); err != nil {
		return fmt.Errorf("git ended unexpectedly: %v", err)
	}
	if err := of.header(); err != nil {
		return err
	}
	_, err = io.Copy(to, of)
	return err
}

func (b *batch) start() (err error) {
	b.of, b.in, err = startBatch(b.ctx, b.dir)
	return err
}

func (b *batch) stop() {
	if b.of != nil {
		_ = b.in.Close()
		_ = b.of.Close()
		b.of = nil
	}
}

func (b *batch) close() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.stop()
}

// startBatch starts git to print the objects that in names, one per line.
func startBatch(ctx context.Context, dir string) (*blob, io.WriteCloser, error) {
	var in io.WriteCloser
	of, err := startBlob(ctx, dir, func(cmd *exec.Cmd) (err error) {
		in, err = cmd.StdinPipe()
		return err
	})
	return of, in, err
}
