package cli

import (
	"context"
	"os"
	"path"
	"path/filepath"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/config"
	"github.com/skilllint/skilllint/internal/discover"
	"github.com/skilllint/skilllint/internal/pathless"
	"github.com/skilllint/skilllint/internal/quote"
	"github.com/skilllint/skilllint/internal/treefs"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// configFlags are the flags of config.
type configFlags struct {
	sources
	ruleFlags
	all    bool
	format *choice
}

func (p *program) configCommand() *cobra.Command {
	f := &configFlags{format: listFormat()}
	cmd := &cobra.Command{
		Use:   "config [flags] [path]",
		Short: "show what is in force for a file or folder, and where each value comes from",
		Long: "It prints what the configuration and the flags say of the file, or of the files of the folder: rules with their\n" +
			"options, dialect, agents, budgets and the like, each with the file, line and column where it stands, or the flag.\n" +
			"What is as it is by default is left out. Of a file that is left out it says by which glob.\n\n" +
			"skilllint config check reads configurations only, and says what is wrong with them.",
		Example:           "  skilllint config\n  skilllint config --all skills/deploy/SKILL.md\n  skilllint config check\n",
		Args:              atMost(1, "path"),
		ValidArgsFunction: completePaths,
		RunE:              func(cmd *cobra.Command, paths []string) error { return p.config(cmd.Context(), f, paths) },
	}
	set := pflag.NewFlagSet("Flags", pflag.ContinueOnError)
	set.BoolVar(&f.all, "all", false, "what is as it is by default, too")
	set.Var(named{f.format, "FMT"}, "format", "text or json")
	f.ruleFlags.register(set)
	f.sources.register(set)
	f.trust.register(set)
	addGroups(cmd, set)
	cmd.AddCommand(p.configCheckCommand())
	return cmd
}

// config is the command config.
func (p *program) config(ctx context.Context, f *configFlags, paths []string) error {
	name := "."
	if len(paths) > 0 {
		name = paths[0]
	}
	if err := checkPaths(paths, []string{"check"}); err != nil {
		return err
	}
	selection, _, err := config.Select(p.rules(), f.sel, f.ignore)
	if err != nil {
		return err
	}
	f.allowEmpty = true
	s, err := p.settle(&f.sources, selection)
	if err != nil {
		return err
	}
	s.targets = f.targets
	at, err := p.locate(s, name)
	if err != nil {
		return err
	}
	defer at.disk.Close()
	in, err := p.inForce(ctx, s, at)
	if err != nil {
		return err
	}
	if wrong := selection.Unknown([]*config.Config{in.config.Base()}); wrong != "" {
		return usagef("%s", wrong)
	}
	if f.format.value == "json" {
		return p.json(in.json())
	}
	in.text(p.forPeople(), f.all)
	return nil
}

// A location is a path of the command line, with the root that it lies below.
type location struct {
	name  string // as it was written
	top   string // directory of the root
	rel   string // below it, with "/"
	isDir bool
	disk  *os.Root
}

// dir returns the folder of which the configuration holds, below the root.
func (at *location) dir() string {
	if at.isDir {
		return at.rel
	}
	return path.Dir(at.rel)
}

// locate finds the root of a path.
func (p *program) locate(s *settlement, name string) (*location, error) {
	info, err := os.Stat(name)
	if err != nil {
		return nil, usagef("%s: %w", quote.Text(name), pathless.Error(err))
	}
	full, err := filepath.Abs(name)
	if err == nil && info.IsDir() {
		full, err = filepath.EvalSymlinks(full)
	} else if err == nil {
		var dir string
		dir, err = filepath.EvalSymlinks(filepath.Dir(full))
		full = filepath.Join(dir, filepath.Base(full))
	}
	if err != nil {
		return nil, usagef("%s: %w", quote.Text(name), pathless.Error(err))
	}
	at := &location{name: filepath.ToSlash(filepath.Clean(name)), isDir: info.IsDir(), top: full}
	if !at.isDir {
		at.top = filepath.Dir(full)
	}
	if repository, ok := discover.Repository(at.top, p.getenv("GIT_CEILING_DIRECTORIES")); ok {
		at.top = repository
	} else if isBelow(s.dir, full) {
		at.top = s.dir
	}
	rel, err := filepath.Rel(at.top, full)
	if err == nil {
		at.disk, err = os.OpenRoot(at.top)
	}
	if err != nil {
		return nil, usagef("%s: %w", quote.Text(name), pathless.Error(err))
	}
	at.rel = filepath.ToSlash(rel)
	return at, nil
}

// inForce finds out what holds for a path.
func (p *program) inForce(ctx context.Context, s *settlement, at *location) (*inForce, error) {
	of := s.finding(at)
	c, err := of(at.dir())
	if err != nil {
		return nil, err
	}
	in := &inForce{s: s, at: at, config: c}
	if !at.isDir {
		in.config = c.For(at.rel)
	}
	if in.excluded, err = s.leftOut(at, of); err != nil || in.excluded != nil || at.isDir {
		return in, err
	}
	result, err := p.analyse(ctx, s, nil, []string{at.name})
	if err != nil {
		return nil, err
	}
	for _, file := range result.files {
		if file.Rel == at.rel {
			in.file = file
		}
	}
	return in, nil
}

// finding returns what finds the configurations of the root of a path.
func (s *settlement) finding(at *location) func(dir string) (*config.Config, error) {
	if s.fixed != nil {
		return func(string) (*config.Config, error) { return s.fixed, nil }
	}
	return config.NewFinder(treefs.Disk(at.disk), s.showFrom(at.top), s.schema).For
}

// leftOut returns the glob by which a path, or a folder above it, is left out; nil: none.
func (s *settlement) leftOut(at *location, of func(dir string) (*config.Config, error)) (*config.Glob, error) {
	shown := s.shownIfNamed(at)
	for i := range s.excluded {
		if s.excluded[i].Match(shown) {
			return &s.excluded[i], nil
		}
	}
	for i := range len(at.rel) + 1 {
		if i < len(at.rel) && at.rel[i] != '/' {
			continue
		}
		c, err := of(path.Dir(at.rel[:i]))
		if err != nil {
			return nil, err
		}
		if glob, ok := c.ExcludedBy(at.rel[:i]); ok {
			return &glob, nil
		}
	}
	return nil, nil
}

// shownIfNamed returns how lint shows a path that it is given, which is what --exclude is about: outside of
// the working directory a file is named by its last part, and a folder not at all.
func (s *settlement) shownIfNamed(at *location) string {
	shown := s.showFrom(at.top)(at.rel)
	switch {
	case filepath.IsLocal(filepath.FromSlash(shown)):
		return shown
	case at.isDir:
		return "."
	}
	return path.Base(shown)
}

// enforcedAway returns the rules that --enforce takes out of the hands of the configuration.
func (in *inForce) enforcedAway(a *analysis.Analyzer) bool {
	s := in.s
	return s.enforced[a] && !s.flags.noConfig && (s.fixed == nil || liesIn(s.flags.config, []discover.Root{{Dir: in.at.top}}))
}
