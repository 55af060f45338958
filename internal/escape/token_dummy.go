package escape

import (
	"bytes"
	"strings"
)

// isDummy reports whether a token is an example: it contains a word such as "example", repeated characters, or one
// or two alternating sequences.
func isDummy(body string) bool {
	lower := strings.ToLower(body)
	for _, word := range []string{"example", "sample", "dummy", "fake", "test", "your", "xxx", "placeholder", "token", "secret", "redacted", "changeme", "abcdef", "123456", "qwerty", "insert", "deadbeef", "foobar", "mock"} {
		if strings.Contains(lower, word) {
			return true
		}
	}
	var seen [256]bool
	distinct, run, steps, pairs := 0, 1, 1, 1
	digits, letters := false, false
	for i := range len(body) {
		c := body[i]
		if !seen[c] {
			seen[c] = true
			distinct++
		}
		digits = digits || '0' <= c && c <= '9'
		letters = letters || c > '9'
		if i > 0 && c == body[i-1] {
			run++
		} else {
			run = 1
		}
		if i > 0 && c == body[i-1]+1 {
			steps++
		} else {
			steps = 1
		}
		if i > 1 && c == body[i-2]+1 { // A1B2C3
			pairs++
		} else {
			pairs = 1
		}
		if run > 3 || steps > 4 || pairs > 6 {
			return true
		}
	}
	return distinct < 9 || !digits || !letters
}

// minKey is the minimum number of base64 characters in a private key.
const minKey = 64

// privateKeys calls see for each private key with a body.
func privateKeys(text []byte, see func(Token) bool) {
	for at := 0; ; {
		n := bytes.Index(text[at:], []byte("-----BEGIN "))
		if n < 0 {
			return
		}
		start := at + n
		at = start + len("-----BEGIN ")
		mark := bytes.Index(text[start:min(len(text), start+60)], []byte("PRIVATE KEY-----"))
		if mark < 0 {
			continue
		}
		from := start + mark + len("PRIVATE KEY-----")
		end := bytes.Index(text[from:], []byte("-----END "))
		if end < 0 || end > 16<<10 {
			continue
		}
		body := strings.Map(func(r rune) rune {
			if r < 128 && (IsAlphanumeric(byte(r)) || r == '+' || r == '/' || r == '=') {
				return r
			}
			return -1
		}, strings.ReplaceAll(string(text[from:from+end]), `\n`, ""))
		if len(body) >= minKey && len(body)*10 >= end*7 && hasKeyLine(text[from:from+end]) && !isDummyKey(body) && !see(Token{Start: start, End: from + end, Prefix: string(text[start:from]), Body: from}) {
			return
		}
	}
}

// minKeyLine is the minimum length of the longest line of a key. Text between the patterns of both marks has shorter words.
const minKeyLine = 32

// hasKeyLine reports whether a text has a run of base64 characters that is long enough for a line of a key, and no word.
func hasKeyLine(text []byte) bool {
	length, digits, upper := 0, false, false
	for i := 0; i <= len(text); i++ {
		if i < len(text) && (IsAlphanumeric(text[i]) || text[i] == '+' || text[i] == '/') {
			length++
			digits = digits || text[i] <= '9' && text[i] >= '0'
			upper = upper || 'A' <= text[i] && text[i] <= 'Z'
			continue
		}
		if length >= minKeyLine && digits && upper {
			return true
		}
		length, digits, upper = 0, false, false
	}
	return false
}

// isDummyKey reports whether the body of a key is an example.
func isDummyKey(body string) bool {
	lower := strings.ToLower(body)
	return strings.Contains(lower, "example") || strings.Contains(lower, "xxxx") || strings.Contains(body, "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA") && len(body) < 200
}
