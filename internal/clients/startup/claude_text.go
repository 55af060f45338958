package startup

import (
	"strings"
	"unicode/utf8"
)

// splitFrontmatter returns the YAML between two lines of three dashes at the start of a text, and the text after it.
func splitFrontmatter(text string) (header, body string) {
	text = strings.TrimPrefix(text, "\ufeff")
	first, rest, ok := strings.Cut(text, "\n")
	if !ok || strings.TrimRight(first, " \t\r") != "---" {
		return "", text
	}
	at := 0
	for line := range strings.Lines(rest) {
		if strings.TrimRight(line, " \t\r\n") == "---" {
			return rest[:at], rest[at+len(line):]
		}
		at += len(line)
	}
	return "", text
}

// codeSpans returns the fenced code blocks and the code spans of a Markdown text, in order.
func codeSpans(text string) []span {
	var found []span
	at, fence, start, plain := 0, "", 0, 0
	inline := func(end int) {
		for _, s := range closedSpans(text[plain:end]) {
			found = append(found, span{plain + s.start, plain + s.end})
		}
	}
	for line := range strings.Lines(text) {
		marker := fenceOf(line)
		switch {
		case fence == "" && marker != "":
			inline(at)
			fence, start = marker, at
		case fence != "" && marker != "" && marker[0] == fence[0] && len(marker) >= len(fence) && strings.Trim(line, " \t\r\n"+marker[:1]) == "":
			found = append(found, span{start, at + len(line)})
			fence, plain = "", at+len(line)
		case fence == "" && strings.TrimSpace(line) == "":
			inline(at)
			plain = at
		}
		at += len(line)
	}
	if fence != "" {
		return append(found, span{start, len(text)})
	}
	inline(len(text))
	return found
}

// fenceOf returns the backticks or tildes of the code fence at the start of a line, or "".
func fenceOf(line string) string {
	rest := strings.TrimLeft(line, " ")
	if len(line)-len(rest) > 3 || rest == "" || rest[0] != '`' && rest[0] != '~' {
		return ""
	}
	n := len(rest) - len(strings.TrimLeft(rest, rest[:1]))
	if n < 3 || rest[0] == '`' && strings.Contains(rest[n:], "`") {
		return ""
	}
	return rest[:n]
}

// closedSpans returns the code spans of a paragraph: the text between backtick runs of equal length.
func closedSpans(text string) []span {
	runs := backtickRuns(text)
	next := map[int]int{} // by length: index of the next run
	closing := make([]int, len(runs))
	for i := len(runs) - 1; i >= 0; i-- {
		n := runs[i].end - runs[i].start
		closing[i] = -1
		if j, ok := next[n]; ok {
			closing[i] = j
		}
		next[n] = i
	}
	var found []span
	for i := 0; i < len(runs); i++ {
		if j := closing[i]; j >= 0 {
			found = append(found, span{runs[i].start, runs[j].end})
			i = j
		}
	}
	return found
}

// claudeImports returns the targets of imports in a text: "@" after white space, then a path, in which a backslash
// escapes a space. It skips imports in code.
func claudeImports(text string, code []span) []string {
	var targets []string
	for i := 0; i < len(text); {
		next := strings.IndexByte(text[i:], '@')
		if next < 0 {
			break
		}
		i += next
		before, _ := utf8.DecodeLastRuneInString(text[:i])
		if i > 0 && !isJSSpace(before) {
			i++
			continue
		}
		for len(code) > 0 && code[0].end <= i {
			code = code[1:]
		}
		target, size := importPath(text[i+1:])
		if target != "" && (len(code) == 0 || i < code[0].start) {
			targets = append(targets, target)
		}
		i += 1 + size
	}
	return targets
}

// importPath returns the path at the start of a text, and its length in the text.
func importPath(text string) (target string, size int) {
	var b strings.Builder
	for size < len(text) {
		r, n := utf8.DecodeRuneInString(text[size:])
		if r == '\\' {
			if !strings.HasPrefix(text[size:], `\ `) {
				break
			}
			r, n = ' ', 2
		} else if isJSSpace(r) {
			break
		}
		b.WriteRune(r)
		size += n
	}
	target, _, _ = strings.Cut(b.String(), "#")
	switch {
	case target == "" || target == "/":
		return "", size
	case strings.HasPrefix(target, "~/"), strings.HasPrefix(target, "/"), strings.ContainsRune("._-", rune(target[0])),
		isLetter(target[0]), '0' <= target[0] && target[0] <= '9':
		return target, size
	}
	return "", size
}

// withoutHTMLComments removes comments at the start of a line, with the line break after them.
func withoutHTMLComments(text string, code []span) string {
	var b strings.Builder
	at, done := 0, 0
	for at < len(text) {
		end := len(text)
		if n := strings.IndexByte(text[at:], '\n'); n >= 0 {
			end = at + n + 1
		}
		for len(code) > 0 && code[0].end <= at {
			code = code[1:]
		}
		line := strings.TrimLeft(text[at:end], " ")
		if end-at-len(line) > 3 || !strings.HasPrefix(line, "<!--") || len(code) > 0 && code[0].start <= at {
			at = end
			continue
		}
		closing := strings.Index(text[at:], "-->")
		if closing < 0 {
			break
		}
		b.WriteString(text[done:at])
		done = at + closing + len("-->")
		if n := strings.IndexByte(text[done:], '\n'); n >= 0 && strings.TrimSpace(text[done:done+n]) == "" {
			done += n + 1
		}
		if at = done; at > 0 && at < len(text) && text[at-1] != '\n' {
			if n := strings.IndexByte(text[at:], '\n'); n >= 0 {
				at += n + 1
			} else {
				at = len(text)
			}
		}
	}
	b.WriteString(text[done:])
	return b.String()
}
