package load

import (
	"bytes"
	"iter"
	"path"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/schema"
)

// claudeFields are frontmatter fields that only Claude Code reads.
var claudeFields = []string{"disable-model-invocation", "user-invocable", "argument-hint", "context", "agent",
	"hooks", "when_to_use", "disallowed-tools", "paths", "shell", "effort", "arguments"}

// refineDialect determines the dialect of a file by its content if the path is ambiguous. It reads the frontmatter
// as text, line by line, because invalid YAML has a dialect, too. It reports whether the file is for clients
// at all.
func refineDialect(f *analysis.File, clean []byte, h analysis.Header) bool {
	keys := headerKeys(clean, h)
	base := path.Base(f.Rel)
	if strings.EqualFold(base, "SKILL.md") && base != "SKILL.md" && !(has(keys, "name") && has(keys, "description")) {
		return false
	}
	dialect, why := "", ""
	switch {
	case f.Kind == analysis.Agent && f.Dialect != nil: // most files in .claude/subagents are meant for Claude Code, which reads agents/
		return duyetbotType(keys) != "" || has(keys, "triggers") || hasDuyetbotField(keys)
	case f.Kind == analysis.Agent:
		dialect, why = agentDialect(keys, clean)
	default:
		dialect, why = skillDialect(f, keys, clean, h)
	}
	if dialect == "" {
		return f.Dialect != nil
	}
	if d := schema.Lookup(dialect); d != nil {
		f.Dialect, f.Guessed = d, f.Kind == analysis.Skill
		f.Why += "; " + why
	}
	if dialect == "cleo" && f.Kind != analysis.Agent && (has(keys, "sharedResources") || has(keys, "loomStage")) {
		f.Dialect = f.Dialect.Later
	}
	return true
}

// agentDialect returns the dialect of a loose file in agents/, and why.
func agentDialect(keys map[string]string, clean []byte) (dialect, why string) {
	if has(keys, "allowed_tools") || bytes.Contains(clean, []byte("MANIFEST.jsonl")) {
		return "cleo", "has allowed_tools or mentions MANIFEST.jsonl"
	}
	return "", ""
}

// skillDialect returns the dialect that the content of a file shows, and why.
func skillDialect(f *analysis.File, keys map[string]string, clean []byte, h analysis.Header) (dialect, why string) {
	kind, triggers := duyetbotType(keys), has(keys, "triggers")
	if kind != "" && triggers {
		return "duyetbot", "frontmatter has type: " + kind + " and triggers"
	}
	if f.Dialect == nil { // .claude/skills/*.md: no other client reads files there
		if kind != "" || hasDuyetbotField(keys) || triggers && hasEvents(clean, h) {
			return "duyetbot", "frontmatter has fields of duyetbot"
		}
		return "", ""
	}
	if strings.HasPrefix(keys["name"], "ct-") && (hasPlaceholder(clean) || bytes.Contains(clean, []byte("@skills/_shared/"))) {
		return "cleo", "name starts with ct- and body has CLEO placeholders"
	}
	if has(keys, "display_name") && (triggers || has(keys, "requires") || has(keys, "subagents")) {
		return "triagent", "frontmatter has display_name with triggers, requires or subagents"
	}
	if name := openClawKey(clean, h); name != "" {
		return "openclaw", "metadata has " + name
	}
	for _, field := range claudeFields {
		if has(keys, field) {
			return "claude-code", "frontmatter has " + field
		}
	}
	return "", ""
}

// openClawKey returns the key of the metadata that contains the settings of OpenClaw, under one of its names,
// or "".
func openClawKey(clean []byte, h analysis.Header) string {
	if h.State == analysis.HeaderNone {
		return ""
	}
	_, metadata, _ := bytes.Cut(clean[h.Content.Start:h.Content.End], []byte("\nmetadata:"))
	for _, name := range []string{"openclaw", "clawdbot", "moltbot"} {
		for _, key := range []string{`"` + name + `":`, `"` + name + `" :`, " " + name + ":"} {
			if bytes.Contains(metadata, []byte(key)) {
				return name
			}
		}
	}
	return ""
}

// duyetbotType returns the type in the frontmatter if it is one of duyetbot's, or "".
func duyetbotType(keys map[string]string) string {
	if kind := keys["type"]; schema.IsDuyetbotType(kind) {
		return kind
	}
	return ""
}

func has(keys map[string]string, key string) bool { _, ok := keys[key]; return ok }

// headerKeys returns the unindented keys of the frontmatter, each with the rest of its line.
func headerKeys(clean []byte, h analysis.Header) map[string]string {
	keys := map[string]string{}
	if h.State == analysis.HeaderNone {
		return keys
	}
	for key, value := range headerLines(clean, h.Content) {
		keys[key] = strings.Trim(string(bytes.TrimSpace(clean[value.Start:value.End])), `"'`)
	}
	return keys
}

// headerLines returns the unindented lines of YAML that have a colon: what is before it, and the rest of the line.
func headerLines(clean []byte, content analysis.Range) iter.Seq2[string, analysis.Range] {
	return func(yield func(string, analysis.Range) bool) {
		at := content.Start
		for number := 0; at < content.End && number < 4*maxSearch; number++ {
			l := lineAt(clean, at)
			text := clean[l.text.Start:l.text.End]
			if i := bytes.IndexByte(text, ':'); i > 0 && text[0] != ' ' && text[0] != '#' &&
				!yield(string(text[:i]), analysis.Range{Start: l.text.Start + i + 1, End: l.text.End}) {
				return
			}
			at = l.next
		}
	}
}

// hasPlaceholder reports whether the text has an {{UPPER_CASE}} placeholder.
func hasPlaceholder(clean []byte) bool {
	for rest := clean; ; {
		i := bytes.Index(rest, []byte("{{"))
		if i < 0 {
			return false
		}
		rest = rest[i+2:]
		n := 0
		for n < len(rest) && (rest[n] >= 'A' && rest[n] <= 'Z' || rest[n] == '_' || n > 0 && rest[n] >= '0' && rest[n] <= '9') {
			n++
		}
		if n > 0 && bytes.HasPrefix(rest[n:], []byte("}}")) {
			return true
		}
	}
}
