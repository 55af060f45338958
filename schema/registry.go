package schema

import "bytes"

// ServerSchemas is the start of the URL of the MCP registry's schemas of server.json, which many programs use otherwise; the date follows.
const ServerSchemas = "https://static.modelcontextprotocol.io/schemas/"

// IsRegistry reports whether the text of a manifest.json is a registry of CLEO: by a key that only
// registries have, the name of a skill, or the format of an entry. Many projects have files of this
// name in other formats. The text need not be valid JSON.
func IsRegistry(text []byte) bool {
	return IsCertainRegistry(text) || opensObject(text, `"capabilities"`) || hasEntry(text)
}

// IsCertainRegistry reports whether the text of a manifest.json has a key or a name that only registries of
// CLEO have. Entries in CLEO's format are not enough, because others may use it.
func IsCertainRegistry(text []byte) bool {
	for _, mark := range []string{`"ct-`, `"dispatch_triggers"`, `"dispatch_keywords"`, `"dispatch_matrix"`,
		`"compatible_subagent_types"`, `"chains_to"`, `"token_budget"`, `skills-manifest.schema.json"`} {
		if bytes.Contains(text, []byte(mark)) {
			return true
		}
	}
	return bytes.Contains(text, []byte(`"_meta"`)) && bytes.Contains(text, []byte(`"totalSkills"`))
}

// IsLaterRegistry reports whether the text of a registry has the format of CLEO's later edition, the
// packages: by a key that only those registries have. The first edition had some of them, too, in its last
// weeks, but its registries have a schema version below 2.
func IsLaterRegistry(text []byte) bool {
	_, after, _ := bytes.Cut(text, []byte(`"schemaVersion"`))
	if bytes.HasPrefix(bytes.TrimLeft(after, ": \t\r\n"), []byte(`"1.`)) {
		return false
	}
	for _, mark := range []string{`"deliveryTier"`, `"retiredSkills"`, `"sharedResources"`, `"by_task_type"`, `"by_protocol"`, `"loomStage"`} {
		if bytes.Contains(text, []byte(mark)) {
			return true
		}
	}
	return false
}

// IsEarlierProtocol reports whether the text of a base protocol is of CLEO's first edition: of version
// 1.0, or without a version.
func IsEarlierProtocol(text []byte) bool {
	_, after, found := bytes.Cut(text, []byte("**Version**:"))
	version, _, _ := bytes.Cut(bytes.TrimLeft(after, " "), []byte("\n"))
	return !found || bytes.HasPrefix(append(bytes.TrimSpace(version), '.'), []byte("1.0."))
}

// hasEntry reports whether an object in a text has both a "path" of the form "skills/NAME" and a
// "version". Files of other projects have one of them, or one version for the whole list.
func hasEntry(text []byte) bool {
	const widest = 4096 // bytes before and after the path, so that the search is linear
	for at := 0; ; {
		n := bytes.Index(text[at:], []byte(`"path"`))
		if n < 0 {
			return false
		}
		before := text[max(0, at+n-widest) : at+n]
		at += n + len(`"path"`)
		after := text[at:min(len(text), at+widest)]
		if !isSkillPath(after) {
			continue
		}
		before = before[bytes.LastIndexByte(before, '{')+1:]
		after, _, _ = bytes.Cut(after, []byte("}"))
		if version := []byte(`"version"`); bytes.Contains(before, version) || bytes.Contains(after, version) {
			return true
		}
	}
}

// isSkillPath reports whether a text starts with a colon and a string of the form "skills/NAME".
func isSkillPath(text []byte) bool {
	value, isKey := bytes.CutPrefix(bytes.TrimLeft(text, " \t\r\n"), []byte(":"))
	name, isPath := bytes.CutPrefix(bytes.TrimLeft(value, " \t\r\n"), []byte(`"skills/`))
	end := bytes.IndexByte(name, '"')
	return isKey && isPath && end > 0 && len(bytes.Trim(name[:end], "abcdefghijklmnopqrstuvwxyz0123456789-")) == 0
}

// opensObject reports whether a text contains a key with an object as its value.
func opensObject(text []byte, key string) bool {
	for {
		_, rest, found := bytes.Cut(text, []byte(key))
		if !found {
			return false
		}
		value, isKey := bytes.CutPrefix(bytes.TrimLeft(rest, " \t\r\n"), []byte(":"))
		if isKey && bytes.HasPrefix(bytes.TrimLeft(value, " \t\r\n"), []byte("{")) {
			return true
		}
		text = rest
	}
}
