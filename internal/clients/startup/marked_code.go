package startup

import "strings"

// markedCode returns the code in which Qwen Code does not expand imports, in order: the code blocks of the text itself,
// and the code spans of its headings and paragraphs. It does not see code in lists, tables and quotations of several lines.
// Its positions are those in a text with LF line ends, where they differ.
func markedCode(text string) []span {
	own := strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(text)
	found := markedBlocks(own)
	if len(own) == len(text) {
		return found
	}
	// The program compares positions in both texts by their number of UTF-16 units.
	units, at, written := 0, 0, 0
	position := func(offset int) int {
		for ; at < offset; at++ {
			units += unitsOf(own[at])
		}
		for ; written < len(text) && units > 0; written++ {
			units -= unitsOf(text[written])
		}
		return written
	}
	for i := range found {
		found[i] = span{position(found[i].start), position(found[i].end)}
	}
	return found
}

// unitsOf returns the number of UTF-16 units of the character that starts with a byte; 0 for its other bytes.
func unitsOf(b byte) int {
	switch {
	case b&0xC0 == 0x80:
		return 0
	case b >= 0xF0:
		return 2
	}
	return 1
}

func markedBlocks(text string) []span {
	var found []span
	lines := lineSpans(text)
	line := func(i int) string { return text[lines[i].start:lines[i].end] }
	skip := func(i int, isPart func(line string) bool) int {
		for i < len(lines) && isPart(line(i)) {
			i++
		}
		return i
	}
	for i := 0; i < len(lines); {
		first := i
		switch current := line(i); {
		case isWhite(current):
			i++
		case indentOf(current) >= 4:
			i = skip(i, func(line string) bool { return indentOf(line) >= 4 || isWhite(line) })
			found = append(found, span{lines[first].start, lines[i-1].end})
		case fenceOf(current) != "":
			i = closingFence(lines, line, i)
			found = append(found, span{lines[first].start, lines[i-1].end})
		case isListItem(current):
			i = afterList(lines, line, i)
		case isQuote(current):
			i = skip(i+1, continuesParagraph)
			if i == first+1 {
				found = append(found, spansIn(text, span{lines[first].start, lines[first].end})...)
			}
		case isHTMLBlock(current), i+1 < len(lines) && isTable(current, line(i+1)):
			i = skip(i+1, func(line string) bool { return !isWhite(line) })
		case isHeading(current):
			i++
			found = append(found, spansIn(text, lines[first])...)
		default:
			i = skip(i+1, func(line string) bool { return continuesParagraph(line) && !isQuote(line) })
			found = append(found, spansIn(text, span{lines[first].start, lines[i-1].end})...)
		}
	}
	return found
}

func isQuote(line string) bool { return strings.HasPrefix(strings.TrimLeft(line, " "), ">") }

// lineSpans returns the ranges of the lines of a text, with their ends.
func lineSpans(text string) []span {
	var lines []span
	at := 0
	for line := range strings.Lines(text) {
		lines = append(lines, span{at, at + len(line)})
		at += len(line)
	}
	return lines
}

func spansIn(text string, part span) []span {
	found := closedSpans(text[part.start:part.end])
	for i := range found {
		found[i] = span{part.start + found[i].start, part.start + found[i].end}
	}
	return found
}

// closingFence returns the index of the line after a fenced code block.
func closingFence(lines []span, line func(int) string, i int) int {
	open := fenceOf(line(i))
	for i++; i < len(lines); i++ {
		rest := strings.TrimLeft(line(i), " ")
		if indentOf(line(i)) < 4 && strings.HasPrefix(rest, open) && strings.Trim(rest, open[:1]+" \n") == "" {
			return i + 1
		}
	}
	return i
}

// afterList returns the index of the line after a list: one without indentation after an empty line, or one that starts
// another block.
func afterList(lines []span, line func(int) string, i int) int {
	for i++; i < len(lines); i++ {
		current := line(i)
		switch {
		case isWhite(current), indentOf(current) >= 2, isListItem(current):
		case isWhite(line(i - 1)), !continuesParagraph(current):
			return i
		}
	}
	return i
}

func continuesParagraph(line string) bool {
	return !isWhite(line) && fenceOf(line) == "" && !isHeading(line) && !isListItem(line) && !isHTMLBlock(line)
}

func isHeading(line string) bool {
	rest := strings.TrimLeft(line, " ")
	marks := len(rest) - len(strings.TrimLeft(rest, "#"))
	return indentOf(line) < 4 && 0 < marks && marks <= 6 && (len(rest) == marks || rest[marks] == ' ' || rest[marks] == '\t' || rest[marks] == '\n')
}

// isListItem reports whether a line starts an item of a list with text, which interrupts a paragraph.
func isListItem(line string) bool {
	if indentOf(line) >= 4 {
		return false
	}
	rest := strings.TrimLeft(line, " ")
	digits := len(rest) - len(strings.TrimLeft(rest, "0123456789"))
	switch {
	case digits > 0 && digits < 10 && digits < len(rest) && (rest[digits] == '.' || rest[digits] == ')'):
		rest = rest[digits+1:]
	case strings.IndexByte("-*+", rest[0]) >= 0:
		rest = rest[1:]
	default:
		return false
	}
	return strings.HasPrefix(rest, " ") || strings.HasPrefix(rest, "\t")
}

func isHTMLBlock(line string) bool {
	rest := strings.TrimLeft(line, " ")
	if indentOf(line) >= 4 || len(rest) < 2 || rest[0] != '<' {
		return false
	}
	next := rest[1]
	return next == '!' || next == '/' || next == '?' || isLetter(next) && !strings.Contains(rest, "://")
}

func isTable(line, next string) bool {
	return strings.Contains(line, "|") && strings.Contains(next, "|") && strings.Contains(next, "-") && strings.Trim(next, " |:-\t\n") == ""
}

func isWhite(line string) bool { return strings.TrimLeft(line, " \t\n") == "" }

// indentOf returns the width of the indentation of a line.
func indentOf(line string) int {
	width := 0
	for i := range len(line) {
		switch line[i] {
		case ' ':
			width++
		case '\t':
			width += 4 - width%4
		default:
			return width
		}
	}
	return width
}
