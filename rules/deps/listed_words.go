package deps

import (
	"bytes"
	"strings"

	"github.com/skilllint/skilllint/facts/role"
)

// leadingName returns the range of a name at the start of an item or cell: in code, in a link, or several words in bold type. The
// range is empty if there is none. Commands ("/name") may have arguments.
func leadingName(text string) (start, end int, isLink bool) {
	at := len(text) - len(strings.TrimLeft(text, " "))
	skip := func(prefix string) bool {
		found := strings.HasPrefix(text[at:], prefix)
		if found {
			at += len(prefix)
		}
		return found
	}
	isBold := skip("**")
	isLink = skip("[")
	isBold = skip("**") || isBold
	isCode := skip("`")
	start = at
	isCommand := skip("/")
	if !isCommand {
		skip("@")
	}
	words := 1
	for at < len(text) && isNameByte(text[at]) {
		if strings.IndexByte("-_:/", text[at]) >= 0 {
			words++
		}
		at++
	}
	end = at
	if isCommand && at < len(text) && text[at] == ' ' {
		at += max(0, strings.IndexAny(text[at:], "`]*"))
	}
	isClosed := isCode && skip("`") || isLink && skip("](") || isBold && (words > 1 || isCommand) && skip("**")
	if !isClosed || end == start || !isNameByte(text[end-1]) || strings.IndexByte("-_:/", text[end-1]) >= 0 {
		return 0, 0, false
	}
	return start, end, isLink
}

func isNameByte(c byte) bool {
	return 'a' <= c && c <= 'z' || '0' <= c && c <= '9' || c == '-' || c == '_' || c == ':' || c == '/'
}

// speaksOfElsewhere reports whether an item, a header or a heading speaks of names that need not exist here: plans, what was removed,
// other repositories, examples.
func speaksOfElsewhere(text string) bool {
	return strings.Contains(text, "~~") || strings.Contains(text, "://") || role.StatusIn(text)&^(role.Owned|role.OfUser|role.Made) != 0
}

// mayName reports whether an item of a list or a row of a table has a name of several words in code, in a link or in bold type.
func mayName(text []byte) bool {
	for line := range bytes.Lines(text) {
		line = bytes.TrimLeft(line, " ")
		if len(line) == 0 || strings.IndexByte("|-*", line[0]) < 0 {
			continue
		}
		for i := 0; i < len(line); i++ {
			if strings.IndexByte("`[*", line[i]) < 0 {
				continue
			}
			hasWords := false
			for i++; i < len(line) && (isNameByte(line[i]) || line[i] == '@'); i++ {
				hasWords = hasWords || strings.IndexByte("-_/", line[i]) >= 0
			}
			if hasWords {
				return true
			}
			i--
		}
	}
	return false
}
