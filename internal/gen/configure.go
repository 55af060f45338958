package main

import (
	"cmp"
	"fmt"
	"path"
	"strings"

	"github.com/skilllint/skilllint/analysis"
)

// milder maps default severities to the one in a page's configuration example.
var milder = map[analysis.Severity]string{analysis.Off: "warning", analysis.Info: "off", analysis.Warning: "info", analysis.Error: "warning"}

// configure returns the section on how to configure and suppress the rule.
func (p page) configure() string {
	if p.rule == analysis.Broken {
		return "" // cannot be configured or suppressed
	}
	name := p.rule.Name
	text := "Set the severity (`off`, `info`, `warning` or `error`) in `.skilllint.yaml`:\n\n" +
		fmt.Sprintf("```yaml\nrules:\n  %s: %s\n```\n\n", name, milder[p.rule.Severity])
	comments := p.comments()
	if p.rule.IsSecurity() {
		text += "The rule is [protected](../../configuration.md#protected-rules): a configuration below the root can only raise the\n" +
			"severity, and comments suppress findings only if the configuration of the root allows it.\n\n"
		comments = ""
	}
	switch comments {
	case "html":
		return text + fmt.Sprintf("Suppress a finding on the next line, with a reason:\n\n```markdown\n<!-- skilllint-disable-next-line %s -- reason -->\n```\n", name)
	case "yaml":
		return text + fmt.Sprintf("Suppress a finding in YAML with a comment on the line before or at the end of the line, with a reason:\n\n```yaml\n# skilllint-ignore %s -- reason\n```\n", name)
	}
	return text + "Turn the rule off for single files" + map[bool]string{false: ", such as those without comments"}[p.rule.IsSecurity()] + ":\n\n" +
		fmt.Sprintf("```yaml\noverrides:\n  - files: [%s]\n    rules: {%s: off}\n```\n", cmp.Or(p.example.path, "path/to/file"), name)
}

// comments returns the form of comments ("html", "yaml", or "" for none) at the first finding of the example.
func (p page) comments() string {
	switch path.Ext(p.example.path) {
	case "", ".json", ".jsonl", ".toml":
		return ""
	case ".yaml", ".yml":
		return "yaml"
	}
	first := p.example.found[0].Place.Start.Line
	if text, ok := strings.CutPrefix(string(p.example.source), "---\n"); ok {
		if frontmatter, _, ok := strings.Cut(text, "\n---\n"); ok && first <= strings.Count(frontmatter, "\n")+3 {
			return "yaml"
		}
	}
	return "html"
}
