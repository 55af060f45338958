package analysis

import "math/bits"

// A Kind is the role of a file to its client. Kinds are bits, so a set of kinds is a Kind as well.
type Kind uint32

// The kinds of files.
const (
	Skill        Kind = 1 << iota // SKILL.md, or a flat skill of duyetbot and triagent
	Agent                         // agent, subagent, AGENT.md
	Command                       // slash command
	Instructions                  // AGENTS.md, CLAUDE.md, copilot-instructions.md, *.instructions.md, …
	Prompt                        // *.prompt.md
	CursorRule                    // .cursor/rules/*.mdc, .claude/rules/*.md, …
	Persona                       // _persona_*.yaml
	SkillMeta                     // agents/openai.yaml next to a SKILL.md
	Plugin                        // plugin.json, gemini-extension.json
	Marketplace                   // marketplace.json
	Registry                      // manifest.json
	Manifest                      // MANIFEST.jsonl
	Output                        // output file in a manifest
	Reference                     // other Markdown of a skill
	Placeholders                  // skills/_shared/placeholders.json
	Hooks                         // hooks/hooks.json of a plugin
	MCP                           // .mcp.json and the like: servers of the Model Context Protocol
	Settings                      // .claude/settings.json, .gemini/settings.json
	OutputStyle                   // .claude/output-styles/*.md
	Evals                         // evals/evals.json of a skill, and queries that should trigger it
	BaseProtocol                  // skills/_shared/subagent-protocol-base.md
	Context                       // settings and MCP servers that a client reads when it starts
	Resource                      // any other file of a skill
	lastKind
)

var kindNames = [...]string{"skill", "agent", "command", "instructions", "prompt", "rule", "persona",
	"openai-yaml", "plugin", "marketplace", "registry", "manifest", "output", "reference",
	"placeholders", "hooks", "mcp", "settings", "output-style", "evals", "protocol", "context", "resource"}

// Sets of kinds.
const (
	// Markdown is the set of kinds that are read as Markdown, with or without frontmatter.
	Markdown = Skill | Agent | Command | Instructions | Prompt | CursorRule | OutputStyle | Output | Reference

	// Text is the set of kinds whose body is parsed as Markdown.
	Text = Markdown | BaseProtocol

	// JSON is the set of kinds that are read as JSON.
	JSON = Plugin | Marketplace | Registry | Placeholders | Hooks | MCP | Settings | Evals

	// Raw is the set of kinds whose bytes alone are checked.
	Raw = Context | Resource

	// Parsed is the set of all others.
	Parsed = (lastKind - 1) &^ Raw
)

// String returns the name of a single kind: the file name of its schema.
func (k Kind) String() string {
	if i := bits.TrailingZeros32(uint32(k)); i < len(kindNames) {
		return kindNames[i]
	}
	return "unknown"
}

// ParseKind returns the kind with a name, and whether there is one.
func ParseKind(name string) (Kind, bool) {
	for i, n := range kindNames {
		if n == name {
			return 1 << i, true
		}
	}
	return 0, false
}

// Names returns the names of a set of kinds, in the order of their declaration.
func (k Kind) Names() []string {
	var names []string
	for b := Kind(1); b < lastKind; b <<= 1 {
		if k&b != 0 {
			names = append(names, b.String())
		}
	}
	return names
}
