package vcs

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"
)

const (
	maxOutput = 48 << 20 // bytes of git's output: more than 200,000 paths
	maxStderr = 4 << 10  // bytes of its complaint
	maxConfig = 1 << 20  // bytes of a configuration
)

// errNo is the failure of git without a message, which means "no".
var errNo = errors.New("git failed without an error message")

// errBound is the error for output that exceeds its limit, and for timeouts.
var errBound = errors.New("git was stopped")

var errNoRepository error = absence("git cannot read its .git directory")

// ErrNoGit means that git is not installed outside of the tree.
var ErrNoGit error = absence("git is not installed")

// An absence is the error that git or a repository does not exist. It is an [fs.ErrNotExist].
type absence string

func (a absence) Error() string { return string(a) }

func (absence) Is(target error) bool { return target == fs.ErrNotExist }

// LsFiles returns the tracked files of the repository whose work tree is dir, relative to it with "/". It
// returns an error if there is no repository.
func LsFiles(ctx context.Context, dir string) (map[string]bool, error) {
	out, err := run(ctx, dir, "ls-files", "-z", "--cached")
	if err != nil {
		return nil, err
	}
	files := map[string]bool{}
	for name := range bytes.SplitSeq(out, []byte{0}) {
		if len(name) > 0 {
			files[string(name)] = true
		}
	}
	return files, nil
}

// Sparse returns the tracked files that a sparse checkout omits from the work tree. They do not exist there,
// but were not deleted.
func Sparse(ctx context.Context, dir string) (map[string]bool, error) {
	out, err := run(ctx, dir, "ls-files", "-z", "--cached", "-t")
	if err != nil {
		return nil, err
	}
	files := map[string]bool{}
	for entry := range bytes.SplitSeq(out, []byte{0}) {
		if name, left := bytes.CutPrefix(entry, []byte("S ")); left {
			files[string(name)] = true
		}
	}
	return files, nil
}

// hardening precedes every command. --no-lazy-fetch is omitted because the oldest supported git lacks it;
// newer versions read the environment variable.
func hardening() []string {
	return []string{"-c", "core.fsmonitor=false", "-c", "core.hooksPath=" + os.DevNull, "-c", "diff.external=",
		"-c", "core.attributesFile=" + os.DevNull, "-c", "core.excludesFile=" + os.DevNull, "-c", "safe.bareRepository=explicit",
		"-c", "protocol.allow=never", "-c", "core.untrackedCache=false", "--no-pager", "--no-optional-locks", "--literal-pathspecs"}
}

// command returns a git command for the repository whose work tree is dir.
func command(ctx context.Context, dir string, args ...string) (*exec.Cmd, error) {
	if err := callsOf(ctx).hangError(dir); err != nil {
		return nil, err
	}
	if err := CheckOwner(ctx, dir); err != nil {
		return nil, err
	}
	return program(ctx, dir, append([]string{"-C", dir}, args...)...)
}

// program returns a git command for no repository.
func program(ctx context.Context, dir string, args ...string) (*exec.Cmd, error) {
	git, err := find(dir, os.Getenv("PATH"))
	if err != nil {
		return nil, err
	}
	cmd := exec.CommandContext(ctx, git, append(hardening(), args...)...)
	cmd.Dir = filepath.Dir(git) // Windows would search the current directory for programs
	cmd.Env = environment(os.Environ(), dir)
	cmd.WaitDelay = time.Second
	alone(cmd)
	return cmd, nil
}

func run(ctx context.Context, dir string, args ...string) ([]byte, error) {
	return output(ctx, dir, command, args)
}

// start runs git about no repository.
func start(ctx context.Context, dir string, args ...string) ([]byte, error) {
	return output(ctx, dir, program, args)
}

func output(ctx context.Context, dir string, make func(context.Context, string, ...string) (*exec.Cmd, error), args []string) ([]byte, error) {
	calls := callsOf(ctx)
	limit, cancel := context.WithCancel(ctx)
	defer cancel()
	cmd, err := make(limit, dir, args...)
	if err != nil {
		return nil, err
	}
	out, complaint := &limited{max: maxOutput, full: cancel}, &limited{max: maxStderr, full: func() {}}
	cmd.Stdout, cmd.Stderr = out, complaint
	impatience := time.AfterFunc(calls.timeout, cancel)
	err = cmd.Run()
	switch hung := !impatience.Stop(); {
	case out.cut:
		return nil, fmt.Errorf("%w: its output has more than %d bytes", errBound, maxOutput)
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case hung && err != nil:
		return nil, calls.recordHang(dir, args[0])
	case err != nil && complaint.kept.Len() == 0:
		return nil, errNo
	case err != nil:
		return nil, explain(dir, complaint.kept.String(), err)
	}
	return out.kept.Bytes(), nil
}

// explain turns an error message of git into a plain one.
func explain(dir, complaint string, err error) error {
	switch {
	case strings.Contains(complaint, "dubious ownership"):
		return fmt.Errorf("git refuses to read %s, which belongs to another user; if you trust it, run: git config --global --add safe.directory %s", dir, dir)
	case strings.Contains(complaint, "not a git repository"):
		return errNoRepository
	case strings.Contains(complaint, " config "): // git quotes values, also from included files
		return errors.New("git cannot read the repository's configuration; run git status to see why")
	}
	line, _, _ := strings.Cut(strings.TrimSpace(complaint), "\n")
	if line == "" {
		line = err.Error()
	}
	return fmt.Errorf("git failed: %s", strings.TrimPrefix(line, "fatal: "))
}

// find returns the git in the first directory of path that is outside the tree. Relative directories are
// ignored, as they could be inside it.
func find(tree, path string) (string, error) {
	if real, err := filepath.EvalSymlinks(tree); err == nil {
		tree = real
	}
	name := "git"
	if runtime.GOOS == "windows" {
		name = "git.exe"
	}
	for _, dir := range filepath.SplitList(path) {
		if !filepath.IsAbs(dir) {
			continue
		}
		file, err := filepath.EvalSymlinks(filepath.Join(dir, name))
		if err != nil || isBelow(file, tree) || isBelow(dir, tree) {
			continue
		}
		if _, err := exec.LookPath(file); err == nil { // it may be run
			return filepath.Join(dir, name), nil
		}
	}
	return "", ErrNoGit
}

func isBelow(path, in string) bool {
	rel, err := filepath.Rel(in, path)
	return err == nil && filepath.IsLocal(rel)
}

// keeps reports whether git inherits one of its variables. Most of them select another repository, as in a
// hook that runs skilllint, or write unwanted files.
func keeps(name string) bool {
	name = strings.ToUpper(name)
	return !strings.HasPrefix(name, "GIT_") && name != "LC_ALL" && name != "LANGUAGE" ||
		strings.HasPrefix(name, "GIT_CONFIG_") || name == "GIT_EXEC_PATH" || name == "GIT_DISCOVERY_ACROSS_FILESYSTEM"
}

// environment returns the environment of git without variables that select another repository. git does not
// search above dir, so that an invalid .git does not select an enclosing repository. Missing objects are not
// fetched: git before 2.39.4 has no GIT_NO_LAZY_FETCH, and protocol.ext.allow in a repository overrides
// protocol.allow, but not GIT_ALLOW_PROTOCOL.
func environment(ours []string, dir string) []string {
	env := slices.DeleteFunc(slices.Clone(ours), func(pair string) bool {
		name, _, _ := strings.Cut(pair, "=")
		return !keeps(name)
	})
	return append(env, "GIT_CONFIG_NOSYSTEM=1", "GIT_TERMINAL_PROMPT=0", "GIT_NO_LAZY_FETCH=1", "GIT_ALLOW_PROTOCOL=none", "GIT_OPTIONAL_LOCKS=0",
		"GIT_NO_REPLACE_OBJECTS=1", "GIT_CEILING_DIRECTORIES="+filepath.Dir(dir), "LC_ALL=C")
}

// A limited buffer keeps the first max bytes.
type limited struct {
	kept bytes.Buffer // not embedded, because its ReadFrom ignores the limit
	max  int
	full func() // called when there is more
	cut  bool
}

// Write keeps the bytes within the limit and discards the rest.
func (l *limited) Write(p []byte) (int, error) {
	n := len(p)
	if room := l.max - l.kept.Len(); n > room {
		p, l.cut = p[:room], true
		l.full()
	}
	if _, err := l.kept.Write(p); err != nil {
		return 0, err
	}
	return n, nil
}

var _ io.Writer = (*limited)(nil)
