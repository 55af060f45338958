package lint

import (
	"context"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/directive"
	"github.com/skilllint/skilllint/internal/config"
	"github.com/skilllint/skilllint/internal/discover"
	"github.com/skilllint/skilllint/internal/driver"
	"github.com/skilllint/skilllint/internal/treefs"
)

// fileTimeout limits the time for one file. Parsers take linear time, so only a defect takes longer, even on a busy
// machine.
const fileTimeout = 15 * time.Second

// Steps of a profile, in addition to analyzers and the driver.
const (
	stepFind   = "(find files)"
	stepDecide = "(decide on findings)"
)

// analyze finds the files of the request and runs its analyzers.
func (r *run) analyze(ctx context.Context) error {
	options := discover.Options{
		Dir: r.Dir, Paths: r.Paths, Ceilings: r.Ceilings, Mark: config.Name, Fixed: r.Overlay,
		Whole: r.whole, Lenient: r.Hook, NoIgnore: r.NoIgnore, FollowSymlinks: r.FollowSymlinks,
		Policy: func(root discover.Root) (*discover.Policy, error) { return r.openRoot(ctx, root) },
	}
	if r.Memory != nil {
		options.Memory = r.Memory
	}
	if r.Stdin != nil {
		options.File, options.Content = r.Stdin.Path, r.Stdin.Content
	}
	drive := driver.Options{
		Cache:       r.source.cache,
		Focus:       r.focus,
		Analyzers:   r.Analyzers,
		Keep:        []*analysis.Analyzer{directive.Fact.Analyzer},
		Jobs:        r.Jobs,
		SettingsFor: r.policy.settingsFor,
		FileTimeout: fileTimeout,
		Profile:     r.Profile,
		Base:        r.bases.baseFile,
		Gone:        r.bases.deleted,
		Find: func(ctx context.Context, emit func(driver.Input)) ([]analysis.Link, []analysis.Unchecked, error) {
			return r.find(ctx, options, emit)
		},
	}
	if s := r.Simulation; s != nil {
		drive.Base = s.baseFile
		drive.Gone = func(context.Context) ([]analysis.DeletedFile, error) { return s.deleted(r.found.Roots), nil }
	}
	r.Cache.Use(&options, &drive)
	if r.walk = r.lastWalk(); r.walk != nil {
		options.Recording = &r.walk.Recording
	}
	var err error
	if r.driven, err = driver.Run(ctx, drive); err == nil {
		r.keepWalk()
	}
	if closed := r.bases.close(); err == nil {
		err = closed
	}
	return err
}

// find passes the files of the request to the driver.
func (r *run) find(ctx context.Context, options discover.Options, emit func(driver.Input)) ([]analysis.Link, []analysis.Unchecked, error) {
	since, emitting := r.Profile.Start(), time.Duration(0)
	if r.Memory == nil {
		r.source.use(&options)
	}
	var err error
	if r.Simulation != nil {
		walk := func(emit func(discover.Input)) (*discover.Found, error) { return discover.Walk(ctx, options, emit) }
		if r.found, err = r.Simulation.find(walk, emit); err != nil {
			return nil, nil, err
		}
		return r.found.Links, r.found.Unchecked, nil
	}
	r.found, err = discover.Walk(ctx, options, func(in discover.Input) {
		if r.OnFile != nil {
			r.OnFile()
		}
		start := r.Profile.Start()
		emit(driver.Input(in))
		emitting += r.Profile.Start() - start
	})
	r.Profile.End(stepFind, since, emitting)
	if err != nil {
		return nil, nil, err
	}
	if r.found.Repeated {
		r.policy.restoreWalk(r.walk)
	}
	return r.found.Links, r.found.Unchecked, nil
}

// openRoot prepares the configurations and the base of a root, and returns its policy for discovery.
func (r *run) openRoot(ctx context.Context, root discover.Root) (*discover.Policy, error) {
	p := r.policy
	if err := p.commit.open(ctx, root); err != nil {
		return nil, err
	}
	if r.Memory == nil {
		if err := r.Output.AddUntrusted(root.Dir); err != nil {
			return nil, err
		}
	}
	if r.OnRoot != nil {
		if err := r.OnRoot(root); err != nil {
			return nil, err
		}
	}
	p.addRoot(r.source.writable(root), r.newFinder)
	if _, err := p.config(root.Tree, "."); err != nil {
		return nil, err
	}
	if err := r.bases.open(ctx, root, func(rel string) bool { return p.isManifest(root, rel) }); err != nil {
		return nil, err
	}
	return p.discovery(root), nil
}

// newFinder returns the finder of a root's configurations.
func (r *run) newFinder(root discover.Root) *config.Finder {
	if r.source.onRoot != nil {
		r.source.onRoot(root)
	}
	if r.source.finder != nil {
		if known := r.source.finder(root.Dir); known != nil {
			return known
		}
	}
	var fs treefs.FS = root.FS
	if tree := r.policy.commit.trees[root.Dir]; tree != nil {
		fs = tree
	}
	return config.NewFinder(fs, r.Shown(root.Dir), r.policy.schema)
}

// addRoot records a root with the finder of its configurations.
func (p *policy) addRoot(root discover.Root, newFinder func(discover.Root) *config.Finder) {
	p.Cache.AddRoot(root)
	p.mu.Lock()
	defer p.mu.Unlock()
	p.roots[root.Tree] = root
	p.finders[root.Tree] = p.Cache.Finder(root, newFinder)
	if p.first == nil {
		p.first = root.Tree
	}
}

// discovery returns the discovery policy of a root.
func (p *policy) discovery(root discover.Root) *discover.Policy {
	return &discover.Policy{
		Exclude: func(rel string, _ bool) (bool, error) { return p.isExcluded(root, rel), nil },
		Claim: func(rel string) (analysis.Kind, error) {
			if slices.Contains(misnamed, path.Base(rel)) && !strings.Contains("/"+rel, "/.github/") { // in .github, it is a workflow
				p.misnamed[p.Shown(root.Dir)(rel)] = true
			}
			c, err := p.config(root.Tree, path.Dir(rel))
			if err != nil {
				return 0, err
			}
			if p.Manifests[filepath.Join(root.Dir, filepath.FromSlash(rel))] {
				return analysis.Manifest, nil
			}
			return c.Claims(rel), nil
		},
		Foreign: func(rel string) (bool, error) {
			c, err := p.config(root.Tree, path.Dir(rel))
			return err == nil && c.IsLedger(rel), err
		},
		Configure: p.configure,
	}
}

// isManifest reports whether a path is a manifest because of its name, a configuration or the request.
func (p *policy) isManifest(root discover.Root, rel string) bool {
	ok := path.Base(rel) == "MANIFEST.jsonl" || p.Manifests[filepath.Join(root.Dir, filepath.FromSlash(rel))]
	if !ok {
		c, err := p.config(root.Tree, path.Dir(rel))
		ok = err == nil && c.Claims(rel) == analysis.Manifest
	}
	return ok && !p.isExcluded(root, rel)
}
