package catalog

import "path"

// codexBuiltins are the built-in skills that codex lists. A fifth one, review-agent, can be run by name only.
// Codex writes them to the home directory on its first start.
var codexBuiltins = []struct{ name, description string }{
	{"imagegen", "Generate or edit raster images when the task benefits from AI-created bitmap visuals such as photos, " +
		"illustrations, textures, sprites, mockups, or transparent-background cutouts. Use when Codex should create a " +
		"brand-new image, transform an existing image, or derive visual variants from references, and the output " +
		"should be a bitmap asset rather than repo-native code or vector. Do not use when the task is better handled " +
		"by editing existing SVG/vector/code-native assets, extending an established icon or logo system, or building " +
		"the visual directly in HTML/CSS/canvas."},
	{"openai-docs", "API first-timers, Codex/Work Q&A. If the user already has an OpenAI API integration, skip this skill for API " +
		"questions and use the developer docs. Read this skill before answering how Codex or ChatGPT Work behaves, " +
		"where to find a feature, or how to configure or troubleshoot this app or coding agent. This includes " +
		"conversation history, model and cache behavior, instruction precedence, permissions, and tool availability. " +
		"Use for API onboarding only when the user is connecting to the OpenAI API for the first time. Skip action " +
		"requests, such as scheduling an automation, and tasks fully answered by supplied text or data."},
	{"skill-creator", "Create or update a Codex skill with appropriately scoped instructions and any needed supporting resources."},
	{"skill-installer", "Install Codex skills into $CODEX_HOME/skills from a curated list or a GitHub repo path. Use when a user asks " +
		"to list installable skills, install a curated skill, or install a skill from another repo (including private " +
		"repos)."},
}

// builtins adds the built-in skills. If the home directory is unknown, their paths start with "~".
func (w *codexScan) builtins(root Root) {
	w.roots = append(w.roots, root)
	for _, b := range codexBuiltins {
		rel := b.name + "/SKILL.md"
		w.found = append(w.found, codexSkill{Item: Item{Name: b.name, Description: b.description}, root: len(w.roots) - 1,
			rel: rel, real: path.Join(root.Path, rel), capped: b.description})
	}
}
