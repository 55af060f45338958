package startup

import (
	"path"
	"strings"
	"unicode"
	"unicode/utf8"
)

// copilotImports expands the imports of one instruction file. Each imported file is expanded once.
type copilotImports struct {
	*builder
	root string // imports from outside it are ignored
	seen map[string]bool
}

// expand returns the pieces of a text. Each import is kept, followed by the file.
func (c copilotImports) expand(text string, file int, dir string) []Piece {
	var pieces []Piece
	done := 0
	for _, at := range copilotImportSpans(text, copilotCode(text)) {
		target := text[at.start+1 : at.end]
		from := resolve(dir, target)
		real := c.from.Real(from)
		if !c.isFile(from) || !isBelow(c.from.Real(c.root), real) {
			if path.Ext(target) != "" {
				c.addFile(from, file, Missing, "it does not exist, or is outside of the repository")
			}
			continue
		}
		head := "\n\n<imported_custom_instruction source=\"" + real + "\""
		if c.seen[real] {
			pieces = append(pieces, Piece{file, text[done:at.end]}, Piece{clientText, head + " skipped=\"already-loaded\" />"})
			done = at.end
			continue
		}
		source, size, ok := c.from.Head(from, maxFile)
		if !ok || !utf8.Valid(source) || len(c.out.Files) >= maxFiles || c.room <= 0 {
			c.addFile(from, file, Omitted, "it is not valid UTF-8, or too large")
			continue
		}
		c.room -= len(source)
		c.seen[real] = true
		i := c.addFile(from, file, Loaded, "")
		c.out.Files[i].Size = int(size)
		pieces = append(pieces, Piece{file, text[done:at.end]}, Piece{clientText, head + ">\n"})
		pieces = append(pieces, c.expand(strings.TrimRightFunc(string(source), isJSSpace), i, path.Dir(from))...)
		pieces = append(pieces, Piece{clientText, "\n</imported_custom_instruction>"})
		done = at.end
	}
	return append(pieces, Piece{file, text[done:]})
}

// copilotImportSpans returns the imports of a text outside of code: "@" that does not follow a letter or digit, and a path
// without the punctuation at its end.
func copilotImportSpans(text string, code []span) []span {
	var found []span
	for i := 0; i < len(text); {
		next := strings.IndexByte(text[i:], '@')
		if next < 0 {
			break
		}
		i += next
		end := i + 1
		for end < len(text) {
			r, size := utf8.DecodeRuneInString(text[end:])
			if unicode.IsSpace(r) || strings.ContainsRune("@`\"'()<>,", r) {
				break
			}
			end += size
		}
		for len(code) > 0 && code[0].end <= i {
			code = code[1:]
		}
		inCode := len(code) > 0 && code[0].start <= i
		before, _ := utf8.DecodeLastRuneInString(text[:i])
		target := strings.TrimRight(text[i+1:end], ".:;!?]}")
		if !inCode && target != "" && !unicode.IsLetter(before) && !unicode.IsDigit(before) && before != '_' && (isLetter(target[0]) || strings.IndexByte("./0123456789_", target[0]) >= 0) {
			found = append(found, span{i, i + 1 + len(target)})
		}
		i = end
	}
	return found
}

// copilotCode returns the code of a text: fenced code blocks, whose info string may contain backticks, and code spans.
// An unclosed code span ends at the end of its line.
func copilotCode(text string) []span {
	var found []span
	fence, at := "", 0
	for line := range strings.Lines(text) {
		rest := strings.TrimLeft(line, " ")
		run := 0
		for run < len(rest) && (rest[0] == '`' || rest[0] == '~') && rest[run] == rest[0] {
			run++
		}
		isFence := len(line)-len(rest) <= 3 && run >= 3
		whole := span{at, at + len(line)}
		switch {
		case fence == "" && isFence:
			fence = rest[:run]
			found = append(found, whole)
		case fence != "":
			found = append(found, whole)
			if isFence && rest[0] == fence[0] && run >= len(fence) && strings.TrimSpace(rest[run:]) == "" {
				fence = ""
			}
		default:
			found = append(found, lineCode(line, at)...)
		}
		at += len(line)
	}
	return found
}

// lineCode returns the code spans of a line.
func lineCode(line string, at int) []span {
	var found []span
	runs := backtickRuns(line)
	for i := 0; i < len(runs); i++ {
		end := i + 1
		for end < len(runs) && runs[end].end-runs[end].start != runs[i].end-runs[i].start {
			end++
		}
		if end == len(runs) {
			return append(found, span{at + runs[i].start, at + len(line)})
		}
		found = append(found, span{at + runs[i].start, at + runs[end].end})
		i = end
	}
	return found
}
