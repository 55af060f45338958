package graph

import (
	"bytes"
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/role"
)

// NamedFact is the skills, commands and subagents that a text names without their plugin: `name` next to the word "skill" or
// "agent", `/name`, and `name.md`.
var NamedFact = analysis.NewFact("named", "skills, commands and subagents that a text names in inline code",
	analysis.PerDocument, analysis.Skill|analysis.Agent|analysis.Command|analysis.Reference|analysis.Instructions|analysis.CursorRule, readNamed)

// A Named is a name of several words.
type Named struct {
	Name    string
	Kind    string // "skill", "command", "subagent", or "file" of the name with ".md"
	Ordered bool   // the agent is told to use it
	At      analysis.Location
}

func readNamed(pass *analysis.Pass) ([]Named, error) {
	d := pass.Document
	if bytes.Count(d.Source, []byte("SKILL.md")) >= minTeaching || isLegal(path.Base(d.Rel)) {
		return nil, analysis.ErrNoFact // a text about skills names made-up ones, and a license those of others
	}
	var found []Named
	for at := d.BodyStart(); len(found) < maxMentions; {
		n := bytes.IndexByte(d.Source[at:], '`')
		if n < 0 {
			break
		}
		at += n + 1
		r, isCommand := spannedName(d.Source, at)
		isFile := bytes.HasPrefix(d.Source[r.End:], []byte(".md`"))
		if r.Len() == 0 || d.FenceAt(at) != nil {
			continue
		}
		before, end := d.Source[max(0, at-1-contextSize):at-1], bytes.IndexByte(d.Source[r.End:], '`')
		if at = r.End; end < 0 {
			break
		}
		at += end + 1
		kind, isOrdered := kindBeside(before, d.Source[at:min(len(d.Source), at+contextSize)])
		switch {
		case isCommand:
			kind = "command"
		case isFile && strings.Contains(introOf(d.Source, d.LineRange(d.LineOf(r.Start)).Start), "/"):
			continue // a list of the files of a directory
		case isFile:
			kind = "file"
		}
		if kind != "" && isPlainText(d, r) && !isElsewhere(d, r) && !isShort(d.Source, r) {
			found = append(found, Named{Name: strings.Clone(d.Text(r)), Kind: kind, Ordered: isOrdered, At: d.At(r)})
		}
	}
	if len(found) == 0 {
		return nil, analysis.ErrNoFact
	}
	return found, nil
}

// headSize is the number of bytes above a line in which its heading is searched.
const headSize = 4_000

// minTeaching is the number of mentions of SKILL.md from which a text is considered to be about skills.
const minTeaching = 4

// isElsewhere reports whether the line around a name speaks of plugins, of other repositories, of what the client brings, or of what
// the agent makes or is not to use.
func isElsewhere(d *analysis.Document, r analysis.Range) bool {
	line := d.LineRange(d.LineOf(r.Start))
	around := d.Text(analysis.Range{Start: max(line.Start, r.Start-sentenceSize), End: min(line.End, r.End+sentenceSize)})
	return role.StatusIn(around)&(role.Foreign|role.Discouraged|role.Made) != 0 || strings.Contains(around, "available") || strings.Contains(around, "://") ||
		role.StatusIn(headOf(d.Source, line.Start))&role.Absent != 0
}

// introOf returns the line above a list to which the line at an offset belongs, if it is near and introduces the list, or "".
func introOf(source []byte, line int) string {
	indentOf := func(text []byte) int { return len(text) - len(bytes.TrimLeft(text, " \t")) }
	end := line + max(0, bytes.IndexByte(source[line:], '\n'))
	own := source[line:end]
	if item := bytes.TrimLeft(own, " \t"); len(item) < 2 || strings.IndexByte("-*+", item[0]) < 0 || item[1] != ' ' {
		return ""
	}
	for above := source[max(0, line-headSize):line]; len(above) > 0; {
		start := bytes.LastIndexByte(above[:len(above)-1], '\n') + 1
		one := bytes.TrimRight(above[start:], " \t\r\n")
		above = above[:start]
		if len(one) == 0 || indentOf(one) > indentOf(own) || indentOf(one) == indentOf(own) && strings.IndexByte("-*+", one[indentOf(one)]) >= 0 {
			continue
		}
		if bytes.HasSuffix(one, []byte(":")) {
			return string(one)
		}
		return ""
	}
	return ""
}

// headOf returns the header of the table that a line belongs to, if any, and the heading above it, if they are near.
func headOf(source []byte, line int) (head string) {
	isRow := line < len(source) && source[line] == '|'
	for above := source[max(0, line-headSize):line]; len(above) > 0; {
		start := bytes.LastIndexByte(above[:len(above)-1], '\n') + 1
		one := above[start:]
		above = above[:start]
		if isRow = isRow && one[0] == '|'; isRow {
			head = string(one)
		}
		if one[0] == '#' {
			return head + string(one)
		}
	}
	return head
}

// isShort reports whether a name that ends with the name follows in parentheses: "the `builder` agent (`team:page-builder`)".
func isShort(source []byte, r analysis.Range) bool {
	after := source[r.End:min(len(source), r.End+sentenceSize)]
	_, after, _ = bytes.Cut(after[:max(0, bytes.IndexByte(after, ')'))], []byte("(`"))
	full, rest, isCode := bytes.Cut(after, []byte("`"))
	return isCode && len(rest) == 0 && len(full) > r.Len() && bytes.HasSuffix(full, source[r.Start:r.End])
}

// spannedName returns the range of the name of several words that begins a code span at an offset, and whether it is that of a
// command, which may have arguments: `/name argument`. The name may be that of a Markdown file: `name.md`.
func spannedName(source []byte, at int) (r analysis.Range, isCommand bool) {
	if at < len(source) && source[at] == '/' {
		isCommand = true
		at++
	}
	end := at
	for end < len(source) && end-at < maxName && isNameByte(source[end]) {
		end++
	}
	if end == len(source) || source[end] != '`' && (!isCommand || source[end] != ' ') && (isCommand || !bytes.HasPrefix(source[end:], []byte(".md`"))) || bytes.IndexByte(source[at:end], '-') <= 0 || source[end-1] == '-' || source[at] <= '9' {
		return analysis.Range{}, false
	}
	return analysis.Range{Start: at, End: end}, isCommand
}

// namedKinds are the words next to a name that state what it names.
var namedKinds = map[string]string{"skill": "skill", "skills": "skill", "agent": "subagent", "agents": "subagent", "subagent": "subagent", "subagents": "subagent"}

// sendingVerbs precede the name of what an agent is to use.
var sendingVerbs = []string{"use", "uses", "using", "invoke", "load", "see", "run", "re-run", "rerun", "execute", "follow", "via", "with", "by", "call", "suggest",
	"suggests", "recommend", "spawn", "dispatch", "launch", "→", "->"}

// routingVerbs are sendingVerbs if "to" follows.
var routingVerbs = []string{"delegate", "delegates", "route", "routes", "off", "switch", "over", "return"}

// kindBeside returns the kind that the words next to a name in code state, or an empty text, and whether a verb precedes it.
func kindBeside(before, after []byte) (kind string, isOrdered bool) {
	words := wordsBefore(before)
	last, verb := "", ""
	if len(words) > 0 {
		last = strings.ToLower(words[0])
	}
	if len(words) > 1 {
		verb = strings.ToLower(words[1])
	}
	isOrdered = slices.Contains(sendingVerbs, last) || slices.Contains(routingVerbs, last)
	if kind = namedKinds[last]; kind != "" && verb != "" {
		return kind, slices.Contains(sendingVerbs, verb)
	}
	rest := bytes.TrimLeft(after, " *\n")
	end := len(rest) - len(bytes.TrimLeft(rest, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"))
	isFile := end < len(rest) && rest[end] == '.' && end+1 < len(rest) && rest[end+1] > ' ' // SKILL.md
	if len(rest) < len(after) && !isFile {
		kind = namedKinds[strings.ToLower(string(rest[:end]))]
	}
	return kind, isOrdered
}

// isLegal reports whether a file is a license or names the authors of other works.
func isLegal(name string) bool {
	name = strings.ToUpper(name)
	return strings.Contains(name, "LICENSE") || strings.HasPrefix(name, "NOTICE") || strings.HasPrefix(name, "ATTRIBUTION") || strings.HasPrefix(name, "CREDITS")
}

// wordsBefore returns the words before a name, the last one first, without an article and "to" after a verb.
func wordsBefore(before []byte) []string {
	words := strings.FieldsFunc(string(before), func(c rune) bool { return c == ' ' || c == '*' || c == '(' || c == '\n' })
	if len(words) > 0 && strings.IndexByte(" *(\n", before[len(before)-1]) < 0 {
		return nil
	}
	slices.Reverse(words)
	if len(words) > 1 && (words[0] == "the" || words[0] == "a") {
		words = words[1:]
	}
	if len(words) > 1 && words[0] == "to" && slices.Contains(routingVerbs, strings.ToLower(words[1])) {
		words = words[1:]
	}
	return words
}
