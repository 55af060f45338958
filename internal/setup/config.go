package setup

import (
	"fmt"
	"strings"

	"github.com/skilllint/skilllint/analysis/quote"
)

// Options are optional parts of a configuration.
type Options struct {
	Extends  string     // the configuration of parent directories; empty: none
	Baseline string     // the baseline file; empty: none
	Rules    []RuleHint // rules with the most findings, in descending order
}

// A RuleHint is a rule that may need configuration.
type RuleHint struct {
	Name     string
	Findings int
}

// Manual is the documentation of all configuration keys.
const Manual = "https://github.com/skilllint/skilllint/blob/main/docs/configuration.md"

// Config returns a commented configuration. Prose follows "# "; an example follows "#" without a space and takes effect
// when the "#" is removed.
func Config(s *Survey, o Options) string {
	var c text
	c.line("# Configuration of skilllint. All keys are optional; reference:")
	c.line("# %s", Manual)
	c.line("# Run `skilllint config check` to validate this file, and `skilllint config PATH` to see what applies to a file.")
	c.line("# Lines with \"#\" and no space are examples.")
	c.line("#")
	c.line("# For completion in editors with yaml-language-server, run `skilllint schema config > skilllint.schema.json`")
	c.line("# and insert as the first line: \"# yaml-language-server: $schema=skilllint.schema.json\"")
	if o.Extends != "" {
		c.section("Inherit the configuration of the parent directory.")
		c.line("extends: %s", quoted(o.Extends))
	}
	c.dialects(s)
	c.exclude(s)
	c.rules(o.Rules)
	c.targets(s.Agents)
	if s.Protocol != "" {
		c.section(fmt.Sprintf("Report everything that %s requires as an error, in skills, subagents,", s.Protocol), "manifests and outputs.")
		c.line("#profile: strict")
	}
	c.section("Token budgets.")
	c.line("#budgets: {skill: 5000, metadata: 100}")
	c.baseline(o.Baseline)
	c.section("Custom rules: forbidden or required text.")
	c.line("#custom-rules:")
	c.line("#  no-latest:")
	c.line("#    forbid: {pattern: ':latest\\b', in: code}")
	c.line("#    message: image without a fixed version")
	c.section("Require a reason in suppression comments.")
	c.line("#suppressions: {require-reason: true}")
	return c.String()
}

// A text is a file being written.
type text struct{ strings.Builder }

func (t *text) line(format string, args ...any) {
	fmt.Fprintf(&t.Builder, format, args...)
	t.WriteByte('\n')
}

// section starts a section of a configuration.
func (t *text) section(comments ...string) {
	t.WriteByte('\n')
	for _, comment := range comments {
		t.line("# %s", comment)
	}
}

func (t *text) dialects(s *Survey) {
	defer t.hidden(s)
	switch {
	case len(s.Pins) > 0:
		t.section("Dialects of directories whose location does not determine one.")
		t.line("dialects:")
		for _, p := range s.Pins {
			t.line("  # detected from fields of %s in %s of %s", p.Dialect, quote.Count(p.Evidence), quote.Plural(p.Skills, "skill"))
			t.line("  %s: %s", quoted(p.Dir), p.Dialect)
		}
	case len(s.Undetected) > 0:
		t.section("Dialects by glob. The client of this directory's skills is unknown, so they are checked against the",
			"Agent Skills specification. Set their dialect for more precise findings.")
		t.line("#dialects:")
		t.line("#  %s: claude-code", quoted(s.Undetected[0]))
	}
}

// hidden proposes the dialect of clients that list name, description and path of each skill.
func (t *text) hidden(s *Survey) {
	if len(s.Hidden) == 0 {
		return
	}
	if len(s.Pins)+len(s.Undetected) == 0 {
		t.section("Dialects by glob.")
		t.line("#dialects:")
	}
	t.line("# The client of these skills is unknown. If its system prompt lists the name, description and path of each:")
	for _, dir := range s.Hidden {
		t.line("#  %s: progressive", quoted(dir))
	}
}

func (t *text) exclude(s *Survey) {
	if len(s.Excluded) == 0 {
		t.section("Excluded files, such as third-party code and deliberately invalid examples.")
		t.line("#exclude: [vendor, drafts]")
		return
	}
	t.section("Excluded files. The names of these directories suggest third-party code, templates or test data.")
	t.line("exclude:")
	for _, l := range s.Excluded {
		t.line("  - %s # %s", quoted(l.Dir), quote.Plural(l.Files, "file"))
	}
}

func (t *text) rules(hints []RuleHint) {
	t.section("Severities by rule, group or glob: off, info, warning or error.",
		"`skilllint rules` lists all rules, and `skilllint explain RULE` documents one.")
	t.line("#rules:")
	for _, h := range hints[:min(len(hints), 3)] {
		t.line("#  %s: info # currently %s", h.Name, quote.Plural(h.Findings, "finding"))
	}
	if len(hints) == 0 {
		t.line("#  links/orphan: 'off'")
	}
	t.section("Severities and options for some files only.")
	t.line("#overrides:")
	t.line("#  - files: [drafts]")
	t.line("#    rules: {links: info}")
}

func (t *text) targets(agents []string) {
	if len(agents) == 0 {
		agents = []string{"codex", "claude-code"}
	}
	t.section("Clients that all skills must work with. Differences between them are findings.")
	t.line("#targets: [%s]", strings.Join(agents, ", "))
}

func (t *text) baseline(file string) {
	if file == "" {
		t.section("Known findings, recorded by `skilllint baseline`. Only new findings are reported.")
		t.line("#baseline: .skilllint-baseline.jsonl")
		return
	}
	t.section("Known findings, which are not reported. `skilllint baseline --prune` removes fixed ones.")
	t.line("baseline: %s", quoted(file))
}

// quoted returns a path as a YAML scalar, quoted if necessary.
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
