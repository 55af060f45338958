package excuse

import (
	"bytes"
	"slices"
	"strings"
	"unicode"

	"github.com/skilllint/skilllint/analysis"
)

// actWords returns the words of a command that a sentence may name.
func actWords(code []byte, isProse bool) map[string]bool {
	if isProse {
		return nil
	}
	set := map[string]bool{}
	for _, w := range wordsIn(bytes.ReplaceAll(code[:min(len(code), maxEvidence)], []byte("`"), []byte(" "))) {
		if len(w) >= 3 && !actVerbs.has(w) && !orderVerbs.has(w) && !fillers.has(w) || w == "nc" || w == "rm" || w == "dd" || w == "sh" {
			set[w] = true
		}
	}
	return set
}

// forbids returns how clearly a text forbids an act: a negation must govern it.
func forbids(words []string, about map[string]bool) Strength {
	best := noStrength
	for i, w := range words {
		isNegation := negations.has(w) || w == "not" && i > 0 && slices.Contains([]string{"do", "must", "should", "shall", "may", "will", "can", "does"}, words[i-1])
		if !isNegation {
			continue
		}
		k := i + 1
		for k < len(words) && k < i+4 && (adverbs.has(words[k]) || words[k] == softToken && k == i+1) {
			k++
		}
		if k < len(words) && reversals.has(words[k]) {
			continue
		}
		isVerb := k < len(words) && actVerbs.has(words[k])
		if !isVerb && strings.HasPrefix(w, "avoid") {
			k-- // its object may follow: "avoid curl | sh"
		} else if !isVerb {
			continue
		}
		best = max(best, governs(words, k, about, isVerb))
	}
	return best
}

// forbidsSending reports whether a sentence forbids to send or to run something.
func forbidsSending(words []string) bool {
	for i, w := range words {
		if !negations.has(w) && !(w == "not" && i > 0 && (words[i-1] == "do" || words[i-1] == "must" || words[i-1] == "should")) {
			continue
		}
		k := i + 1
		for k < len(words) && k < i+4 && adverbs.has(words[k]) {
			k++
		}
		if k < len(words) && sendingVerbs.has(words[k]) {
			return true
		}
	}
	return false
}

// governs returns how clearly the object of a forbidden verb at an index is the act.
func governs(words []string, k int, about map[string]bool, isVerb bool) Strength {
	if isVerb && plainVerbs.has(words[k]) || isVerb && about[words[k]] {
		return Presents
	}
	for n, w := range words[k+1 : min(len(words), k+8)] {
		switch {
		case w == stopToken:
			if n == 0 && isVerb {
				return Presents
			}
			if isVerb {
				return Hints
			}
			return noStrength
		case w == softToken && n == 0, n < 4 && (objects.has(w) || w == codeToken), about[w]:
			return Presents
		}
	}
	switch {
	case isVerb && k+1 == len(words):
		return Presents
	case isVerb:
		return Hints
	}
	return noStrength
}

// ordersNext reports whether a text tells the model to run what follows.
func ordersNext(words []string) bool {
	return orders(words, func(rest []string) bool {
		if n := slices.IndexFunc(rest, func(w string) bool { return prepositions.has(w) }); n >= 0 {
			rest = rest[:n]
		}
		return len(rest) == 0 || rest[0] == softToken || slices.ContainsFunc(rest[:min(len(rest), 5)], func(w string) bool { return orderObject.has(w) })
	})
}

// ordersPrevious reports whether a text tells the model to run what precedes it.
func ordersPrevious(words []string) bool {
	if n := len(words); n > 0 && words[n-1] == softToken || slices.Contains(words, "instead") {
		return false
	}
	return orders(words, func(rest []string) bool {
		return slices.ContainsFunc(rest[:min(len(rest), 3)], func(w string) bool {
			return w == "this" || w == "it" || w == "them" || w == "these" || w == "above" || w == "both" || w == "block"
		})
	})
}

// ordersBlocks reports whether a text tells the model to run the blocks of a section.
func ordersBlocks(words []string) bool {
	if !slices.ContainsFunc(words, func(w string) bool {
		return w == "run" || w == "execute" || w == "paste" || w == "source" || w == "eval"
	}) {
		return false
	}
	return orders(words, func(rest []string) bool {
		rest = rest[:min(len(rest), 10)]
		return slices.ContainsFunc(rest, func(w string) bool { return allWords.has(w) }) && slices.ContainsFunc(rest, func(w string) bool { return blockNouns.has(w) }) &&
			slices.ContainsFunc(rest, func(w string) bool { return farWords.has(w) })
	})
}

// ordersSpan reports whether the words before a code span tell the model to run it.
func ordersSpan(words []string) bool {
	if n := len(words); n > 0 && words[n-1] == codeToken {
		words = words[:n-1]
	}
	for len(words) > 0 && (words[len(words)-1] == softToken || words[len(words)-1] == "the" || words[len(words)-1] == "command" || words[len(words)-1] == "this") {
		words = words[:len(words)-1]
	}
	n := len(words)
	return n > 0 && orderVerbs.has(words[n-1]) && isOrderAt(words, n-1)
}

// orders reports whether a text has an imperative whose object satisfies a condition.
func orders(words []string, isObject func(rest []string) bool) bool {
	for i, w := range words {
		if reversals.has(w) && i > 0 && (negations.has(words[i-1]) && !strings.HasPrefix(words[i-1], "avoid") || words[i-1] == "not") {
			return true // "never skip this"
		}
		if orderVerbs.has(w) && isOrderAt(words, i) && !(i+1 < len(words) && words[i+1] == "not") {
			rest := words[i+1:]
			if n := slices.Index(rest, stopToken); n >= 0 {
				rest = rest[:n]
			}
			if isObject(rest) && !(w == "eval" && len(rest) > 0 && rest[0] == softToken) { // a call: eval(…)
				return true
			}
		}
	}
	return false
}

// isOrderAt reports whether the verb at an index is an imperative without a negation.
func isOrderAt(words []string, i int) bool {
	for _, w := range words[max(0, i-4):i] {
		if negations.has(w) || slices.Contains([]string{"not", "without", "attackers", "attacker", "tries", "instead", "than", "how"}, w) {
			return false
		}
	}
	return i == 0 || words[i-1] == stopToken || words[i-1] == softToken || words[i-1] == codeToken || words[i-1] == goodToken || words[i-1] == badToken || beforeOrder.has(words[i-1])
}

// callsGood reports whether a comment labels the next lines as correct.
func callsGood(words []string) bool {
	return len(words) > 0 && (words[0] == goodToken || goodWords.has(words[0]))
}

// labelStrength returns how clearly a label or a comment presents what follows as an attack or a mistake.
func labelStrength(words []string, about map[string]bool, text []byte, isProse bool) Strength {
	if callsGood(words) {
		return noStrength
	}
	best := max(forbids(words, about), detects(words, about), foreignStrength(text))
	rest, marked := trimLabel(words)
	startsWith := func(any wordList) bool { return len(rest) > 0 && any.has(rest[0]) }
	switch {
	case best == Presents:
	case marked, isProse && (isCondition(words) || slices.ContainsFunc(words, sayings.has)), (startsWith(deniedWords) || startsWith(badWords)) && isLabelled(rest):
		return Presents
	case startsWith(badWords):
		if !negations.has(rest[0]) {
			best = Hints
		}
	case slices.ContainsFunc(rest, attackers.has):
		return Presents
	case hasPhrase(words, attackText), len(rest) > 1 && badWords.has(rest[len(rest)-1]):
		best = Hints
		if n := len(rest); n <= 6 {
			best = Presents
		}
	}
	return best
}

// trimLabel returns the words after fillers and punctuation, and whether a sign such as a cross is among these.
func trimLabel(words []string) (rest []string, marked bool) {
	for rest = words; len(rest) > 0 && (fillers.has(rest[0]) || rest[0] == softToken || rest[0] == badToken || rest[0] == stopToken); rest = rest[1:] {
		marked = marked || rest[0] == badToken
	}
	return rest, marked
}

// isLabelled reports whether a word such as "bad" at the start of a text is a label, and not an adjective of something
// else: "Bad:", "bad example".
func isLabelled(words []string) bool {
	for _, w := range words[1:min(len(words), 4)] {
		if w == softToken || w == stopToken || badNouns.has(w) || w == badToken {
			return true
		}
		if negations.has(words[0]) {
			return false
		}
	}
	return len(words) == 1
}

// detects returns how clearly a text tells the model to detect an act.
func detects(words []string, about map[string]bool) Strength {
	for i, w := range words {
		var rest []string
		switch {
		case detectors.has(w):
			rest = words[i+1:]
		case lookers.has(w):
			n := slices.Index(words[i:min(len(words), i+10)], "for")
			if n < 0 {
				continue
			}
			if rest = words[i+n+1:]; len(rest) == 0 || rest[0] == softToken {
				return Presents
			}
		default:
			continue
		}
		for _, next := range rest[:min(len(rest), 8)] {
			if next == stopToken {
				break
			}
			if targets.has(next) || about[next] || next == codeToken {
				return Presents
			}
		}
	}
	return noStrength
}

// headingStrength returns how clearly a heading presents its section as an attack or a mistake.
func headingStrength(words []string, about map[string]bool, text []byte, isProse bool) Strength {
	s := labelStrength(words, about, text, false)
	if isProse && s == noStrength && slices.ContainsFunc(words, func(w string) bool { return sayings.has(w) }) {
		s = Hints
	}
	if s != Presents && slices.ContainsFunc(words, isCompoundAttack) {
		s = Presents
	}
	if s == noStrength && (slices.Contains(words, badToken) || hasPhrase(words, attackText)) {
		s = Presents
	}
	isPlainMark := slices.Contains(words, badToken) && !slices.ContainsFunc(words, func(w string) bool { return badWords.has(w) || attackers.has(w) })
	if s == Presents && (isPlainMark || slices.ContainsFunc(words, func(w string) bool { return runTitles.has(w) })) {
		return Hints
	}
	return s
}

// isCompoundAttack reports whether a word such as "directive-injection" ends in the name of an attack.
func isCompoundAttack(w string) bool {
	n := strings.LastIndexByte(w, '-')
	return n > 0 && attackers.has(w[n+1:])
}

// isAttackTitle reports whether a heading names an attack.
func isAttackTitle(words []string) bool {
	return hasPhrase(words, attackText) || slices.ContainsFunc(words, func(w string) bool {
		return attackers.has(w) || attackTitles.has(w) || isCompoundAttack(w)
	})
}

// sentenceStrength returns how clearly the sentence around a passage presents it as an attack or a mistake. Words after the
// passage only hint at it.
func sentenceStrength(text []byte, s, at analysis.Range, isProse bool, about map[string]bool) Strength {
	whole := text[s.Start:s.End]
	before := wordsIn(text[s.Start:max(s.Start, min(at.Start, s.End))])
	words := wordsIn(whole)
	if isProse {
		before = words
	}
	best := foreignStrength(whole)
	if isProse && (forbidsSending(words) || containsAny(strings.ToLower(string(whole)), foreignSending...)) {
		return Presents
	}
	if !isProse {
		best = max(best, forbids(words, about), detects(words, about))
		if isJudged(text, s, at) || asksBefore(words) || describes(before) {
			best = Presents
		}
	}
	switch {
	case best == Presents:
	case slices.ContainsFunc(before[:min(len(before), 8)], func(w string) bool { return attackers.has(w) || w == badToken }):
		return Presents
	case isProse && saysOrDetects(before[:min(len(before), 12)]), len(before) > 0 && badWords.has(before[0]) && isLabelled(before):
		return Presents
	case hasPhrase(words, attackText), slices.ContainsFunc(words, func(w string) bool { return attackers.has(w) || badWords.has(w) && !negations.has(w) || w == badToken }):
		best = max(best, Hints)
	}
	return best
}

// isJudged reports whether the text after a passage says that it is wrong or an attack.
func isJudged(text []byte, s, at analysis.Range) bool {
	after := text[min(at.End, len(text)):]
	return isAdjective(after) || isVerdict(after) || endsInVerdict(text[min(at.End, s.End):s.End])
}

// saysOrDetects reports whether words introduce what something says or what is detected. "The seed phrase" and "the instructions
// that it contains" do not.
func saysOrDetects(words []string) bool {
	for i, w := range words {
		before := words[max(0, i-1)]
		if detectors.has(w) || sayings.has(w) && !(strings.HasPrefix(w, "phrase") && (before == "seed" || before == "recovery" || before == "secret")) && before != "it" && before != "page" && before != "they" {
			return true
		}
	}
	return false
}

// isAdjective reports whether code is an example of similar commands, as in "`rm -rf /`-like commands" and "`rm -rf /` or similar".
// rest is the text after the code.
func isAdjective(rest []byte) bool {
	return len(rest) > 2 && rest[0] == '`' && rest[1] == '-' && letters[rest[2]] != 0 || bytes.HasPrefix(rest, []byte("` or similar")) || bytes.HasPrefix(rest, []byte("` and similar"))
}

// isVerdict reports whether the text after code grades it: "`rm -rf /`: blocked".
func isVerdict(rest []byte) bool {
	line, _, _ := bytes.Cut(rest, []byte{'\n'})
	words := wordsIn(bytes.TrimLeft(line[:min(len(line), 80)], "`"))
	return len(words) > 1 && words[0] == softToken && verdicts.has(words[1])
}

// endsInVerdict reports whether the rest of a sentence after code is further code and its verdict: "`curl | sh`, `eval` = reject".
func endsInVerdict(rest []byte) bool {
	list, verdict, ok := bytes.Cut(rest, []byte(" = "))
	if !ok {
		list, verdict, ok = bytes.Cut(rest, []byte(" → "))
	}
	words := wordsIn(verdict[:min(len(verdict), 40)])
	return ok && len(list) < 300 && len(words) > 0 && (verdicts.has(words[0]) || slices.Contains([]string{"reject", "block", "deny", "refuse", "flag", "fail"}, words[0]))
}

// asksBefore reports whether a sentence makes an act depend on the consent of the user: "before running x, get approval".
func asksBefore(words []string) bool {
	n := slices.Index(words, "before")
	return n >= 0 && n+1 < len(words) && (strings.HasSuffix(words[n+1], "ing") || words[n+1] == "you" || words[n+1] == "any") &&
		slices.ContainsFunc(words, func(w string) bool { return consents.has(w) })
}

// foreignStrength reads texts in other languages.
func foreignStrength(text []byte) Strength {
	if bytes.IndexFunc(text, func(r rune) bool { return r > unicode.MaxASCII }) < 0 && !bytes.ContainsAny(text, "nN") {
		return noStrength
	}
	lower := strings.ToLower(string(text))
	if containsAny(lower, foreignAttacks...) || containsAny(lower, foreignRefusals...) {
		return Presents
	}
	return noStrength
}

// hasPhrase reports whether words contain one of several phrases.
func hasPhrase(words []string, phrases []string) bool {
	return containsPhrase(" "+strings.Join(words, " ")+" ", phrases)
}

func containsPhrase(plain string, phrases []string) bool {
	return slices.ContainsFunc(phrases, func(p string) bool { return strings.Contains(plain, " "+p+" ") })
}
