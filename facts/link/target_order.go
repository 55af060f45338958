package link

import (
	"bytes"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/role"
)

// contextSize is the number of bytes around a reference that are searched for quotation marks and verbs.
const contextSize = 300

// isToWrite reports whether an agent is to write a reference, not to follow it: a link in quotation marks, a path in
// code that is an output, or a file that does not exist according to the text.
func isToWrite(source []byte, form Form, at analysis.Range) bool {
	status := role.StatusOf(source, at)
	switch form {
	case FormLink, FormImage:
		return status&role.Absent != 0 || isQuoted(source, at) || isInstalled(source, at)
	case FormCode:
		return status != 0
	}
	return status&role.Absent != 0
}

// isInstalled reports whether the line of a link to a skill has the command that installs it: npx skills add … NAME.
func isInstalled(source []byte, at analysis.Range) bool {
	dir, ok := bytes.CutSuffix(source[at.Start:at.End], []byte("/SKILL.md"))
	if !ok {
		return false
	}
	rest, _, _ := bytes.Cut(source[at.End:min(len(source), at.End+contextSize)], []byte("\n"))
	_, command, ok := bytes.Cut(rest, []byte("skills add "))
	return ok && bytes.Contains(command, dir[bytes.LastIndexByte(dir, '/')+1:])
}

// isQuoted reports whether a range is in quotation marks.
func isQuoted(source []byte, at analysis.Range) bool {
	before, after := source[max(0, at.Start-contextSize):at.Start], source[at.End:min(len(source), at.End+contextSize)]
	before = before[bytes.LastIndexByte(before, '\n')+1:]
	if i := bytes.Index(after, []byte("\n\n")); i >= 0 {
		after = after[:i]
	}
	return isWithin(before, after, '"') || isWithin(before, after, '\'') ||
		bytes.Count(before, []byte("“")) > bytes.Count(before, []byte("”")) && bytes.Contains(after, []byte("”"))
}

// isWithin reports whether the position between two texts is in quotation marks. A mark opens before a word and closes
// after one; those of 5" and "it's" do neither.
func isWithin(before, after []byte, mark byte) bool {
	at := bytes.LastIndexByte(before, mark)
	if at < 0 || at+1 == len(before) || before[at+1] == ' ' || at > 0 && bytes.IndexByte([]byte(" (:>-*\t"), before[at-1]) < 0 {
		return false
	}
	for i := 1; i < len(after); i++ {
		if after[i] == mark && after[i-1] != ' ' && (i+1 == len(after) || !isWordByte(after[i+1])) {
			return true
		}
	}
	return false
}

func isWordByte(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9'
}

// isOrdered reports whether a text tells the agent to read or run the file of a path in code, or lists the file with a
// description. Files of another skill or plugin, which the line mentions, are not meant.
func isOrdered(source []byte, t *Target, start, end int) bool {
	from, to := bytes.LastIndexByte(source[:start], '\n')+1, len(source)
	if i := bytes.IndexByte(source[end:], '\n'); i >= 0 {
		to = end + i
	}
	before := strings.ToLower(string(source[max(from, start-contextSize):start]))
	after := strings.ToLower(string(source[end:min(to, end+contextSize)]))
	if role.StatusIn(string(source[max(from, start-contextSize):min(to, end+contextSize)]))&(role.Owned|role.Conditional|role.Made) != 0 || role.StatusIn(introduction(source[:from]))&role.Conditional != 0 {
		return false
	}
	if t.Program != "" && t.Program != "the system" {
		return true
	}
	if namesOther(before) {
		return false
	}
	if strings.Trim(before, " \t-*+|`0123456789.[x]") == "" {
		return isDescription(after)
	}
	if strings.HasSuffix(strings.TrimRight(before, " `*"), "|") && strings.HasPrefix(strings.TrimLeft(after, " `*"), "|") {
		return true // alone in a cell of a table
	}
	words := strings.FieldsFunc(before, func(r rune) bool { return strings.ContainsRune(" \t*_`\"'(),:|", r) })
	return slices.ContainsFunc(words[max(0, len(words)-3):], func(word string) bool { return slices.Contains(orderingVerbs, word) })
}

// introduction returns the line that introduces the list whose items a text ends with: "Optional (read if they exist):". It is empty if
// there is none within [maxItems] lines.
func introduction(text []byte) string {
	for range maxItems {
		text = bytes.TrimRight(text, " \t\r\n")
		at := bytes.LastIndexByte(text, '\n') + 1
		line := text[at:]
		if len(line) == 0 {
			break
		}
		if strings.IndexByte(" \t>-*+", line[0]) < 0 || bytes.HasPrefix(line, []byte("**")) {
			if len(line) <= contextSize && bytes.HasSuffix(bytes.TrimRight(line, "*_"), []byte(":")) {
				return strings.ToLower(string(line))
			}
			break
		}
		text = text[:at]
	}
	return ""
}

const maxItems = 12 // lines of a list before an item

// namesOther reports whether the sentence before a path names a skill with its plugin: "invoke `team:report` and read `".
func namesOther(before string) bool {
	return slices.ContainsFunc(strings.Split(before[strings.LastIndex(before, ". ")+1:], "`"), func(code string) bool {
		plugin, skill, ok := strings.Cut(code, ":")
		return ok && plugin != "" && skill != "" && strings.Trim(plugin+skill, "abcdefghijklmnopqrstuvwxyz0123456789-") == ""
	})
}

// orderingVerbs tell an agent to read or run a file.
var orderingVerbs = []string{"see", "read", "load", "loads", "consult", "run", "execute", "follow", "open", "refer", "reference", "review", "apply", "use", "using", "with", "via", "invoke"}

// isDescription reports whether the text after a path describes the file: "` — how to deploy", "` | how to deploy |".
func isDescription(after string) bool {
	after = strings.TrimLeft(after, "`*")
	rest := strings.TrimLeft(after, " ")
	return slices.ContainsFunc([]string{"- ", "-- ", "— ", "– ", ": ", "|", "→ ", "("}, func(s string) bool { return strings.HasPrefix(rest, s) && len(rest) > len(s)+3 })
}
