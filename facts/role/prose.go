package role

import (
	"bytes"
	"strings"

	"github.com/skilllint/skilllint/analysis"
)

// A verdict is a role with its reason.
type verdict struct {
	role    Role
	negated bool
	reason  Reason
	at      analysis.Range
}

// A prose is a paragraph or the text of a list item, which is classified when somebody asks.
type prose struct {
	surroundings
	at     analysis.Range
	before lead // what introduces its list
	isItem bool
}

// classify sets the role of a passage, if it is not known yet.
func (p *Passage) classify() {
	if t := p.text; t != nil {
		v := t.proseRole(t.d.Source[t.at.Start:t.at.End], t.before, t.isItem)
		p.Role, p.Negated, p.Reason, p.Evidence, p.text = v.role, v.negated, v.reason, v.at, nil
	}
}

// proseRole classifies a paragraph or the text of a list item. before is what introduces its list.
func (w *surroundings) proseRole(source []byte, before lead, isItem bool) verdict {
	words := wordsOf(source)
	text := bytes.TrimSpace(source)
	if v := w.shown(words, text, before, isItem); v.role != Unknown {
		return v
	}
	v := w.about(before)
	if isQuoted(text) {
		return w.quoted(before, v)
	}
	order := isOrder(words, text)
	if isItem && (bytes.HasPrefix(text, []byte("[ ] ")) || bytes.HasPrefix(text, []byte("[x] "))) {
		order = ordered
	}
	switch {
	case v.negated && v.reason == ByIntroduction, v.negated && isItem:
		if v.role == Specimen && !isCodeFirst(text) || v.role == CounterExample {
			v.role = Instruction
		}
		return v
	case order == stated:
		return verdict{role: Documentation, negated: v.negated, reason: ByWording}
	case order == ordered:
		return verdict{role: Instruction, negated: v.negated, reason: ByWording}
	case v.role == Documentation || v.role == Instruction:
		return v
	case w.isGuide:
		return verdict{role: Instruction, reason: ByDefault}
	}
	return verdict{role: Documentation, reason: ByPlace}
}

// shown returns the role of a text that is not for the agent to follow, by its content and its label.
func (w *surroundings) shown(words string, text []byte, before lead, isItem bool) verdict {
	switch {
	case endsInGap(text):
		return verdict{role: Template, reason: ByContent}
	case isRecord(text):
		return verdict{role: Example, reason: ByContent}
	case isLinks(text):
		return verdict{role: Documentation, reason: ByContent}
	case isItem && startsAny(words, " example ", " examples ") && bytes.IndexByte(text[:min(len(text), 14)], ':') > 0:
		return verdict{role: Example, reason: ByLabel}
	case isItem && (before.words == " examples " || before.words == " example "):
		return verdict{role: Example, reason: ByIntroduction, at: before.at}
	case w.isForPeople(words, text):
		return verdict{role: People, reason: ByLabel}
	}
	return verdict{}
}

// about returns what the introduction or the headings of prose tell about it.
func (w *surroundings) about(before lead) verdict {
	if before.colon || before.words != "" && len(before.words) < 80 {
		if v := classOf(before); v.role != Unknown {
			v.reason, v.at = ByIntroduction, before.at
			return v
		}
	}
	var found verdict
	w.leads(func(l lead, reason Reason) bool {
		found = classOf(l)
		found.reason, found.at = reason, l.at
		return found.role != Unknown
	})
	return found
}

// classOf returns the role that a lead gives to prose.
func classOf(l lead) verdict {
	switch {
	case l.words == "":
		return verdict{}
	case l.is(wrong):
		return verdict{role: CounterExample, negated: !l.is(right)}
	case l.is(avoid):
		return verdict{role: Instruction, negated: true}
	case l.is(detect | shownAttack):
		return verdict{role: Specimen, negated: true}
	case l.is(people):
		return verdict{role: People}
	case l.is(rules):
		return verdict{role: Instruction}
	case l.is(reference):
		return verdict{role: Documentation}
	}
	return verdict{}
}

// quoted classifies a passage in quotation marks: what to say, what users say, or what to look for.
func (w *surroundings) quoted(before lead, v verdict) verdict {
	at := before.at
	switch {
	case before.is(say):
		return verdict{role: Template, reason: ByIntroduction, at: at}
	case v.negated:
		return verdict{role: Specimen, negated: true, reason: v.reason, at: v.at}
	case before.is(said):
		return verdict{role: Specimen, reason: ByIntroduction, at: at}
	}
	found := verdict{role: Example, reason: ByContent}
	w.leads(func(l lead, reason Reason) bool {
		if l.is(say) {
			found = verdict{role: Template, reason: reason, at: l.at}
		}
		return true
	})
	return found
}

// isQuoted reports whether a text is enclosed in quotation marks, apart from a number.
func isQuoted(text []byte) bool {
	text = bytes.TrimLeft(text, "*_ ")
	text = bytes.TrimRight(text, "*_ .")
	for _, marks := range [][2]string{{`"`, `"`}, {"“", "”"}, {"「", "」"}, {"«", "»"}, {"„", "“"}} {
		if bytes.HasPrefix(text, []byte(marks[0])) && bytes.HasSuffix(text, []byte(marks[1])) && len(text) > len(marks[0])+len(marks[1]) {
			inner := text[len(marks[0]) : len(text)-len(marks[1])]
			return !bytes.Contains(inner, []byte(marks[0]))
		}
	}
	return false
}

// endsInGap reports whether the text after a dash or a colon is a gap to fill in: "Owner: [name of the team]".
func endsInGap(text []byte) bool {
	text = bytes.TrimRight(text, "*_ .")
	start := bytes.LastIndexByte(text, '[')
	if start < 3 || text[len(text)-1] != ']' || gap(text[start:]) == 0 || bytes.IndexByte(text, '\n') >= 0 {
		return false
	}
	before := bytes.TrimRight(text[:start], "* ")
	return len(before) < start && bytes.HasSuffix(before, []byte("-")) || bytes.HasSuffix(before, []byte(":")) || bytes.HasSuffix(before, []byte("—"))
}

// isRecord reports whether a text describes a finding: a place with a file and a line.
func isRecord(text []byte) bool {
	first, rest, _ := bytes.Cut(text, []byte("\n"))
	label, _, ok := bytes.Cut(first, []byte(":"))
	label = bytes.Trim(label, "*_ ")
	rest = bytes.TrimLeft(rest, "*_ ")
	return ok && (bytes.EqualFold(label, []byte("file")) || bytes.EqualFold(label, []byte("location"))) && bytes.EqualFold(rest[:min(len(rest), 4)], []byte("line"))
}

// isLinks reports whether a text begins with a link or a bare address.
func isLinks(text []byte) bool {
	if bytes.HasPrefix(text, []byte("http://")) || bytes.HasPrefix(text, []byte("https://")) || bytes.HasPrefix(text, []byte("[")) && bytes.Contains(text, []byte("](")) {
		return true
	}
	label, rest, ok := bytes.Cut(text, []byte(": "))
	rest = bytes.TrimLeft(rest, "* ")
	return ok && len(label) < 60 && (bytes.HasPrefix(rest, []byte("http://")) || bytes.HasPrefix(rest, []byte("https://")) || bytes.HasPrefix(rest, []byte("["))) && len(rest) < 160
}

// isForPeople reports whether a passage is about the skill itself: its version, its author, its license.
func (w *surroundings) isForPeople(words string, text []byte) bool {
	if startsAny(words, " created ", " version ", " author ", " license ", " last updated ", " maintainer ", " powered by ", " based on ", " copyright ") && len(text) < 300 && bytes.HasPrefix(text, []byte("*")) {
		return true
	}
	is := false
	w.leads(func(l lead, _ Reason) bool {
		is = l.is(people) && !w.isGuide || l.is(colophon)
		return true
	})
	return is
}

// isCodeFirst reports whether a text begins with code or a quotation.
func isCodeFirst(text []byte) bool {
	text = bytes.TrimLeft(text, "*_ ")
	return len(text) > 0 && bytes.IndexByte([]byte("`\"'“"), text[0]) >= 0
}

func startsAny(words string, starts ...string) bool {
	for _, s := range starts {
		if strings.HasPrefix(words, s) {
			return true
		}
	}
	return false
}

// A mood is the form of a sentence.
type mood uint8

const (
	unclear mood = iota
	ordered
	stated
)

// isOrder returns whether a passage orders something or states something.
func isOrder(words string, text []byte) mood {
	first, rest := firstWord(words)
	if isImperative(first) && !isNounAfter(first, rest) {
		return ordered
	}
	// a label in bold, or a name in code, before the sentence
	label, after := splitLabel(text)
	if label != nil {
		w := wordsOf(after)
		if verb, r := firstWord(w); isImperative(verb) && !isNounAfter(verb, r) || phrases.In(w)&modals != 0 {
			return ordered
		}
		if bytes.HasPrefix(bytes.TrimLeft(label, "* "), []byte("`")) {
			return stated
		}
		lw := wordsOf(label)
		if verb, r := firstWord(lw); isImperative(verb) && !isNounAfter(verb, r) {
			return ordered
		}
		words = w
	}
	switch has := phrases.In(words); {
	case has&modals != 0:
		return ordered
	case has&states != 0, strings.HasSuffix(first, "s") && isImperative(strings.TrimSuffix(first, "s")):
		return stated
	}
	return unclear
}

// isNounAfter reports whether a word that could be a verb is a noun: "Use case", "Test suite:".
func isNounAfter(first, rest string) bool {
	second, _ := firstWord(rest)
	switch second {
	case "is", "are", "of", "case", "cases", "name", "names", "type", "types", "id", "ids", "files", "file", "code", "suite", "has", "have", "was", "were", "must", "should":
		return first != "avoid" && first != "never" && first != "always" && first != "if" && first != "when"
	}
	return false
}

func firstWord(words string) (first, rest string) {
	words = strings.TrimPrefix(words, " ")
	first, rest, _ = strings.Cut(words, " ")
	return first, " " + rest
}

// splitLabel separates a label in bold, or code, from the text after it.
func splitLabel(text []byte) (label, after []byte) {
	for _, mark := range []string{"**", "`", "__"} {
		if !bytes.HasPrefix(text, []byte(mark)) {
			continue
		}
		if end := bytes.Index(text[len(mark):], []byte(mark)); end > 0 {
			n := len(mark) + end + len(mark)
			rest := bytes.TrimLeft(text[n:], "* ")
			rest = bytes.TrimLeft(bytes.TrimLeft(rest, ":"), " ")
			for _, dash := range []string{"—", "–", "-", "→", "="} {
				rest = bytes.TrimLeft(bytes.TrimPrefix(rest, []byte(dash)), "- ")
			}
			return text[:n], rest
		}
	}
	return nil, nil
}

// rowRole classifies a row of a table.
func (w *surroundings) rowRole(source []byte, header, before lead) verdict {
	v := w.about(before)
	switch {
	case header.is(wrong | mistaken):
		return verdict{role: CounterExample, negated: true, reason: ByTable, at: header.at}
	case header.is(patterns) && header.is(graded):
		return verdict{role: Specimen, negated: true, reason: ByTable, at: header.at}
	case v.negated && (v.role == Specimen || header.is(patterns)):
		return verdict{role: Specimen, negated: true, reason: v.reason, at: v.at}
	case header.is(directing) && v.role != Documentation:
		return verdict{role: Instruction, reason: ByTable, at: header.at}
	case v.role == Documentation, header.is(describing) && v.reason != ByIntroduction && v.role != Instruction:
		return verdict{role: Documentation, reason: ByTable, at: header.at}
	case v.role == Instruction && !header.is(describing):
		return v
	case header.is(directing):
		return verdict{role: Instruction, reason: ByTable, at: header.at}
	case header.is(describing):
		return verdict{role: Documentation, reason: ByTable, at: header.at}
	case w.isGuide:
		return verdict{role: Instruction, reason: ByDefault}
	}
	return verdict{role: Documentation, reason: ByPlace}
}
