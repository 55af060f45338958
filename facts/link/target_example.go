package link

import (
	"bytes"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/facts/invocation"
)

// contextSize is the number of bytes around a reference that are searched for quotation marks and verbs.
const contextSize = 300

// isToWrite reports whether an agent is to write a reference, not to follow it: a link in quotation marks, a path in
// code that is an output, or a file that does not exist according to the text.
func isToWrite(source []byte, form Form, start, end int) bool {
	if IsDenied(source, start, end) {
		return true
	}
	around := source[max(0, start-contextSize):start]
	before := around
	if i := bytes.LastIndexByte(before, '\n'); i >= 0 {
		before = before[i+1:]
	}
	switch form {
	case FormLink, FormImage:
		after := source[end:min(len(source), end+contextSize)]
		if i := bytes.Index(after, []byte("\n\n")); i >= 0 {
			after = after[:i]
		}
		return isWithin(before, after, '"') || isWithin(before, after, '\'') ||
			bytes.Count(before, []byte("“")) > bytes.Count(before, []byte("”")) && bytes.Contains(after, []byte("”"))
	case FormCode:
		text := strings.ToLower(sentenceBefore(around))
		return isOutput(text) || isExample(text) || isOfOther(string(around)) || isFromOther(source[end:min(len(source), end+contextSize)]) || invocation.IsOfProject(source, start, end) ||
			isPast(source, start) || isAsked(source[end:min(len(source), end+contextSize)]) || isRecord(source[end:min(len(source), end+contextSize)]) ||
			strings.HasSuffix(strings.TrimRight(text, " `*_"), "upstream:")
	}
	return false
}

// IsDenied reports whether the sentence around a reference states that the file does not exist, or not yet.
func IsDenied(source []byte, start, end int) bool {
	before := sentenceBefore(source[max(0, start-contextSize):start])
	after := string(source[end:min(len(source), end+contextSize)])
	if i := strings.Index(after, "\n\n"); i >= 0 {
		after = after[:i]
	}
	for i := range len(after) {
		if after[i] == '\n' && len(after) > i+1 && strings.IndexByte("-*+#|>`", after[i+1]) >= 0 || after[i] == '.' && (i+1 == len(after) || after[i+1] == ' ' || after[i+1] == '\n') {
			after = after[:i]
			break
		}
	}
	if i := strings.LastIndex(before, ". "); i >= 0 {
		before = before[i:]
	}
	after = strings.Join(strings.Fields(after), " ")
	if isDenying(after) {
		return true
	}
	before, after = strings.ToLower(before[max(0, len(before)-denialSize):]), strings.ToLower(after[:min(len(after), denialSize)])
	return slices.ContainsFunc(denialsBefore, func(words string) bool { return strings.Contains(before, words) }) ||
		slices.ContainsFunc(denialsAfter, func(words string) bool { return strings.Contains(after, words) })
}

// isDenying reports whether a sentence ends with a remark in parentheses such as "(coming soon)".
func isDenying(sentence string) bool {
	i := strings.LastIndexByte(sentence, '(')
	if i < 0 || !strings.HasSuffix(sentence, ")") {
		return false
	}
	remark := strings.ToLower(sentence[i:])
	return slices.ContainsFunc([]string{"(coming soon", "(planned", "(future", "(todo", "(tbd", "(not yet"}, func(words string) bool { return strings.HasPrefix(remark, words) })
}

// denialSize is the number of bytes around a reference that are searched for denials.
const denialSize = 40

var (
	denialsBefore = []string{"no longer ship", "no longer include", "no longer contain", "no longer provide", "no longer has ", "no longer have ",
		"does not ship", "doesn't ship", "does not include", "doesn't include", "does not contain", "there is no ", "won't be ", "removed ", "deleted "}
	denialsAfter = []string{"no longer", "not yet", "does not exist", "doesn't exist", "do not exist", "don't exist", "was removed", "were removed", "been removed",
		"was deleted", "been deleted", "is not included", "isn't included", "is not shipped", "coming soon", "is added", "was not created", "to be written", "is planned", "are planned", "is missing",
		"(planned", "(future", "(todo", "(tbd", "(removed", "(deleted", "— planned", "- planned"}
)

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

// sentenceBefore returns the last lines of a text, starting at an empty line or at a line that begins a block.
func sentenceBefore(text []byte) string {
	from := 0
	for i, c := range text {
		if c != '\n' {
			continue
		}
		rest := bytes.TrimLeft(text[i+1:], " ")
		if len(rest) == 0 || strings.IndexByte("\n\r-*+#|>`\t0123456789", rest[0]) >= 0 {
			from = i + 1
		}
	}
	return strings.ReplaceAll(string(text[from:]), "\n", " ")
}

// isExample reports whether the words before a path in code call it an example: "e.g.", also earlier in the same
// parentheses, or "such as".
func isExample(before string) bool {
	if i := strings.LastIndexByte(before, '('); i >= 0 && !strings.Contains(before[i:], ")") && strings.HasPrefix(before[i+1:], "e.g.") {
		return true
	}
	before = strings.TrimRight(before, " \t*_`\"'(")
	if strings.HasSuffix(before, "example:") {
		return true
	}
	before = strings.TrimRight(before, " \t*_`\"',:(")
	for _, end := range []string{"e.g.", "e.g", "such as", "for example", "for instance"} {
		if strings.HasSuffix(before, end) {
			return true
		}
	}
	return false
}

// isFromOther reports whether the words after a path in code name another skill as its owner: "from that skill", "in the chart skill".
func isFromOther(after []byte) bool {
	words := strings.FieldsFunc(strings.ToLower(string(after[:min(len(after), 60)])), func(r rune) bool { return strings.ContainsRune(" \n`*", r) })
	if len(words) < 3 || !slices.Contains([]string{"from", "in", "of"}, words[0]) || words[1] == "this" {
		return false
	}
	return strings.TrimRight(words[2], ".,;:") == "skill" || words[1] == "the" && len(words) > 3 && strings.TrimRight(words[3], ".,;:") == "skill"
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

// isRecord reports whether the rest of a line after a path only states what happened to the file: "` - **Created**".
func isRecord(after []byte) bool {
	line, _, _ := bytes.Cut(after, []byte("\n"))
	word := strings.ToLower(strings.Trim(string(line), " `*_:.()-–—\r"))
	return slices.Contains([]string{"new", "created", "added", "updated", "modified", "deleted", "removed", "renamed", "moved", "migrated", "refactored", "rewritten"}, word)
}

// isPast reports whether the line of an offset begins with a date or a version, as in a history of changes. It tells what was, not
// what is.
func isPast(source []byte, at int) bool {
	from := bytes.LastIndexByte(source[:at], '\n') + 1
	line := string(source[from:min(at, from+contextSize)])
	for word := range strings.FieldsFuncSeq(line, func(r rune) bool { return strings.ContainsRune(" \t|*-+`#>()[]:", r) }) {
		word = strings.TrimPrefix(word, "v")
		numbers := strings.Split(word, ".")
		return len(numbers) == 3 && !slices.ContainsFunc(numbers, func(n string) bool { return n == "" || strings.Trim(n, "0123456789") != "" }) ||
			len(word) == 4 && strings.HasPrefix(word, "20") && strings.Contains(line, word+"-")
	}
	return false
}

// isOfOther reports whether the words before a path in code name another project or skill as its owner: "tea-shop's", or a name
// in code, but not "the skill's".
func isOfOther(before string) bool {
	if rest, ok := strings.CutSuffix(before, "its `"); ok && strings.Contains(rest, " skill") { // "the `chart` skill (its `references/a.md`)"
		rest = rest[:strings.LastIndex(rest, " skill")]
		before = strings.TrimRight(rest, "*") + " `"
	}
	if i := strings.LastIndexByte(before, '('); i > 0 && !strings.Contains(before[i:], ")") && strings.Trim(before[i+1:], " `,/.-_abcdefghijklmnopqrstuvwxyz") == "" {
		before = strings.TrimRight(before[:i], " ") + " `" // one of several paths in parentheses
	}
	if rest, ok := strings.CutSuffix(strings.TrimRight(before[:max(0, len(before)-1)], " \n"), "`"); ok && strings.HasSuffix(before, "`") {
		name := rest[strings.LastIndexByte(rest, '`')+1:]
		return strings.ContainsAny(name, "-:") && strings.Trim(strings.TrimPrefix(name, "/"), "abcdefghijklmnopqrstuvwxyz0123456789-:") == ""
	}
	owner, ok := strings.CutSuffix(strings.ReplaceAll(strings.TrimRight(before, " \n*_`"), "’", "'"), "'s")
	owner = strings.TrimRight(owner, "*_`")
	return ok && strings.Contains(owner[strings.LastIndexAny(owner, " (`")+1:], "-")
}

// isOutput reports whether the words before a path in code instruct the agent to create the file.
func isOutput(before string) bool {
	before = strings.ReplaceAll(before, "e.g.", "eg")
	before = before[strings.LastIndexAny(before, ".;|")+1:]
	words := strings.FieldsFunc(before, func(r rune) bool { return strings.ContainsRune(" \t*_`\"'(),:", r) })
	slices.Reverse(words)
	if len(words) > 1 && (words[0] == "a" || words[0] == "an") {
		if words = words[1:]; words[0] == "into" {
			return true
		}
	}
	for i, word := range words[:min(len(words), 5)] {
		switch {
		case i == 0 && slices.Contains(placeWords, word) && (len(words) == 1 || words[1] != "on") && slices.ContainsFunc(words[1:min(len(words), 8)], func(w string) bool { return slices.Contains(movingVerbs, w) }):
			return true
		case slices.Contains(readingVerbs, word):
			return false
		case slices.Contains(makingVerbs, word), i == 0 && slices.Contains(ownerWords, word), i == 0 && isHanOutput(word):
			return true
		}
	}
	return false
}

// isHanOutput is isOutput for languages without spaces between words.
func isHanOutput(text string) bool {
	text = text[max(0, len(text)-len("写入到")):]
	return slices.ContainsFunc([]string{"写入", "创建", "建立", "生成", "保存", "输出", "作成", "出力"}, func(w string) bool { return strings.Contains(text, w) })
}

// Words for creating a file, for using an existing one, and for owners of such files.
var (
	makingVerbs = []string{"delete", "deletes", "remove", "removes", "rename", "renames", "create", "creates", "creating", "write", "writes", "writing", "generate", "generates", "generating",
		"save", "saves", "saved", "saving", "store", "stores", "export", "exports", "output", "outputs", "produce", "produces",
		"add", "adds", "adding", "re-introduce", "reintroduce", "scaffold", "scaffolds", "emit", "emits", "touch", "draft", "paste", "pastes"}
	readingVerbs = []string{"with", "using", "via", "by", "from", "see", "read", "run", "runs", "running", "execute", "use", "uses", "of", "per",
		"follow", "following", "through", "consult", "check", "load", "open", "refer", "python", "python3", "node", "bash", "sh"}
	movingVerbs = []string{"copy", "copies", "move", "moves", "rename", "renames", "put", "place", "turn", "log", "logging", "record", "recording", "export"}
	placeWords  = []string{"to", "into", "as", "at", "in"}
	ownerWords  = []string{"your", "project's", "repository's", "user's"}
)
