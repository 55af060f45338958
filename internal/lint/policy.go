package lint

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/clients/loader"
	"github.com/skilllint/skilllint/internal/config"
	"github.com/skilllint/skilllint/internal/discover"
	"github.com/skilllint/skilllint/internal/driver"
	"github.com/skilllint/skilllint/internal/finding"
	"github.com/skilllint/skilllint/internal/sorting"
	"github.com/skilllint/skilllint/internal/treefs"
	"github.com/skilllint/skilllint/schema"
)

// A policy determines the settings of each file, from the nearest configuration and the request, which takes precedence.
type policy struct {
	*Request
	schema     config.Schema
	excluded   []config.Glob
	single     *config.Config // for all files, from Config or NoConfig; nil: the nearest of each file
	trusted    []string       // trusted hosts in the configurations of the commit, for enforced rules
	rootOnly   bool           // only the configurations of roots apply; see rootConfig
	configRoot string         // the directory that paths in single are relative to
	commit     configCommit   // source of configurations

	enforced  map[*analysis.Analyzer]bool
	strict    *policy                           // policy of enforced or protected rules; nil: this one
	originals map[*analysis.Tree]*analysis.Tree // trees of strict → trees of this run

	mu       sync.Mutex
	finders  map[*analysis.Tree]*config.Finder
	roots    map[*analysis.Tree]discover.Root
	settings map[*config.Config]*driver.Settings
	comments map[*config.Config]*analysis.Suppressions
	first    *analysis.Tree // of the first root

	misnamed map[string]bool // paths of probable configurations with a wrong name
	excludes atomic.Bool     // a path was excluded
}

// misnamed lists wrong names of configurations.
var misnamed = []string{".skilllint.yml", "skilllint.yaml", "skilllint.yml", ".skilllint", ".skilllint.json", ".skilllint.toml"}

// emptyPolicy returns a policy without flags or configurations.
func emptyPolicy(req *Request) *policy {
	known := req.Known
	if known == nil {
		known = req.Rules
	}
	return &policy{
		Request:  req,
		schema:   config.Schema{Rules: known, Dialects: schema.Names(), Targets: loader.IDs()},
		finders:  map[*analysis.Tree]*config.Finder{},
		roots:    map[*analysis.Tree]discover.Root{},
		settings: map[*config.Config]*driver.Settings{},
		comments: map[*config.Config]*analysis.Suppressions{},
		misnamed: map[string]bool{},
	}
}

// newPolicy returns the policy of a request. It reads the configuration in --config.
func newPolicy(ctx context.Context, req *Request) (*policy, error) {
	if req.Selection == nil {
		req.Selection = &config.Selection{}
	}
	p := emptyPolicy(req)
	for _, text := range req.Exclude {
		glob, err := config.ParseGlob(text)
		if err != nil {
			return nil, fmt.Errorf("--exclude: %w", err)
		}
		p.excluded = append(p.excluded, glob)
	}
	p.commit.ref = req.ConfigFrom
	var err error
	switch {
	case req.Config != "" && req.NoConfig:
		return nil, errors.New("--config cannot be combined with --no-config")
	case req.NoConfig:
		p.single = &config.Config{Dir: "."}
	case req.Config != "" && req.ConfigFrom != "":
		p.single, err = p.readAtCommit(ctx, req.Config)
	case req.Config != "":
		p.single, err = p.read(req.Config)
	}
	if err != nil {
		return nil, err
	}
	return p, p.setEnforced()
}

// read reads the configuration in --config. The files that it specifies must be in its repository, or otherwise below its
// directory.
func (p *policy) read(name string) (*config.Config, error) {
	failed := func(err error) error {
		return fmt.Errorf("--config %s: %w%s", name, treefs.WithoutPath(err), treefs.DidYouMean(name, err))
	}
	file, err := treefs.OpenNamed(name, TreeAround(p.Dir, name, p.Ceilings))
	if err != nil {
		return nil, failed(err)
	}
	defer file.Close()
	if info, err := file.Stat(); err == nil && info.IsDir() {
		return nil, fmt.Errorf("--config %s: is a directory; specify the file in it", name)
	}
	dir, err := realPath(filepath.Dir(name))
	if err != nil {
		return nil, failed(err)
	}
	top := dir
	if repository, ok := discover.Repository(dir, p.Ceilings); ok {
		top = repository
	}
	p.configRoot = top
	if err := p.Output.AddUntrusted(top); err != nil {
		return nil, failed(err)
	}
	root, err := os.OpenRoot(top)
	if err != nil {
		return nil, failed(err)
	}
	defer root.Close()
	rel, err := filepath.Rel(top, filepath.Join(dir, filepath.Base(name)))
	if err != nil {
		return nil, failed(err)
	}
	return config.Read(file, name, filepath.ToSlash(rel), treefs.Disk(root), p.Shown(top), p.schema)
}

// TreeAround returns the root of the tree that contains a file: its repository, or otherwise the working directory.
func TreeAround(dir, name, ceilings string) string {
	if full, err := filepath.Abs(name); err == nil {
		if repository, ok := discover.Repository(filepath.Dir(full), ceilings); ok {
			return repository
		}
	}
	return dir
}

// isExcluded reports whether flags or configuration exclude a path. It ignores errors of a configuration, because ignored
// files must not end a run; for other files, Claim returns them.
func (p *policy) isExcluded(root discover.Root, rel string) bool {
	out := len(p.excluded) > 0 && config.MatchAny(p.excluded, root.Show(rel))
	if !out {
		c, err := p.config(root.Tree, dirOf(rel))
		out = err == nil && c.Excludes(rel)
	}
	if out {
		p.excludes.Store(true)
	}
	return out
}

// rootOf returns the root of a file.
func (p *policy) rootOf(f *analysis.File) discover.Root {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.roots[f.Tree]
}

// Shown returns a function that converts paths below a directory for messages. The results are relative to the working
// directory, even outside of it.
func (r *Request) Shown(dir string) func(rel string) string {
	return func(rel string) string {
		full := filepath.Join(dir, filepath.FromSlash(rel))
		if short, err := filepath.Rel(r.Dir, full); err == nil {
			full = short
		}
		return filepath.ToSlash(full)
	}
}

// config returns the configuration of a directory of a tree.
func (p *policy) config(tree *analysis.Tree, dir string) (*config.Config, error) {
	if p.single != nil {
		return p.single, nil
	}
	if p.rootOnly {
		return p.rootConfig(tree), nil
	}
	p.mu.Lock()
	finder := p.finders[tree]
	p.mu.Unlock()
	return finder.For(dir)
}

// configure applies flags and configuration to a file.
func (p *policy) configure(f *analysis.File) error {
	c, err := p.config(f.Tree, dirOf(f.Rel))
	if err != nil {
		return err
	}
	if name := p.Dialect; name != "" && acceptsDialect(f, name) {
		config.SetDialect(f, name, "--dialect "+name)
		c.Extend(f)
	} else {
		c.Apply(f)
	}
	if len(p.Targets) > 0 {
		f.Targets = p.Targets
	}
	f.Suppressions, f.NoExcuses, f.IsGuarded = p.suppressions(c), p.Isolated, p.Isolated || len(p.enforced) > 0
	if f.TrustedHosts = p.trusted; p.ConfigFrom != "" {
		f.TrustedHosts = slices.Concat(f.TrustedHosts, p.hosts(f.Tree))
	}
	return nil
}

// acceptsDialect reports whether --dialect applies to a file: a SKILL.md and its references, and other skills if the skills
// of that dialect are files with any name. Otherwise, the content of other skills determines the dialect.
func acceptsDialect(f *analysis.File, name string) bool {
	skills := schema.Lookup(name).Kinds[analysis.Skill.String()]
	isFlat := skills != nil && skills.Name != nil && skills.Name.Equals == "stem"
	return path.Base(f.Rel) == "SKILL.md" || f.Kind == analysis.Reference || f.Kind == analysis.Skill && isFlat
}

// configFor returns the configuration of a file's directory. f is nil for findings without a file in this run.
func (p *policy) configFor(f *analysis.File) *config.Config {
	tree, dir := p.first, "."
	if f != nil {
		tree, dir = f.Tree, dirOf(f.Rel)
	}
	if p.single != nil || tree != nil {
		if c, err := p.config(tree, dir); err == nil { // discovery has returned the error
			return c
		}
	}
	return &config.Config{Dir: "."}
}

// dirOf returns the directory of a clean path. It is faster than path.Dir.
func dirOf(rel string) string {
	if slash := strings.LastIndexByte(rel, '/'); slash > 0 {
		return rel[:slash]
	}
	return "."
}

// settingsFor returns the settings of a file. f is nil for findings without a file in this run.
func (p *policy) settingsFor(f *analysis.File) *driver.Settings {
	c := p.configFor(f)
	if f != nil {
		c = c.For(f.Rel)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if known := p.settings[c]; known != nil {
		return known
	}
	settings := p.Cache.Settings(c, func() *driver.Settings { return (*driver.Settings)(c.Settings(p.Rules, p.Selection)) })
	p.settings[c] = settings
	return settings
}

// severity is the policy of [postprocess.Decide].
func (p *policy) severity(a *analysis.Analyzer, f *analysis.File) (analysis.Severity, bool) {
	if p.strict != nil && p.enforced[a] {
		return p.strict.severity(a, nil)
	}
	settings := p.settingsFor(f)
	severity, ok := settings.Severity[a]
	if strict, raised := settings.Strict[a]; raised && f != nil && f.Strict {
		severity = strict
	}
	if p.strict != nil && a.IsProtected() {
		if least, known := p.strict.severity(a, f); known && least > severity {
			return least, true
		}
	}
	return severity, ok
}

// active returns the rules that were enabled for at least one file, sorted by name. Custom rules with the same name are
// sorted by their configurations.
func (p *policy) active() []*analysis.Analyzer {
	p.settingsFor(nil)
	on := map[*analysis.Analyzer]bool{}
	for _, settings := range p.settings {
		for a, severity := range settings.Severity {
			if severity != analysis.Off && p.Selection.Reports(a) && !config.IsEngine(a) {
				on[a] = true
			}
		}
	}
	var rules []*analysis.Analyzer
	for a := range on {
		rules = append(rules, a)
	}
	sorting.By(rules, func(a, b *analysis.Analyzer) int {
		return cmp.Or(strings.Compare(a.Name, b.Name), strings.Compare(a.Source.Name, b.Source.Name))
	})
	return rules
}

// notices returns notices about the configurations.
func (p *policy) notices() []finding.Notice {
	var notices []finding.Notice
	var extended []string
	for _, c := range p.configs() {
		extended = append(extended, c.Extends...)
		for _, text := range c.Notices {
			notices = append(notices, finding.Notice{Path: c.Path, Message: text})
		}
		if len(c.TrustedHosts) > 0 && p.ConfigFrom == "" {
			notices = append(notices, finding.Notice{Path: c.Path, Message: "security.trusted-hosts has no effect without --config-from"})
		}
	}
	if p.single == nil {
		for _, path := range slices.Sorted(maps.Keys(p.misnamed)) {
			if slices.Contains(extended, path) {
				continue
			}
			notices = append(notices, finding.Notice{Path: path, Message: "not used as a configuration; rename it to " + config.Name})
		}
	}
	return notices
}

// configs returns the configurations that applied to at least one file, sorted by path.
func (p *policy) configs() []*config.Config {
	var used []*config.Config
	for c := range p.settings {
		if c = c.Base(); c.Path != "" && !slices.Contains(used, c) {
			used = append(used, c)
		}
	}
	sorting.By(used, func(a, b *config.Config) int { return strings.Compare(a.Path, b.Path) })
	return used
}
