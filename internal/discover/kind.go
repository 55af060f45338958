package discover

import (
	"path"
	"strings"

	"github.com/skilllint/skilllint/analysis"
)

// A classification is the kind and dialect of a file according to its path. It is zero if the file is not recognized.
type classification struct {
	kind    analysis.Kind
	dialect string // empty: the content determines it
	why     string
	guess   bool // the content may change the dialect
	unsure  bool // the content may show that the file is not for clients
	later   bool // the dialect's later edition
}

// Dialects with special cases in addition to the places in dialect.json.
const (
	agentskills = "agentskills"
	claudeCode  = "claude-code"
	copilot     = "copilot"
	cursor      = "cursor"
	gemini      = "gemini"
	cleo        = "cleo"
	codex       = "codex"
	duyetbot    = "duyetbot"
	triagent    = "triagent"
)

// classifyByPath classifies a file in a directory.
func (w *walker) classifyByPath(f *directory, name string) classification {
	if v := w.classifyParsed(f, name); v.kind != 0 {
		return v
	}
	if v, ok := embeddedPlaces().always[name]; ok {
		return v
	}
	return classifyRaw(f, name)
}

// classifyParsed classifies files of the kinds that are parsed.
func (w *walker) classifyParsed(f *directory, name string) classification {
	if a, ok := w.declaredArea(f, name); ok && name != "SKILL.md" {
		return classification{kind: a.kind, dialect: a.dialect, why: a.why}
	}
	if isMiscased(f, name) {
		v := classifySkill(f)
		v.why, v.guess, v.unsure = strings.Replace(v.why, "SKILL.md", name+", misspelled SKILL.md", 1), true, true
		return v
	}
	switch path.Ext(name) {
	case ".md":
		return w.classifyMarkdown(f, name)
	case ".json":
		if v := w.classifySettings(f, name); v.kind != 0 {
			return v
		}
		return classifyJSON(f, name)
	case ".jsonl":
		if name == "MANIFEST.jsonl" {
			return classification{kind: analysis.Manifest, dialect: cleo, why: name}
		}
	case ".yaml", ".yml":
		return classifyYAML(f, name)
	default:
		for _, a := range []*area{f.area, f.geminiArea} {
			if a != nil && strings.HasSuffix(name, a.ext) {
				return classification{kind: a.kind, dialect: a.dialect, why: a.why}
			}
		}
	}
	return classification{}
}

func (w *walker) classifyMarkdown(f *directory, name string) classification {
	if name == "SKILL.md" {
		return classifySkill(f)
	}
	own := name == "AGENT.md" && f.parent != nil && f.parent.name == "agents" && !f.inExamples // as CLEO names it
	if v := w.classifyInArea(f, name, false); v.kind != 0 && !(own && f.parent.parent != nil && f.parent.parent.plugin) {
		return v
	}
	if v := classifyNamed(f, name); v.kind != 0 {
		return v
	}
	if v := w.classifyInArea(f, name, true); v.kind != 0 {
		return v
	}
	if v := w.classifyByNeighbors(f, name, own); v.kind != 0 {
		return v
	}
	if v := w.classifyLoose(f, name); v.kind != 0 {
		return v
	}
	if v := w.classifyOpenCode(f, name); v.kind != 0 {
		return v
	}
	return classifyOwned(f, name)
}

// classifyByNeighbors classifies a file of a team, or of a registry of CLEO. own: it has the name of an agent of CLEO.
func (w *walker) classifyByNeighbors(f *directory, name string, own bool) classification {
	switch {
	case !isGuide(name) && !strings.HasPrefix(name, "_") && w.isTeamDir(f):
		return classification{kind: analysis.Skill, dialect: triagent, why: ".md file of a team (_persona_*.yaml)"}
	case own:
		return classification{kind: analysis.Agent, why: "agents/*/AGENT.md", guess: true, unsure: true}
	case name == "subagent-protocol-base.md" && f.name == "_shared" && f.parent != nil && f.parent.registry:
		return classification{kind: analysis.BaseProtocol, dialect: cleo, why: "_shared/" + name + " next to a registry", later: f.parent.later}
	case f.shared && !isGuide(name) && !f.inExamples:
		return classification{kind: analysis.Reference, dialect: cleo, why: ".md file in " + f.name + "/ of a registry", later: f.parent != nil && f.parent.later}
	}
	return classification{}
}

// isMiscased reports whether a file is probably a SKILL.md with wrong case: its directory has no SKILL.md and is in a
// directory of skills. Elsewhere, "skill.md" is an ordinary page.
func isMiscased(f *directory, name string) bool {
	return strings.EqualFold(name, "SKILL.md") && name != "SKILL.md" && !f.skill && !f.inExamples &&
		f.parent != nil && (f.parent.name == "skills" || f.parent.name == "skill") && (f.area == nil || f.area.guess)
}

// classifySkill determines the dialect of a SKILL.md.
func classifySkill(f *directory) classification {
	v := classification{kind: analysis.Skill, dialect: agentskills, why: "SKILL.md"}
	holder := f.parent
	switch {
	case f.home != nil && f.home.dialect != "":
		v.dialect, v.why = f.home.dialect, "SKILL.md; "+f.home.why
	case holder != nil && holder.registry:
		v.dialect, v.why, v.later = cleo, "SKILL.md; registry next to its directory", holder.later
	case f.inTeam:
		v.dialect, v.why = triagent, "SKILL.md; in a team directory (_persona_*.yaml)"
	default:
		v.guess = true
		if f.home != nil {
			v.why = "SKILL.md; " + f.home.why
		}
	}
	return v
}

// classifyInArea classifies a Markdown file by the area of its directory. late: areas that yield to names.
func (w *walker) classifyInArea(f *directory, name string, late bool) classification {
	a := f.area
	if a == nil {
		a = f.geminiArea
	}
	if a == nil || a.afterNames != late || a.ext != ".md" || isGuide(name) || a.skips != "" && strings.HasPrefix(name, a.skips) {
		return classification{}
	}
	if (f.inPlugin || f.inOtherPlugin) && strings.HasSuffix(name, ".agent.md") {
		return classification{} // Copilot's, in a plugin in the format of another client
	}
	if a.guess && (f.inExamples || f.owner != nil && f.owner.skill) {
		return classification{} // part of a skill, or an example
	}
	if w.isLeft(f, a.kind) {
		return classification{}
	}
	if a.guess && w.isAmongDuyetbot(f, name) {
		return classification{kind: a.kind, dialect: duyetbot, why: a.why + "; most files next to it are duyetbot's"}
	}
	return classification{kind: a.kind, dialect: a.dialect, why: a.why, guess: a.guess, unsure: a.guess}
}

// isTeamDir reports whether a directory contains skills of a triagent team, or of all teams.
func (w *walker) isTeamDir(f *directory) bool {
	if f.parent == nil || strings.HasPrefix(f.name, "_") {
		return false
	}
	return f.parent.persona || f.name == "core" && w.hasTeams(f.parent)
}

// classifyOwned classifies other Markdown files by the nearest SKILL.md or MANIFEST.jsonl above them. If a directory
// has both, they are references of the skill.
func classifyOwned(f *directory, name string) classification {
	p := f.owner
	switch {
	case p == nil:
	case p.skill:
		v := classifySkill(p)
		return classification{kind: analysis.Reference, dialect: v.dialect, later: v.later, why: ".md file below a directory with SKILL.md"}
	case !isGuide(name) && (p.outputs == nil || p.outputs[f.rel]):
		return classification{kind: analysis.Output, dialect: cleo, why: ".md file below a directory with MANIFEST.jsonl"}
	}
	return classification{}
}

// isGuide reports whether a file documents its directory, and thus is not an agent file, command or output.
func isGuide(name string) bool {
	return strings.EqualFold(name, "README.md") || name == "AGENTS.md" || name == "CLAUDE.md"
}

func classifyJSON(f *directory, name string) classification {
	if v := classifyNamed(f, name); v.kind != 0 {
		return adjustForPlugin(f, v)
	}
	if v := classifyEvals(f, name); v.kind != 0 {
		return v
	}
	in := f.name + "/" + name
	switch in {
	case "hooks/hooks.json":
		if f.parent != nil && f.parent.plugin {
			return classification{kind: analysis.Hooks, dialect: claudeCode, why: in + " " + f.parent.pluginWhy()}
		}
	case "skills/manifest.json":
		return classification{kind: analysis.Registry, dialect: cleo, why: in, guess: true, unsure: true, later: f.later}
	case "_shared/placeholders.json":
		if f.parent != nil && f.parent.name == "skills" {
			return classification{kind: analysis.Placeholders, dialect: cleo, why: "skills/" + in, later: f.parent.later}
		}
	}
	if name == "manifest.json" && !f.inExamples {
		return classification{kind: analysis.Registry, dialect: cleo, why: "manifest.json with a list of skills", guess: true, unsure: true, later: f.later}
	}
	return classification{}
}

// adjustForPlugin adjusts the dialect of a file by the files next to it. A plugin.json next to skills may be a plugin of
// Copilot. Clients read mcp.json only next to a plugin.json or .cursor-plugin. A .mcp.json next to plugins of other
// clients, but not Claude Code, has their format.
func adjustForPlugin(f *directory, v classification) classification {
	switch {
	case v.guess && strings.HasPrefix(f.name, ".") && f.rel != ".": // in a directory of another client
		return classification{}
	case v.kind == analysis.Plugin && v.guess && f.parts:
		v.dialect = copilot
	case v.kind == analysis.MCP && v.guess && f.cursor:
		v.dialect, v.why = cursor, v.why+" next to .cursor-plugin/"
	case v.kind == analysis.MCP && v.guess && !f.portable:
		return classification{}
	case v.kind == analysis.MCP && v.dialect == claudeCode && f.otherPlugin && !f.plugin:
		v.dialect = ""
	}
	return v
}

// classifyEvals classifies a file in the directory evals of a skill. The content determines whether it contains tests.
func classifyEvals(f *directory, name string) classification {
	if f.name != "evals" || f.parent == nil || !f.parent.skill {
		return classification{}
	}
	return classification{kind: analysis.Evals, dialect: agentskills, why: "evals/" + name + " of a skill", guess: true, unsure: true}
}

func classifyYAML(f *directory, name string) classification {
	switch {
	case name == "openai.yaml" && f.name == "agents" && f.parent != nil && f.parent.skill:
		return classification{kind: analysis.SkillMeta, dialect: codex, why: "agents/openai.yaml next to SKILL.md"}
	case isPersona(name):
		return classification{kind: analysis.Persona, dialect: triagent, why: "_persona_*.yaml"}
	case f.name == "_subagents":
		return classification{kind: analysis.Agent, dialect: triagent, why: "YAML file in _subagents/"}
	}
	return classification{}
}
