package lex

import (
	"slices"
	"strconv"
	"strings"
)

// Rotated returns a letter 13 letters later.
func Rotated(r rune) rune {
	switch {
	case 'a' <= r && r <= 'z':
		return 'a' + (r-'a'+13)%26
	case 'A' <= r && r <= 'Z':
		return 'A' + (r-'A'+13)%26
	}
	return r
}

// Characters returns the text of a list of at least some character codes.
func Characters(list string, least int) (string, bool) {
	if strings.Trim(list, "0123456789xabcdefABCDEF, \t\r\n") != "" {
		return "", false
	}
	var b strings.Builder
	n := 0
	for part := range strings.SplitSeq(list, ",") {
		if part = strings.TrimSpace(part); part == "" {
			continue
		}
		code, err := strconv.ParseUint(part, 0, 8)
		if err != nil || code < ' ' && code != '\n' && code != '\t' || code > '~' {
			return "", false
		}
		b.WriteByte(byte(code))
		n++
	}
	return b.String(), n >= least
}

// Reversed returns a text from its end to its start.
func Reversed(text string) string {
	runes := []rune(text)
	slices.Reverse(runes)
	return string(runes)
}
