package vcs

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os/exec"
	"strconv"
	"strings"
	"time"
)

// Open returns the content of a file, which streams: git waits while nothing is read. The reader
// must be closed. A file that is not known is fs.ErrNotExist.
func (b *Base) Open(ctx context.Context, rel string) (io.ReadCloser, error) {
	object := b.files[rel]
	if object == "" {
		return nil, fs.ErrNotExist
	}
	ctx, cancel := context.WithCancel(ctx)
	cmd, err := command(ctx, b.dir, "cat-file", "--batch")
	if err != nil {
		cancel()
		return nil, err
	}
	cmd.Stdin = strings.NewReader(object + "\n")
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		cancel()
		return nil, fmt.Errorf("start git: %w", err)
	}
	blob := &blob{cmd: cmd, out: bufio.NewReaderSize(out, 64<<10), cancel: cancel}
	blob.impatience = time.AfterFunc(patience, cancel)
	header, err := blob.out.ReadString('\n')
	blob.impatience.Stop()
	fields := strings.Fields(header) // object, type, size
	if err != nil || len(fields) != 3 || fields[1] != "blob" {
		_ = blob.Close() // what is wrong is that there is no content
		return nil, b.incomplete(fmt.Errorf("the content of %s is missing", rel))
	}
	if blob.left, err = strconv.ParseInt(fields[2], 10, 64); err != nil {
		_ = blob.Close()
		return nil, fmt.Errorf("git answered %.100q where a size was expected", header)
	}
	return blob, nil
}

// A blob is the content of a file while git writes it.
type blob struct {
	cmd        *exec.Cmd
	out        *bufio.Reader
	left       int64 // bytes that are still to come
	impatience *time.Timer
	cancel     context.CancelFunc
}

// Read reads the next bytes. Each read has to come to an end, as any call of git.
func (b *blob) Read(p []byte) (int, error) {
	if b.left == 0 {
		return 0, io.EOF
	}
	p = p[:min(int64(len(p)), b.left)]
	b.impatience.Reset(patience)
	n, err := b.out.Read(p)
	b.impatience.Stop()
	b.left -= int64(n)
	if errors.Is(err, io.EOF) {
		err = io.ErrUnexpectedEOF
	}
	if err != nil {
		err = fmt.Errorf("git broke off: %w", err)
	}
	return n, err
}

// Close ends git, whether all was read or not.
func (b *blob) Close() error {
	b.cancel()
	b.impatience.Stop()
	_ = b.cmd.Wait() // it was killed
	return nil
}
