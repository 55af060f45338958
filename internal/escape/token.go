package escape

import (
	"bytes"
	"hash/crc32"
	"strings"
)

// A tokenForm is how the tokens of a service look.
type tokenForm struct {
	prefix   string
	owner    string
	min, max int    // length after the prefix
	also     string // characters besides letters and digits
	checksum bool
}

var tokenForms = []tokenForm{
	{"ghp_", "GitHub", 36, 36, "", true}, {"gho_", "GitHub", 36, 36, "", true}, {"ghu_", "GitHub", 36, 36, "", true}, {"ghs_", "GitHub", 36, 36, "", true}, {"ghr_", "GitHub", 36, 36, "", true},
	{"github_pat_", "GitHub", 82, 82, "_", false}, {"npm_", "npm", 36, 36, "", true}, {"glpat-", "GitLab", 20, 64, "-_.", false},
	{"AKIA", "AWS", 16, 16, "", false}, {"sk-ant-", "Anthropic", 80, 130, "-_", false}, {"sk-proj-", "OpenAI", 70, 200, "-_", false},
	{"xoxb-", "Slack", 45, 80, "-", false}, {"xoxp-", "Slack", 60, 90, "-", false}, {"AIza", "Google", 35, 35, "-_", false}, {"hf_", "Hugging Face", 34, 34, "", false},
	{"sk_live_", "Stripe", 24, 110, "", false}, {"rk_live_", "Stripe", 24, 110, "", false}, {"SG.", "SendGrid", 66, 66, "-_.", false}, {"dop_v1_", "DigitalOcean", 64, 64, "", false}, {"pypi-AgEIcHlwaS5vcmc", "PyPI", 50, 250, "-_", false},
}

// A Token is a credential in a text.
type Token struct {
	Start, End int
	Owner      string // the service; empty: a private key
	Prefix     string // how it begins
	Body       int    // offset of what is secret
}

// Tokens calls see for the tokens in a text, by their form, until it returns false. Examples are not tokens: repeated
// characters, sequences, and words such as EXAMPLE.
func Tokens(text []byte, see func(Token) bool) {
	more := true
	Runs(text, leastToken, &isTokenByte, func(start, end int) bool {
		for i := range tokenForms {
			more = more && tokenForms[i].find(text, start, end, see)
		}
		return more
	})
	if more {
		chatTokens(text, see)
		privateKeys(text, see)
	}
}

// leastToken is the number of bytes of the shortest tokens.
const leastToken = 20

// isTokenByte are the bytes of tokens.
var isTokenByte = BytesOf("-_.")

// BytesOf returns a table of ASCII letters, digits and other bytes.
func BytesOf(others string) (table [256]bool) {
	for c := range table {
		table[c] = IsAlphanumeric(byte(c)) || strings.IndexByte(others, byte(c)) >= 0
	}
	return table
}

// Runs calls see for the runs of at least some bytes of a kind until it returns false. It reads backwards from where a
// run would have its last byte if it started after the previous other byte, so most bytes are skipped.
func Runs(text []byte, least int, kind *[256]bool, see func(start, end int) bool) {
	for start := 0; start+least <= len(text); {
		last := start + least - 1
		for last >= start && kind[text[last]] {
			last--
		}
		if last >= start {
			start = last + 1
			continue
		}
		end := start + least
		for end < len(text) && kind[text[end]] {
			end++
		}
		if !see(start, end) {
			return
		}
		start = end + 1
	}
}

// find calls see for the tokens of a form in a range of a text, until it returns false.
func (f *tokenForm) find(text []byte, from, to int, see func(Token) bool) bool {
	for at := from; ; {
		n := bytes.Index(text[at:to], []byte(f.prefix))
		if n < 0 {
			return true
		}
		start := at + n
		body := start + len(f.prefix)
		end := body + f.length(text[body:])
		if at = body; f.matches(text, start, end) {
			if !see(Token{start, end, f.owner, f.prefix, body}) {
				return false
			}
			at = end
		}
	}
}

// chatTokens calls see for the tokens of Telegram: the number of a bot, a colon, and 35 characters that begin with AA.
func chatTokens(text []byte, see func(Token) bool) {
	for at := 0; ; {
		n := bytes.Index(text[at:], []byte(":AA"))
		if n < 0 {
			return
		}
		colon := at + n
		at = colon + len(":AA")
		start, end := colon, at
		for start > 0 && '0' <= text[start-1] && text[start-1] <= '9' {
			start--
		}
		for end < len(text) && end-at < 34 && (IsAlphanumeric(text[end]) || text[end] == '_' || text[end] == '-') {
			end++
		}
		if digits := colon - start; digits >= 8 && digits <= 10 && end-at == 33 && !isDummy(string(text[at:end])) && !see(Token{start, end, "Telegram", string(text[start : start+4]), colon + 1}) {
			return
		}
	}
}

// leastRun is the number of characters of base64 after the start of a private key that are its body.
const leastRun = 40

// MaskTokens replaces what is secret in the tokens of a text with asterisks. The length of the text does not change.
// Of a private key, the end may be missing.
func MaskTokens(text []byte) []byte {
	masked := text
	mask := func(from, to int) {
		if len(masked) > 0 && &masked[0] == &text[0] {
			masked = bytes.Clone(text)
		}
		for i := from; i < to; i++ {
			if isTokenPart(text[i]) {
				masked[i] = '*'
			}
		}
	}
	Tokens(text, func(t Token) bool {
		mask(t.Body, t.End)
		return true
	})
	if n := bytes.Index(text, []byte("PRIVATE KEY-----")); n >= 0 {
		start := n + len("PRIVATE KEY-----")
		for i := start; i <= len(text); i++ {
			if i < len(text) && isTokenPart(text[i]) {
				continue
			}
			if i-start >= leastRun {
				mask(start, i)
			}
			start = i + 1
		}
	}
	return masked
}

func isTokenPart(c byte) bool { return IsAlphanumeric(c) || strings.IndexByte("+/=-_.", c) >= 0 }

// length returns how many characters of a token follow.
func (f *tokenForm) length(text []byte) int {
	n := 0
	for n < len(text) && n <= f.max && (IsAlphanumeric(text[n]) || strings.IndexByte(f.also, text[n]) >= 0) {
		n++
	}
	return n
}

// IsAlphanumeric reports whether a character is a letter or a digit of ASCII.
func IsAlphanumeric(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'z'
}

// matches reports whether a text is a token, and not an example.
func (f *tokenForm) matches(text []byte, start, end int) bool {
	body := string(text[start+len(f.prefix) : end])
	switch {
	case len(body) < f.min || len(body) > f.max, start > 0 && (IsAlphanumeric(text[start-1]) || text[start-1] == '_'):
		return false
	case f.owner == "AWS":
		return strings.ToUpper(body) == body && strings.ContainsAny(body, "234567") && !isDummy(body)
	case f.checksum:
		return body[30:] == checksumOf(body[:30]) && !isDummy(body)
	}
	return !isDummy(body)
}

// checksumOf returns the checksum at the end of the tokens of GitHub and npm: a CRC-32 with 62 digits.
func checksumOf(body string) string {
	const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
	sum := crc32.ChecksumIEEE([]byte(body))
	out := []byte("000000")
	for i := len(out) - 1; i >= 0; i-- {
		out[i] = digits[sum%62]
		sum /= 62
	}
	return string(out)
}
