package discover

import (
	"context"
	"os"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/finding"
	"github.com/skilllint/skilllint/internal/treefs"
)

// Limits of a tree. A notice lists what is skipped when one is reached.
const (
	maxEntries = 500_000 // files and directories; 100,000 skills with references have 390,000
	maxDepth   = 256     // directories above a file
	maxPath    = 1024    // bytes of a path below the root

	maxRegistry = 1 << 20 // bytes of a manifest.json that are searched for signs of a registry
)

// Options configure a walk. The zero value of each field except Dir is its default.
type Options struct {
	Dir      string   // the working directory, absolute
	Paths    []string // files and directories, as the user specified them; none: Dir
	Ceilings string   // value of GIT_CEILING_DIRECTORIES

	// File is checked with Content instead of Paths, whether it exists or not. It must be below the root of
	// Dir. As with Whole, everything below its root is read.
	File    string
	Content []byte

	Whole          bool // read everything below the roots of Paths, and Paths even if ignore files hide them
	Lenient        bool // as Whole; skip paths that are deleted, hidden or of no known kind, as a hook passes them
	NoIgnore       bool // ignore files do not count
	FollowSymlinks bool // walk links to directories inside the root even if these are never entered by name

	// Policy is called once for each root before it is walked. Nil, or a nil Policy: no flags and no
	// configuration.
	Policy func(Root) (*Policy, error)

	// Tracked returns the files that git tracks below a repository's directory, relative to it with "/". It
	// is called only if an ignore file hides a file that would be recognized. Nil: none.
	Tracked func(ctx context.Context, repository string) (map[string]bool, error)

	// CheckOwner returns an error if the .git of a directory points to another repository, so that git must
	// not be called. It is called for a .git that is not a directory. Nil: no check.
	CheckOwner func(ctx context.Context, repository string) error

	// Executable returns which of the tracked files among paths are executable. Nil: only the file system
	// decides.
	Executable func(ctx context.Context, repository string, rels []string) (map[string]bool, error)

	// Memory is read instead of the disk, as the directory Dir, which need not exist. Nothing else is read: Paths
	// and File are ignored. Nil: the disk.
	Memory treefs.FS

	// Open returns the tree to read instead of the directory of a root, such as a commit. Nil: the disk.
	Open func(ctx context.Context, dir string) (treefs.FS, error)

	// Sparse returns the files that a sparse checkout omits, which are read in addition. It may return nil,
	// and be nil.
	Sparse func(ctx context.Context, dir string) (treefs.FS, error)

	// Wrap returns a cache of the tree of a root. Nil: no cache.
	Wrap func(dir string, below treefs.FS) treefs.FS

	// Tree returns the empty tree to fill for the directory of a root. Nil: a new one.
	Tree func(dir, prefix string) *analysis.Tree

	// Recording records the walk; if it is one of a walk with the same options already, that one is repeated. Nil: nothing
	// is recorded. It requires Wrap, which must return the same tree each time.
	Recording *Recording

	// Fixed returns the tree of a root with fixes applied. Nil: nothing is fixed yet.
	Fixed func(Root) (treefs.FS, error)

	entries, survey int // replace maxEntries and maxSurvey in tests; 0: the defaults
}

// A Root is a directory. Nothing outside it is read.
type Root struct {
	Dir  string                  // absolute, without links
	FS   treefs.FS               // the files below it
	Disk *os.Root                // the directory to write to; without Options.Content and Fixed. It stays open. Nil: FS is not the disk
	Tree *analysis.Tree          // of all its files
	Base string                  // prefix of paths below the root that reports omit; empty, or ends with "/"
	Show func(rel string) string // converts a path below the root for reports
}

// A Policy is the part of flags and configuration that concerns paths below one root. Paths are relative to
// it, with "/". Each function may be nil; an error ends the walk.
type Policy struct {
	// Exclude reports whether a path is excluded; a directory is excluded with everything below it.
	Exclude func(rel string, dir bool) (bool, error)

	// Claim returns the kind that the configuration assigns to a file regardless of its name, or 0.
	Claim func(rel string) (analysis.Kind, error)

	// Foreign reports whether a manifest has a schema of the user, so that the files next to it are not
	// outputs of the protocol.
	Foreign func(rel string) (bool, error)

	// Configure is called for each recognized file before it is emitted. It may set Dialect, Pinned, Strict,
	// Claimed and Why.
	Configure func(*analysis.File) error
}

// An Input is a recognized file.
type Input struct {
	File  *analysis.File
	Guess bool // the content may change the dialect, or show that the file is not for clients
	Owned bool // if not for clients, it is still a file of a skill

	Same bool // neither its description nor its content changed since the last run; File is read-only then
	Kept *any // where the driver keeps its result for a run in which it is the same; nil: nowhere

	// Open opens the file if it is a regular one inside the root. It may be called repeatedly, concurrently,
	// and after Walk has returned.
	Open func() (treefs.File, error)
}

// Found is the result of a walk without the emitted files.
type Found struct {
	Roots   []Root
	Links   []analysis.Link  // links that resolve to nothing that can be checked, sorted by path
	Notices []finding.Notice // skipped paths and the reasons, sorted by path

	Unchecked []analysis.Unchecked // paths that could not be read, sorted by path

	Repeated bool // the walk is one of Options.Recording

	Hidden   []string // files that would have been recognized, but an ignore file hides them
	Searched []string // the requested directories, each with the number of entries read
	File     []string // the paths of Options.File in reports: its own, and the target if it is a link
}

// Rel returns the path, relative to its root, of a file that was not emitted, by its path in reports. If it
// is in no tree, the path is returned unchanged.
func (f *Found) Rel(shown string) string {
	for _, root := range f.Roots {
		for _, rel := range []string{root.Base + strings.TrimPrefix(shown, root.Tree.Prefix), shown} {
			if root.Tree.Exists(rel) && root.Show(rel) == shown {
				return rel
			}
		}
	}
	return shown
}

// Places lists where files are recognized, for error messages.
func Places() []string {
	patterns, directories := shownPlaces()
	last := len(directories) - 1
	return []string{
		"SKILL.md in any directory",
		".claude/{agents,commands,subagents,output-styles}, and agents, commands and output-styles next to .claude-plugin",
		"{.claude-plugin,.cursor-plugin,.github/plugin}/{plugin,marketplace}.json, plugin.json, gemini-extension.json",
		".mcp.json, {.cursor,.vscode}/mcp.json, {.claude,.gemini}/settings.json, .claude/settings.local.json",
		"skills/manifest.json, MANIFEST.jsonl, agents/*/AGENT.md",
		"_persona_*.yaml and the directories next to it",
		strings.Join(patterns, ", ") + " and the directories of " + strings.Join(directories[:last], ", ") + " and " + directories[last],
		"AGENTS.md, CLAUDE.md, GEMINI.md, .cursorrules, .windsurfrules and .clinerules in any directory",
		"client settings (security and encoding only)",
	}
}
