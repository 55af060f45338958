package escape

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"unicode/utf8"
)

// JSON returns a character as a JSON escape: one or two UTF-16 units.
func JSON(r rune) string {
	if r < 0x10000 {
		return fmt.Sprintf(`\u%04x`, r)
	}
	r -= 0x10000
	return fmt.Sprintf(`\u%04x\u%04x`, 0xD800+r>>10, 0xDC00+r&0x3FF)
}

// EncodeJSON writes a value as indented JSON without a final line break. All lines except the first start with the prefix. Unprintable
// characters and commands to CI systems are escaped.
func EncodeJSON(w *bufio.Writer, prefix string, v any) error {
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent(prefix, "  ")
	if err := encoder.Encode(v); err != nil {
		return err
	}
	EncodedJSON(w, bytes.TrimSuffix(b.Bytes(), []byte{'\n'}))
	return nil
}

// EncodedJSON writes encoded JSON. It escapes unprintable characters, which occur only in strings, and the "[" of "##[" and "##name[".
func EncodedJSON(w *bufio.Writer, encoded []byte) {
	done, hashes, letters := 0, 0, false
	replace := func(at, size int, format string, args ...any) {
		w.Write(encoded[done:at])
		fmt.Fprintf(w, format, args...)
		done = at + size
	}
	for i := 0; i < len(encoded); {
		c, size := rune(encoded[i]), 1
		if hashes == 0 && c < 0x7F && c != '#' {
			i++
			continue
		}
		switch {
		case c == '#':
			if letters {
				hashes, letters = 0, false
			}
			hashes++
			i++
			continue
		case hashes >= 2 && ('a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'):
			letters = true
			i++
			continue
		case hashes >= 2 && c == '[':
			replace(i, 1, `\u005b`)
		case c == 0x7F:
			replace(i, 1, `\u007f`)
		case c >= utf8.RuneSelf:
			if c, size = utf8.DecodeRune(encoded[i:]); !Printable(c) {
				replace(i, size, "%s", JSON(c))
			}
		}
		hashes, letters = 0, false
		i += size
	}
	w.Write(encoded[done:])
}
