package role

import (
	"bytes"
	"strings"

	"github.com/skilllint/skilllint/facts/shell"
	"github.com/yuin/goldmark/ast"
)

// maxCode is the number of bytes of a code block that are read.
const maxCode = 8 << 10

// code classifies a code block.
func (w *walker) code(n ast.Node, language string, before lead) {
	at := extent(n)
	if at.End == 0 {
		return
	}
	content := w.d.Source[at.Start:min(at.End, at.Start+maxCode)]
	v := w.codeRole(strings.ToLower(language), content, before)
	w.add(at, v)
}

// codeRole classifies a whole code block.
func (w *walker) codeRole(language string, content []byte, before lead) verdict {
	if v := leadOfCode(before, language, content); v.role != Unknown {
		v.reason, v.at = ByIntroduction, before.at
		return v
	}
	near := w.headingOfBlock()
	isShell := isShellBlock(language)
	switch {
	case near.role == CounterExample, near.role == Specimen && !isShell:
		return near
	case language == "!", isInserted(content):
		return verdict{role: Command, reason: ByContent}
	case isShown(content):
		return verdict{role: Template, reason: ByContent}
	case isShell && near.role == Specimen:
		return near
	case isShell:
		return verdict{role: Command, reason: ByLanguage}
	}
	return w.dataRole(language, content, near)
}

// dataRole classifies a code block that is not one of a shell, below a heading with a role.
func (w *walker) dataRole(language string, content []byte, near verdict) verdict {
	isPlain := language == "" || language == "text" || language == "txt" || language == "plaintext"
	switch {
	case isPlain && startsCommand(content):
		return verdict{role: Command, reason: ByContent}
	case isDescription(content):
		return verdict{role: Documentation, reason: ByContent}
	case (isPlain || isData(language)) && (hasGaps(content) || near.role == Template):
		return verdict{role: Template, reason: ByContent}
	case near.role == Example || !isPlain:
		return verdict{role: Example, reason: ByLanguage}
	case near.role != Unknown:
		return near
	case !w.isGuide:
		return verdict{role: Documentation, reason: ByPlace}
	}
	return verdict{role: Example, reason: ByDefault}
}

// headingOfBlock returns the role that the nearest heading with one gives to a block.
func (w *walker) headingOfBlock() (near verdict) {
	w.leads(func(l lead, reason Reason) bool {
		near = headingOfCode(l)
		near.reason, near.at = reason, l.at
		return near.role != Unknown
	})
	return near
}

func isShellBlock(language string) bool {
	return shell.Is(language) || language == "powershell" || language == "ps1" || language == "cmd" || language == "bat"
}

// isData reports whether a language is one of data or markup.
func isData(language string) bool {
	switch language {
	case "markdown", "md", "json", "yaml", "toml", "xml", "html":
		return true
	}
	return false
}

// leadOfCode returns the role that the sentence before a block gives to it.
func leadOfCode(l lead, language string, content []byte) verdict {
	switch {
	case l.words == "":
		return verdict{}
	case l.is(wrong) && !l.is(right), l.colon && startsAny(l.words, " never ", " do not ", " don't ", " avoid ") && !l.is(omissions):
		return verdict{role: CounterExample, negated: true}
	case !l.colon:
		return verdict{}
	case l.is(shownAttack):
		return verdict{role: Specimen, negated: true}
	case shell.Is(language):
		if l.is(printed) {
			return verdict{role: Example}
		}
		return verdict{}
	case (l.is(blank) || l.is(writes)) && hasGaps(content), l.is(writes) && !l.is(example):
		return verdict{role: Template}
	case l.is(right), l.is(example), l.is(output):
		return verdict{role: Example}
	}
	return verdict{}
}

// headingOfCode returns the role that a heading gives to the blocks below it.
func headingOfCode(l lead) verdict {
	switch {
	case l.is(wrong) && !l.is(right):
		return verdict{role: CounterExample, negated: true}
	case l.is(shownAttack):
		return verdict{role: Specimen, negated: true}
	case l.is(formats):
		return verdict{role: Template}
	case l.is(example):
		return verdict{role: Example}
	}
	return verdict{}
}

// isShown reports whether code is a file of a client: it has frontmatter, or the keys of a plugin, of hooks or of servers.
func isShown(content []byte) bool {
	text := bytes.TrimLeft(content, " \t\r\n")
	if bytes.HasPrefix(text, []byte("---\n")) && bytes.Contains(text[4:], []byte("\n---")) {
		return true
	}
	if !bytes.HasPrefix(text, []byte("{")) {
		return false
	}
	for _, key := range []string{`"mcpServers"`, `"hooks"`, `"plugins"`, `"PreToolUse"`, `"PostToolUse"`} {
		if bytes.Contains(text, []byte(key)) {
			return true
		}
	}
	return false
}

// hasGaps reports whether code has gaps that the agent fills in: [describe it], <name>, {{NAME}}, ALL_CAPS, "...".
func hasGaps(content []byte) bool {
	gaps := 0
	for i := 0; i < len(content) && gaps < 2; i++ {
		isGap, n := false, 0
		switch {
		case strings.IndexByte("[<{", content[i]) >= 0:
			n = gap(content[i:])
			isGap = n > 0
		case i == 0 || !isNamePart(content[i-1]):
			isGap, n = capitals(content[i:])
		}
		if isGap {
			gaps++
		}
		i += max(0, n-1)
	}
	return gaps > 1 || gaps == 1 && len(content) < 200
}

func isNamePart(c byte) bool { return isLetter(c) || c == '_' || c == '$' }

// capitals reports whether content starts with a gap such as ALL_CAPS or YYYY, and returns the length of the word.
func capitals(content []byte) (isGap bool, n int) {
	n = len(content) - len(bytes.TrimLeft(content, "ABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789"))
	if n == 0 || !('A' <= content[0] && content[0] <= 'Z') {
		return false, 0
	}
	return n > 5 && bytes.IndexByte(content[:n], '_') > 0 || bytes.HasPrefix(content, []byte("YYYY")), n
}

// gap returns the length of a gap in brackets at the start of a text, or 0.
func gap(text []byte) int {
	open, end := text[0], map[byte]byte{'[': ']', '<': '>', '{': '}'}[text[0]]
	n := bytes.IndexByte(text, end)
	if n < 2 || n > 160 || bytes.ContainsAny(text[:n], "\n\"") {
		return 0
	}
	inner, isGap := text[1:n], false
	switch first := inner[0]; open {
	case '[':
		isLink := n+1 < len(text) && text[n+1] == '('
		isGap = !isLink && (isLetter(first) || first == '/') && bytes.IndexByte(inner, '=') < 0
	case '<':
		isGap = isLetter(first) && bytes.IndexByte(inner, '=') < 0 && inner[len(inner)-1] != '/' &&
			!bytes.Contains(text[n:], append([]byte("</"), append(bytes.Fields(inner)[0], '>')...))
	case '{':
		inner = bytes.Trim(inner, "{}")
		isGap = len(inner) > 0 && isLetter(inner[0]) && !bytes.ContainsAny(inner, "$().;:")
	}
	if !isGap {
		return 0
	}
	return n
}

// startsCommand reports whether the first line of code is a command: of a shell, of a client, or the call of a tool.
func startsCommand(content []byte) bool {
	line, rest, _ := bytes.Cut(bytes.TrimLeft(content, " \t\r\n"), []byte("\n"))
	line = bytes.TrimRight(line, " \t\r")
	if bytes.HasPrefix(line, []byte("$ ")) {
		return true
	}
	word, _, _ := bytes.Cut(line, []byte(" "))
	if len(word) > 3 && len(word) == len(line) && bytes.IndexByte(word, '_') > 0 && bytes.Equal(bytes.ToUpper(word), word) && bytes.IndexByte(rest, ':') > 0 {
		return true
	}
	switch string(word) {
	case "npm", "npx", "pip", "pip3", "python", "python3", "node", "git", "cd", "curl", "bash", "sh", "uv", "uvx", "docker", "go", "cargo", "brew", "gh", "make", "yarn", "pnpm", "bun", "sudo", "export", "mkdir", "cp", "mv", "cat", "kubectl", "terraform":
		return len(line) > len(word)
	}
	return false
}

// isInserted reports whether each line of code is an inline command whose output takes its place.
func isInserted(content []byte) bool {
	any := false
	for line := range bytes.Lines(content) {
		line = bytes.TrimSpace(line)
		is := len(line) > 3 && bytes.HasPrefix(line, []byte("!`")) && bytes.HasSuffix(line, []byte("`"))
		if any = any || is; !is && len(line) > 0 {
			return false
		}
	}
	return any
}

// isDescription reports whether code describes something: a tree of files, a list of paths, a request, a diagram.
func isDescription(content []byte) bool {
	text := bytes.TrimLeft(content, " \t\r\n")
	if bytes.Contains(text, []byte("├──")) || bytes.Contains(text, []byte("└──")) || bytes.Contains(text, []byte("└─")) || bytes.Contains(text, []byte("┌─")) || bytes.Count(text, []byte("│"))+bytes.Count(text, []byte("▼"))+bytes.Count(text, []byte("↓")) > 2 {
		return true
	}
	for _, verb := range []string{"GET ", "POST ", "PUT ", "PATCH ", "DELETE ", "Tool: ", "HTTP/"} {
		if bytes.HasPrefix(text, []byte(verb)) {
			return true
		}
	}
	lines := bytes.Split(bytes.TrimSpace(text), []byte("\n"))
	paths := 0
	for _, line := range lines {
		word := bytes.TrimSpace(line)
		if i := bytes.IndexAny(word, " \t"); i >= 0 {
			word = word[:i]
		}
		if bytes.IndexByte(word, '/') > 0 || bytes.IndexByte(word, '.') > 0 {
			paths++
		}
	}
	return paths > 0 && paths >= len(lines)-1 && len(lines) > 1
}
