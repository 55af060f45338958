package vcs

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// fetchTimeout limits a fetch, which may download the history of a repository.
const fetchTimeout = 10 * time.Minute

// A Fetch permits git to fetch revisions and history that a clone lacks from its origin.
type Fetch struct {
	URL string                        // of the repository that origin must be; "": any
	Log func(format string, a ...any) // reports a fetch; nil: none
}

// WithFetch returns a context in which git may fetch, and a function that removes what was fetched.
//
// Nothing is fetched into the clone, and git does not read the clone's configuration, which may specify programs, while it
// has access to the network. It fetches into a temporary repository that borrows the clone's objects. That repository has
// two settings of the clone: the URL of origin, and the HTTP headers with which CI systems authenticate.
func WithFetch(ctx context.Context, f Fetch) (context.Context, func()) {
	c := newCalls(callsOf(ctx).timeout)
	c.fetcher = &fetcher{Fetch: f, overlays: map[string]*overlay{}}
	return context.WithValue(ctx, callsKey{}, c), c.fetcher.close
}

// A fetcher fetches for all work trees of a run. A nil fetcher fetches nothing.
type fetcher struct {
	Fetch
	fetching sync.Mutex // held during a fetch

	mu       sync.Mutex
	overlays map[string]*overlay // by work tree
}

// An overlay is the temporary repository of a work tree.
type overlay struct {
	dir     string            // the work tree
	git     string            // the temporary git directory
	objects string            // the objects of the clone
	commits map[string]string // fetched revisions
}

func (f *fetcher) close() {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, o := range f.overlays {
		_ = os.RemoveAll(o.git)
	}
	clear(f.overlays)
}

func (f *fetcher) get(dir string) *overlay {
	if f == nil {
		return nil
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.overlays[dir]
}

// environment returns the variables with which git finds fetched objects.
func (f *fetcher) environment(dir string) []string {
	if o := f.get(dir); o != nil {
		return []string{alternates(filepath.Join(o.git, "objects"))}
	}
	return nil
}

// alternates returns the variable for a directory of objects. The separator of directories must be quoted.
func alternates(dir string) string {
	if strings.ContainsAny(dir, "\"\n"+string(os.PathListSeparator)) {
		dir = quoteConfig(dir)
	}
	return "GIT_ALTERNATE_OBJECT_DIRECTORIES=" + dir
}

// checkOrigin returns an error if the clone's origin is not the required repository. Branches of another one, such as a
// fork, must not be taken for the branches of this one.
func (f *fetcher) checkOrigin(ctx context.Context, dir string) error {
	if f == nil || f.URL == "" {
		return nil
	}
	origin, err := originURL(ctx, dir)
	if err == nil && !isSameRepository(origin, f.URL) {
		err = fmt.Errorf("the origin of the clone is not %s; clone that repository instead of a fork", f.URL)
	}
	return err
}

// originURL returns the URL from which a clone fetches.
func originURL(ctx context.Context, dir string) (string, error) {
	out, err := run(ctx, dir, "config", "--local", "--includes", "--null", "--get-all", "remote.origin.url")
	url, _, _ := strings.Cut(string(out), "\x00")
	if errors.Is(err, errSilent) || err == nil && url == "" {
		err = errors.New("the clone has no origin to fetch from")
	}
	return url, err
}

// isSameRepository reports whether two URLs have the same host and path. The protocols may differ.
func isSameRepository(a, b string) bool {
	nameA, okA := repositoryName(a)
	nameB, okB := repositoryName(b)
	return okA && okB && strings.EqualFold(nameA, nameB)
}

// repositoryName returns the host and path of a URL, or of an address such as git@example.org:owner/name.
func repositoryName(url string) (string, bool) {
	_, rest, hasScheme := strings.Cut(url, "://")
	if !hasScheme {
		host, path, ok := strings.Cut(url, ":")
		rest = host + "/" + strings.TrimPrefix(path, "/")
		if !ok || strings.Contains(host, "/") {
			return "", false
		}
	}
	host, path, ok := strings.Cut(rest, "/")
	host = host[strings.LastIndexByte(host, '@')+1:]
	if strings.HasPrefix(url, "ssh://") {
		host, _, _ = strings.Cut(host, ":")
	}
	path = strings.TrimSuffix(strings.TrimRight(path, "/"), ".git")
	return host + "/" + path, ok && host != "" && path != ""
}

// branchSpec returns what git has to fetch for a revision: a branch of origin or a commit. It returns "" for others.
func branchSpec(ref string) string {
	name, ok := strings.CutPrefix(strings.TrimPrefix(ref, "refs/remotes/"), "origin/")
	switch {
	case isObject(ref):
		return ref
	case !ok || name == "" || name == "HEAD" || strings.ContainsAny(name, ":*?[\\^~") || strings.Contains(name, "..") || strings.Contains(name, "@{"):
		return ""
	}
	return "refs/heads/" + name
}

// commit returns the commit of a revision that the clone lacks. It returns errSilent if it is not one that git could fetch.
func (f *fetcher) commit(ctx context.Context, dir, ref string) (string, error) {
	spec := branchSpec(ref)
	if f == nil || spec == "" {
		return "", errSilent
	}
	f.fetching.Lock()
	defer f.fetching.Unlock()
	o, err := f.open(ctx, dir)
	if err != nil {
		return "", err
	}
	to := "refs/fetched/" + strconv.Itoa(len(o.commits))
	var depth []string
	if o.isShallow(ctx) {
		depth = []string{"--depth=1"}
	}
	if err := f.fetch(ctx, o, ShortName(ref), append(depth, "origin", "+"+spec+":"+to)...); err != nil {
		return "", err
	}
	out, err := o.run(ctx, "rev-parse", "--quiet", "--verify", to+"^{commit}")
	if err == nil {
		o.commits[ref], err = parseObject(out)
	}
	return o.commits[ref], err
}

// known returns the commit of a revision that was fetched before, or "".
func (f *fetcher) known(dir, ref string) string {
	o := f.get(dir)
	if o == nil {
		return ""
	}
	f.fetching.Lock()
	defer f.fetching.Unlock()
	return o.commits[ref]
}

// mergeBase returns the merge base of two commits of which one was fetched, or whose history the clone lacks. It fetches
// the history if needed.
func (f *fetcher) mergeBase(ctx context.Context, dir, ref, head, other string) (string, error) {
	if f == nil {
		return "", errSilent
	}
	f.fetching.Lock()
	defer f.fetching.Unlock()
	o, err := f.open(ctx, dir)
	if err != nil {
		return "", err
	}
	out, err := o.run(ctx, "merge-base", head, other)
	if errors.Is(err, errSilent) && o.isShallow(ctx) {
		// Without a name, git fetches HEAD. The history of shallow commits is fetched in any case.
		args := []string{"--unshallow", "origin"}
		if spec := branchSpec(ref); spec != "" {
			args = append(args, "+"+spec+":refs/fetched/history")
		}
		if err := f.fetch(ctx, o, "the history of "+ShortName(ref), args...); err != nil {
			return "", err
		}
		out, err = o.run(ctx, "merge-base", head, other)
	}
	if err != nil {
		return "", err
	}
	return parseObject(out)
}

func (f *fetcher) fetch(ctx context.Context, o *overlay, what string, args ...string) error {
	if f.Log != nil {
		f.Log("fetching %s", what)
	}
	_, err := o.run(WithTimeout(ctx, fetchTimeout), append([]string{"fetch", "--quiet", "--no-tags", "--no-recurse-submodules"}, args...)...)
	if err != nil && ctx.Err() == nil {
		err = fmt.Errorf("cannot fetch %s: %w; fetch it before, for example with `fetch-depth: 0` at actions/checkout", what, err)
	}
	return err
}

// open returns the overlay of a work tree.
func (f *fetcher) open(ctx context.Context, dir string) (*overlay, error) {
	if o := f.get(dir); o != nil {
		return o, nil
	}
	o, err := newOverlay(ctx, dir)
	if err != nil {
		if o != nil {
			_ = os.RemoveAll(o.git)
		}
		return nil, err
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.overlays[dir] = o
	return o, nil
}

// newOverlay creates the temporary repository of a work tree. After an error, the caller must remove it.
func newOverlay(ctx context.Context, dir string) (*overlay, error) {
	url, err := originURL(ctx, dir)
	if err != nil {
		return nil, err
	}
	head, err := resolve(ctx, dir, "HEAD")
	if err != nil {
		return nil, err
	}
	clone, err := openCheckout(ctx, dir)
	if err != nil {
		return nil, err
	}
	headers, err := httpHeaders(ctx, dir)
	if err != nil {
		return nil, err
	}
	o := &overlay{dir: dir, objects: filepath.Join(clone.common, "objects"), commits: map[string]string{}}
	if o.git, err = os.MkdirTemp("", "skilllint-*"); err != nil {
		return nil, err
	}
	initialize := []string{"init", "--quiet", "--bare", "--template="}
	if len(head) == 64 {
		initialize = append(initialize, "--object-format=sha256")
	}
	if _, err := o.run(ctx, append(initialize, o.git)...); err != nil {
		return o, err
	}
	// Arguments and variables of git would show a token to other processes.
	config, _ := read(o.git, "config", maxConfig)
	config += "[remote \"origin\"]\n\turl = " + quoteConfig(url) + "\n" + headers
	if err := os.WriteFile(filepath.Join(o.git, "config"), []byte(config), 0o600); err != nil {
		return o, err
	}
	if shallow, ok := read(clone.common, "shallow", maxOutput); ok {
		if err := os.WriteFile(filepath.Join(o.git, "shallow"), []byte(shallow), 0o600); err != nil {
			return o, err
		}
	}
	// The server sends only what this commit lacks.
	_, err = o.run(ctx, "update-ref", "refs/have/head", head)
	return o, err
}

// httpHeaders returns the HTTP headers for servers in the clone's configuration, as sections of a configuration. In them,
// actions/checkout stores its token, possibly in a file that the configuration includes.
func httpHeaders(ctx context.Context, dir string) (string, error) {
	out, err := run(ctx, dir, "config", "--local", "--includes", "--null", "--get-regexp", `^http\..+\.extraheader$`)
	if errors.Is(err, errSilent) {
		return "", nil
	}
	var sections strings.Builder
	for entry := range strings.SplitSeq(string(out), "\x00") {
		key, value, _ := strings.Cut(entry, "\n")
		if server := strings.TrimSuffix(strings.TrimPrefix(key, "http."), ".extraheader"); server != "" {
			fmt.Fprintf(&sections, "[http %s]\n\textraheader = %s\n", quoteConfig(server), quoteConfig(value))
		}
	}
	return sections.String(), err
}

// quoteConfig quotes a value or the name of a subsection in a configuration.
func quoteConfig(text string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`).Replace(text) + `"`
}

func (o *overlay) isShallow(ctx context.Context) bool {
	out, err := o.run(ctx, "rev-parse", "--is-shallow-repository")
	return err == nil && string(bytes.TrimSpace(out)) == "true"
}

// run runs git in the temporary repository.
func (o *overlay) run(ctx context.Context, args ...string) ([]byte, error) {
	return runCommand(ctx, o.dir, o.command, args)
}

// command returns a git command that may use the network. Programs in the work tree are not found.
func (o *overlay) command(ctx context.Context, dir string, args ...string) (*exec.Cmd, error) {
	// Git would list the references of the clone, with its configuration, unless another command does: ":" lists none.
	cmd, err := newCommand(ctx, dir, append([]string{"-c", "core.alternateRefsCommand=:", "-c", "gc.auto=0", "-c", "maintenance.auto=false",
		"--git-dir=" + o.git}, args...)...)
	if err != nil {
		return nil, err
	}
	cmd.Env = append(fetchEnvironment(os.Environ(), dir), alternates(o.objects))
	return cmd, nil
}

// access are the prefixes of variables that specify how the user's git connects. The user has set them.
var access = []string{"GIT_SSH", "GIT_SSL_", "GIT_HTTP_", "GIT_ASKPASS", "GIT_PROXY_"}

// fetchEnvironment returns the environment of a fetch. It reads the configuration of the system and of the user, which may
// have the settings of a proxy or certificate. PATH has no directories of the tree, because git starts ssh from there.
func fetchEnvironment(ours []string, dir string) []string {
	env := slices.DeleteFunc(environment(ours, dir), func(pair string) bool {
		name, _, _ := strings.Cut(pair, "=")
		return name == "GIT_ALLOW_PROTOCOL" || name == "GIT_CONFIG_NOSYSTEM" || strings.EqualFold(name, "PATH")
	})
	for _, pair := range ours {
		name, value, _ := strings.Cut(pair, "=")
		switch {
		case strings.EqualFold(name, "PATH"):
			env = append(env, "PATH="+outsidePath(dir, value))
		case name == "GIT_CONFIG_NOSYSTEM", slices.ContainsFunc(access, func(prefix string) bool { return strings.HasPrefix(name, prefix) }):
			env = append(env, pair)
		}
	}
	return append(env, "GIT_ALLOW_PROTOCOL=https:http:ssh")
}

// outsidePath returns the absolute directories of PATH that are outside the tree.
func outsidePath(tree, path string) string {
	if real, err := filepath.EvalSymlinks(tree); err == nil {
		tree = real
	}
	return strings.Join(slices.DeleteFunc(filepath.SplitList(path), func(dir string) bool {
		real, err := filepath.EvalSymlinks(dir)
		return err != nil || !filepath.IsAbs(dir) || isBelow(dir, tree) || isBelow(real, tree)
	}), string(os.PathListSeparator))
}
