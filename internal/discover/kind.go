package discover

import (
	"path"
	"strings"

	"github.com/skilllint/skilllint/analysis"
)

// A verdict is the kind and dialect of a file by its path. The zero verdict means neither.
type verdict struct {
	kind    analysis.Kind
	dialect string // empty: only the content tells
	why     string
	guess   bool // the content may change the dialect
	unsure  bool // the content may show that the file is not for clients
	later   bool // of the dialect's later edition
}

// Dialects whose files are recognized by more than the places of dialect.json.
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

// recognise returns the verdict on a file in a directory.
func (w *walker) recognise(f *folder, name string) verdict {
	if v := w.parsed(f, name); v.kind != 0 {
		return v
	}
	if v, ok := known().always[name]; ok {
		return v
	}
	return raw(f, name)
}

// parsed returns the verdict for kinds that are parsed.
func (w *walker) parsed(f *folder, name string) verdict {
	if isMiscased(f, name) {
		v := skillFile(f)
		v.why, v.guess, v.unsure = strings.Replace(v.why, "SKILL.md", name+", misspelled SKILL.md", 1), true, true
		return v
	}
	switch path.Ext(name) {
	case ".md":
		return w.markdown(f, name)
	case ".json":
		return jsonFile(f, name)
	case ".jsonl":
		if name == "MANIFEST.jsonl" {
			return verdict{kind: analysis.Manifest, dialect: cleo, why: name}
		}
	case ".yaml", ".yml":
		return yamlFile(f, name)
	default:
		for _, a := range []*area{f.area, f.second} {
			if a != nil && strings.HasSuffix(name, a.ext) {
				return verdict{kind: a.kind, dialect: a.dialect, why: a.why}
			}
		}
	}
	return verdict{}
}

func (w *walker) markdown(f *folder, name string) verdict {
	if name == "SKILL.md" {
		return skillFile(f)
	}
	own := name == "AGENT.md" && f.parent != nil && f.parent.name == "agents" && !f.quiet // as CLEO names it
	if v := inArea(f, name, false); v.kind != 0 && !(own && f.parent.parent != nil && f.parent.parent.plugin) {
		return v
	}
	if v := named(f, name); v.kind != 0 {
		return v
	}
	if v := inArea(f, name, true); v.kind != 0 {
		return v
	}
	switch {
	case !isGuide(name) && !strings.HasPrefix(name, "_") && w.isTeamFolder(f):
		return verdict{kind: analysis.Skill, dialect: triagent, why: ".md file of a team (_persona_*.yaml)"}
	case own:
		return verdict{kind: analysis.Agent, why: "agents/*/AGENT.md", guess: true, unsure: true}
	case name == "subagent-protocol-base.md" && f.name == "_shared" && f.parent != nil && f.parent.registry:
		return verdict{kind: analysis.BaseProtocol, dialect: cleo, why: "_shared/" + name + " next to a registry", later: f.parent.later}
	}
	if f.shared && !isGuide(name) && !f.quiet {
		return verdict{kind: analysis.Reference, dialect: cleo, why: ".md file in " + f.name + "/ of a registry"}
	}
	return owned(f, name)
}

// isMiscased reports whether a file is probably a SKILL.md with wrong case: the only such file of its
// directory, next to other skills. Elsewhere, "skill.md" is an ordinary page.
func isMiscased(f *folder, name string) bool {
	return strings.EqualFold(name, "SKILL.md") && name != "SKILL.md" && !f.skill && !f.quiet &&
		f.parent != nil && (f.parent.name == "skills" || f.parent.name == "skill") && (f.area == nil || f.area.guess)
}

// skillFile returns the dialect of a SKILL.md.
func skillFile(f *folder) verdict {
	v := verdict{kind: analysis.Skill, dialect: agentskills, why: "SKILL.md"}
	holder := f.parent
	switch {
	case f.home != nil && f.home.dialect != "":
		v.dialect, v.why = f.home.dialect, "SKILL.md; "+f.home.why
	case holder != nil && holder.registry:
		v.dialect, v.why, v.later = cleo, "SKILL.md; registry next to its directory", holder.later
	case f.ofTeam:
		v.dialect, v.why = triagent, "SKILL.md; in a team directory (_persona_*.yaml)"
	default:
		v.guess = true
		if f.home != nil {
			v.why = "SKILL.md; " + f.home.why
		}
	}
	return v
}

// inArea returns the verdict on a Markdown file in an area.
func inArea(f *folder, name string, late bool) verdict {
	a := f.area
	if a == nil {
		a = f.second
	}
	if a == nil || a.yields != late || a.ext != ".md" || isGuide(name) {
		return verdict{}
	}
	if a.guess && (f.quiet || f.owner != nil && f.owner.skill) {
		return verdict{} // part of a skill, as it is in its directory
	}
	return verdict{kind: a.kind, dialect: a.dialect, why: a.why, guess: a.guess, unsure: a.guess}
}

// isTeamFolder reports whether a directory contains skills of a triagent team, or of all teams.
func (w *walker) isTeamFolder(f *folder) bool {
	if f.parent == nil || strings.HasPrefix(f.name, "_") {
		return false
	}
	return f.parent.persona || f.name == "core" && w.hasTeams(f.parent)
}

// owned returns the kind of other Markdown by the nearest directory above it with a SKILL.md or
// MANIFEST.jsonl. If a directory has both, files of the skill are references.
func owned(f *folder, name string) verdict {
	p := f.owner
	switch {
	case p == nil:
	case p.skill:
		v := skillFile(p)
		return verdict{kind: analysis.Reference, dialect: v.dialect, later: v.later, why: ".md file below a directory with SKILL.md"}
	case !isGuide(name) && (p.outputs == nil || p.outputs[f.rel]):
		return verdict{kind: analysis.Output, dialect: cleo, why: ".md file below a directory with MANIFEST.jsonl"}
	}
	return verdict{}
}

// isGuide reports whether a file documents its directory for people or clients, and thus is not an agent
// file, command or output.
func isGuide(name string) bool {
	return strings.EqualFold(name, "README.md") || name == "AGENTS.md" || name == "CLAUDE.md"
}

func jsonFile(f *folder, name string) verdict {
	if v := named(f, name); v.kind != 0 {
		return ofPlugin(f, v)
	}
	if v := evals(f, name); v.kind != 0 {
		return v
	}
	in := f.name + "/" + name
	switch in {
	case "hooks/hooks.json":
		if f.parent != nil && f.parent.plugin {
			return verdict{kind: analysis.Hooks, dialect: claudeCode, why: in + " next to .claude-plugin/"}
		}
	case "skills/manifest.json":
		return verdict{kind: analysis.Registry, dialect: cleo, why: in, guess: true, unsure: true, later: f.later}
	case "_shared/placeholders.json":
		if f.parent != nil && f.parent.name == "skills" {
			return verdict{kind: analysis.Placeholders, dialect: cleo, why: "skills/" + in, later: f.parent.later}
		}
	}
	if name == "manifest.json" && !f.quiet {
		return verdict{kind: analysis.Registry, dialect: cleo, why: "manifest.json with a list of skills", guess: true, unsure: true, later: f.later}
	}
	return verdict{}
}

// ofPlugin returns the verdict on a file whose client its neighbors determine. A plugin.json next to skills may be a
// plugin of Copilot. Clients read a mcp.json only next to the plugin.json or .cursor-plugin of a plugin. Next to plugins
// of other clients only, a .mcp.json is in their format.
func ofPlugin(f *folder, v verdict) verdict {
	switch {
	case v.guess && strings.HasPrefix(f.name, ".") && f.rel != ".": // of another client
		return verdict{}
	case v.kind == analysis.Plugin && v.guess && f.parts:
		v.dialect = copilot
	case v.kind == analysis.MCP && v.guess && f.cursor:
		v.dialect, v.why = cursor, v.why+" next to .cursor-plugin/"
	case v.kind == analysis.MCP && v.guess && !f.portable:
		return verdict{}
	case v.kind == analysis.MCP && v.dialect == claudeCode && f.others && !f.plugin:
		v.dialect = ""
	}
	return v
}

// evals returns the verdict on a file of tests in the directory evals of a skill. Its content decides.
func evals(f *folder, name string) verdict {
	if f.name != "evals" || f.parent == nil || !f.parent.skill || name != "evals.json" && !strings.Contains(name, "trigger") {
		return verdict{}
	}
	return verdict{kind: analysis.Evals, dialect: agentskills, why: "evals/" + name + " of a skill", guess: true, unsure: true}
}

func yamlFile(f *folder, name string) verdict {
	switch {
	case name == "openai.yaml" && f.name == "agents" && f.parent != nil && f.parent.skill:
		return verdict{kind: analysis.SkillMeta, dialect: codex, why: "agents/openai.yaml next to SKILL.md"}
	case isPersona(name):
		return verdict{kind: analysis.Persona, dialect: triagent, why: "_persona_*.yaml"}
	case f.name == "_subagents":
		return verdict{kind: analysis.Agent, dialect: triagent, why: "YAML file in _subagents/"}
	}
	return verdict{}
}
