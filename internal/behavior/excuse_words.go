package behavior

import (
	"bytes"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/skilllint/skilllint/analysis"
)

// Tokens that stand for something other than a word.
const (
	stopToken = "." // the end of a sentence
	softToken = "," // other punctuation
	codeToken = "`" // a code span
	badToken  = "✗" // a symbol for something wrong
	goodToken = "✓"
)

// wordsIn returns the words of a text in lower case, with tokens for punctuation, code spans and symbols.
func wordsIn(text []byte) []string {
	var words []string
	mark := func(token string) {
		if n := len(words); n == 0 || words[n-1] != token {
			words = append(words, token)
		}
	}
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRune(text[i:])
		switch {
		case r == '`':
			n := bytes.IndexByte(text[i+1:], '`')
			for n == 0 { // longer delimiters
				i++
				n = bytes.IndexByte(text[i+1:], '`')
			}
			if n < 0 {
				n = -1
			}
			words = append(words, codeToken)
			i += 1 + n + 1
			continue
		case isWordRune(r):
			end, isAddress := i, false
			for end < len(text) {
				next, n := utf8.DecodeRune(text[end:])
				if next == ':' && bytes.HasPrefix(text[end:], []byte("://")) {
					for end < len(text) && bytes.IndexByte([]byte(" \t\r\n\"'`)>"), text[end]) < 0 {
						end++
					}
					isAddress = true
					break
				}
				if !isWordRune(next) && next != '-' && !(next == '.' && end+1 < len(text) && letters[text[end+1]] != 0) {
					break
				}
				end += n
			}
			if isAddress {
				words = append(words, codeToken)
				i = end
				continue
			}
			word := strings.ToLower(strings.ReplaceAll(string(text[i:end]), "’", "'"))
			words = append(words, strings.Trim(word, "'-"))
			i = end
			continue
		case strings.ContainsRune("❌✗✘✖🚫⛔", r):
			mark(badToken)
		case strings.ContainsRune("✅✓✔", r):
			mark(goodToken)
		case strings.ContainsRune(".!?;。！？；", r):
			mark(stopToken)
		case r == ',' || r == ':' || r == '(' || r == ')' || r == '—' || r == '–' || r == '|' || r == '：' || r == '，' || r == '"':
			mark(softToken)
		}
		i += size
	}
	return words
}

func isWordRune(r rune) bool {
	return r == '\'' || r == '’' || r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r)
}

// setOf returns a set of words separated by spaces.
func setOf(words string) map[string]bool {
	set := map[string]bool{}
	for w := range strings.FieldsSeq(words) {
		set[w] = true
	}
	return set
}

var (
	// actVerbs are what a negation must govern. "Skip" and "forget" are not among them: "never skip this" is an order.
	actVerbs = setOf(`run runs running execute executes executing exec use uses using do doing pipe pipes piping paste pasting copy copying download downloading
		install installing send sending upload uploading post posting curl wget eval evaluate evaluating source sourcing follow following obey obeying comply trust trusting
		include including write writing hardcode hardcoding add adding put putting commit committing store storing log logging print printing expose exposing share sharing
		pass passing set chmod delete deleting remove removing rm grant granting give allow allowing enable enabling disable disabling open opening start starting
		invoke invoking call calling issue type enter accept apply try trying pull fetch fetching connect connecting embed embedding`)
	plainVerbs = setOf("pipe piping eval evaluate evaluating obey obeying hardcode hardcoding") // have no harmless object

	negations = setOf("never don't dont mustn't shouldn't cannot can't won't nobody avoid avoids avoiding refuse")
	adverbs   = setOf("ever just blindly simply directly manually also to be again blindly automatically permanently always or and")

	// reversals make an order of a negation.
	reversals = setOf("skip skips skipping omit forget miss ignore leave bypass postpone delay hesitate fail stop interrupt")

	objects = setOf(`this these it that them such following commands command code script scripts anything downloads download installer payload payloads content input inputs
		binaries binary instructions either something like untrusted unverified remote arbitrary unknown malicious`)

	sendingVerbs = setOf("send sending upload uploading post posting forward forwarding transmit submit share sharing email paste pasting run running execute executing download downloading fetch fetching follow following obey")

	// orderVerbs are imperatives with which a text tells a model to run a block.
	orderVerbs   = setOf("run execute paste type invoke launch perform do apply follow enter issue use call start source eval complete copy")
	orderObject  = setOf("this it these them following command commands block blocks script code snippet snippets below above everything all both line lines step steps")
	prepositions = setOf("to for in with on from against by as at into over through when if before after until unless")
	beforeOrder  = setOf("and then now always please must should will first also next finally just to immediately needs you")

	blockNouns = setOf("command commands block blocks snippet snippets script scripts code")
	allWords   = setOf("all every each the these any both everything")
	farWords   = setOf("below above section file document skill page here marked example examples following order")

	badWords   = setOf("bad wrong incorrect insecure unsafe vulnerable dangerous malicious suspicious harmful hostile anti-pattern anti-patterns antipattern antipatterns forbidden prohibited disallowed risky blocklist denylist counterexample counterexamples incorrectly never don't dont avoid broken")
	badNouns   = setOf("example examples code command commands pattern patterns practice practices approach way version usage script scripts input inputs payload payloads prompt prompts instruction instructions skill skills request requests content text output file files configuration config implementation sample samples case cases")
	goodWords  = setOf("good right correct better fixed safe secure instead recommended")
	fillers    = setOf("this is the a an these are of e g eg example examples for instance here very common some known following what it looks like how to not")
	detectors  = setOf("detect detects detecting flag flags flagging reject rejects rejecting deny denies report reports catch catches match matches identify recognize quarantine prevent prevents refuse refuses block blocks blocking blocked flagged detected rejected")
	lookers    = setOf("look looks looking search searches searching watch watches watching scan scans scanning grep hunt hunts")
	targets    = setOf("phrasing wording language directives sentences pattern patterns such like these this following attempts attempt usage use calls anything strings phrases payloads requests instructions commands command text content prompts behavior indicators signs scripts code lines")
	attackers  = setOf("attacker attackers attacker's adversary adversaries malware hacker hackers intruder intruders malicious hostile actor actors injection injections payload payloads exploit exploits backdoor backdoors compromised poisoned phishing")
	sayings    = setOf("says say saying said contains contain containing example examples like such phrase phrases pattern patterns reads fixture eg e.g")
	runTitles  = setOf("setup install installation installing usage use start started quickstart run running execute deploy deployment configure configuration prerequisites requirements bootstrap step steps phase workflow instructions initialization preparation build")
	attackText = []string{
		"attack", "attacks", "attacker", "attackers", "attacker's", "adversary", "adversaries", "malware", "exploit", "exploits", "exploitation", "exploiting", "malicious", "suspicious", "dangerous",
		"vulnerable", "vulnerability", "vulnerabilities", "reverse shell", "reverse shells", "bind shell", "bind shells", "web shell", "web shells", "pentest", "penetration test", "penetration testing", "red team", "red teaming",
		"prompt injection", "prompt injections", "command injection", "code injection", "sql injection", "injection attacks", "jailbreak", "jailbreaks", "exfiltrate", "exfiltration", "threat", "threats", "phishing", "backdoor", "backdoors",
		"privilege escalation", "post-exploitation", "lateral movement", "persistence techniques", "indicators of compromise", "yara", "sigma rule", "red flag", "red flags", "obfuscation", "anti-pattern", "anti-patterns", "antipatterns",
		"bad example", "bad examples", "what not to do", "not to do", "common mistakes", "insecure", "unsafe",
	}
	foreignAttacks  = []string{"攻击", "恶意", "漏洞", "攻撃", "悪意", "공격", "악성", "angriff", "schadcode", "bösartig", "attaque", "malveillant", "ataque", "malicios", "атак", "вредонос", "attacc", "malevol"}
	foreignSending  = []string{"不要发送", "不要将", "不要把", "切勿发送", "切勿将", "禁止发送", "送信しないで", "no envíe", "nunca envíe", "n'envoyez", "ne jamais envoyer", "niemals senden", "sende niemals", "не отправля"}
	foreignRefusals = []string{"不要运行", "不要执行", "不要使用", "切勿运行", "切勿执行", "禁止执行", "禁止运行", "绝不运行", "実行しないで", "実行してはいけ", "使用しないで", "실행하지 마", "사용하지 마",
		"niemals ausführen", "nicht ausführen", "nie ausführen", "n'exécute", "ne pas exécuter", "ne jamais exécuter", "no ejecut", "nunca ejecut", "não execut", "nunca execut", "не запуска", "не выполня", "non eseguire", "mai eseguire"}
)

// actWords returns the words of a command that a sentence may name.
func actWords(code []byte, isProse bool) map[string]bool {
	if isProse {
		return nil
	}
	set := map[string]bool{}
	for _, w := range wordsIn(bytes.ReplaceAll(code[:min(len(code), maxEvidence)], []byte("`"), []byte(" "))) {
		if len(w) >= 3 && !actVerbs[w] && !orderVerbs[w] && !fillers[w] || w == "nc" || w == "rm" || w == "dd" || w == "sh" {
			set[w] = true
		}
	}
	return set
}

// forbids returns how clearly a text forbids an act: a negation must govern it.
func forbids(words []string, about map[string]bool) Strength {
	best := noStrength
	for i, w := range words {
		isNegation := negations[w] || w == "not" && i > 0 && slices.Contains([]string{"do", "must", "should", "shall", "may", "will", "can", "does"}, words[i-1])
		if !isNegation {
			continue
		}
		k := i + 1
		for k < len(words) && k < i+4 && (adverbs[words[k]] || words[k] == softToken && k == i+1) {
			k++
		}
		if k < len(words) && reversals[words[k]] {
			continue
		}
		isVerb := k < len(words) && actVerbs[words[k]]
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
		if !negations[w] && !(w == "not" && i > 0 && (words[i-1] == "do" || words[i-1] == "must" || words[i-1] == "should")) {
			continue
		}
		k := i + 1
		for k < len(words) && k < i+4 && adverbs[words[k]] {
			k++
		}
		if k < len(words) && sendingVerbs[words[k]] {
			return true
		}
	}
	return false
}

// governs returns how clearly the object of a forbidden verb at an index is the act.
func governs(words []string, k int, about map[string]bool, isVerb bool) Strength {
	if isVerb && plainVerbs[words[k]] || isVerb && about[words[k]] {
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
		case w == softToken && n == 0, n < 4 && (objects[w] || w == codeToken), about[w]:
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
		if n := slices.IndexFunc(rest, func(w string) bool { return prepositions[w] }); n >= 0 {
			rest = rest[:n]
		}
		return len(rest) == 0 || rest[0] == softToken || slices.ContainsFunc(rest[:min(len(rest), 5)], func(w string) bool { return orderObject[w] })
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
		return slices.ContainsFunc(rest, func(w string) bool { return allWords[w] }) && slices.ContainsFunc(rest, func(w string) bool { return blockNouns[w] }) &&
			slices.ContainsFunc(rest, func(w string) bool { return farWords[w] })
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
	return n > 0 && orderVerbs[words[n-1]] && isOrderAt(words, n-1)
}

// orders reports whether a text has an imperative whose object satisfies a condition.
func orders(words []string, isObject func(rest []string) bool) bool {
	for i, w := range words {
		if reversals[w] && i > 0 && (negations[words[i-1]] && !strings.HasPrefix(words[i-1], "avoid") || words[i-1] == "not") {
			return true // "never skip this"
		}
		if orderVerbs[w] && isOrderAt(words, i) && !(i+1 < len(words) && words[i+1] == "not") {
			rest := words[i+1:]
			if n := slices.Index(rest, stopToken); n >= 0 {
				rest = rest[:n]
			}
			if isObject(rest) {
				return true
			}
		}
	}
	return false
}

// isOrderAt reports whether the verb at an index is an imperative without a negation.
func isOrderAt(words []string, i int) bool {
	for _, w := range words[max(0, i-4):i] {
		if negations[w] || w == "not" || w == "without" || w == "attackers" || w == "attacker" || w == "tries" || w == "instead" || w == "than" || w == "how" {
			return false
		}
	}
	return i == 0 || words[i-1] == stopToken || words[i-1] == softToken || words[i-1] == codeToken || words[i-1] == goodToken || words[i-1] == badToken || beforeOrder[words[i-1]]
}

// callsGood reports whether a comment labels the next lines as correct.
func callsGood(words []string) bool {
	return len(words) > 0 && (words[0] == goodToken || goodWords[words[0]])
}

// labelStrength returns how clearly a label or a comment presents what follows as an attack or a mistake.
func labelStrength(words []string, about map[string]bool, text []byte, isProse bool) Strength {
	if callsGood(words) {
		return noStrength
	}
	best := max(forbids(words, about), detects(words, about), foreignStrength(text))
	rest := words
	marked := false
	for len(rest) > 0 && (fillers[rest[0]] || rest[0] == softToken || rest[0] == badToken || rest[0] == stopToken) {
		marked = marked || rest[0] == badToken
		rest = rest[1:]
	}
	switch {
	case best == Presents:
	case marked, isProse && slices.ContainsFunc(words, func(w string) bool { return sayings[w] }):
		return Presents
	case len(rest) > 0 && badWords[rest[0]]:
		if isLabelled(rest) {
			return Presents
		}
		if !negations[rest[0]] {
			best = Hints
		}
	case slices.ContainsFunc(rest, func(w string) bool { return attackers[w] }):
		return Presents
	case hasPhrase(words, attackText), len(rest) > 1 && badWords[rest[len(rest)-1]]:
		best = Hints
		if n := len(rest); n <= 6 {
			best = Presents
		}
	}
	return best
}

// isLabelled reports whether a word such as "bad" at the start of a text is a label, and not an adjective of something
// else: "Bad:", "bad example".
func isLabelled(words []string) bool {
	for _, w := range words[1:min(len(words), 4)] {
		if w == softToken || w == stopToken || badNouns[w] || w == badToken {
			return true
		}
		if negations[words[0]] {
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
		case detectors[w]:
			rest = words[i+1:]
		case lookers[w]:
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
			if targets[next] || about[next] || next == codeToken {
				return Presents
			}
		}
	}
	return noStrength
}

// headingStrength returns how clearly a heading presents its section as an attack or a mistake.
func headingStrength(words []string, about map[string]bool, text []byte, isProse bool) Strength {
	s := labelStrength(words, about, text, false)
	if isProse && s == noStrength && slices.ContainsFunc(words, func(w string) bool { return sayings[w] }) {
		s = Hints
	}
	if s != Presents && slices.ContainsFunc(words, isCompoundAttack) {
		s = Presents
	}
	if s == noStrength && (slices.Contains(words, badToken) || hasPhrase(words, attackText)) {
		s = Presents
	}
	isPlainMark := slices.Contains(words, badToken) && !slices.ContainsFunc(words, func(w string) bool { return badWords[w] || attackers[w] })
	if s == Presents && (isPlainMark || slices.ContainsFunc(words, func(w string) bool { return runTitles[w] })) {
		return Hints
	}
	return s
}

// isCompoundAttack reports whether a word such as "directive-injection" ends in the name of an attack.
func isCompoundAttack(w string) bool {
	n := strings.LastIndexByte(w, '-')
	return n > 0 && attackers[w[n+1:]]
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
	}
	switch {
	case best == Presents:
	case slices.ContainsFunc(before[:min(len(before), 8)], func(w string) bool { return attackers[w] || w == badToken }):
		return Presents
	case isProse && slices.ContainsFunc(before[:min(len(before), 12)], func(w string) bool { return sayings[w] || detectors[w] }):
		return Presents
	case len(before) > 0 && badWords[before[0]] && isLabelled(before):
		return Presents
	case hasPhrase(words, attackText), slices.ContainsFunc(words, func(w string) bool { return attackers[w] || badWords[w] && !negations[w] || w == badToken }):
		best = max(best, Hints)
	}
	return best
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
