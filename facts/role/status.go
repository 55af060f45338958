package role

import (
	"bytes"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
)

// A Status is what the words around a name state about the file, skill or command that it names.
type Status uint16

// What words may state.
const (
	Absent      Status = 1 << iota // it does not exist: it is planned, or was removed or renamed
	Discouraged                    // it is not to be used
	Made                           // the agent creates, moves or deletes it
	Foreign                        // it comes from elsewhere
	Owned                          // it is part of another skill, plugin or project
	OfUser                         // it is part of the user's project
	Sample                         // it is one of several that could be named
	Conditional                    // it may be missing
	Negated                        // something is negated or conditional, but perhaps not the name
	Told                           // it is part of a question or of a history of changes
)

// StatusIn returns what the words of a text may state about a name in it, wherever they are. Words in code do not count. Each kind of
// text needs a part of the result.
func StatusIn(text string) (s Status) {
	parts := strings.Split(text, "`")
	for i, part := range parts {
		if i%2 == 1 && len(parts)%2 == 1 {
			continue // code
		}
		if slices.ContainsFunc(joinedDenials, func(w string) bool { return strings.Contains(part, w) }) {
			s |= Negated
		}
		for len(part) > maxLead {
			n := max(strings.LastIndexByte(part[:maxLead], ' '), maxLead/2)
			s |= hintsIn(part[:n])
			part = part[n:]
		}
		s |= hintsIn(part)
	}
	return s
}

// Numbers of bytes around a name that are searched for words about it, and for words next to it.
const (
	sentenceSize = 300
	nearSize     = 40
)

// StatusOf returns what the sentence around a name states about it. Unlike StatusIn, it considers on which side of the name a word is.
func StatusOf(source []byte, at analysis.Range) (s Status) {
	before, after := source[max(0, at.Start-sentenceSize):at.Start], source[at.End:min(len(source), at.End+sentenceSize)]
	block := strings.ToLower(blockBefore(before))
	if isAbsent(block, after) || isPlanned(before) || has(columnHeader(source, at.Start), absentColumn) {
		s |= Absent
	}
	if isMade(block) {
		s |= Made
	}
	if isSample(block) {
		s |= Sample
	}
	if isOfOther(strings.ReplaceAll(string(before), "\n", " ")) || isFromOther(after) || strings.HasSuffix(strings.TrimRight(block, " `*_"), "upstream:") {
		s |= Owned
	}
	if isOfUser(before, after) || !bytes.HasPrefix(source[at.Start:], []byte("references/")) && listsProject(before, after) {
		s |= OfUser
	}
	if isCondition(block, after) {
		s |= Conditional
	}
	if isPast(source, at.Start) || isAsked(after) || isRecordOf(after) {
		s |= Told
	}
	return s
}

// blockBefore returns the last lines of a text, starting at an empty line or at a line that begins a block.
func blockBefore(text []byte) string {
	from := 0
	for i, c := range text {
		if c != '\n' {
			continue
		}
		rest := bytes.TrimLeft(text[i+1:], " ")
		if len(rest) == 0 || strings.IndexByte("\n\r-*+#|>\t0123456789", rest[0]) >= 0 || bytes.HasPrefix(rest, []byte("```")) {
			from = i + 1
		}
	}
	return strings.ReplaceAll(string(text[from:]), "\n", " ")
}

// sentenceAfter returns the beginning of a text up to the end of the sentence, or to a line that begins a block.
func sentenceAfter(text []byte) string {
	for i, c := range text {
		next := byte('\n')
		if i+1 < len(text) {
			next = text[i+1]
		}
		if c == '\n' && (strings.IndexByte("\n-*+#|>", next) >= 0 || bytes.HasPrefix(text[i+1:], []byte("```"))) || c == '.' && (next == ' ' || next == '\n') {
			return string(text[:i])
		}
	}
	return string(text)
}

// isAbsent reports whether the words next to a name state that it does not exist, or not yet.
func isAbsent(block string, after []byte) bool {
	block = block[strings.LastIndex(block, ". ")+1:]
	rest := sentenceAfter(after)
	if i := strings.LastIndexByte(rest, '('); i >= 0 && (strings.HasSuffix(rest, ")") || i < nearSize) {
		if words := strings.FieldsFunc(rest[i+1:], isSpaceOrEnd); len(words) > 0 && has(strings.Join(words[:min(len(words), 2)], " "), absentRemark) {
			return true // "(coming soon)"
		}
	}
	words := withoutCode(block) // "there is no `a`, `b` or `c`"
	return has(words[max(0, len(words)-nearSize):], absentBefore) || has(rest[:min(len(rest), nearSize)], absentAfter) ||
		strings.HasPrefix(strings.ToLower(strings.TrimLeft(rest, "`*) —–-")), "planned")
}

// withoutCode returns a text without the contents of its code spans. The last one may be open.
func withoutCode(text string) string {
	var kept strings.Builder
	for i, part := range strings.Split(text, "`") {
		if i%2 == 0 {
			kept.WriteString(part)
		}
	}
	return kept.String()
}

// isPlanned reports whether the line that introduces the list around a name states that its files are planned: "Planned scripts:".
func isPlanned(before []byte) bool {
	before = before[bytes.LastIndex(before, []byte("\n\n"))+1:]
	line := strings.ToLower(strings.Trim(string(before[:max(0, bytes.Index(before, []byte("\n- ")))]), " \t\n*_#"))
	return strings.HasSuffix(line, ":") && strings.HasPrefix(line[strings.LastIndexByte(line, '\n')+1:], "planned")
}

// isCondition reports whether the words around a name ask whether it exists: "if `a.md` exists".
func isCondition(block string, after []byte) bool {
	rest := strings.TrimLeft(string(after[:min(len(after), nearSize)]), "`* \n")
	if slices.ContainsFunc([]string{"が存在", "がある", "がなければ", "가 있으면", "가 존재", "이 있으면", "이 존재", "存在", "不存在"}, func(w string) bool { return strings.HasPrefix(rest, w) }) {
		return true
	}
	if has(sentenceAfter([]byte(rest)), ifThere) {
		return true
	}
	words := strings.Fields(strings.TrimRight(block[max(0, len(block)-nearSize):], "`* "))
	for len(words) > 0 && slices.Contains([]string{"the", "a", "an", "file"}, words[len(words)-1]) {
		words = words[:len(words)-1]
	}
	return len(words) > 0 && slices.Contains([]string{"if", "whether", "when"}, words[len(words)-1]) && has(strings.Join(firstWords(rest, 2), " "), existence)
}

// firstWords returns at most n words at the beginning of a text.
func firstWords(text string, n int) []string {
	words := strings.Fields(text)
	return words[:min(len(words), n)]
}

func isSpaceOrEnd(c rune) bool { return c == ' ' || c == '\n' || c == ')' }

// isSample reports whether the words before a name call it an example: "e.g.", also earlier in the same parentheses, or "such as".
func isSample(block string) bool {
	if i := strings.LastIndexByte(block, '('); i >= 0 && !strings.Contains(block[i:], ")") && strings.HasPrefix(block[i+1:], "e.g.") {
		return true
	}
	if i := strings.LastIndexByte(block, '`'); i >= 0 && strings.Count(block, "`")%2 == 1 {
		block = block[:i] // of "e.g. `python3 scripts/a.py`"
	}
	block = strings.TrimRight(block, " \t*_`\"'(（")
	if strings.HasSuffix(block, "example:") {
		return true
	}
	block = strings.TrimRight(block, " \t*_`\"',:(")
	return slices.ContainsFunc([]string{"e.g.", "e.g", "such as", "for example", "for instance", "如", "例えば"}, func(end string) bool { return strings.HasSuffix(block, end) })
}

// isFromOther reports whether the words after a name call another skill its owner: "from that skill", "in the chart skill".
func isFromOther(after []byte) bool {
	words := strings.FieldsFunc(strings.ToLower(string(after[:min(len(after), 60)])), func(r rune) bool { return strings.ContainsRune(" \n`*", r) })
	if len(words) < 3 || !slices.Contains([]string{"from", "in", "of"}, words[0]) || words[1] == "this" {
		return false
	}
	return strings.TrimRight(words[2], ".,;:") == "skill" || words[1] == "the" && len(words) > 3 && strings.TrimRight(words[3], ".,;:") == "skill"
}

// isOfOther reports whether the words before a name in code call another project or skill its owner: "tea-shop's", or a name in code,
// but not "the skill's".
func isOfOther(before string) bool {
	if rest, ok := strings.CutSuffix(strings.TrimRight(before, " `*("), "` skill"); ok { // "`pie-chart` skill `references/a.md`"
		return isSkillName(rest[strings.LastIndexByte(rest, '`')+1:])
	}
	if rest, ok := cutSkillOf(before); ok {
		before = rest + " `"
	} else if rest, ok := strings.CutSuffix(before, "its `"); ok && strings.Contains(rest, " skill") { // "the `pie-chart` skill (its `references/a.md`)"
		rest = rest[:strings.LastIndex(rest, " skill")]
		before = strings.TrimRight(rest, "*") + " `"
	}
	if i := strings.LastIndexByte(before, '('); i > 0 && !strings.Contains(before[i:], ")") && strings.Trim(before[i+1:], " `,/.-_abcdefghijklmnopqrstuvwxyz") == "" {
		before = strings.TrimRight(before[:i], " ") + " `" // one of several paths in parentheses
	}
	if rest, ok := strings.CutSuffix(strings.TrimRight(before[:max(0, len(before)-1)], " →"), "`"); ok && strings.HasSuffix(before, "`") {
		name := rest[strings.LastIndexByte(rest, '`')+1:]
		return strings.ContainsAny(name, "-:") && isSkillName(strings.TrimPrefix(name, "/"))
	}
	owner, ok := strings.CutSuffix(strings.ReplaceAll(strings.TrimRight(before, " *_`"), "’", "'"), "'s")
	owner = strings.TrimRight(owner, "*_`")
	return ok && strings.Contains(owner[strings.LastIndexAny(owner, " (`")+1:], "-")
}

// isSkillName reports whether a name has only the characters of a skill's name, with or without its plugin.
func isSkillName(name string) bool {
	return strings.Trim(name, "abcdefghijklmnopqrstuvwxyz0123456789-:") == "" && name != ""
}

// cutSkillOf removes words that make the name of a skill the owner of what follows: "`pie-chart` skill's `", "`pie-chart` スキルの `".
func cutSkillOf(before string) (rest string, ok bool) {
	before = strings.TrimRight(before, " `*")
	for _, words := range []string{"skill's", "スキルの", "스킬의", "技能的"} {
		if rest, ok := strings.CutSuffix(before, words); ok {
			return strings.TrimRight(rest, " *"), true
		}
	}
	return "", false
}

// isOfUser reports whether the paragraph around a name is about the project that the agent works on.
func isOfUser(before, after []byte) bool {
	if i := bytes.LastIndex(before, []byte("\n\n")); i >= 0 {
		before = before[i:]
	}
	if i := bytes.IndexByte(after, '\n'); i >= 0 {
		after = after[:i]
	}
	return has(string(before), ofProject) || has(string(after), ofProject)
}

// isAsked reports whether the sentence before a text ends in a question mark. A question does not state that a file exists.
func isAsked(after []byte) bool {
	for i, c := range after {
		isEnd := i+1 == len(after) || after[i+1] == ' ' || after[i+1] == '\n'
		switch {
		case c == '\n', c == '|', c == '.' && isEnd, c == '!' && isEnd:
			return false
		case c == '?' && isEnd:
			return true
		}
	}
	return false
}

// isRecordOf reports whether the rest of a line after a name only states what happened to it: "` - **Created**".
func isRecordOf(after []byte) bool {
	line, _, _ := bytes.Cut(after, []byte("\n"))
	word := strings.ToLower(strings.Trim(string(line), " `*_:.()-–—\r"))
	return statuses.Of(word)&record != 0
}

// isPast reports whether the line of an offset begins with a date or a version, as in a history of changes. It tells what was, not
// what is.
func isPast(source []byte, at int) bool {
	from := bytes.LastIndexByte(source[:at], '\n') + 1
	line := string(source[from:min(at, from+sentenceSize)])
	for word := range strings.FieldsFuncSeq(line, func(r rune) bool { return strings.ContainsRune(" \t|*-+`#>()[]:", r) }) {
		word = strings.TrimPrefix(word, "v")
		numbers := strings.Split(word, ".")
		return len(numbers) == 3 && !slices.ContainsFunc(numbers, func(n string) bool { return n == "" || strings.Trim(n, "0123456789") != "" }) ||
			len(word) == 4 && strings.HasPrefix(word, "20") && strings.Contains(line, word+"-")
	}
	return false
}

// isMade reports whether the words before a name instruct the agent to create, move or delete what it names.
func isMade(block string) bool {
	block = strings.ReplaceAll(block, "e.g.", "eg")
	block = block[max(strings.LastIndex(block, ". "), strings.LastIndexAny(block, ";|"))+1:]
	if strings.HasSuffix(block, "./") { // a command after a comment such as "# Generate the index"
		return false
	}
	words := strings.FieldsFunc(block, func(r rune) bool { return strings.ContainsRune(" \t*_`\"'(),:", r) })
	slices.Reverse(words)
	if len(words) > 1 && (words[0] == "a" || words[0] == "an") {
		if words = words[1:]; words[0] == "into" {
			return true
		}
	}
	for i, word := range words[:min(len(words), 5)] {
		is := statuses.Of(word)
		switch {
		case i == 0 && is&place != 0 && (len(words) == 1 || words[1] != "on") && slices.ContainsFunc(words[1:min(len(words), 8)], func(w string) bool { return statuses.Of(w)&moves != 0 }):
			return true
		case is&reads != 0:
			return false
		case is&makes != 0, i == 0 && (is&owner != 0 || endsInHanMaking(word)):
			return true
		}
	}
	return false
}

// endsInHanMaking is isMade for languages without spaces between words.
func endsInHanMaking(text string) bool {
	text = text[max(0, len(text)-len("写入到")):]
	return slices.ContainsFunc([]string{"写入", "创建", "建立", "生成", "保存", "输出", "作成", "出力"}, func(w string) bool { return strings.Contains(text, w) })
}
