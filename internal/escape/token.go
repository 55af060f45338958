package escape

import (
	"bytes"
	"hash/crc32"
	"strings"
)

// A tokenFormat is the format of a service's tokens.
type tokenFormat struct {
	prefix   string
	owner    string
	min, max int    // length after the prefix
	extra    string // characters other than letters and digits
	checksum bool
}

var tokenFormats = []tokenFormat{
	{"ghp_", "GitHub", 36, 36, "", true}, {"gho_", "GitHub", 36, 36, "", true}, {"ghu_", "GitHub", 36, 36, "", true}, {"ghs_", "GitHub", 36, 36, "", true}, {"ghr_", "GitHub", 36, 36, "", true},
	{"github_pat_", "GitHub", 82, 82, "_", false}, {"npm_", "npm", 36, 36, "", true}, {"glpat-", "GitLab", 20, 64, "-_.", false},
	{"AKIA", "AWS", 16, 16, "", false}, {"sk-ant-", "Anthropic", 80, 130, "-_", false}, {"sk-proj-", "OpenAI", 70, 200, "-_", false},
	{"xoxb-", "Slack", 45, 80, "-", false}, {"xoxp-", "Slack", 60, 90, "-", false}, {"AIza", "Google", 35, 35, "-_", false}, {"hf_", "Hugging Face", 34, 34, "", false},
	{"ctx7sk-", "Context7", 36, 36, "-", false}, {"fc-", "Firecrawl", 32, 32, "", false}, {"gsk_", "Groq", 52, 52, "", false}, {"sk_", "ElevenLabs", 48, 48, "", false},
	{"sk-or-v1-", "OpenRouter", 64, 64, "", false}, {"pplx-", "Perplexity", 48, 48, "", false}, {"tvly-", "Tavily", 32, 32, "", false}, {"tvly-dev-", "Tavily", 32, 32, "", false},
	{"xai-", "xAI", 80, 80, "", false}, {"lin_api_", "Linear", 40, 40, "", false}, {"apify_api_", "Apify", 36, 36, "", false}, {"r8_", "Replicate", 37, 37, "", false},
	{"sk_live_", "Stripe", 24, 110, "", false}, {"rk_live_", "Stripe", 24, 110, "", false}, {"SG.", "SendGrid", 66, 66, "-_.", false}, {"dop_v1_", "DigitalOcean", 64, 64, "", false}, {"pypi-AgEIcHlwaS5vcmc", "PyPI", 50, 250, "-_", false},
}

// A Token is a credential in a text.
type Token struct {
	Start, End int
	Owner      string // the service; empty for a private key
	Prefix     string // fixed start of the token
	Body       int    // offset of the secret part
}

// Tokens calls see for each token in a text until it returns false. Examples are ignored: tokens with repeated characters, sequences,
// or words such as EXAMPLE.
func Tokens(text []byte, see func(Token) bool) {
	more := true
	Runs(text, minToken, &isTokenByte, func(start, end int) bool {
		for i := range tokenFormats {
			more = more && tokenFormats[i].find(text, start, end, see)
		}
		return more
	})
	if more {
		chatTokens(text, see)
		privateKeys(text, see)
	}
}

// minToken is the minimum length of tokens.
const minToken = 20

// isTokenByte contains the bytes of tokens.
var isTokenByte = BytesOf("-_.")

// BytesOf returns a table of ASCII letters, digits and the other given bytes.
func BytesOf(others string) (table [256]bool) {
	for c := range table {
		table[c] = IsAlphanumeric(byte(c)) || strings.IndexByte(others, byte(c)) >= 0
	}
	return table
}

// Runs calls see for each run of at least the given number of bytes of a kind until it returns false. It reads backwards from the last
// byte of the shortest possible run, so most bytes are skipped.
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

// find calls see for each token of a form in a range of a text until it returns false.
func (f *tokenFormat) find(text []byte, from, to int, see func(Token) bool) bool {
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

// chatTokens calls see for each token of Telegram: the number of a bot, a colon, and 35 characters that begin with AA.
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

// minMaskedKey is the minimum number of base64 characters after the start of a private key that are masked.
const minMaskedKey = 40

// MaskTokens replaces the secret parts of tokens in a text by asterisks. The length of the text does not change. The end of a private
// key may be missing.
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
			if i-start >= minMaskedKey {
				mask(start, i)
			}
			start = i + 1
		}
	}
	return masked
}

func isTokenPart(c byte) bool { return IsAlphanumeric(c) || strings.IndexByte("+/=-_.", c) >= 0 }

// length returns the number of following characters that the token may contain.
func (f *tokenFormat) length(text []byte) int {
	n := 0
	for n < len(text) && n <= f.max && (IsAlphanumeric(text[n]) || strings.IndexByte(f.extra, text[n]) >= 0) {
		n++
	}
	return n
}

// IsAlphanumeric reports whether a character is an ASCII letter or digit.
func IsAlphanumeric(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'z'
}

// matches reports whether a range of a text is a token and not an example.
func (f *tokenFormat) matches(text []byte, start, end int) bool {
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

// checksumOf returns the checksum at the end of tokens of GitHub and npm: a CRC-32 in base 62.
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
