package discover

import (
	"context"
	"os"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/finding"
	"github.com/skilllint/skilllint/internal/treefs"
)

// Limits of a tree. If one is reached, the skipped paths are reported.
const (
	maxEntries = 500_000 // files and directories; 100,000 skills with references have 390,000
	maxDepth   = 256     // directories above a file
	maxPath    = 1024    // bytes of a path relative to the root

	maxRegistry = 1 << 20 // bytes of a manifest.json that are read to detect a registry
)

// Options configure a walk. The zero value of each field except Dir is its default.
type Options struct {
	Dir      string   // the working directory, absolute
	Paths    []string // files and directories, as specified by the user; empty: Dir
	Ceilings string   // value of GIT_CEILING_DIRECTORIES
	Mark     string   // name of the file that marks a root outside of repositories; empty: none

	// File is checked with Content instead of Paths. It need not exist, but must be below the root of Dir. As with
	// Whole, everything below its root is read.
	File    string
	Content []byte

	Whole          bool // read everything below the roots of Paths, and Paths even if they are ignored
	Lenient        bool // as Whole, but skip paths that are deleted, ignored or of unknown kind: a hook may pass them
	NoIgnore       bool // do not apply ignore files
	FollowSymlinks bool // follow links to directories inside the root, even if these are excluded

	// Policy is called once for each root before it is walked. If it is nil or returns nil, no flags or
	// configuration apply.
	Policy func(Root) (*Policy, error)

	// Tracked returns the files that git tracks in a repository, relative to its directory, with "/". It is called
	// only if an ignore file hides a file that would be recognized. Nil: none.
	Tracked func(ctx context.Context, repository string) (map[string]bool, error)

	// CheckOwner returns an error if the .git of a directory points to another repository; git must not be called
	// then. It is called for a .git that is not a directory. Nil: no check.
	CheckOwner func(ctx context.Context, repository string) error

	// Executable returns which of the tracked files among paths are executable. Nil: only the file system
	// decides.
	Executable func(ctx context.Context, repository string, rels []string) (map[string]bool, error)

	// Memory replaces the disk: its root is Dir, which need not exist. Paths and File are ignored. Nil: the disk.
	Memory treefs.FS

	// Open returns the tree to read for a root, such as a commit. Nil: the disk.
	Open func(ctx context.Context, dir string) (treefs.FS, error)

	// Sparse returns the files that a sparse checkout omits. They are read, too. It may be nil or return nil.
	Sparse func(ctx context.Context, dir string) (treefs.FS, error)

	// Wrap returns a cache of the tree of a root. Nil: no cache.
	Wrap func(dir string, below treefs.FS) treefs.FS

	// Tree returns the empty tree to fill for a root. Nil: a new one.
	Tree func(dir, prefix string) *analysis.Tree

	// Recording records the walk, or replays the recorded walk if that had the same options. It requires Wrap, which
	// must return the same tree each time. Nil: no recording.
	Recording *Recording

	// Fixed returns the tree of a root with fixes applied. Nil: no fixes.
	Fixed func(Root) (treefs.FS, error)

	entries, survey int // replace maxEntries and maxSurvey in tests; 0: the defaults
}

// A Root is a directory. No files outside it are read.
type Root struct {
	Dir  string                  // absolute, without links
	FS   treefs.FS               // its files
	Disk *os.Root                // the directory to write to, without Options.Content and Fixed. It stays open. Nil: FS is not the disk
	Tree *analysis.Tree          // the paths of all its files
	Git  bool                    // it is the work tree of a repository
	Base string                  // prefix of relative paths that reports omit; empty, or ends with "/"
	Show func(rel string) string // converts a relative path for reports
}

// A Policy applies flags and configuration to the paths of one root. Paths are relative to it, with "/". Each
// function may be nil; an error ends the walk.
type Policy struct {
	// Exclude reports whether a path is excluded. An excluded directory is not entered.
	Exclude func(rel string, dir bool) (bool, error)

	// Claim returns the kind that the configuration assigns to a file regardless of its name, or 0.
	Claim func(rel string) (analysis.Kind, error)

	// Foreign reports whether a manifest has a user-defined schema. The files next to it are then not outputs of the
	// protocol.
	Foreign func(rel string) (bool, error)

	// Configure is called for each recognized file before it is emitted. It may set Dialect, Pinned, Strict,
	// Claimed and Why.
	Configure func(*analysis.File) error
}

// An Input is a recognized file.
type Input struct {
	File  *analysis.File
	Guess bool // the content may change the dialect, or show that the file is not for clients
	Owned bool // the file belongs to a skill, even if it is not for clients

	Same bool // neither File nor the content changed since the last run; File is read-only then
	Kept *any // storage for the driver's result, for runs in which the input is the same; nil: none

	// Open opens the file if it is a regular file inside the root. It may be called repeatedly, concurrently, and
	// after Walk has returned.
	Open func() (treefs.File, error)
}

// Found is the result of a walk, except for the emitted files.
type Found struct {
	Roots   []Root
	Links   []analysis.Link  // links that resolve to nothing that can be checked, sorted by path
	Notices []finding.Notice // skipped paths and the reasons, sorted by path

	Unchecked []analysis.Unchecked // paths that could not be read, sorted by path

	Repeated bool // the walk was replayed from Options.Recording

	Hidden   []string // recognizable files that ignore files hide
	Searched []string // the requested directories, each with the number of entries read
	File     []string // the path of Options.File in reports, and that of its target if it is a link
}

// Rel converts the path of a file in reports to the path relative to its root. If no root has the file, the path is
// returned unchanged.
func (f *Found) Rel(shown string) string {
	for _, root := range f.Roots {
		for _, rel := range []string{root.Base + strings.TrimPrefix(shown, root.Tree.Prefix), strings.TrimPrefix(shown, root.Tree.Prefix)} {
			if root.Tree.Exists(rel) && root.Show(rel) == shown {
				return rel
			}
		}
	}
	return shown
}

// Places lists the names and directories of recognized files, for error messages.
func Places() []string {
	patterns, directories := shownPlaces()
	last := len(directories) - 1
	return []string{
		"SKILL.md in any directory",
		".claude/{agents,commands,subagents,output-styles}, and agents, commands and output-styles next to .claude-plugin",
		"agents and commands at the root or next to skills, with frontmatter of Claude Code, or next to opencode.json",
		"{.claude-plugin,.cursor-plugin,.github/plugin}/{plugin,marketplace}.json, plugin.json, gemini-extension.json",
		".mcp.json, {.cursor,.vscode}/mcp.json, {.claude,.gemini}/settings.json, .claude/settings.local.json",
		"skills/manifest.json, MANIFEST.jsonl, agents/*/AGENT.md",
		"_persona_*.yaml and the directories next to it",
		strings.Join(patterns, ", ") + " and the directories of " + strings.Join(directories[:last], ", ") + " and " + directories[last],
		"AGENTS.md, CLAUDE.md, GEMINI.md, .cursorrules, .windsurfrules and .clinerules in any directory",
		"skills-lock.json, apm.yml, .well-known/{agent-skills,skills}/index.json, and server.json of the MCP registry",
		"client settings (security and encoding only)",
	}
}
