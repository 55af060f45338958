package schema

import "bytes"

// IsRegistry reports whether the text of a manifest.json shows that it is a registry of CLEO's:
// by a key that only those have, by a skill's name, or by an entry in the form that it demands.
// Hundreds of projects keep a list of their skills in a file of this name, each in a form of its
// own. A text that is no JSON has its marks all the same.
func IsRegistry(text []byte) bool {
	for _, mark := range []string{`"ct-`, `"dispatch_triggers"`, `"dispatch_keywords"`, `"dispatch_matrix"`,
		`"compatible_subagent_types"`, `"chains_to"`, `"token_budget"`} {
		if bytes.Contains(text, []byte(mark)) {
			return true
		}
	}
	return bytes.Contains(text, []byte(`"_meta"`)) && bytes.Contains(text, []byte(`"totalSkills"`)) ||
		opensObject(text, `"capabilities"`) ||
		hasEntry(text)
}

// hasEntry reports whether an object somewhere in a text has a "path" that is "skills/" and a name,
// and a "version". Other projects have one of them, or a version of the whole list.
func hasEntry(text []byte) bool {
	const widest = 4096 // bytes to either side of the path: what is looked at stays linear
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

// isSkillPath reports whether a text begins with a colon and a string that is "skills/" and a name.
func isSkillPath(text []byte) bool {
	value, isKey := bytes.CutPrefix(bytes.TrimLeft(text, " \t\r\n"), []byte(":"))
	name, isPath := bytes.CutPrefix(bytes.TrimLeft(value, " \t\r\n"), []byte(`"skills/`))
	end := bytes.IndexByte(name, '"')
	return isKey && isPath && end > 0 && len(bytes.Trim(name[:end], "abcdefghijklmnopqrstuvwxyz0123456789-")) == 0
}

// opensObject reports whether a key stands somewhere in a text with an object as its value.
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
