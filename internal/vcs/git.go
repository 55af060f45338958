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
	maxStderr = 4 << 10  // bytes of git's error message
	maxConfig = 1 << 20  // bytes of a configuration
)

// errSilent is the error if git fails without a message, for example because a revision is unknown.
var errSilent = errors.New("git failed without an error message")

// errStopped is the error for too much output, and for timeouts.
var errStopped = errors.New("git was stopped")

var errNoRepository error = notExistError("git cannot read its .git directory")

// ErrNoGit means that git is not installed, or only inside the workspace.
var ErrNoGit error = notExistError("git is not installed")

// A notExistError means that git or a repository does not exist. It is an [fs.ErrNotExist].
type notExistError string

func (a notExistError) Error() string { return string(a) }

func (notExistError) Is(target error) bool { return target == fs.ErrNotExist }

// LsFiles returns the tracked files of the repository with the work tree dir, relative to it, with "/". It returns an
// error if there is no repository.
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

// Sparse returns the tracked files that a sparse checkout omits from the work tree. They were not deleted.
func Sparse(ctx context.Context, dir string) (map[string]bool, error) {
	out, err := run(ctx, dir, "ls-files", "-z", "--cached", "-t")
	if err != nil {
		return nil, err
	}
	files := map[string]bool{}
	for entry := range bytes.SplitSeq(out, []byte{0}) {
		if name, skipped := bytes.CutPrefix(entry, []byte("S ")); skipped {
			files[string(name)] = true
		}
	}
	return files, nil
}

// hardeningArgs returns the arguments before each command. The oldest supported git lacks --no-lazy-fetch; an environment
// variable has the same effect in newer versions.
func hardeningArgs() []string {
	return []string{"-c", "core.fsmonitor=false", "-c", "core.hooksPath=" + os.DevNull, "-c", "diff.external=",
		"-c", "core.attributesFile=" + os.DevNull, "-c", "core.excludesFile=" + os.DevNull, "-c", "safe.bareRepository=explicit",
		"-c", "protocol.allow=never", "-c", "core.untrackedCache=false", "--no-pager", "--no-optional-locks", "--literal-pathspecs"}
}

// command returns a git command for the repository with the work tree dir.
func command(ctx context.Context, dir string, args ...string) (*exec.Cmd, error) {
	if err := callsOf(ctx).hangError(dir); err != nil {
		return nil, err
	}
	if err := CheckOwner(ctx, dir); err != nil {
		return nil, err
	}
	cmd, err := newCommand(ctx, dir, append([]string{"-C", dir}, args...)...)
	if err == nil {
		cmd.Env = append(cmd.Env, callsOf(ctx).fetcher.environment(dir)...)
	}
	return cmd, err
}

// newCommand returns a git command that does not need a repository.
func newCommand(ctx context.Context, dir string, args ...string) (*exec.Cmd, error) {
	git, err := find(dir, os.Getenv("PATH"))
	if err != nil {
		return nil, err
	}
	cmd := exec.CommandContext(ctx, git, append(hardeningArgs(), args...)...)
	cmd.Dir = filepath.Dir(git) // Windows searches the current directory for programs
	cmd.Env = environment(os.Environ(), dir)
	cmd.WaitDelay = time.Second
	setProcessGroup(cmd)
	return cmd, nil
}

func run(ctx context.Context, dir string, args ...string) ([]byte, error) {
	return runCommand(ctx, dir, command, args)
}

// runOutside runs git without a repository.
func runOutside(ctx context.Context, dir string, args ...string) ([]byte, error) {
	return runCommand(ctx, dir, newCommand, args)
}

func runCommand(ctx context.Context, dir string, newCmd func(context.Context, string, ...string) (*exec.Cmd, error), args []string) ([]byte, error) {
	calls := callsOf(ctx)
	limit, cancel := context.WithCancel(ctx)
	defer cancel()
	cmd, err := newCmd(limit, dir, args...)
	if err != nil {
		return nil, err
	}
	out, stderr := &limitedBuffer{max: maxOutput, full: cancel}, &limitedBuffer{max: maxStderr, full: func() {}}
	cmd.Stdout, cmd.Stderr = out, stderr
	timer := time.AfterFunc(calls.timeout, cancel)
	err = cmd.Run()
	switch hung := !timer.Stop(); {
	case out.truncated:
		return nil, fmt.Errorf("%w: its output has more than %d bytes", errStopped, maxOutput)
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case hung && err != nil:
		return nil, calls.recordHang(dir, args[0])
	case err != nil && stderr.buffer.Len() == 0:
		return nil, errSilent
	case err != nil:
		return nil, explain(dir, stderr.buffer.String(), err)
	}
	return out.buffer.Bytes(), nil
}

// explain returns an error for an error message of git.
func explain(dir, stderr string, err error) error {
	switch {
	case strings.Contains(stderr, "dubious ownership"):
		return fmt.Errorf("git refuses to read %s, which belongs to another user; if you trust it, run: git config --global --add safe.directory %s", dir, dir)
	case strings.Contains(stderr, "not a git repository"):
		return errNoRepository
	case strings.Contains(stderr, " config "): // git quotes values, also from included files
		return errors.New("git cannot read the repository's configuration; run git status to see why")
	}
	line, _, _ := strings.Cut(strings.TrimSpace(stderr), "\n")
	if line == "" {
		line = err.Error()
	}
	return fmt.Errorf("git failed: %s", strings.TrimPrefix(line, "fatal: "))
}

// find returns the path of git in the first directory of path that is outside the tree. It ignores relative directories,
// which may be inside.
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
		if _, err := exec.LookPath(file); err == nil { // it is executable
			return filepath.Join(dir, name), nil
		}
	}
	return "", ErrNoGit
}

func isBelow(path, in string) bool {
	rel, err := filepath.Rel(in, path)
	return err == nil && filepath.IsLocal(rel)
}

// isInherited reports whether git inherits an environment variable. It does not inherit most of its own variables: they
// may select another repository, as in a hook that runs skilllint, or make git write files.
func isInherited(name string) bool {
	name = strings.ToUpper(name)
	return !strings.HasPrefix(name, "GIT_") && name != "LC_ALL" && name != "LANGUAGE" ||
		strings.HasPrefix(name, "GIT_CONFIG_") || name == "GIT_EXEC_PATH" || name == "GIT_DISCOVERY_ACROSS_FILESYSTEM"
}

// environment returns the environment of git. The ceiling prevents git from using an enclosing repository if the .git of
// dir is invalid. Git before 2.39.4 lacks GIT_NO_LAZY_FETCH, and protocol.ext.allow in a repository overrides
// protocol.allow; only GIT_ALLOW_PROTOCOL prevents it from fetching missing objects.
func environment(ours []string, dir string) []string {
	env := slices.DeleteFunc(slices.Clone(ours), func(pair string) bool {
		name, _, _ := strings.Cut(pair, "=")
		return !isInherited(name)
	})
	return append(env, "GIT_CONFIG_NOSYSTEM=1", "GIT_TERMINAL_PROMPT=0", "GIT_NO_LAZY_FETCH=1", "GIT_ALLOW_PROTOCOL=none", "GIT_OPTIONAL_LOCKS=0",
		"GIT_NO_REPLACE_OBJECTS=1", "GIT_CEILING_DIRECTORIES="+filepath.Dir(dir), "LC_ALL=C")
}

// A limitedBuffer keeps the first max bytes.
type limitedBuffer struct {
	buffer    bytes.Buffer // not embedded, because its ReadFrom ignores the limit
	max       int
	full      func() // called if there is more
	truncated bool
}

// Write keeps the bytes within the limit and discards the rest.
func (l *limitedBuffer) Write(p []byte) (int, error) {
	n := len(p)
	if room := l.max - l.buffer.Len(); n > room {
		p, l.truncated = p[:room], true
		l.full()
	}
	if _, err := l.buffer.Write(p); err != nil {
		return 0, err
	}
	return n, nil
}

var _ io.Writer = (*limitedBuffer)(nil)
