package lint

import (
	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/config"
	"github.com/skilllint/skilllint/internal/discover"
	"github.com/skilllint/skilllint/internal/driver"
	"github.com/skilllint/skilllint/internal/lint/cache"
	"github.com/skilllint/skilllint/internal/safefile"
	"github.com/skilllint/skilllint/internal/treefs"
)

// A Request is the input of a run: files, rules and what to report. The zero value, with Dir, Rules and
// Output set, lints the working directory without flags.
type Request struct {
	Dir      string   // the working directory, absolute and without links
	Ceilings string   // GIT_CEILING_DIRECTORIES
	Paths    []string // none: the working directory
	Stdin    *Stdin   // nil: files are read

	// Memory is linted instead of the disk; nil: the disk. Paths are relative to it, and Dir need not exist. It
	// excludes Paths, Stdin and everything that needs git.
	Memory *treefs.Memory

	Rules     []*analysis.Analyzer // that flags may name
	Known     []*analysis.Analyzer // that configurations may name; nil: Rules
	Analyzers []*analysis.Analyzer // that run
	Selection *config.Selection    // of Rules; nil: as configured
	Targets   []string             // clients that every skill must work on; none: as configured

	Dialect    string          // of every SKILL.md; "": as configured or detected
	Config     string          // the configuration of all files; "": the nearest of each file
	NoConfig   bool            // no configuration is read
	ConfigFrom string          // the revision that configurations are read from; "": the tree
	Exclude    []string        // globs
	Manifests  map[string]bool // files that are manifests whatever their names, absolute and without links

	NoIgnore, FollowSymlinks bool
	AllowEmpty               bool // accept a directory with nothing to lint
	Jobs                     int  // files analyzed at a time; 0: one for each processor

	NoInlineSuppressions bool
	Enforce              []string // globs of rules that nothing in the tree can switch off

	Whole    bool     // read all below the roots of Paths
	Limit    bool     // report only Paths, and read the workspace around them
	Hook     bool     // as Limit, with the effects of a commit on other files
	HookBase string   // the revision that a hook compares with
	Base     string   // the revision that manifests are compared with
	Changed  Changed  // report new findings only
	Baseline Baseline // do not report recorded findings

	Simulation *Simulation // in tests of rules; nil: none

	Overlay Overlay      // changed files; nil: none
	Cache   *cache.Cache // of runs before; nil: none

	Output  *safefile.Writer              // learns which directories are untrusted
	OnRoot  func(discover.Root) error     // is called for each root before it is read; may be nil
	OnFile  func()                        // is called for each file that is found, concurrently; may be nil
	Log     func(format string, a ...any) // progress for people; nil: none
	Profile *driver.Profile               // nil: not measured
}

// A Stdin is the content of an unsaved file.
type Stdin struct {
	Path    string // need not exist
	Content []byte
}

// A Changed requests findings that a base does not have.
type Changed struct {
	Ref    string // a revision, [DefaultBase], or "": see Staged
	Staged bool   // compare the index with HEAD
	Fixes  Staged // files of the index that fixes changed in the work tree; nil: nothing is fixed
}

// DefaultBase means the upstream of the branch, or else the default branch. The space keeps it apart from revisions.
const DefaultBase = "BASE "

func (c *Changed) any() bool { return c.Ref != "" || c.Staged }

// A Baseline specifies the recorded findings that are not reported.
type Baseline struct {
	File       string // "": see Configured
	Configured bool   // those that configurations name
}
