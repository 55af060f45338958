package tokenizer

// pieceLen returns the length of the first piece of a non-empty text. Pieces are the consecutive matches of
// the pattern of o200k; no token spans two pieces:
//
//	[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+(?i:'s|'t|'re|'ve|'m|'ll|'d)?
//	[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*(?i:'s|'t|'re|'ve|'m|'ll|'d)?
//	\p{N}{1,3}
//	 ?[^\s\p{L}\p{N}]+[\r\n/]*
//	\s*[\r\n]+
//	\s+(?!\S)
//	\s+
func pieceLen(text []byte) int {
	first, size := classOf(text)
	switch first {
	case upper, lower, letter:
		return withContraction(text, wordLen(text))
	case digit:
		return digitsLen(text)
	case newline:
		return spaceLen(text)
	}
	if size < len(text) {
		if n := wordLen(text[size:]); n > 0 && (first != mark || endsLower(text[size:], n)) {
			return withContraction(text, size+n)
		}
	}
	switch {
	case first == mark: // a mark alone is a word
		return withContraction(text, size)
	case first == other:
		return punctuationLen(text, 0)
	case text[0] == ' ' && size < len(text):
		if next, _ := classOf(text[size:]); next == other {
			return punctuationLen(text, size)
		}
	}
	return spaceLen(text)
}

// wordLen returns the length of the word at the start of a text, or 0. A word is upper case, then lower case;
// letters without case and marks are both. Without a lower-case letter, it ends with the last caseless one, if
// any: the pattern backtracks to it.
func wordLen(text []byte) int {
	end, caseless := 0, 0
	for end < len(text) {
		c, size := classOf(text[end:])
		switch c {
		case upper:
			end += size
			continue
		case letter, mark:
			end += size
			caseless = end
			continue
		case lower:
			return lowerLen(text, end+size)
		}
		break
	}
	if caseless > 0 {
		return caseless
	}
	return end
}

// lowerLen returns the length of a word that is lower case from an offset on.
func lowerLen(text []byte, end int) int {
	for end < len(text) {
		c, size := classOf(text[end:])
		if c != lower && c != letter && c != mark {
			break
		}
		end += size
	}
	return end
}

// endsLower reports whether a word has a lower-case part. Only such a word may follow a mark: the pattern
// matches a mark alone before it tries words in capitals.
func endsLower(text []byte, n int) bool {
	for i := 0; i < n; {
		c, size := classOf(text[i:])
		if c != upper {
			return true
		}
		i += size
	}
	return false
}

// withContraction returns the length of a word including a contraction after it.
func withContraction(text []byte, end int) int {
	rest := text[end:]
	if len(rest) < 2 || rest[0] != '\'' {
		return end
	}
	switch first := rest[1] | 0x20; first {
	case 's', 't', 'm', 'd':
		return end + 2
	case 'r', 'v', 'l':
		if len(rest) < 3 {
			break
		}
		second := rest[2] | 0x20
		if first == 'l' && second == 'l' || first != 'l' && second == 'e' {
			return end + 3
		}
	}
	return end
}

// digitsLen returns the length of up to three digits.
func digitsLen(text []byte) int {
	end := 0
	for n := 0; n < 3 && end < len(text); n++ {
		c, size := classOf(text[end:])
		if c != digit {
			break
		}
		end += size
	}
	return end
}

// punctuationLen returns the length of a run of punctuation that continues at an offset, including the
// line ends and slashes after it.
func punctuationLen(text []byte, end int) int {
	for end < len(text) {
		c, size := classOf(text[end:])
		if c != other && c != mark {
			break
		}
		end += size
	}
	for end < len(text) && (text[end] == '\n' || text[end] == '\r' || text[end] == '/') {
		end++
	}
	return end
}

// spaceLen returns the length of a piece of white space: up to the last line end of a run, otherwise the run
// without its last character, which belongs to the next word. A single character is a piece.
func spaceLen(text []byte) int {
	end, last, lines := 0, 0, 0
	for end < len(text) {
		c, size := classOf(text[end:])
		if c != newline && c != space {
			break
		}
		last = end
		end += size
		if c == newline {
			lines = end
		}
	}
	switch {
	case lines > 0:
		return lines
	case end < len(text) && last > 0:
		return last
	}
	return end
}
