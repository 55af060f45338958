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
	"github.com/skilllint/skilllint/internal/report"
	"github.com/skilllint/skilllint/internal/term"
	"github.com/skilllint/skilllint/internal/treefs"
	"github.com/skilllint/skilllint/internal/watcher"
	"github.com/spf13/pflag"
)

// watchFlags are the flags for linting again and again.
type watchFlags struct {
	how   choice // empty: once
	state *watching
}

// How changes are noticed.
const (
	byNotice = "notify"
	byPoll   = "poll"
)

func (f *watchFlags) register(flags *pflag.FlagSet) {
	f.how = choice{what: "value of --watch", words: []string{byNotice, byPoll}}
	flags.Var(named{&f.how, ""}, "watch", "lint again whenever something changes, until interrupted; poll: look every second, for disks that do not notify")
	flags.Lookup("watch").NoOptDefVal = byNotice
}

// A watching is what is known of the trees that are watched.
type watching struct {
	kept    *cache.Cache
	changes *watcher.Folders
	ignored []string // files that runs write, absolute
	config  string   // the file that --config names, absolute
	fresh   bool     // no run has used the cache since the last change
}

// start begins to watch, if that was asked for.
func (f *watchFlags) start(lint *lintFlags) error {
	switch {
	case f.how.value == "":
		return nil
	case lint.changed.Staged:
		return usagef("--watch looks at files, and --staged at what was added to the index; leave one out")
	case lint.stdin.path != "":
		return usagef("--watch looks at files, and --stdin-filename at what is not saved; leave one out")
	}
	w := &watching{changes: watcher.New(f.how.value == byNotice), fresh: true}
	w.kept = cache.NewWatching(w.changes.Enter)
	for _, t := range lint.formats {
		if at, err := filepath.Abs(t.File); err == nil && t.File != "" {
			w.ignored = append(w.ignored, at)
		}
	}
	if lint.config != "" {
		at, err := filepath.Abs(lint.config)
		if err != nil {
			return err
		}
		w.config = at
		w.changes.Enter(filepath.Dir(at))
	}
	f.state = w
	return nil
}

// cache returns what the next run may reuse: nothing, if a run since the last change may have written files.
func (f *watchFlags) cache() *cache.Cache {
	if f.state == nil || !f.state.fresh {
		return nil
	}
	f.state.fresh = false
	return f.state.kept
}

// forget drops what changed from the cache. It returns the paths that matter, sorted.
func (w *watching) forget(changed watcher.Changed) []string {
	w.fresh = true
	if changed.All {
		w.kept.ForgetAll()
		if w.config != "" {
			w.changes.Enter(filepath.Dir(w.config))
		}
		return []string{"much"}
	}
	return w.kept.Forget(changed.Paths, w.config, w.ignored)
}

// watch lints, and again whenever something has changed, until the context ends.
func (p *program) watch(ctx context.Context, f *lintFlags, lint func() error) error {
	w := f.watch.state
	defer w.changes.Close()
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
		if trouble := w.changes.Trouble(); trouble != nil && !told {
			told = true
			fmt.Fprintf(remarks, "the system does not notify of changes in so many folders (%s), so they are looked at every second; on Linux, sysctl fs.inotify.max_user_watches allows more\n", treefs.WithoutPath(trouble))
		}
		report := append(out.Bytes(), remarks.Bytes()...)
		if changed := !bytes.Equal(report, shown); changed {
			if err := p.show(f, out, remarks, shown != nil, why); err != nil {
				return err
			}
			shown = report
		}
		p.status(f, time.Since(began), why)
		runtime.GC() // while nobody waits, so that the next run need not
		for why = ""; why == ""; {
			changed, err := w.changes.Wait(ctx)
			if err != nil {
				return err
			}
			why = p.summed(w.forget(changed))
		}
	}
}

// captured runs a function and returns what it prints, about as much as expected.
func (p *program) captured(expected int, run func() error) (out, remarks *bytes.Buffer, err error) {
	before, beforeErr := p.Out, p.Err
	defer func() { p.Out, p.Err = before, beforeErr }()
	out, remarks = bytes.NewBuffer(make([]byte, 0, expected+expected/8)), &bytes.Buffer{}
	p.Out, p.Err = bufio.NewWriter(out), remarks
	err = run()
	return out, remarks, errors.Join(err, p.Out.Flush())
}

// complaint is what complain prints of an error.
func (p *program) complaint(err error) string {
	_, said, _ := p.captured(0, func() error { p.complain(err); return nil })
	return said.String()
}

// show prints what a run printed. A terminal is cleared; elsewhere texts are told apart by a line.
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

// status says on standard error that changes are waited for.
func (p *program) status(f *lintFlags, took time.Duration, why string) {
	if f.noSummary {
		return
	}
	if why != "" {
		why = " after " + why + " changed"
	}
	p.Note("checked in %s%s; watching %s, Ctrl-C ends it", took.Round(time.Millisecond), why, quote.Plural(f.watch.state.changes.Len(), "folder"))
}

// summed names what changed: one path, and how many there are besides.
func (p *program) summed(paths []string) string {
	if len(paths) == 0 {
		return ""
	}
	first := paths[0]
	if dir, err := workingDirectory(); err == nil {
		if rel, err := filepath.Rel(dir, first); err == nil {
			first = filepath.ToSlash(rel)
		}
	}
	first = quote.Text(first)
	if more := len(paths) - 1; more > 0 {
		first += fmt.Sprintf(" and %d more", more)
	}
	return first
}
