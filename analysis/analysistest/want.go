package analysistest

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/skilllint/skilllint/analysis"
)

// A want is a finding that must be there.
type want struct {
	number   int    // of its line in the section, from 1
	source   string // as written, the lines of its related places included
	place    place
	severity analysis.Severity // Off of a related place, which has none
	message  string            // a substring
	related  []want
}

// A place is a path and the notation of a range in it.
type place struct {
	path string
	from mark
	to   *mark // nil: from is the whole range
}

// A mark is text in a file: its nth occurrence, counted from 1.
type mark struct {
	text string
	nth  int
}

// parseWants reads a want section.
func parseWants(section string) ([]want, error) {
	var wants []want
	number := 0
	for line := range strings.Lines(section) {
		number++
		line = strings.TrimRight(line, "\r\n")
		if strings.TrimSpace(line) == "" {
			continue
		}
		indented := line[0] == ' ' || line[0] == '\t'
		w, err := parseWant(strings.TrimSpace(line), !indented)
		if err != nil {
			return nil, fmt.Errorf("want, line %d: %w", number, err)
		}
		w.number, w.source = number, line+"\n"
		switch {
		case !indented:
			wants = append(wants, w)
		case len(wants) == 0:
			return nil, fmt.Errorf("want, line %d: a related place without a finding above it", number)
		default:
			last := &wants[len(wants)-1]
			last.related = append(last.related, w)
			last.source += w.source
		}
	}
	return wants, nil
}

// parseWant reads a line: path, place, severity (of a finding only), colon, substring.
func parseWant(line string, finding bool) (want, error) {
	var w want
	path, rest, err := cutPath(line)
	if err != nil {
		return w, err
	}
	w.place.path = path
	if rest, err = w.place.cutRange(rest); err != nil {
		return w, err
	}
	word, message, _ := strings.Cut(rest, ":")
	w.message = strings.TrimSpace(message)
	word = strings.TrimSpace(word)
	if !finding {
		if word != "" {
			return w, fmt.Errorf("%q between the related place and the colon before its message", word)
		}
		return w, nil
	}
	severity, ok := analysis.ParseSeverity(word)
	if !ok || severity == analysis.Off {
		return w, fmt.Errorf("%q is no severity: write error, warning or info, then a colon", word)
	}
	w.severity = severity
	return w, nil
}

// cutPath splits off the path that a line begins with.
func cutPath(line string) (path, rest string, err error) {
	if line[0] == '"' {
		return cutQuoted(line)
	}
	path, rest, _ = strings.Cut(line, " ")
	return path, rest, nil
}

// cutRange reads the notation of a range and returns what follows it.
func (p *place) cutRange(s string) (rest string, err error) {
	if p.from, rest, err = cutMark(s); err != nil {
		return "", err
	}
	trimmed := strings.TrimSpace(rest)
	after, long := strings.CutPrefix(trimmed, "…")
	if !long {
		after, long = strings.CutPrefix(trimmed, "...")
	}
	if !long {
		return rest, nil
	}
	to, rest, err := cutMark(after)
	if err == nil && (p.from.text == "" || to.text == "") {
		err = fmt.Errorf("%s: a long range needs text at both ends", s)
	}
	p.to = &to
	return rest, err
}

// cutMark reads a quoted text, and which occurrence of it is meant.
func cutMark(s string) (m mark, rest string, err error) {
	m.text, rest, err = cutQuoted(strings.TrimSpace(s))
	if err != nil {
		return m, "", fmt.Errorf("after the path stands the quoted text of the range: %w", err)
	}
	m.nth = 1
	after, ok := strings.CutPrefix(strings.TrimLeft(rest, " "), "#")
	if !ok {
		return m, rest, nil
	}
	digits := len(after) - len(strings.TrimLeft(after, "0123456789"))
	m.nth, err = strconv.Atoi(after[:digits])
	if err != nil || m.nth < 1 {
		return m, "", fmt.Errorf("%q: which occurrence? #1 is the first", rest)
	}
	return m, after[digits:], nil
}

// resolve returns the range that a place means in the bytes of its file.
func (p place) resolve(source []byte) (analysis.Range, error) {
	if p.from.text == "" {
		return analysis.Range{Start: len(source), End: len(source)}, nil
	}
	text := string(source)
	start := p.from.index(text)
	if start < 0 {
		return analysis.Range{}, fmt.Errorf("%s: no %s in the file", p.path, p.from)
	}
	if p.to == nil {
		return analysis.Range{Start: start, End: start + len(p.from.text)}, nil
	}
	behind := start + len(p.from.text)
	end := p.to.index(text[behind:])
	if end < 0 {
		return analysis.Range{}, fmt.Errorf("%s: no %s behind %s", p.path, *p.to, p.from)
	}
	return analysis.Range{Start: start, End: behind + end + len(p.to.text)}, nil
}

// index returns the offset of the mark in text, or -1. Occurrences may overlap.
func (m mark) index(text string) int {
	offset := -1
	for range m.nth {
		next := strings.Index(text[offset+1:], m.text)
		if next < 0 {
			return -1
		}
		offset += 1 + next
	}
	return offset
}

// String returns the mark as a want section writes it.
func (m mark) String() string {
	if m.nth == 1 {
		return strconv.Quote(m.text)
	}
	return fmt.Sprintf("%q#%d", m.text, m.nth)
}

// String returns the place as a want section writes it.
func (p place) String() string {
	path := p.path
	if strings.ContainsAny(path, " \"\\") {
		path = strconv.Quote(path)
	}
	if p.to == nil {
		return path + " " + p.from.String()
	}
	return path + " " + p.from.String() + " … " + p.to.String()
}

// Ranges that are longer than maxQuoted bytes, or than a line, are written by their two ends.
const maxQuoted, endQuoted = 80, 30

// placeOf returns the notation of a range, the inverse of resolve. Every range has one but an
// empty range that is not at the end of the file; resolve then returns another range.
func placeOf(path string, source []byte, r analysis.Range) place {
	if r.Len() == 0 || r.End > len(source) {
		return place{path: path, from: mark{nth: 1}}
	}
	text := string(source)
	held := text[r.Start:r.End]
	if len(held) <= maxQuoted && !strings.Contains(strings.TrimRight(held, "\r\n"), "\n") {
		return place{path: path, from: markAt(text, r.Start, r.End)}
	}
	head, _, _ := strings.Cut(held, "\n")
	tail := strings.TrimRight(held, "\r\n")
	tail = held[max(len(tail)-endQuoted, strings.LastIndex(tail, "\n")+1):]
	head = head[:min(len(head), endQuoted)]
	if head == "" || len(head)+len(tail) > len(held) {
		return place{path: path, from: markAt(text, r.Start, r.End)}
	}
	behind := r.Start + len(head)
	to := markAt(text[behind:], r.End-len(tail)-behind, r.End-behind)
	return place{path: path, from: markAt(text, r.Start, behind), to: &to}
}

// markAt returns the mark of text[start:end].
func markAt(text string, start, end int) mark {
	m := mark{text: text[start:end], nth: 1}
	for offset := strings.Index(text, m.text); offset < start; m.nth++ {
		offset += 1 + strings.Index(text[offset+1:], m.text)
	}
	return m
}
