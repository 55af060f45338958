package security

import (
	"encoding/base64"
	"encoding/hex"
	"strings"
	"unicode/utf8"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/behavior"
	"github.com/skilllint/skilllint/internal/escape"
)

// Limits of encoded text that is decoded.
const (
	leastEncoded = 32
	mostEncoded  = 16 << 10
	mostTexts    = 200
)

// encodedTexts returns the places of text that may be base64 or hexadecimal digits.
func encodedTexts(source []byte) []analysis.Range {
	var found []analysis.Range
	start := 0
	for i := 0; i <= len(source); i++ {
		if i < len(source) && (escape.IsAlphanumeric(source[i]) || source[i] == '+' || source[i] == '/' || source[i] == '=') {
			continue
		}
		if n := i - start; n >= leastEncoded && n <= mostEncoded && len(found) < mostTexts {
			found = append(found, analysis.Range{Start: start, End: i})
		}
		start = i + 1
	}
	return found
}

// decodedText returns the text that base64 or hexadecimal digits contain, or "".
func decodedText(encoded []byte) string {
	text := strings.TrimRight(string(encoded), "=")
	text = text[strings.LastIndexByte(text, '=')+1:]
	for _, decode := range []func(string) ([]byte, error){hex.DecodeString, base64.RawStdEncoding.DecodeString} {
		if plain, err := decode(text); err == nil && utf8.Valid(plain) && isText(plain) {
			return string(plain)
		}
	}
	return ""
}

// isPayload reports whether a text is a harmful command, or gives orders to a model.
func isPayload(f *analysis.File, plain string) bool {
	if o := orderIn([]byte(plain)); o == override || o == send {
		return true
	}
	for _, a := range behavior.CommandsIn(plain) {
		if a.Does == behavior.OpensShell || a.Does == behavior.Mines || a.Does == behavior.Runs && (a.Of.Has(behavior.Decoded|behavior.Socket) || remoteSeverity(f, &a) != analysis.Off) ||
			a.Does == behavior.Sends && sentSeverity(f, &a) == analysis.Error || a.Does == behavior.Deletes && behavior.IsAbove(a.To) {
			return true
		}
	}
	return false
}
