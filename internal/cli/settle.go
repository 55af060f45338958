package cli

import (
	"cmp"
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
	"github.com/skilllint/skilllint/internal/config"
	"github.com/skilllint/skilllint/internal/discover"
	"github.com/skilllint/skilllint/internal/driver"
	"github.com/skilllint/skilllint/internal/finding"
	"github.com/skilllint/skilllint/internal/pathless"
	"github.com/skilllint/skilllint/internal/safefile"
	"github.com/skilllint/skilllint/internal/sorting"
	"github.com/skilllint/skilllint/internal/treefs"
	"github.com/skilllint/skilllint/schema"
)

// A settlement knows what is in force for every file: it asks the configuration that is nearest
// to it and lets the command line have the last word.
type settlement struct {
	dir        string // the working directory
	analyzers  []*analysis.Analyzer
	flags      *sources
	selection  *config.Selection
	targets    []string // by --target; none: as the configuration says
	schema     config.Schema
	excluded   []config.Glob  // by --exclude
	fixed      *config.Config // by --config or --no-config; nil: the nearest of each file
	home       string         // what the paths that --config names are relative to
	output     *safefile.Writer
	checkRoot  func(discover.Root) error // nil: any root will do
	bases      bases
	from       source
	whole      bool            // all that lies below the roots is looked at
	lenient    bool            // so it is, and paths may be gone or of no known kind
	configured configSource    // where configurations are read
	keeping    *remembering    // nil: there is one run
	profile    *driver.Profile // nil: the run is not measured
	stdin      stdinFlags      // standard input is looked at in place of what paths name
	ledgers    map[string]bool // files that the command line says are ledgers, absolute and without links
	mended     overlay         // nil: the files are as the disk has them
	focus      *driver.Focus   // nil: everything is analysed whole

	enforced map[*analysis.Analyzer]bool       // by --enforce
	strict   *settlement                       // what holds for these, whatever configurations in the tree say; nil: the same
	adopted  map[*analysis.Tree]*analysis.Tree // trees of strict, and those of this run that they are

	mu       sync.Mutex
	finders  map[*analysis.Tree]*config.Finder
	roots    map[*analysis.Tree]discover.Root
	settings map[*config.Config]*driver.Settings
	comments map[*config.Config]*analysis.Suppressions
	first    *analysis.Tree

	overlooked map[string]bool // files that were probably meant as configurations, by path
	leavesOut  atomic.Bool     // something, by exclude
}

// misnamed are names that people give to a configuration when they remember it wrongly.
var misnamed = []string{".skilllint.yml", "skilllint.yaml", "skilllint.yml", ".skilllint", ".skilllint.json", ".skilllint.toml"}

// settle reads what the command line says and what holds for all files.
func (p *program) settle(flags *sources, selection *config.Selection) (*settlement, error) {
	dir, err := workingDirectory()
	if err != nil {
		return nil, err
	}
	s := &settlement{
		dir: dir, analyzers: p.rules(), flags: flags, selection: selection, output: &p.files,
		schema:   p.configSchema(),
		finders:  map[*analysis.Tree]*config.Finder{},
		roots:    map[*analysis.Tree]discover.Root{},
		settings: map[*config.Config]*driver.Settings{},
		comments: map[*config.Config]*analysis.Suppressions{},

		overlooked: map[string]bool{},
	}
	for _, text := range flags.exclude {
		glob, err := config.ParseGlob(text)
		if err != nil {
			return nil, fmt.Errorf("--exclude: %w", err)
		}
		s.excluded = append(s.excluded, glob)
	}
	switch {
	case flags.config != "" && flags.noConfig:
		return nil, usagef("--config and --no-config contradict each other; leave one out")
	case flags.noConfig:
		s.fixed = &config.Config{Dir: "."}
	case flags.config != "" && flags.configFrom != "":
		return s, nil // readAsOf reads it
	case flags.config != "":
		if s.fixed, err = s.read(flags.config, p.getenv("GIT_CEILING_DIRECTORIES")); err != nil {
			return nil, err
		}
	}
	return s, s.setEnforced()
}

// read reads the configuration that --config names. What it names in turn lies in its repository, or else
// below its folder.
func (s *settlement) read(name, ceilings string) (*config.Config, error) {
	failed := func(err error) error { return fmt.Errorf("--config %s: %w", name, pathless.Error(err)) }
	file, err := openGiven(name, treeAround(s.dir, name, ceilings))
	if err != nil {
		return nil, failed(err)
	}
	defer file.Close()
	if info, err := file.Stat(); err == nil && info.IsDir() {
		return nil, fmt.Errorf("--config %s: it is a directory; name the file in it", name)
	}
	folder, err := filepath.EvalSymlinks(filepath.Dir(name))
	if err == nil {
		folder, err = filepath.Abs(folder)
	}
	if err != nil {
		return nil, failed(err)
	}
	top := folder
	if repository, ok := discover.Repository(folder, ceilings); ok {
		top = repository
	}
	s.home = top
	if err := s.output.Distrust(top); err != nil {
		return nil, failed(err)
	}
	root, err := os.OpenRoot(top)
	if err != nil {
		return nil, failed(err)
	}
	defer root.Close()
	rel, err := filepath.Rel(top, filepath.Join(folder, filepath.Base(name)))
	if err != nil {
		return nil, failed(err)
	}
	return config.Read(file, name, filepath.ToSlash(rel), treefs.Disk(root), s.showFrom(top), s.schema)
}

// treeAround returns the tree that a file lies in: the repository around it, else the working
// directory.
func treeAround(dir, name, ceilings string) string {
	if full, err := filepath.Abs(name); err == nil {
		if repository, ok := discover.Repository(filepath.Dir(full), ceilings); ok {
			return repository
		}
	}
	return dir
}

// policy tells discovery what is in force below a root.
func (s *settlement) policy(root discover.Root) (*discover.Policy, error) {
	if err := s.output.Distrust(root.Dir); err != nil {
		return nil, err
	}
	if s.checkRoot != nil {
		if err := s.checkRoot(root); err != nil {
			return nil, err
		}
	}
	s.mu.Lock()
	root.Disk = s.disk(root)
	s.roots[root.Tree] = root
	s.finders[root.Tree] = s.keeping.finder(root, s.finder)
	if s.first == nil {
		s.first = root.Tree
	}
	s.mu.Unlock()
	if _, err := s.config(root.Tree, "."); err != nil {
		return nil, err
	}
	return &discover.Policy{
		Exclude: func(rel string, _ bool) (bool, error) {
			return s.excludes(root, rel), nil
		},
		Claim: func(rel string) (analysis.Kind, error) {
			if slices.Contains(misnamed, path.Base(rel)) && !strings.Contains("/"+rel, "/.github/") { // there it is a workflow
				s.overlooked[s.shown(root)(rel)] = true
			}
			c, err := s.config(root.Tree, path.Dir(rel))
			if err != nil {
				return 0, err
			}
			if s.ledgers[filepath.Join(root.Dir, filepath.FromSlash(rel))] {
				return analysis.Manifest, nil
			}
			return c.Claims(rel), nil
		},
		Foreign: func(rel string) (bool, error) {
			c, err := s.config(root.Tree, path.Dir(rel))
			return err == nil && c.IsLedger(rel), err
		},
		Configure: s.configure,
	}, nil
}

// excludes reports whether flags or configuration leave a path out. A mistake in a configuration
// is left to Claim, which is asked about every file that no ignore file hides: what is hidden
// must not end a run.
func (s *settlement) excludes(root discover.Root, rel string) bool {
	out := len(s.excluded) > 0 && config.MatchAny(s.excluded, root.Show(rel))
	if !out {
		c, err := s.config(root.Tree, path.Dir(rel))
		out = err == nil && c.Excludes(rel)
	}
	if out {
		s.leavesOut.Store(true)
	}
	return out
}

// rootOf returns the root that a file lies in.
func (s *settlement) rootOf(f *analysis.File) discover.Root {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.roots[f.Tree]
}

// shown turns a path below a root into one that leads there from the working directory: a
// configuration may stand above it, where paths in reports never are.
func (s *settlement) shown(root discover.Root) func(string) string { return s.showFrom(root.Dir) }

func (s *settlement) showFrom(dir string) func(string) string {
	return func(rel string) string {
		full := filepath.Join(dir, filepath.FromSlash(rel))
		if short, err := filepath.Rel(s.dir, full); err == nil {
			full = short
		}
		return filepath.ToSlash(full)
	}
}

// config returns the configuration of a directory of a tree.
func (s *settlement) config(tree *analysis.Tree, dir string) (*config.Config, error) {
	if s.fixed != nil {
		return s.fixed, nil
	}
	s.mu.Lock()
	finder := s.finders[tree]
	s.mu.Unlock()
	return finder.For(dir)
}

// configure tells a file what flags and configuration say of it.
func (s *settlement) configure(f *analysis.File) error {
	c, err := s.config(f.Tree, path.Dir(f.Rel))
	if err != nil {
		return err
	}
	if name := s.flags.dialect.value; name != "" && takesDialect(f, name) {
		config.SetDialect(f, name, "--dialect "+name)
		c.Extend(f)
	} else {
		c.Apply(f)
	}
	if len(s.targets) > 0 {
		f.Targets = s.targets
	}
	f.Suppressions = s.suppressions(c)
	return nil
}

// takesDialect reports whether --dialect is about a file: a SKILL.md and what belongs to it, and
// other Markdown where that dialect's skills are such files. Elsewhere its content tells whether
// it is a skill, and whose.
func takesDialect(f *analysis.File, name string) bool {
	skills := schema.Lookup(name).Kinds[analysis.Skill.String()]
	isFlat := skills != nil && skills.Name != nil && skills.Name.Equals == "stem"
	return path.Base(f.Rel) == "SKILL.md" || f.Kind == analysis.Reference || f.Kind == analysis.Skill && isFlat
}

// settingsFor returns the settings of a file; nil stands for a file that is none of the run's.
func (s *settlement) settingsFor(f *analysis.File) *driver.Settings {
	tree, dir := s.first, "."
	if f != nil {
		tree, dir = f.Tree, path.Dir(f.Rel)
	}
	var c *config.Config
	if s.fixed != nil || tree != nil {
		if found, err := s.config(tree, dir); err == nil { // discovery has returned the error
			c = found
		}
	}
	if c == nil {
		c = &config.Config{Dir: "."} // it is large, and this is asked for every finding
	}
	if f != nil {
		c = c.For(f.Rel)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if known := s.settings[c]; known != nil {
		return known
	}
	settings := s.keeping.settingsOf(c, func() *driver.Settings { return (*driver.Settings)(c.Settings(s.analyzers, s.selection)) })
	s.settings[c] = settings
	return settings
}

// severity is triage's policy.
func (s *settlement) severity(a *analysis.Analyzer, f *analysis.File) (analysis.Severity, bool) {
	if s.strict != nil && s.enforced[a] {
		return s.strict.severity(a, nil)
	}
	severity, ok := s.settingsFor(f).Severity[a]
	return severity, ok
}

// active returns the rules that were on for any file, sorted by name; of two house rules of one name that
// of the first configuration is the first.
func (s *settlement) active() []*analysis.Analyzer {
	s.settingsFor(nil)
	on := map[*analysis.Analyzer]bool{}
	for _, settings := range s.settings {
		for a, severity := range settings.Severity {
			if severity != analysis.Off && s.selection.Reports(a) && !config.IsEngine(a) {
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

// notices returns what the authors of the configurations have to know.
func (s *settlement) notices() []finding.Notice {
	var notices []finding.Notice
	var extended []string
	for _, c := range s.configs() {
		extended = append(extended, c.Extends...)
		for _, text := range c.Notices {
			notices = append(notices, finding.Notice{Path: c.Path, Message: text})
		}
	}
	if s.fixed == nil {
		for _, path := range slices.Sorted(maps.Keys(s.overlooked)) {
			if slices.Contains(extended, path) {
				continue
			}
			notices = append(notices, finding.Notice{Path: path, Message: "it is not read as a configuration; the name of one is " + config.Name})
		}
	}
	return notices
}

// configs returns the configurations that were in force for any file, sorted by path.
func (s *settlement) configs() []*config.Config {
	var used []*config.Config
	for c := range s.settings {
		if c = c.Base(); c.Path != "" && !slices.Contains(used, c) {
			used = append(used, c)
		}
	}
	sorting.By(used, func(a, b *config.Config) int { return strings.Compare(a.Path, b.Path) })
	return used
}
