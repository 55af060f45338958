package fence

import (
	"bytes"
	"strings"
)

// Costs are in tenths of an unlikely line. A language decides what is unlikely in its code.
type language uint8

const (
	prose    language = iota // not code
	strict                   // a programming language, or data
	list                     // data with list items, such as YAML
	weighed                  // the number of languages with costs of their own
	unknown                  // none, or plain text: code, or a template
	markdown                 // as likely as text
	languages
)

func languageOf(info string) language {
	name, _, _ := strings.Cut(strings.ToLower(info), " ")
	switch name {
	case "markdown", "md", "mdx", "mdc", "ejs", "erb", "handlebars", "hbs", "jinja", "jinja2", "liquid", "mustache", "njk":
		return markdown
	case "", "text", "txt", "plain", "plaintext", "prompt", "template", "output", "xml", "html", "console", "log", "mermaid",
		"gherkin", "feature", "cucumber", "latex", "tex", "rst", "asciidoc", "adoc", "org", "gitcommit":
		return unknown
	case "yaml", "yml", "toml", "diff", "patch":
		return list
	}
	return strict
}

// weigh returns how unlikely a line is as text, and as code of each language. Paragraphs in code are rare.
func weigh(line []byte, indent int, afterEmpty bool) [weighed]int16 {
	cost := weighLine(line, indent)
	if afterEmpty && cost[prose] == 0 {
		for l := strict; l < weighed; l++ {
			cost[l] *= 2
		}
	}
	return cost
}

func weighLine(line []byte, indent int) (cost [weighed]int16) {
	if len(line) == 0 {
		return cost
	}
	for i := range lineKinds {
		if k := &lineKinds[i]; k.has(line, indent) {
			return k.cost
		}
	}
	return weighWords(line)
}

// lineKinds are the costs of kinds of lines. The first one that a line has decides.
var lineKinds = []struct {
	cost [weighed]int16
	has  func(line []byte, indent int) bool
}{
	{[weighed]int16{6, 2, 2}, func(line []byte, _ int) bool { return headingLevel(line) == 1 }},
	{[weighed]int16{0, 15, 15}, func(line []byte, _ int) bool { return headingLevel(line) > 1 }},
	{[weighed]int16{0, 10, 10}, func(line []byte, _ int) bool { return line[0] == '|' && line[len(line)-1] == '|' }},
	{[weighed]int16{0, 20, 20}, func(line []byte, _ int) bool { return bytes.HasPrefix(line, []byte("**")) }},
	{[weighed]int16{0, 10, 0}, func(line []byte, _ int) bool { return len(line) > 2 && len(bytes.Trim(line, "-")) == 0 }},
	{[weighed]int16{0, 5, 0}, func(line []byte, _ int) bool {
		return bytes.HasPrefix(line, []byte("---")) || bytes.HasPrefix(line, []byte("> "))
	}},
	{[weighed]int16{0, 10, 5}, func(line []byte, _ int) bool { return isEmoji(line) }},
	{[weighed]int16{0, 16, 16}, func(line []byte, _ int) bool {
		n, isItem := listMarker(line)
		return isItem && bytes.HasPrefix(line[n:], []byte("**"))
	}},
	{[weighed]int16{0, 16, 5}, func(line []byte, _ int) bool {
		n, isItem := listMarker(line)
		return isItem && isSentence(line[n:])
	}},
	{[weighed]int16{2, 8, 0}, func(line []byte, indent int) bool {
		_, isItem := listMarker(line)
		return isItem && indent < 8
	}},
	{[weighed]int16{4, 0, 0}, func(line []byte, _ int) bool { return isTag(line) }},
	{[weighed]int16{0, 20, 15}, func(line []byte, _ int) bool {
		return isSentence(line) || isCapital(line[0]) && bytes.IndexByte(line, '`') > 0 && len(bytes.Fields(withoutCode(line))) >= 8
	}},
	{[weighed]int16{15, 0, 0}, func(line []byte, _ int) bool { return isCode(line) }},
	{[weighed]int16{0, 8, 3}, func(line []byte, _ int) bool { return isLabel(line) }},
	{[weighed]int16{6, 0, 0}, func(_ []byte, indent int) bool { return indent >= 4 }},
}

// weighWords weighs a line that only its words describe.
func weighWords(line []byte) [weighed]int16 {
	words, capital := len(bytes.Fields(withoutRemark(line))), isCapital(line[0]) || line[0] == '[' || line[0] >= 0xc0
	switch {
	case capital && words >= 4:
		return [weighed]int16{0, 8, 5}
	case capital:
		return [weighed]int16{4, 2, 1}
	case words >= 6:
		return [weighed]int16{2, 4, 3}
	}
	return [weighed]int16{7, 0, 0}
}

func isCapital(c byte) bool { return 'A' <= c && c <= 'Z' }

// language returns the language of a block. One that begins with a heading of level 2, or with frontmatter before a heading, shows
// Markdown, whatever its info string.
func (g *group) language(open *mark) language {
	if open.length > 3 || headingLevel(g.text(open.line+1)) > 1 || g.isFrontmatter(open.line+1) {
		return markdown // or it contains fences
	}
	return languageOf(open.info)
}

// maxFrontmatter limits the lines of frontmatter in a block.
const maxFrontmatter = 40

// isFrontmatter reports whether a line starts frontmatter with a heading after it.
func (g *group) isFrontmatter(number int) bool {
	if string(g.text(number)) != "---" {
		return false
	}
	for last := number + maxFrontmatter; number < last; {
		if number++; string(g.text(number)) == "---" {
			for number++; number < last && number < g.last && g.isEmpty(number); number++ {
			}
			return headingLevel(g.text(number)) > 0
		}
	}
	return false
}

func headingLevel(line []byte) int {
	level := len(line) - len(bytes.TrimLeft(line, "#"))
	if level > 6 || level < len(line) && line[level] != ' ' {
		return 0
	}
	return level
}

// isSentence reports whether a line looks like prose: at least four words, and punctuation at the end.
func isSentence(line []byte) bool {
	line = bytes.Trim(line, "*_ ")
	if len(line) == 0 || line[0] != '`' && (line[0] < 'A' || line[0] > 'Z') || strings.IndexByte(".:!?", line[len(line)-1]) < 0 {
		return false
	}
	return len(bytes.Fields(line)) >= 4 && !bytes.ContainsAny(withoutCode(line), "{};=")
}

// isLabel reports whether a line introduces a block: it ends with a colon, or is bold or a heading.
func isLabel(line []byte) bool {
	return bytes.HasSuffix(line, []byte(":")) || bytes.HasSuffix(line, []byte("：")) || bytes.HasSuffix(line, []byte("**")) && bytes.Count(line, []byte("**")) > 1 ||
		headingLevel(line) > 0
}

var codeStarts = []string{"$ ", "}", "{", ")", "]", "//", "/*", ";;", "import ", "from ", "def ", "const ", "let ", "var ", "class ",
	"function ", "return ", "export ", "async ", "await ", "#!/", "<", "@", "\"", "'", "├", "└", "│", "SELECT ", "if [", "for "}

var codeParts = []string{" = ", "=>", "->", "&&", " --", "();", "==", "\": ", "${", "$(", " | ", "://", "():", "├", "└", "│"}

func isCode(line []byte) bool {
	bare := withoutCode(line)
	if len(bare) == 0 {
		return false
	}
	for _, start := range codeStarts {
		if bytes.HasPrefix(line, []byte(start)) {
			return true
		}
	}
	if strings.IndexByte("{};(,\\[]", bare[len(bare)-1]) >= 0 {
		return true
	}
	key, _, ok := bytes.Cut(line, []byte(":"))
	if ok && len(key) > 0 && 'a' <= key[0] && key[0] <= 'z' && bytes.IndexByte(key, ' ') < 0 {
		return true
	}
	for _, part := range codeParts {
		if bytes.Contains(bare, []byte(part)) {
			return true
		}
	}
	return false
}

// isEmoji reports whether a line starts with an emoji, such as that of a good example.
func isEmoji(line []byte) bool {
	return bytes.HasPrefix(line, []byte("\xf0\x9f")) || len(line) > 2 && line[0] == 0xe2 && 0x98 <= line[1] && line[1] <= 0x9e
}

// withoutRemark removes a comment after code.
func withoutRemark(line []byte) []byte {
	for _, start := range []string{" # ", " // "} {
		if code, _, ok := bytes.Cut(line, []byte(start)); ok {
			return code
		}
	}
	return line
}

// withoutCode removes code spans.
func withoutCode(line []byte) []byte {
	if bytes.IndexByte(line, '`') < 0 {
		return line
	}
	var rest []byte
	for {
		before, after, ok := bytes.Cut(line, []byte("`"))
		rest = append(rest, before...)
		if !ok {
			return rest
		}
		if _, line, ok = bytes.Cut(after, []byte("`")); !ok {
			return append(rest, after...)
		}
	}
}

// evidence has the costs of a group.
type evidence struct {
	*group
	sums [][weighed]int32 // of the rows before
}

// Limits of the cost of the lines between two fences. Many unlikely lines are hardly less likely than some.
var limits = [weighed]int{150, 120, 120}

func weighAll(g *group) *evidence {
	e := &evidence{group: g, sums: make([][weighed]int32, len(g.rows)+1)}
	empty, comment, fence := true, false, 0
	for i, r := range g.rows {
		sum := e.sums[i]
		line := g.d.Source[r.Start:r.End]
		before := comment
		comment = isComment(line, before)
		if fence < len(g.marks) && g.marks[fence].line == g.first+i {
			fence++
		} else if !before || !comment {
			for j, c := range weigh(line, r.indent, empty) {
				sum[j] += int32(c)
			}
		}
		empty = len(line) == 0
		e.sums[i+1] = sum
	}
	return e
}

// isComment reports whether the next line may continue a comment whose lines begin with asterisks. before is set if the line may.
func isComment(line []byte, before bool) bool {
	if before {
		return len(line) == 1 && line[0] == '*' || bytes.HasPrefix(line, []byte("* "))
	}
	return bytes.HasPrefix(line, []byte("/*")) && !bytes.Contains(line, []byte("*/"))
}

// costTemplate is the cost of text in a block without a language.
const costTemplate = 10

// lines returns the cost of the lines from first to last.
func (e *evidence) lines(l language, first, last int) int {
	if first > last {
		return 0
	}
	switch l {
	case unknown:
		return min(e.lines(list, first, last), e.lines(prose, first, last)+costTemplate)
	case markdown:
		l = prose
	}
	return min(limits[l], int(e.sums[last+1-e.first][l]-e.sums[first-e.first][l]))
}

func (g *group) isEmpty(number int) bool { return len(g.text(number)) == 0 }

// opening returns how unlikely the lines next to a fence without a language are if it opens a block.
func (g *group) opening(m *mark) int {
	if m.info != "" {
		return 0
	}
	cost, before := 0, g.text(m.line-1)
	if _, isItem := listMarker(append(before[:len(before):len(before)], ' ')); len(before) > 0 && !isLabel(before) && !isItem && !isTag(before) && m.form != marker {
		cost += 30
	}
	switch {
	case m.line == g.last:
		cost += 40
	case g.isEmpty(m.line + 1):
		cost += 15
	case bytes.HasPrefix(g.text(m.line+1), []byte("</")):
		cost += 30
	}
	return cost
}

// closing returns how unlikely the lines next to a fence are if it closes a block.
func (g *group) closing(m *mark) int {
	cost, before, after := 0, g.text(m.line-1), g.text(m.line+1)
	switch {
	case len(before) == 0:
		cost += 15
	case isLabel(before):
		cost += 8
	}
	if _, isItem := listMarker(append(after[:len(after):len(after)], ' ')); len(after) > 0 && !isItem && !isTag(after) && headingLevel(after) == 0 && !bytes.HasPrefix(after, []byte("--")) {
		cost += 10
	}
	return cost
}
