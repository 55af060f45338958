package deps

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
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
	if strings.Contains(text, "~~") || strings.Contains(text, "://") {
		return true
	}
	start, isASCII := 0, true
	for i := 0; i <= len(text); i++ {
		if i < len(text) && text[i] >= utf8.RuneSelf {
			isASCII = false
			continue
		}
		if i < len(text) && 'a' <= text[i]|0x20 && text[i]|0x20 <= 'z' {
			continue
		}
		if word := text[start:i]; isASCII && isElsewhere(word) || !isASCII && slices.ContainsFunc(strings.FieldsFunc(word, isNoLetter), isElsewhere) {
			return true
		}
		start, isASCII = i+1, true
	}
	return false
}

func isNoLetter(c rune) bool { return !unicode.IsLetter(c) }

// isElsewhere reports whether a word describes names that need not exist here.
func isElsewhere(word string) bool {
	switch strings.ToLower(word) {
	case "planned", "blocked", "pending", "draft", "wip", "tbd", "future", "upcoming", "coming", "soon", "todo", "yet", "roadmap", "proposed",
		"deprecated", "removed", "retired", "renamed", "replaced", "merged", "legacy", "archive", "archived", "former", "formerly", "old", "before",
		"previous", "previously", "historical", "external", "upstream", "party", "official", "optional", "builtin", "built", "bundled", "plugin", "plugins",
		"install", "installed", "installs", "separate", "separately", "repository", "repositories", "from", "example", "examples", "anti", "antipatterns",
		"instead", "avoid", "never", "not":
		return true
	}
	return false
}
