package security

import (
	"encoding/base64"
	"encoding/hex"
	"strings"
	"unicode/utf8"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/behavior"
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
	runsOf(source, leastEncoded, &isEncodedByte, func(start, end int) bool {
		if end-start <= mostEncoded {
			found = append(found, analysis.Range{Start: start, End: end})
		}
		return len(found) < mostTexts
	})
	return found
}

// isEncodedByte are the bytes of base64, and of hexadecimal digits.
var isEncodedByte = bytesOf("+/=")

// bytesOf returns a table of ASCII letters, digits and other bytes.
func bytesOf(others string) (table [256]bool) {
	for c := range table {
		table[c] = isAlphanumeric(byte(c)) || strings.IndexByte(others, byte(c)) >= 0
	}
	return table
}

// runsOf calls see for the runs of at least some bytes of a kind until it returns false. Only one byte in so many is
// read: a run contains at least one of them.
func runsOf(source []byte, least int, kind *[256]bool, see func(start, end int) bool) {
	for end := least - 1; end < len(source); end += least {
		if !kind[source[end]] {
			continue
		}
		start := end
		for start > 0 && kind[source[start-1]] {
			start--
		}
		for end < len(source) && kind[source[end]] {
			end++
		}
		if end-start >= least && !see(start, end) {
			return
		}
	}
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
func isPayload(plain string) bool {
	if o := orderIn([]byte(plain)); o == override || o == send {
		return true
	}
	for _, a := range behavior.CommandsIn(plain) {
		if a.Does == behavior.OpensShell || a.Does == behavior.Mines || a.Does == behavior.Runs && (a.Of.Has(behavior.Decoded|behavior.Socket) || remoteSeverity(&a) != analysis.Off) ||
			a.Does == behavior.Sends && sentSeverity(&a) == analysis.Error || a.Does == behavior.Deletes && behavior.IsAbove(a.To) {
			return true
		}
	}
	return false
}
