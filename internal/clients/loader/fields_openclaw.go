package loader

import (
	"errors"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/internal/clients/jsyaml"
	"github.com/skilllint/skilllint/internal/clients/npmyaml"
)

// frameOf finds the text between two "---" lines, like OpenClaw. White space may follow "---".
func frameOf(text string) (start, end int, ok bool) {
	isEnd := func(rest string) (int, bool) {
		line, _, more := strings.Cut(rest, "\n")
		if TrimJS(line) != "" {
			return 0, false
		}
		if more {
			return len(line) + 1, true
		}
		return len(line), true
	}
	rest, ok := strings.CutPrefix(text, "---")
	if !ok {
		return 0, 0, false
	}
	n, ok := isEnd(rest)
	if !ok || len(rest) == 0 || rest[n-1] != '\n' {
		return 0, 0, false
	}
	start = len("---") + n
	for at := start; ; {
		if strings.HasPrefix(text[at:], "---") {
			if _, ok := isEnd(text[at+3:]); ok {
				return start, max(start, at-1), true
			}
		}
		next := strings.Index(text[at:], "\n")
		if next < 0 {
			return 0, 0, false
		}
		at += next + 1
	}
}

// ErrNotMapping is the error for YAML that is not a mapping.
var errNotMapping = errors.New("not a mapping")

// parseOpenClaw returns the fields of frontmatter as texts. The error is that of the last attempt.
func parseOpenClaw(block string) (map[string]string, error) {
	if block == "" {
		return nil, nil
	}
	lines := openclawLines(block)
	fields, doc, err := openclawParse(block, lines)
	const attempts = 3
	for i := 0; i < attempts && err != nil && doc != nil; i++ {
		repaired := openclawRepair(block, doc)
		if repaired == block {
			break
		}
		block = repaired
		fields, doc, err = openclawParse(block, lines)
	}
	return fields, err
}

func openclawParse(block string, lines map[string]string) (map[string]string, *npmyaml.Document, error) {
	doc, err := npmyaml.Parse(block)
	switch {
	case err != nil:
		return nil, nil, err
	case doc.Err != nil:
		return nil, doc, doc.Err
	case doc.Value.Kind != jsyaml.Map:
		return nil, doc, errNotMapping
	}
	fields := map[string]string{}
	for _, m := range doc.Value.Members {
		key := TrimJS(m.Key)
		if key == "" || m.Value.Kind == jsyaml.Null || m.Value.Kind == jsyaml.Undefined {
			continue
		}
		switch m.Value.Kind {
		case jsyaml.List, jsyaml.Map, jsyaml.Date, jsyaml.Binary:
			if line, known := lines[key]; known && openclawColon(block, key) {
				fields[key] = line
			} else if text, ok := toJSON(m.Value); ok {
				fields[key] = text
			}
		case jsyaml.String:
			fields[key] = TrimJS(m.Value.Text)
		default:
			fields[key] = m.Value.String()
		}
	}
	for key, text := range lines {
		if _, known := fields[key]; !known {
			fields[key] = text
		}
	}
	return fields, doc, nil
}

// openclawColon reports whether a field has a colon in its first line.
func openclawColon(block, key string) bool {
	for line := range strings.SplitSeq(block, "\n") {
		if rest, ok := strings.CutPrefix(line, key+":"); ok && strings.Contains(rest, ":") {
			return true
		}
	}
	return false
}

// openclawLines parses fields line by line.
func openclawLines(block string) map[string]string {
	fields := map[string]string{}
	lines := strings.Split(block, "\n")
	isIndented := func(line string) bool { return line != "" && (line[0] == ' ' || line[0] == '\t') }
	for i := 0; i < len(lines); i++ {
		key, value, ok := openclawField(lines[i])
		if !ok {
			continue
		}
		if value == "" && i+1 < len(lines) && isIndented(lines[i+1]) {
			from := i + 1
			for i+1 < len(lines) && (lines[i+1] == "" || isIndented(lines[i+1])) {
				i++
			}
			value = TrimJS(strings.Join(lines[from:i+1], "\n"))
		} else {
			value = trimQuotes(value)
		}
		if value != "" {
			fields[key] = value
		}
	}
	return fields
}

// openclawField matches /^([\w-]+):\s*(.*)$/.
func openclawField(line string) (key, value string, ok bool) {
	key, value, ok = strings.Cut(line, ":")
	if !ok || key == "" || strings.Trim(key, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-") != "" {
		return "", "", false
	}
	value = trimStartJS(value)
	if strings.ContainsFunc(value, isLineEndJS) {
		return "", "", false
	}
	return key, TrimJS(value), true
}

func trimQuotes(value string) string {
	if value == "" || value[0] != '"' && value[0] != '\'' || value[len(value)-1] != value[0] {
		return value
	}
	return value[1:max(len(value)-1, 1)]
}

// isBlock reports whether a value is a block scalar indicator.
func isBlock(value string) bool {
	if value == "" || value[0] != '|' && value[0] != '>' {
		return false
	}
	switch rest := value[1:]; len(rest) {
	case 0:
		return true
	case 1:
		return strings.Contains("+-123456789", rest)
	case 2:
		isDigit := func(c byte) bool { return c >= '1' && c <= '9' }
		isChomp := func(c byte) bool { return c == '+' || c == '-' }
		return isDigit(rest[0]) && isChomp(rest[1]) || isChomp(rest[0]) && isDigit(rest[1])
	}
	return false
}

// openclawRepair quotes the description, or another free text, if the error is on its line.
func openclawRepair(block string, doc *npmyaml.Document) string {
	if doc.Value == nil || doc.Value.Kind != jsyaml.Map || doc.Err == nil {
		return block
	}
	start, end, ok := errorLine(block, doc)
	if !ok {
		return block
	}
	key, value, ok := openclawField(unquoteKey(block[start:end]))
	isTop := false
	for _, p := range doc.Pairs {
		isTop = isTop || p.Key == key && p.At == start
	}
	rich := doc.Err.Code == npmyaml.BlockAsKey && strings.Contains(value, ": ")
	isText := key == "description" || (key == "summary" || key == "read_when") && rich
	if !ok || value == "" || !isText || !isTop || isBlock(value) {
		return block
	}
	return block[:start] + key + ": " + jsonString(trimQuotes(value)) + block[end:]
}

// errorLine returns the line of an error. An alias that is not defined is only repaired as a description.
func errorLine(block string, doc *npmyaml.Document) (start, end int, ok bool) {
	at := doc.Err.Offset
	if doc.Err.Code == npmyaml.Alias {
		i := slices.IndexFunc(doc.Pairs, func(p npmyaml.Pair) bool { return p.Key == "description" && p.IsAlias })
		if i < 0 {
			return 0, 0, false
		}
		at = doc.Pairs[i].At
	}
	start = strings.LastIndexByte(block[:min(at+1, len(block))], '\n') + 1
	if at < len(block) && block[at] == '\n' {
		start = at + 1
	}
	end = len(block)
	if n := strings.IndexByte(block[at:], '\n'); n >= 0 {
		end = at + n
	}
	return min(start, end), end, true
}

// unquoteKey removes quotation marks around the key of a line.
func unquoteKey(line string) string {
	if line == "" || line[0] != '"' && line[0] != '\'' {
		return line
	}
	if n := strings.Index(line[1:], line[:1]+":"); n >= 0 {
		return line[1:n+1] + line[n+2:]
	}
	return line
}
