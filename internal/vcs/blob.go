package vcs

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"time"
)

// Open returns the content of a file as a stream. The reader must be closed. The error for an unlisted file
// is fs.ErrNotExist.
func (b *Base) Open(ctx context.Context, rel string) (io.ReadCloser, error) {
	object := b.files[rel]
	if object == "" {
		return nil, fs.ErrNotExist
	}
	blob, err := b.batch(ctx, object+"\n")
	if err != nil {
		return nil, err
	}
	if err := blob.next(b, rel); err != nil {
		_ = blob.Close() // err has the cause
		return nil, err
	}
	return blob, nil
}

// maxContent limits the bytes of a file that Contents reads; larger files are skipped.
const maxContent = 8 << 20

// Contents calls visit with the content of each file, in the given order. It skips unlisted and very large files. It starts
// git once.
func (b *Base) Contents(ctx context.Context, rels []string, visit func(rel string, content []byte) error) error {
	return b.contents(ctx, slices.DeleteFunc(slices.Clone(rels), func(rel string) bool { return !b.Has(rel) }), b.files, visit)
}

// Links returns the targets of the symbolic links in the base, by path.
func (b *Base) Links(ctx context.Context) (map[string]string, error) {
	links := map[string]string{}
	err := b.contents(ctx, slices.Sorted(maps.Keys(b.links)), b.links, func(rel string, content []byte) error {
		links[rel] = string(content)
		return nil
	})
	return links, err
}

func (b *Base) contents(ctx context.Context, rels []string, byPath map[string]string, visit func(rel string, content []byte) error) error {
	if len(rels) == 0 {
		return nil
	}
	var objects strings.Builder
	for _, rel := range rels {
		objects.WriteString(byPath[rel] + "\n")
	}
	blob, err := b.batch(ctx, objects.String())
	if err != nil {
		return err
	}
	defer blob.Close()
	for _, rel := range rels {
		if err := blob.next(b, rel); err != nil {
			return err
		}
		if blob.left > maxContent {
			_, err = io.Copy(io.Discard, blob)
		} else {
			var content []byte
			if content, err = io.ReadAll(blob); err == nil {
				err = visit(rel, content)
			}
		}
		if err != nil {
			return err
		}
		if _, err := blob.out.Discard(1); err != nil { // line feed after the content
			return fmt.Errorf("git ended unexpectedly: %w", err)
		}
	}
	return nil
}

// batch starts git. It prints the objects with these names, one per line.
func (b *Base) batch(ctx context.Context, objects string) (*blob, error) {
	return startBlob(ctx, b.dir, func(cmd *exec.Cmd) error {
		cmd.Stdin = strings.NewReader(objects)
		return nil
	})
}

// startBlob starts git. It prints the objects whose names are in its input.
func startBlob(ctx context.Context, dir string, input func(*exec.Cmd) error) (*blob, error) {
	ctx, cancel := context.WithCancel(ctx)
	cmd, err := command(ctx, dir, "cat-file", "--batch")
	if err != nil {
		cancel()
		return nil, err
	}
	err = input(cmd)
	var out io.ReadCloser
	if err == nil {
		out, err = cmd.StdoutPipe()
	}
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		cancel()
		return nil, fmt.Errorf("cannot start git: %w", err)
	}
	calls := callsOf(ctx)
	blob := &blob{cmd: cmd, out: bufio.NewReaderSize(out, 64<<10), cancel: cancel, timeout: calls.timeout}
	blob.timer = time.AfterFunc(calls.timeout, func() {
		blob.hung.Store(true)
		cancel()
	})
	blob.timer.Stop()
	blob.hangError = func() error { return calls.recordHang(dir, "cat-file") }
	return blob, nil
}

// next reads the header of the next object, which is a file of a base.
func (b *blob) next(of *Base, rel string) error {
	if err := b.header(); errors.Is(err, errStopped) {
		return err
	} else if err != nil {
		return incomplete(of.Commit, fmt.Errorf("missing content of %s", rel))
	}
	return nil
}

// header reads the header of the next object.
func (b *blob) header() error {
	b.timer.Reset(b.timeout)
	header, err := b.out.ReadString('\n')
	b.timer.Stop()
	if err != nil && b.hung.Load() {
		return b.hangError()
	}
	fields := strings.Fields(header) // object, type, size
	if err != nil || len(fields) != 3 || fields[1] != "blob" {
		return errors.New("missing content")
	}
	if b.left, err = strconv.ParseInt(fields[2], 10, 64); err != nil {
		return fmt.Errorf("unexpected output of git: %.100q instead of a size", header)
	}
	return nil
}

// A blob is the content of a file, read from a running git.
type blob struct {
	cmd       *exec.Cmd
	out       *bufio.Reader
	left      int64 // unread bytes of the object
	timeout   time.Duration
	timer     *time.Timer
	hung      atomic.Bool
	hangError func() error
	cancel    context.CancelFunc
}

// Read reads the next bytes. Each call has a timeout.
func (b *blob) Read(p []byte) (int, error) {
	if b.left == 0 {
		return 0, io.EOF
	}
	p = p[:min(int64(len(p)), b.left)]
	b.timer.Reset(b.timeout)
	n, err := b.out.Read(p)
	b.timer.Stop()
	b.left -= int64(n)
	if errors.Is(err, io.EOF) {
		err = io.ErrUnexpectedEOF
	}
	switch {
	case err != nil && b.hung.Load():
		err = b.hangError()
	case err != nil:
		err = fmt.Errorf("git ended unexpectedly: %w", err)
	}
	return n, err
}

// Close ends git, even if not everything was read.
func (b *blob) Close() error {
	b.cancel()
	b.timer.Stop()
	_ = b.cmd.Wait() // the error is that it was killed
	return nil
}
