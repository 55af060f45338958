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
	"github.com/skilllint/skilllint/internal/watcher"
	"github.com/spf13/pflag"
)

// watchFlags are the flags of --watch.
type watchFlags struct {
	how   choice // empty: once
	state *watchState
}

// Values of --watch.
const (
	byNotice = "notify"
	byPoll   = "poll"
)

func (f *watchFlags) register(flags *pflag.FlagSet) {
	f.how = choice{what: "mode", words: []string{byNotice, byPoll}}
	flags.Var(named{&f.how, ""}, "watch", "lint again after each change until interrupted; --watch=poll checks for changes every second, for file systems without notifications")
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
	case f.how.value == "":
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
	f.state = &watchState{live.New(watcher.New(f.how.value == byNotice), config, reports), true}
	return nil
}

// cache returns what the next run may reuse: nothing, if a run since the last change may have written files.
func (f *watchFlags) cache() *cache.Cache {
	if f.state == nil || !f.state.fresh {
		return nil
	}
	f.state.fresh = false
	return f.state.Cache
}

// watch lints, and again after each change, until the context ends.
func (p *program) watch(ctx context.Context, f *lintFlags, lint func() error) error {
	w := f.watch.state
	defer w.Disk.Close()
	var shown []byte
	told := false
	why := ""
	for {
		began := time.Now()
		out, remarks, err := p.captured(len(shown), lint)
		var found *foundError
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case term.IsClosedPipe(err):
			return err
		case err != nil && !errors.As(err, &found):
			remarks.WriteString(p.complaint(err))
		}
		if trouble := w.Trouble(); trouble != "" && !told {
			told = true
			fmt.Fprintln(remarks, trouble)
		}
		report := append(out.Bytes(), remarks.Bytes()...)
		if changed := !bytes.Equal(report, shown); changed {
			if err := p.show(f, out, remarks, shown != nil, why); err != nil {
				return err
			}
			shown = report
		}
		p.status(f, time.Since(began), why)
		runtime.GC() // while idle, so that the next run does not have to
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

// captured runs a function and returns its output of about the expected size.
func (p *program) captured(expected int, run func() error) (out, remarks *bytes.Buffer, err error) {
	before, beforeErr := p.Out, p.Err
	defer func() { p.Out, p.Err = before, beforeErr }()
	out, remarks = bytes.NewBuffer(make([]byte, 0, expected+expected/8)), &bytes.Buffer{}
	p.Out, p.Err = bufio.NewWriter(out), remarks
	err = run()
	return out, remarks, errors.Join(err, p.Out.Flush())
}

// complaint returns an error as complain prints it.
func (p *program) complaint(err error) string {
	_, said, _ := p.captured(0, func() error { p.complain(err); return nil })
	return said.String()
}

// show prints the output of a run. It clears a terminal; elsewhere a line separates the outputs.
func (p *program) show(f *lintFlags, out, remarks *bytes.Buffer, again bool, why string) error {
	text := slices.Contains(f.formats, report.Target{Format: "text"}) || slices.Contains(f.formats, report.Target{Format: "concise"})
	switch {
	case !text:
	case term.IsTerminal(p.OutFile) && p.Env("TERM") != "dumb":
		fmt.Fprint(p.Out, "\x1b[H\x1b[2J\x1b[3J")
	case again:
		fmt.Fprintf(p.People(), "\n--- %s changed\n", why)
	}
	_, err := p.Out.Write(out.Bytes())
	if err == nil {
		err = p.Out.Flush()
	}
	if err == nil {
		_, err = p.Err.Write(remarks.Bytes())
	}
	return err
}

// status prints to standard error that watch mode is waiting.
func (p *program) status(f *lintFlags, took time.Duration, why string) {
	if f.noSummary {
		return
	}
	if why != "" {
		why = " after a change to " + why
	}
	p.Note("checked in %s%s; watching %s (Ctrl-C to stop)", took.Round(time.Millisecond), why, quote.Choose(f.watch.state.Disk.Len(), "1 directory", "%s directories"))
}
