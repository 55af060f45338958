package excuse

import (
	"bytes"
	"unicode"
	"unicode/utf8"

	"github.com/skilllint/skilllint/analysis"
)

// sentenceAt returns the sentence of a block that contains an offset, without the far ends of a long one.
func (p *Passages) sentenceAt(b *block, at int) analysis.Range {
	start, limit := max(b.start, at-maxBefore), min(b.end, at+maxAfter)
	for limit < b.end && !utf8.RuneStart(p.visible[limit]) {
		limit++
	}
	for start < limit {
		end := start + SentenceEnd(p.visible[start:limit])
		if at < end || end <= start {
			return analysis.Range{Start: start, End: end}
		}
		start = end
	}
	return analysis.Range{Start: max(b.start, at-maxBefore), End: limit}
}

// cellAt returns the cell of a table that contains a range.
func (p *Passages) cellAt(b *block, at analysis.Range) []byte {
	start := b.start + 1 + bytes.LastIndexByte(p.source[b.start:at.Start], '|')
	end := min(max(at.End, start), b.end)
	if n := bytes.IndexByte(p.source[end:b.end], '|'); n >= 0 {
		end += n
	}
	return p.source[start:end]
}

// tailOf returns the end of a block.
func (p *Passages) tailOf(b *block) []byte {
	return p.visible[max(b.start, b.end-maxEvidence):b.end]
}

// labelOf returns the last sentence of a block.
func (p *Passages) labelOf(b *block) analysis.Range {
	start := max(b.start, b.end-maxEvidence)
	for start < b.end && !utf8.RuneStart(p.visible[start]) {
		start++
	}
	for {
		n := SentenceEnd(p.visible[start:b.end])
		if len(bytes.TrimSpace(p.visible[start+n:b.end])) == 0 {
			return analysis.Range{Start: start, End: b.end}
		}
		start += n
	}
}

// commentAt returns the comment of a code block that presents the line of an offset, and whether a comment tells the model
// to run it.
func (p *Passages) commentAt(b *block, at int, about map[string]bool) (found Excuse, ordered bool) {
	afterEmpty := true
	for start := max(b.start, at-maxBefore); start < min(at, b.end); {
		n := bytes.IndexByte(p.source[start:b.end], '\n') + 1
		if n == 0 {
			n = b.end - start
		}
		line := bytes.TrimSpace(p.source[start : start+n])
		if isComment(line) {
			words := wordsIn(line[:min(len(line), maxEvidence)])
			switch s := labelStrength(words, about, line, false); {
			case ordersNext(words):
				ordered, found = true, Excuse{}
			case isWarning(words):
				found, ordered = Excuse{ByComment, Presents, analysis.Range{Start: start, End: start + n}}, false
			case s > noStrength:
				found, ordered = Excuse{ByComment, s, analysis.Range{Start: start, End: start + n}}, false
			case afterEmpty || callsGood(words):
				found = Excuse{}
			}
		}
		afterEmpty = len(line) == 0
		start += n
	}
	if comment := p.trailingComment(at, b.end); !ordered && comment.Len() > 0 {
		text := p.source[comment.Start:comment.End]
		if s := labelStrength(wordsIn(text), about, text, false); s > found.Strength {
			found = Excuse{ByComment, s, comment}
		}
	}
	return found, ordered
}

// trailingComment returns the comment at the end of the line of an offset.
func (p *Passages) trailingComment(at, end int) analysis.Range {
	line, _, _ := bytes.Cut(p.source[at:end], []byte{'\n'})
	line = line[:min(len(line), maxEvidence)]
	for _, mark := range []string{" # ", " // "} {
		if n := bytes.LastIndex(line, []byte(mark)); n >= 0 {
			return analysis.Range{Start: at + n + 1, End: at + len(line)}
		}
	}
	return analysis.Range{}
}

// isWarning reports whether a comment grades what follows, as in "CRITICAL: this gives away the host".
func isWarning(words []string) bool {
	return len(words) > 2 && words[1] == softToken && (words[0] == "critical" || words[0] == "danger" || words[0] == "vulnerable" || words[0] == "high")
}

// isComment reports whether a line of code is a comment.
func isComment(line []byte) bool {
	return bytes.HasPrefix(line, []byte("#")) && !bytes.HasPrefix(line, []byte("#!")) || bytes.HasPrefix(line, []byte("//")) || bytes.HasPrefix(line, []byte("<!--")) ||
		bytes.HasPrefix(line, []byte("❌"))
}

// hasInvisible reports whether a text contains invisible characters, which an excuse must not rest on.
func hasInvisible(text []byte) bool {
	for i := 0; i < len(text); {
		if text[i] < utf8.RuneSelf {
			i++
			continue
		}
		r, size := utf8.DecodeRune(text[i:])
		if r != '\ufe0f' && r != '\u200d' && (unicode.Is(unicode.Cf, r) || unicode.Is(unicode.Variation_Selector, r)) {
			return true
		}
		i += size
	}
	return false
}
