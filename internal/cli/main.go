package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/driver"
	"github.com/skilllint/skilllint/internal/term"
	"github.com/skilllint/skilllint/internal/treefs"
	"github.com/skilllint/skilllint/internal/vcs"
)

// grace is the time that a command has to return after an interrupt.
const grace = 700 * time.Millisecond

// Main runs skilllint with the arguments and streams of the process, and returns its exit code.
func Main(analyzers []*analysis.Analyzer) int {
	driver.TuneMemory(os.Getenv)
	p := newProgram(analyzers)
	if err := analysis.Validate(analyzers); err != nil {
		return p.fail(fmt.Errorf("invalid rules: %w", err))
	}
	ctx, stop := term.Notify()
	defer stop()
	done := make(chan int, 1)
	go func() { done <- p.run(vcs.WithTimeout(ctx, 0), os.Args[1:]) }()
	select {
	case code := <-done:
		return code
	case <-ctx.Done():
	}
	select {
	case <-done:
	case <-time.After(grace):
		p.files.Discard()
	}
	return exitInterrupted
}

// run runs one command and returns its exit code.
func (p *program) run(ctx context.Context, args []string) (code int) {
	defer func() {
		if r := recover(); r != nil {
			p.files.Discard()
			code = p.fail(fmt.Errorf("internal error: %v; please report this bug with the command and its files", r))
		}
	}()
	err := checkArguments(args)
	if err == nil {
		err = p.rootCommand(args).ExecuteContext(ctx)
	}
	code = p.fail(err)
	if err := p.Out.Flush(); err != nil && !term.IsClosedPipe(err) && code != exitTrouble {
		return p.fail(fmt.Errorf("write standard output: %w", treefs.WithoutPath(err)))
	}
	return code
}

// fail prints an error, if any, and returns the exit code.
func (p *program) fail(err error) int {
	var found *foundError
	switch {
	case err == nil, term.IsClosedPipe(err):
		return exitClean
	case errors.Is(err, context.Canceled):
		return exitInterrupted
	case errors.As(err, &found):
		return exitFindings
	}
	p.printError(err)
	return exitTrouble
}
