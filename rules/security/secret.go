package security

import (
	"bytes"
	"hash/crc32"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
)

// Secret reports tokens and private keys that a file contains.
//
// Everybody who can read the skill can use them. A token that was published once has to be revoked, even if it is
// deleted in a later commit. Messages show only how a token begins.
//
// Tokens are recognized by prefix, length and alphabet; those of GitHub and npm also by their checksum.
//
// Not reported:
//   - placeholders and examples: repeated characters, sequences, and words such as EXAMPLE
//   - public keys, and private keys without a body
var Secret = &analysis.Analyzer{
	Name:     "security/secret",
	Doc:      "token or private key in a file",
	Severity: analysis.Off,
	Enabled:  analysis.Error,
	Scope:    analysis.PerDocument,
	Kinds:    everyKind,
	Source: analysis.Source{Kind: analysis.Documentation, Checked: checkedOn,
		Name: "MITRE ATT&CK T1552.001 (Credentials In Files); GitHub's description of its token formats"},
	Run: secrets,
}

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

func secrets(pass *analysis.Pass) error {
	d := pass.Document
	if d.Encoding != analysis.UTF8 {
		return nil
	}
	var hits []hit
	add := func(start, end int, message string) {
		hits = append(hits, hit{at: analysis.Range{Start: start, End: end}, severity: analysis.Error, message: message,
			effect: "everybody who can read the file can use it", help: "revoke it, and read it from the environment"})
	}
	runs := tokenRuns(d.Source)
	for i := range tokenForms {
		f := &tokenForms[i]
		for _, run := range runs {
			for at := run.Start; len(hits) < mostPassages; {
				n := bytes.Index(d.Source[at:run.End], []byte(f.prefix))
				if n < 0 {
					break
				}
				start := at + n
				end := start + len(f.prefix) + f.length(d.Source[start+len(f.prefix):])
				at = start + len(f.prefix)
				if f.matches(d.Source, start, end) {
					add(start, end, "token of "+f.owner+": "+quote.Text(f.prefix+"…"))
					at = end
				}
			}
		}
	}
	privateKeys(d.Source, add)
	reportHits(pass, hits)
	return nil
}

// leastToken is the number of bytes of the shortest tokens.
const leastToken = 20

// tokenRuns returns the places of text that is as long as a token and has its characters.
func tokenRuns(source []byte) []analysis.Range {
	var found []analysis.Range
	runsOf(source, leastToken, &isTokenByte, func(start, end int) bool {
		found = append(found, analysis.Range{Start: start, End: end})
		return true
	})
	return found
}

// isTokenByte are the bytes of tokens.
var isTokenByte = bytesOf("-_.")

// length returns how many characters of a token follow.
func (f *tokenForm) length(text []byte) int {
	n := 0
	for n < len(text) && n <= f.max && (isAlphanumeric(text[n]) || strings.IndexByte(f.also, text[n]) >= 0) {
		n++
	}
	return n
}

func isAlphanumeric(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'z'
}

// matches reports whether a text is a token, and not an example.
func (f *tokenForm) matches(source []byte, start, end int) bool {
	body := string(source[start+len(f.prefix) : end])
	switch {
	case len(body) < f.min || len(body) > f.max, start > 0 && (isAlphanumeric(source[start-1]) || source[start-1] == '_'):
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
