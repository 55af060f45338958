package discover

import (
	"context"
	"os"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/finding"
	"github.com/skilllint/skilllint/internal/treefs"
)

// The limits of a tree. Where one is reached a notice says what was not looked at.
const (
	maxEntries = 200_000 // files and folders
	maxDepth   = 256     // folders on the way to a file
	maxPath    = 1024    // bytes of a path below the root

	maxRegistry = 1 << 20 // bytes of a manifest.json in which marks of a registry are looked for
)

// Options say what to look for and where. The zero value of each field but Dir is its default.
type Options struct {
	Dir      string   // the working directory, absolute
	Paths    []string // files and directories, as the user wrote them; none: Dir
	Ceilings string   // value of GIT_CEILING_DIRECTORIES

	// File is looked at in place of Paths, with Content, whether the disk has such a file or not; and all
	// that lies below its root, as with Whole. It must lie below the root of Dir.
	File    string
	Content []byte

	Whole          bool // everything below the roots of Paths is looked at, and they themselves if ignore files hide them
	Lenient        bool // as Whole; paths that are gone, hidden or of no known kind are passed over, as a hook gives them
	NoIgnore       bool // ignore files do not count
	FollowSymlinks bool // links to folders inside the root are walked even if these are never entered by name

	// Policy is asked once for each root, before anything below it is looked at. nil, or a nil
	// Policy: neither flags nor configuration have a say.
	Policy func(Root) (*Policy, error)

	// Tracked returns what git tracks below a repository's directory, relative to it with "/". It is
	// called only when an ignore file hides something that would be recognised. nil: nothing is.
	Tracked func(ctx context.Context, repository string) (map[string]bool, error)

	// CheckOwner returns an error if the .git of a repository's directory leads to the repository of another one, so
	// that git cannot be asked. It is called for a .git that is no directory. nil: none is.
	CheckOwner func(ctx context.Context, repository string) error

	// Executable says of the files that git tracks among those at paths below a repository's directory
	// whether they may be run. nil: only the file system is asked.
	Executable func(ctx context.Context, repository string, rels []string) (map[string]bool, error)

	// Open returns what is read in place of the directory of a root, as a commit of its repository. nil:
	// the disk.
	Open func(ctx context.Context, dir string) (treefs.FS, error)

	// Sparse returns what is looked at as well where the directory of a root has nothing of that name: what
	// a sparse checkout leaves out. It may return nil, and be nil itself.
	Sparse func(ctx context.Context, dir string) (treefs.FS, error)

	// Wrap returns what is read in place of what a root's directory holds: the same, from memory. nil: it
	// is read anew.
	Wrap func(dir string, below treefs.FS) treefs.FS

	// Tree returns the tree that is to be filled for a root's directory, empty. nil: a new one.
	Tree func(dir, prefix string) *analysis.Tree

	// Fixed returns what is read in place of what stands below a root: the same, but for files that have
	// the content and mode that they will have. nil: nothing is fixed yet.
	Fixed func(Root) (treefs.FS, error)

	entries, survey int // in place of maxEntries and maxSurvey, for tests; 0: these
}

// A Root is a directory outside of which nothing is read.
type Root struct {
	Dir  string                  // absolute, without links
	FS   treefs.FS               // what lies below it
	Disk *os.Root                // the same, to be written to, but for Options.Content and Fixed; it stays open. nil: FS is not the disk
	Tree *analysis.Tree          // of all its files
	Base string                  // what comes before a path below the root, and not in reports; empty, or ends with "/"
	Show func(rel string) string // turns a path below it into one for reports
}

// A Policy is what flags and configuration say of the paths below one root. Paths are relative
// to it, with "/". Each function may be nil; an error ends the walk.
type Policy struct {
	// Exclude reports whether a path is left out; of a folder, with everything below it.
	Exclude func(rel string, dir bool) (bool, error)

	// Claim returns the kind that the configuration gives to a file whatever its name says, or 0.
	Claim func(rel string) (analysis.Kind, error)

	// Foreign reports whether a file that is claimed as a manifest is of the user's own form: the
	// files beside it are no outputs of the protocol.
	Foreign func(rel string) (bool, error)

	// Configure is called for each file that was recognised, before it is handed out. It may
	// set Dialect, Pinned, Strict, Claimed and Why.
	Configure func(*analysis.File) error
}

// An Input is a file that was recognised.
type Input struct {
	File  *analysis.File
	Guess bool // the content may change the file's dialect, or show that it is none of ours
	Owned bool // then it is a file of a skill all the same

	// Open opens the file if it is a regular one inside the root. It may be called more than
	// once, concurrently, and after Walk has returned.
	Open func() (treefs.File, error)
}

// Found is what a walk saw beside the files that it handed out.
type Found struct {
	Roots   []Root
	Links   []analysis.Link  // links that lead to nothing that can be checked, sorted by path
	Notices []finding.Notice // what was not looked at and why, sorted by path

	Unchecked []analysis.Unchecked // what should have been looked at and could not be, sorted by path

	Hidden   []string // files that would have been recognised, if an ignore file did not hide them
	Searched []string // the directories that were asked for, with how much was seen in them
	File     []string // the paths under which reports show Options.File: its own, and what it leads to as a link
}

// Rel returns the path from the root of its tree of what reports show under a path: of a file that was
// not handed out. Of what no tree has, it is the path itself.
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
		".claude/{agents,commands,subagents}, and agents and commands next to .claude-plugin",
		".claude-plugin/{plugin,marketplace}.json",
		"skills/manifest.json, MANIFEST.jsonl, agents/*/AGENT.md",
		"_persona_*.yaml and the directories next to it",
		strings.Join(patterns, ", ") + " and the directories of " + strings.Join(directories[:last], ", ") + " and " + directories[last],
		"CLAUDE.md, AGENTS.md, GEMINI.md, .cursorrules, .mcp.json and client settings (security and encoding only)",
	}
}
