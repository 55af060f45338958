package cli

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"runtime"
	"slices"
	"time"

	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/internal/lint/cache"
	"github.com/skilllint/skilllint/internal/lint/live"
	"github.com/skilllint/skilllint/internal/report"
	"github.com/skilllint/skilllint/internal/term"

	"github.com/spf13/pflag"
)

// watchFlags are the flags of --watch.
type watchFlags struct {
	mode  choice // empty without --watch
	state *watchState
}

// Values of --watch.
const (
	byNotice = "notify"
	byPoll   = "poll"
)

func (f *watchFlags) register(flags *pflag.FlagSet) {
	f.mode = choice{what: "mode", words: []string{byNotice, byPoll}}
	flags.Var(namedValue{&f.mode, ""}, "watch", "lint again after each change until interrupted; --watch=poll is for file systems without notifications")
	flags.Lookup("watch").NoOptDefVal = byNotice
}

// A watchState is the state of watch mode between runs.
type watchState struct {
	*live.Files
	fresh bool // no run has used the cache since the last change
}

// start starts watching if requested.
func (f *watchFlags) start(lint *lintFlags) error {
	switch {
	case f.mode.value == "":
		return nil
	case lint.changed.Staged:
		return conflict("watch", "staged")
	case lint.stdin.path != "":
		return conflict("watch", "stdin-filename")
	}
	var reports []string
	for _, t := range lint.formats {
		if at, err := filepath.Abs(t.File); err == nil && t.File != "" {
			reports = append(reports, at)
		}
	}
	config := ""
	if lint.config != "" {
		var err error
		if config, err = filepath.Abs(lint.config); err != nil {
			return err
		}
	}
	f.state = &watchState{live.New(live.NewWatcher(f.mode.value == byNotice), config, reports), true}
	return nil
}

// cache returns the cache for the next run, or nil if a run since the last change may have written files.
func (f *watchFlags) cache() *cache.Cache {
	if f.state == nil || !f.state.fresh {
		return nil
	}
	f.state.fresh = false
	return f.state.Cache
}

// watch lints initially and after each change, until the context ends.
func (p *program) watch(ctx context.Context, f *lintFlags, lint func() error) error {
	w := f.watch.state
	defer w.Disk.Close()
	var shown []byte
	reported := false
	why := ""
	for {
		began := time.Now()
		stdout, stderr, err := p.capture(len(shown), lint)
		var found *foundError
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case term.IsClosedPipe(err):
			return err
		case err != nil && !errors.As(err, &found):
			stderr.WriteString(p.errorText(err))
		}
		if trouble := w.PollingReason(); trouble != "" && !reported {
			reported = true
			fmt.Fprintln(stderr, trouble)
		}
		report := append(stdout.Bytes(), stderr.Bytes()...)
		if changed := !bytes.Equal(report, shown); changed {
			if err := p.show(f, stdout, stderr, shown != nil, why); err != nil {
				return err
			}
			shown = report
		}
		p.status(f, time.Since(began), why)
		runtime.GC() // while idle, so that the next run does not collect this garbage
		for why = ""; why == ""; {
			changed, err := w.Disk.Wait(ctx)
			if err != nil {
				return err
			}
			w.fresh = true
			dir, _ := workingDirectory() // without it, paths are absolute
			why = live.Describe(w.Forget(changed), dir)
		}
	}
}

// capture runs a function and returns its standard output, of about the expected size, and standard error.
func (p *program) capture(expected int, run func() error) (stdout, stderr *bytes.Buffer, err error) {
	out, err0 := p.Out, p.Err
	defer func() { p.Out, p.Err = out, err0 }()
	stdout, stderr = bytes.NewBuffer(make([]byte, 0, expected+expected/8)), &bytes.Buffer{}
	p.Out, p.Err = bufio.NewWriter(stdout), stderr
	err = run()
	return stdout, stderr, errors.Join(err, p.Out.Flush())
}

// errorText returns the text that printError prints.
func (p *program) errorText(err error) string {
	_, stderr, _ := p.capture(0, func() error { p.printError(err); return nil })
	return stderr.String()
}

// show prints the output of a run. It first clears a terminal; otherwise, a line separates the outputs.
func (p *program) show(f *lintFlags, stdout, stderr *bytes.Buffer, again bool, why string) error {
	text := slices.Contains(f.formats, report.Target{Format: "text"}) || slices.Contains(f.formats, report.Target{Format: "concise"})
	switch {
	case !text:
	case term.IsTerminal(p.OutFile) && p.Env("TERM") != "dumb":
		fmt.Fprint(p.Out, "\x1b[H\x1b[2J\x1b[3J")
	case again:
		fmt.Fprintf(p.People(), "\n--- %s changed\n", why)
	}
	_, err := p.Out.Write(stdout.Bytes())
	if err == nil {
		err = p.Out.Flush()
	}
	if err == nil {
		_, err = p.Err.Write(stderr.Bytes())
	}
	return err
}

// status prints to standard error that watch mode is waiting for changes.
func (p *program) status(f *lintFlags, took time.Duration, why string) {
	if f.noSummary {
		return
	}
	if why != "" {
		why = " after a change to " + why
	}
	p.Note("checked in %s%s; watching %s (Ctrl-C to stop)", took.Round(time.Millisecond), why, quote.Choose(f.watch.state.Disk.Len(), "1 directory", "%s directories"))
}
