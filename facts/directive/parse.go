package directive

import (
	"strings"
	"unicode/utf8"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/analysis/suggest"
)

// A parsed is what stands in a comment that is a directive, or was probably meant as one.
type parsed struct {
	verb   Verb
	names  []Name
	reason string
	slip   *Slip // it is none
}

// blanks separate words. Where a comment goes on in a quotation, the mark of it is one.
const blanks = " \t\r\n\f>"

// parse reads the text of a comment that begins at an offset of its file; nil: it says nothing to us.
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
		if p.slip = misspelt(trimmed, word, p.verb, base+start, yaml); p.slip == nil {
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

// namesIn returns the names in a text, which commas separate.
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

// separator returns where "--" stands between blanks, or -1.
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

// meant returns the verb of a word for what a directive does, as this or another linter calls it; 0: none.
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

// misspelt finds the directive that a comment was meant to be; nil: none. verb is what its first word
// is, where it stands in a comment of the wrong language.
func misspelt(text, word string, verb Verb, at int, yaml bool) *Slip {
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
	s.Why = quote.Text(word) + " is no directive"
	switch {
	case word == Ignore.String():
		s.Why += " in Markdown"
	case yaml && strings.HasPrefix(word, "skilllint-disable"), yaml && word == Enable.String():
		s.Why += " in YAML"
	}
	return s
}

// meantBy returns the directive that the first words of a text were probably meant for, and those words.
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
