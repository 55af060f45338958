package vcs

import (
	"context"
	"fmt"
	"io"
	"os/exec"
	"sync"
)

// A batch is a git process that prints objects on request. It is started by the first request, and restarted after a
// large object.
type batch struct {
	ctx context.Context // for all reads
	dir string

	mu   sync.Mutex
	in   io.WriteCloser
	blob *blob // nil: git is not running
}

func newBatch(ctx context.Context, dir string) *batch { return &batch{ctx: ctx, dir: dir} }

// content returns the content and size of an object, or only the size if it is larger than limit.
func (b *batch) content(object string, limit int64) (content []byte, size int64, err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.blob == nil {
		if err := b.start(); err != nil {
			return nil, 0, err
		}
	}
	defer func() {
		if err != nil || size > limit {
			b.stop()
		}
	}()
	if _, err := io.WriteString(b.in, object+"\n"); err != nil {
		return nil, 0, fmt.Errorf("git ended unexpectedly: %v", err) // not wrapped: a broken pipe of standard output is handled differently
	}
	if err := b.blob.header(); err != nil {
		return nil, 0, err
	}
	if size = b.blob.left; size > limit {
		return nil, size, nil
	}
	content = make([]byte, size)
	if _, err := io.ReadFull(b.blob, content); err != nil {
		return nil, 0, err
	}
	_, err = b.blob.out.Discard(1) // line feed after the content
	return content, size, err
}

// copy writes an object of any size.
func (b *batch) copy(object string, to io.Writer) error {
	blob, in, err := startBatch(b.ctx, b.dir)
	if err != nil {
		return err
	}
	defer blob.Close()
	if _, err := io.WriteString(in, object+"\n"); err != nil {
		return fmt.Errorf("git ended unexpectedly: %v", err)
	}
	if err := blob.header(); err != nil {
		return err
	}
	_, err = io.Copy(to, blob)
	return err
}

func (b *batch) start() (err error) {
	b.blob, b.in, err = startBatch(b.ctx, b.dir)
	return err
}

func (b *batch) stop() {
	if b.blob != nil {
		_ = b.in.Close()
		_ = b.blob.Close()
		b.blob = nil
	}
}

func (b *batch) close() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.stop()
}

// startBatch starts git. It prints the objects whose names are written to the returned writer, one per line.
func startBatch(ctx context.Context, dir string) (*blob, io.WriteCloser, error) {
	var in io.WriteCloser
	blob, err := startBlob(ctx, dir, func(cmd *exec.Cmd) (err error) {
		in, err = cmd.StdinPipe()
		return err
	})
	return blob, in, err
}
