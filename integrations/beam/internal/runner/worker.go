package runner

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/runners/universal/extworker"
)

// Serve is the main function of a worker process: it prints its address, and runs until standard input ends.
func Serve(ctx context.Context, in io.Reader, out io.Writer) error {
	pool, err := extworker.StartLoopback(ctx, 0)
	if err != nil {
		return err
	}
	if _, err := fmt.Fprintln(out, pool.EnvironmentConfig(ctx)); err != nil {
		return err
	}
	_, err = io.Copy(io.Discard, in)
	return err
}

// A Worker is a worker process.
type Worker struct {
	Address string

	command *exec.Cmd
	stdin   io.Closer
	done    chan struct{}
}

// Start starts a worker process with the arguments that make this program one.
func Start(arg ...string) (*Worker, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	w := &Worker{command: exec.Command(self, arg...), done: make(chan struct{})}
	w.command.Stderr = os.Stderr
	if w.stdin, err = w.command.StdinPipe(); err != nil {
		return nil, err
	}
	out, err := w.command.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := w.command.Start(); err != nil {
		return nil, err
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	go func() {
		_, _ = io.Copy(io.Discard, out)
		_ = w.command.Wait()
		close(w.done)
	}()
	if w.Address = strings.TrimSpace(line); err != nil {
		w.Stop()
		return nil, errors.New("the worker process ended at once")
	}
	return w, nil
}

// Pid returns the process ID.
func (w *Worker) Pid() int { return w.command.Process.Pid }

// Ended reports whether the process has ended.
func (w *Worker) Ended() bool {
	select {
	case <-w.done:
		return true
	default:
		return false
	}
}

// Stop ends the process.
func (w *Worker) Stop() {
	w.stdin.Close()
	w.command.Process.Kill()
	<-w.done
}
