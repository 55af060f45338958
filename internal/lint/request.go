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

// A Request is the input of a run. With only Dir, Rules and Output set, it lints the working directory without flags.
type Request struct {
	Dir      string   // the working directory, absolute and without links
	Ceilings string   // value of GIT_CEILING_DIRECTORIES
	Paths    []string // empty: the working directory
	Stdin    *Stdin   // lint this file instead of Paths; nil: none

	// Memory is linted instead of the disk; Dir need not exist. It cannot be combined with Paths, Stdin and options that
	// need git. Nil: the disk.
	Memory *treefs.Memory

	Rules     []*analysis.Analyzer // rules that flags accept
	Known     []*analysis.Analyzer // rules that configurations accept; nil: Rules
	Analyzers []*analysis.Analyzer // analyzers that run
	Selection *config.Selection    // of Rules; nil: as configured
	Targets   []string             // clients that all skills must work with; empty: as configured

	Dialect    string          // of all SKILL.md; "": as configured or detected
	Config     string          // path of the configuration of all files; "": the nearest of each file
	NoConfig   bool            // read no configurations
	Isolated   bool            // trust nothing in the tree: no configurations, suppression comments, ignore files or excuses
	Guard      bool            // trust configurations of roots only if these are git work trees; see [policy.rootConfig]
	ConfigFrom string          // revision to read configurations from; "": the tree
	Exclude    []string        // globs
	Manifests  map[string]bool // additional manifests: absolute paths without links

	NoIgnore, FollowSymlinks bool
	AllowEmpty               bool // accept directories without files to lint
	Jobs                     int  // files to analyze concurrently; 0: one per processor

	NoInlineSuppressions bool
	Enforce              []string // globs of rules that the tree cannot switch off

	Whole    bool     // read everything below the roots of Paths
	Limit    bool     // report only Paths, but read the workspace that contains them
	Hook     bool     // as Limit, but also report new findings in other files
	HookBase string   // revision that a hook compares with
	Base     string   // revision that manifests are compared with
	Changed  Changed  // report only new findings
	Baseline Baseline // do not report recorded findings

	Simulation *Simulation // for tests of rules; nil: none

	Overlay Overlay      // changed files; nil: none
	Cache   *cache.Cache // of earlier runs; nil: none

	Output  *safefile.Writer              // roots are added as untrusted directories
	OnRoot  func(discover.Root) error     // called for each root before it is read; may be nil
	OnFile  func()                        // called for each file found, concurrently; may be nil
	Log     func(format string, a ...any) // prints progress; nil: none
	Profile *driver.Profile               // nil: no measurements
}

// isolate sets the options that Isolated implies. A configuration that the request names applies.
func (r *Request) isolate() {
	if r.Isolated {
		r.NoConfig, r.NoInlineSuppressions, r.NoIgnore = r.Config == "", true, true
	}
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
	Fixes  Staged // files of the index that fixes may change in the work tree; nil: no fixes
}

// DefaultBase means the upstream of the branch, or otherwise the default branch. No revision can contain its space.
const DefaultBase = "BASE "

func (c *Changed) any() bool { return c.Ref != "" || c.Staged }

// A Baseline specifies the recorded findings that are not reported.
type Baseline struct {
	File       string // "": see Configured
	Configured bool   // use the baselines in configurations
}
