package tokens

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/markdown"
	"github.com/skilllint/skilllint/facts/placeholder"
)

// isCertainCommand reports whether a text is certainly a command. An exclamation mark before code may also end a sentence or negate the
// code.
func isCertainCommand(c placeholder.Command) bool {
	words := strings.Fields(c.Text)
	if c.Block || len(words) == 0 {
		return c.Block
	}
	if strings.Contains(programs, " "+words[0]+" ") {
		return len(words) > 1 || strings.Contains(alone, " "+words[0]+" ")
	}
	for _, word := range words[1:] {
		if word == "|" || word == "||" || word == "&&" || len(word) > 1 && word[0] == '-' && unicode.IsLetter(rune(word[len(word)-1])) {
			return true
		}
	}
	return false
}

const (
	// programs are common programs of real skills.
	programs = " awk basename bash bun cargo cat cut date df dig docker du echo env find gh git go grep head hostname jq kubectl ls make node npm npx " +
		"pip pnpm printenv ps pwd python python3 rg sed sh sort tail test tree uname wc which whoami yarn "
	// alone are programs that are useful without arguments.
	alone = " date df env hostname ls printenv ps pwd tree uname whoami "
)

// escaped reports whether a command follows a backslash, or a letter, so that the exclamation mark ends a word.
func escaped(d *analysis.Document, c placeholder.Command) bool {
	before, _ := utf8.DecodeLastRune(d.Source[:c.Range.Start])
	return c.Kind != markdown.InText || before == '\\' || before == '!' || before == '`' || !c.Runs && (unicode.IsLetter(before) || unicode.IsDigit(before))
}
