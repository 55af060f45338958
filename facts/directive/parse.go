package directive

import (
	"strings"
	"unicode/utf8"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/analysis/suggest"
)

// A parsed is the content of a directive, or of a comment that was probably meant as one.
type parsed struct {
	verb   Verb
	names  []Name
	reason string
	slip   *Slip // if it is invalid
}

// blanks separate words. They include the marker of block quotes, in which a comment may continue.
const blanks = " \t\r\n\f>"

// parse parses the text of a comment that starts at an offset of its file. It returns nil for other comments.
func parse(text string, base int, yaml bool) *parsed {
	trimmed := strings.TrimLeft(text, blanks)
	start := len(text) - len(trimmed)
	word := trimmed
	if n := strings.IndexAny(trimmed, blanks); n >= 0 {
		word = trimmed[:n]
	}
	p := &parsed{}
	for v, known := range verbs {
		if word == known && word != "" {
			p.verb = Verb(v)
		}
	}
	if p.verb == 0 || (p.verb == Ignore) != yaml {
		if p.slip = misspelled(trimmed, word, p.verb, base+start, yaml); p.slip == nil {
			return nil
		}
		return p
	}
	rest, at := trimmed[len(word):], base+start+len(word)
	names, reason := rest, ""
	if n := separator(rest); n >= 0 {
		names, reason = rest[:n], rest[n+len("--"):]
	}
	p.reason = shortened(oneLine(reason), maxReason)
	p.names = namesIn(names, at)
	return p
}

// oneLine joins the lines of a text.
func oneLine(text string) string {
	var words []string
	for line := range strings.SplitSeq(text, "\n") {
		if len(words) > 0 {
			line = strings.TrimLeft(line, blanks)
		}
		words = append(words, strings.Fields(line)...)
	}
	return strings.Join(words, " ")
}

// namesIn returns the comma-separated names in a text.
func namesIn(text string, at int) []Name {
	var names []Name
	for part := range strings.SplitSeq(text, ",") {
		if name := strings.Trim(part, blanks); name != "" && len(names) <= Most {
			from := at + strings.Index(part, name)
			names = append(names, Name{shortened(name, maxName), analysis.Range{Start: from, End: from + len(name)}})
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
		if (n == 0 || strings.IndexByte(blanks, text[n-1]) >= 0) && (end == len(text) || strings.IndexByte(blanks, text[end]) >= 0) {
			return n
		}
		for from = end; from < len(text) && text[from] == '-'; {
			from++
		}
	}
}

// shortened cuts a text at a character.
func shortened(text string, most int) string {
	if len(text) <= most {
		return text
	}
	for most > 0 && !utf8.RuneStart(text[most]) {
		most--
	}
	return strings.Clone(text[:most])
}

// meant returns the verb for a word that this or another linter uses for it; 0: none.
func meant(word string) Verb {
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

// misspelled returns the directive that was probably meant, or nil. verb is that of the first word, if it is
// valid in the other language only.
func misspelled(text, word string, verb Verb, at int, yaml bool) *Slip {
	if verb == 0 {
		if word, verb = meantBy(text, word); verb == 0 {
			return nil
		}
	}
	if yaml {
		verb = Ignore
	} else if verb == Ignore {
		verb = NextLine
	}
	s := &Slip{Word: analysis.Range{Start: at, End: at + len(word)}, Right: verb.String()}
	s.Why = "unknown directive " + quote.Text(word)
	switch {
	case word == Ignore.String():
		s.Why += " in Markdown"
	case yaml && strings.HasPrefix(word, "skilllint-disable"), yaml && word == Enable.String():
		s.Why += " in YAML"
	}
	return s
}

// meantBy returns the first words of a text, and the verb that was probably meant by them.
func meantBy(text, word string) (string, Verb) {
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
		next := strings.TrimLeft(rest, blanks)
		if n := strings.IndexAny(next, blanks); n >= 0 {
			next = next[:n]
		}
		if len(next) > len(verbs[NextLine]) {
			return "", 0
		}
		verb := meant(strings.ToLower(next))
		return text[:len(word)+strings.Index(rest, next)+len(next)], verb
	}
	tail = strings.Trim(strings.ReplaceAll(tail, "_", "-"), ":-")
	if verb := meant(tail); verb != 0 {
		return word, verb
	}
	if best, ok := suggest.Best(tail, []string{"disable", "enable", "disable-file", "disable-next-line", "ignore"}); ok {
		return word, meant(best)
	}
	return "", 0
}
