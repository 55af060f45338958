package setup

import (
	"fmt"
	"strings"

	"github.com/skilllint/skilllint/analysis/quote"
)

// Options say what a configuration has beside what was found.
type Options struct {
	Extends  string     // the configuration that holds in the folders above; empty: there is none
	Baseline string     // the file that records findings; empty: none
	Rules    []RuleHint // those that find most, the first most
}

// A RuleHint is a rule that may be of interest.
type RuleHint struct {
	Name     string
	Findings int
}

// Manual describes every key of a configuration.
const Manual = "https://github.com/skilllint/skilllint/blob/main/docs/configuration.md"

// Config returns a commented configuration. Prose stands behind "# ", an example that takes effect
// without its "#" directly behind that.
func Config(s *Survey, o Options) string {
	var c text
	c.line("# What skilllint does here. %s", Manual)
	c.line("# has all keys, each of them optional. `skilllint config check` checks this file, and")
	c.line("# `skilllint config PATH` says what holds for a file. \"#\" without a blank begins an example.")
	c.line("#")
	c.line("# An editor with yaml-language-server completes the keys, and explains them, once")
	c.line("# `skilllint schema config > skilllint.schema.json` has been run and this is the first line:")
	c.line("# \"# yaml-language-server: $schema=skilllint.schema.json\".")
	if o.Extends != "" {
		c.section("What holds in the folders above holds here, too.")
		c.line("extends: %s", quoted(o.Extends))
	}
	c.dialects(s)
	c.exclude(s)
	c.rules(o.Rules)
	c.targets(s.Agents)
	if s.Manifest {
		c.section("Whether MANIFEST.jsonl has to keep to all of the protocol, or to what its readers need.")
		c.line("#manifest: {profile: strict}")
	}
	c.section("What things may cost a context window, in tokens.")
	c.line("#budgets: {skill: 5000, metadata: 100}")
	c.baseline(o.Baseline)
	c.section("Rules of your own: what is forbidden or required, and what to write instead.")
	c.line("#house:")
	c.line("#  no-latest:")
	c.line("#    forbid: {pattern: ':latest\\b', in: code}")
	c.line("#    message: an image without a version differs tomorrow; write its version")
	c.section("Comments that suppress findings have to give a reason.")
	c.line("#suppressions: {require-reason: true}")
	return c.String()
}

// A text is a file being written.
type text struct{ strings.Builder }

func (t *text) line(format string, args ...any) {
	fmt.Fprintf(&t.Builder, format, args...)
	t.WriteByte('\n')
}

// section begins a part of a configuration.
func (t *text) section(comments ...string) {
	t.WriteByte('\n')
	for _, comment := range comments {
		t.line("# %s", comment)
	}
}

func (t *text) dialects(s *Survey) {
	switch {
	case len(s.Pins) > 0:
		t.section("Which dialect files are read as, where their place does not tell.")
		t.line("dialects:")
		for _, p := range s.Pins {
			has := "have"
			if p.Telling == 1 {
				has = "has"
			}
			t.line("  # %s of %s here %s what only %s reads.", quote.Count(p.Telling), quote.Plural(p.Skills, "skill"), has, p.Dialect)
			t.line("  %s: %s", quoted(p.Folder), p.Dialect)
		}
	case len(s.Untold) > 0:
		t.section("Which dialect files are read as. Nothing tells whose the skills of this folder are, so they are",
			"checked against the Agent Skills specification; an agent that they are meant for finds more.")
		t.line("#dialects:")
		t.line("#  %s: claude-code", quoted(s.Untold[0]))
	}
}

func (t *text) exclude(s *Survey) {
	if len(s.Left) == 0 {
		t.section("What is left out: what others wrote, or what is to be wrong.")
		t.line("#exclude: [vendor, drafts]")
		return
	}
	t.section("What is left out: by their names these hold what others wrote, or no skills of your own.")
	t.line("exclude:")
	for _, l := range s.Left {
		t.line("  - %s # %s", quoted(l.Folder), quote.Plural(l.Files, "file"))
	}
}

func (t *text) rules(hints []RuleHint) {
	t.section("How bad it is what rules find, by rule, group or glob: off, info, warning or error.",
		"`skilllint rules` lists them, `skilllint explain RULE` tells what one is about.")
	t.line("#rules:")
	for _, h := range hints[:min(len(hints), 3)] {
		t.line("#  %s: info # %s when this was written", h.Name, quote.Plural(h.Findings, "finding"))
	}
	if len(hints) == 0 {
		t.line("#  links/orphan: 'off'")
	}
	t.section("The same for some files only.")
	t.line("#overrides:")
	t.line("#  - files: [drafts]")
	t.line("#    rules: {links: info}")
}

func (t *text) targets(agents []string) {
	if len(agents) == 0 {
		agents = []string{"codex", "claude-code"}
	}
	t.section("Agents that all skills must work on: what one of them rejects or reads otherwise is a finding.")
	t.line("#targets: [%s]", strings.Join(agents, ", "))
}

func (t *text) baseline(file string) {
	if file == "" {
		t.section("What was found already; `skilllint baseline` writes it. Only what is new is reported then.")
		t.line("#baseline: .skilllint-baseline.jsonl")
		return
	}
	t.section("What was found when skilllint began here, and does not count. `skilllint baseline --prune` takes out",
		"what was mended since.")
	t.line("baseline: %s", quoted(file))
}

// quoted writes a plain path for YAML: bare where it cannot be taken for anything but a text.
func quoted(path string) string {
	bare := path[0] >= 'a' && path[0] <= 'z' || path[0] >= 'A' && path[0] <= 'Z' || strings.HasPrefix(path, "../")
	switch strings.ToLower(path) {
	case "true", "false", "null", "yes", "no", "on", "off", "y", "n":
		bare = false
	}
	if !bare || strings.ContainsAny(path, "@ +") {
		return "'" + path + "'"
	}
	return path
}
