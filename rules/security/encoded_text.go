package security

import (
	"encoding/base64"
	"encoding/hex"
	"strings"
	"unicode/utf8"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/behavior"
	"github.com/skilllint/skilllint/internal/behavior/effect"
	"github.com/skilllint/skilllint/internal/escape"
)

// leastEncoded is the length of the shortest encoded text that is decoded.
const leastEncoded = 32

// encodedTexts returns the ranges of text that may be base64 or hexadecimal digits.
func encodedTexts(source []byte) []analysis.Range {
	var found []analysis.Range
	escape.Runs(source, leastEncoded, &isEncodedByte, func(start, end int) bool {
		found = append(found, analysis.Range{Start: start, End: end})
		return true
	})
	return found
}

// isEncodedByte is the set of bytes of base64 and hexadecimal digits.
var isEncodedByte = escape.BytesOf("+/=")

// decodedText returns the text that base64 or hexadecimal digits encode, or "".
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

// isPayload reports whether a text is a harmful command, contains orders to a model, or is too complex to tell.
func isPayload(f *analysis.File, plain string) bool {
	if o := orderIn([]byte(plain)); o == override || o == send {
		return true
	}
	r := behavior.CommandsIn(plain)
	for _, a := range r.Acts {
		if a.Kind == behavior.OpensShell || a.Kind == behavior.Mines || a.Kind == behavior.Runs && (a.Of.Has(behavior.Decoded|behavior.Socket) || remoteSeverity(f, &a) != analysis.Off) ||
			a.Kind == behavior.Sends && sentSeverity(f, &a) == analysis.Error || a.Kind == behavior.Deletes && effect.IsAbove(a.To) {
			return true
		}
	}
	return len(r.Gaps) > 0
}
