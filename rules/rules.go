// Package rules lists all rules. Their pages are in docs/rules.
package rules

import (
	"slices"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/rules/budget"
	"github.com/skilllint/skilllint/rules/deps"
	"github.com/skilllint/skilllint/rules/files"
	"github.com/skilllint/skilllint/rules/frontmatter"
	"github.com/skilllint/skilllint/rules/links"
	"github.com/skilllint/skilllint/rules/manifest"
	"github.com/skilllint/skilllint/rules/markdown"
	"github.com/skilllint/skilllint/rules/portability"
	"github.com/skilllint/skilllint/rules/protocol"
	"github.com/skilllint/skilllint/rules/registry"
	"github.com/skilllint/skilllint/rules/security"
	"github.com/skilllint/skilllint/rules/suppression"
	"github.com/skilllint/skilllint/rules/tokens"
)

//go:generate go run ../internal/gen docs

// All returns all rules, sorted by name, in a new slice, so that callers may append rules.
func All() []*analysis.Analyzer { return slices.Clone(all) }

var all = []*analysis.Analyzer{
	budget.Catalog,
	budget.Declared,
	budget.Instructions,
	budget.Metadata,
	budget.References,
	budget.Skill,
	budget.Spawn,
	budget.Truncation,
	deps.Cycle,
	deps.DuplicateName,
	deps.Missing,
	deps.MixedInjection,
	deps.Persona,
	deps.Shadowed,
	deps.SimilarDescription,
	deps.TriggerCollision,
	files.Encoding,
	files.Executable,
	files.Name,
	files.Opaque,
	files.Size,
	files.Symlink,
	files.Unexpected,
	files.Unreadable,
	frontmatter.Description,
	frontmatter.Missing,
	frontmatter.NameMismatch,
	frontmatter.Schema,
	frontmatter.Syntax,
	frontmatter.Tool,
	frontmatter.Trigger,
	frontmatter.UnknownField,
	frontmatter.Version,
	links.Anchor,
	links.Backslash,
	links.Broken,
	links.Case,
	links.Depth,
	links.Escape,
	links.Orphan,
	links.Script,
	manifest.AppendOnly,
	manifest.DuplicateID,
	manifest.File,
	manifest.Findings,
	manifest.Followup,
	manifest.Line,
	manifest.Links,
	manifest.Output,
	manifest.Schema,
	manifest.Token,
	manifest.Unlisted,
	markdown.BodyLength,
	markdown.EmptyBody,
	markdown.Heading,
	markdown.NestedFence,
	markdown.Placeholder,
	markdown.RequiredSection,
	markdown.Tag,
	markdown.UnclosedComment,
	markdown.UnclosedFence,
	portability.Agent,
	portability.BlockScalar,
	portability.ReservedName,
	protocol.Coverage,
	protocol.ManifestWrite,
	protocol.Return,
	protocol.Role,
	protocol.Sequence,
	registry.Compatibility,
	registry.Dispatch,
	registry.Drift,
	registry.Location,
	registry.Path,
	registry.Schema,
	registry.Unlisted,
	registry.VersionBump,
	security.AutoRun,
	security.Backdoor,
	security.Consent,
	security.EncodedPayload,
	security.Exfiltration,
	security.HiddenText,
	security.HookScript,
	security.Injection,
	security.Persistence,
	security.Privilege,
	security.RemoteCode,
	security.Secret,
	security.Typosquat,
	suppression.Unknown,
	suppression.Unused,
	tokens.Argument,
	tokens.Command,
	tokens.Environment,
	tokens.PromptVariable,
	tokens.Reference,
	tokens.UndeclaredInput,
	tokens.Unresolved,
}
