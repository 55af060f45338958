package schema

import "bytes"

// IsRegistry reports whether the text of a manifest.json shows that it is a registry of CLEO's:
// by a key that only those have, by a skill's name, or by paths in the form that it demands
// beside versions. Hundreds of projects keep a list of their
// skills in a file of this name, each in a form of its own. A text that is no JSON has its marks
// all the same.
func IsRegistry(text []byte) bool {
	for _, mark := range []string{`"ct-`, `"dispatch_triggers"`, `"dispatch_keywords"`, `"dispatch_matrix"`,
		`"compatible_subagent_types"`, `"chains_to"`, `"token_budget"`} {
		if bytes.Contains(text, []byte(mark)) {
			return true
		}
	}
	return bytes.Contains(text, []byte(`"_meta"`)) && bytes.Contains(text, []byte(`"totalSkills"`)) ||
		opensObject(text, `"capabilities"`) ||
		bytes.Contains(text, []byte(`"version"`)) && hasSkillPath(text)
}

// hasSkillPath reports whether a "path" somewhere in a text is "skills/" and a name.
func hasSkillPath(text []byte) bool {
	for {
		_, rest, found := bytes.Cut(text, []byte(`"path"`))
		if !found {
			return false
		}
		text = rest
		value, isKey := bytes.CutPrefix(bytes.TrimLeft(rest, " \t\r\n"), []byte(":"))
		name, isPath := bytes.CutPrefix(bytes.TrimLeft(value, " \t\r\n"), []byte(`"skills/`))
		end := bytes.IndexByte(name, '"')
		if isKey && isPath && end > 0 && len(bytes.Trim(name[:end], "abcdefghijklmnopqrstuvwxyz0123456789-")) == 0 {
			return true
		}
	}
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
