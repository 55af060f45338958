package directive

import (
	"strings"
	"unicode/utf8"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/analysis/suggest"
)

// content is the content of a directive, or of a comment that was probably meant as one.
type content struct {
	verb    Verb
	names   []Name
	reason  string
	invalid *InvalidComment // set if the comment is not a valid directive
}

// separators separate words. They include the marker of block quotes, because a comment may continue on further lines.
const separators = " \t\r\n\f>"

// parse parses the text of a comment at an offset of its file. It returns nil for comments that are not directives.
func parse(text string, base int, yaml bool) *content {
	trimmed := strings.TrimLeft(text, separators)
	start := len(text) - len(trimmed)
	word := trimmed
	if n := strings.IndexAny(trimmed, separators); n >= 0 {
		word = trimmed[:n]
	}
	p := &content{}
	for v, known := range verbs {
		if word == known && word != "" {
			p.verb = Verb(v)
		}
	}
	if p.verb == 0 || (p.verb == Ignore) != yaml {
		if p.invalid = misspelled(trimmed, word, p.verb, base+start, yaml); p.invalid == nil {
			return nil
		}
		return p
	}
	rest, at := trimmed[len(word):], base+start+len(word)
	names, reason := rest, ""
	if n := separator(rest); n >= 0 {
		names, reason = rest[:n], rest[n+len("--"):]
	}
	p.reason = truncate(oneLine(reason), maxReason)
	p.names = namesIn(names, at)
	return p
}

// oneLine joins the lines of a text.
func oneLine(text string) string {
	var words []string
	for line := range strings.SplitSeq(text, "\n") {
		if len(words) > 0 {
			line = strings.TrimLeft(line, separators)
		}
		words = append(words, strings.Fields(line)...)
	}
	return strings.Join(words, " ")
}

// namesIn returns the comma-separated names in a text.
func namesIn(text string, at int) []Name {
	var names []Name
	for part := range strings.SplitSeq(text, ",") {
		if name := strings.Trim(part, separators); name != "" && len(names) <= Most {
			from := at + strings.Index(part, name)
			names = append(names, Name{truncate(name, maxName), analysis.Range{Start: from, End: from + len(name)}})
		}
		at += len(part) + len(",")
	}
	return names
}

// separator returns the offset of "--" between white space, or -1.
func separator(text string) int {
	for from := 0; ; {
		n := strings.Index(text[from:], "--")
		if n < 0 {
			return -1
		}
		n += from
		end := n + len("--")
		if (n == 0 || strings.IndexByte(separators, text[n-1]) >= 0) && (end == len(text) || strings.IndexByte(separators, text[end]) >= 0) {
			return n
		}
		for from = end; from < len(text) && text[from] == '-'; {
			from++
		}
	}
}

// truncate shortens a text to at most limit bytes, without splitting a character.
func truncate(text string, limit int) string {
	if len(text) <= limit {
		return text
	}
	for limit > 0 && !utf8.RuneStart(text[limit]) {
		limit--
	}
	return strings.Clone(text[:limit])
}

// verbOf returns the verb for a word that this or another linter uses for it, or 0.
func verbOf(word string) Verb {
	switch word {
	case "disable-next-line", "disable-nextline", "disable-next", "disable-line", "ignore-next-line", "ignore-nextline", "ignore-next", "ignore-line", "ignore":
		return NextLine
	case "disable", "off":
		return Disable
	case "enable", "on":
		return Enable
	case "disable-file", "ignore-file", "disable-whole-file":
		return File
	}
	return 0
}

// misspelled returns the directive that was probably meant, or nil. verb is set if the first word is a directive of
// the other language, YAML or Markdown.
func misspelled(text, word string, verb Verb, at int, yaml bool) *InvalidComment {
	if verb == 0 {
		if word, verb = closestVerb(text, word); verb == 0 {
			return nil
		}
	}
	if yaml {
		verb = Ignore
	} else if verb == Ignore {
		verb = NextLine
	}
	s := &InvalidComment{Word: analysis.Range{Start: at, End: at + len(word)}, Right: verb.String()}
	s.Why = "unknown directive " + quote.Text(word)
	switch {
	case word == Ignore.String():
		s.Why += " in Markdown"
	case yaml && strings.HasPrefix(word, "skilllint-disable"), yaml && word == Enable.String():
		s.Why += " in YAML"
	}
	return s
}

// closestVerb returns the first words of a text, and the verb that they probably mean.
func closestVerb(text, word string) (string, Verb) {
	if len(word) > 2*len(verbs[NextLine]) {
		return "", 0
	}
	lower := strings.ToLower(word)
	head := lower
	if strings.HasPrefix(head, "skill-lint") || strings.HasPrefix(head, "skill_lint") {
		head = "skilllint" + head[len("skill-lint"):]
	}
	tail, joined := "", false
	if n := strings.IndexAny(head, "-_:./"); n >= 0 {
		head, tail, joined = head[:n], head[n+1:], len(head) > n+1
	}
	if _, ok := suggest.Best(head, []string{"skilllint"}); !ok {
		return "", 0
	}
	if !joined { // "skilllint: disable", "skilllint disable"
		rest := text[len(word):]
		next := strings.TrimLeft(rest, separators)
		if n := strings.IndexAny(next, separators); n >= 0 {
			next = next[:n]
		}
		if len(next) > len(verbs[NextLine]) {
			return "", 0
		}
		verb := verbOf(strings.ToLower(next))
		return text[:len(word)+strings.Index(rest, next)+len(next)], verb
	}
	tail = strings.Trim(strings.ReplaceAll(tail, "_", "-"), ":-")
	if verb := verbOf(tail); verb != 0 {
		return word, verb
	}
	if best, ok := suggest.Best(tail, []string{"disable", "enable", "disable-file", "disable-next-line", "ignore"}); ok {
		return word, verbOf(best)
	}
	return "", 0
}
