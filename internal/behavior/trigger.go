package behavior

import "bytes"

// A Trigger is a set of kinds of words that a sentence contains. Whatever rules report about a sentence needs several
// of them together, so most sentences are never read.
type Trigger uint32

// The kinds of words.
const (
	revoke   Trigger = 1 << iota // "ignore", "replace"
	ruling                       // "instructions", "policy"
	telling                      // "tell", "hide", "knowledge"
	person                       // "user", "reviewer"
	covertly                     // "silently"
	sending                      // "send", in any language
	secrecy                      // "password", "history"
	your                         // "your"
	renewed                      // "new", "real"
	task                         // "goal"
	now                          // "now"
	persona                      // "unrestricted"
	loading                      // "download"
	running                      // "execute"
	foreign                      // of other languages, or in another script than Latin
	accented                     // a Latin letter with an accent
	address                      // "://"
	image                        // "![" before a question mark
	span                         // a backtick
)

// all reports whether a set contains all kinds of another one.
func (t Trigger) all(kinds Trigger) bool { return t&kinds == kinds }

// MayOrder reports whether a text may be an order to a model in English.
func (t Trigger) MayOrder() bool {
	return t.all(covertly) || t.all(revoke|ruling) || t.all(telling|person) || t.all(sending|secrecy) || t.all(your|renewed|task) || t.all(now|persona)
}

// MayBeForeign reports whether a text may be an order in another language.
func (t Trigger) MayBeForeign() bool { return t.all(foreign) }

// MaySend reports whether a text may tell a model to send something to an address.
func (t Trigger) MaySend() bool { return t.all(address) && t&(sending|accented|foreign) != 0 }

// MayRun reports whether a text may tell a model to run what is at an address.
func (t Trigger) MayRun() bool { return t.all(address | loading | running) }

// MayShow reports whether a text may contain an image with a query in its address.
func (t Trigger) MayShow() bool { return t.all(image) }

// matters reports whether a rule may report a text.
func (t Trigger) matters() bool {
	return t.MayOrder() || t.MayBeForeign() || t.MaySend() || t.MayRun() || t.MayShow()
}

// longestWord is the length of the longest word of wordTrigger.
const longestWord = 12

// TriggersIn returns the kinds of words that a text contains.
func TriggersIn(text []byte) Trigger {
	var found Trigger
	var word [longestWord]byte
	n := 0
	for _, c := range text {
		if l := letters[c]; l != 0 {
			if n < len(word) {
				word[n] = l
			}
			n++
			continue
		}
		if n > 2 && n <= len(word) {
			found |= wordTrigger(word[:n])
		}
		n = 0
		switch {
		case c < 0x80:
		case c >= 0xC3 && c <= 0xCF:
			found |= accented
		case c >= 0xD0 && c != 0xE2 && c < 0xEF: // neither punctuation nor emoji
			found |= foreign
		}
	}
	if n > 2 && n <= len(word) {
		found |= wordTrigger(word[:n])
	}
	if bytes.Contains(text, []byte("://")) {
		found |= address
		if n := bytes.Index(text, []byte("![")); n >= 0 && bytes.IndexByte(text[n:], '?') >= 0 {
			found |= image
		}
	}
	if bytes.IndexByte(text, '`') >= 0 {
		found |= span
	}
	return found
}

// letters are ASCII letters in lower case, digits and the underscore; other bytes are 0.
var letters = func() (table [256]byte) {
	for c := range table {
		if isNamePart(byte(c)) && c < 0x80 && c != '$' {
			table[c] = byte(c)
			if c >= 'A' && c <= 'Z' {
				table[c] |= 0x20
			}
		}
	}
	return table
}()

// wordTrigger returns the kinds of a word in lower case.
func wordTrigger(word []byte) Trigger {
	switch string(word) {
	case "ignore", "disregard", "forget", "discard", "bypass", "disable", "override", "overrides", "supersede", "supersedes", "replace", "replaces":
		return revoke
	case "instruction", "prompt", "prompts", "rules", "guidelines", "directives", "directive", "guardrails", "restrictions", "orders", "constraints", "safeguards",
		"everything", "anything", "policy", "policies", "filters", "training":
		return ruling
	case "instructions":
		return ruling | task
	case "tell", "mention", "inform", "reveal", "disclose", "notify", "alert", "telling", "informing", "notifying", "alerting", "mentioning", "disclosing", "revealing",
		"knowledge", "noticing", "knowing", "hide", "conceal", "keep":
		return telling
	case "user", "users", "human", "humans", "operator", "operators", "reviewer", "reviewers":
		return person
	case "silently", "secretly", "covertly", "stealthily", "quietly":
		return covertly
	case "send", "upload", "post", "forward", "email", "transmit", "submit", "exfiltrate", "leak",
		"envia", "reenvia", "manda", "sube", "sende", "versende", "absende", "schicke", "rufe", "aufrufe", "abrufe", "envoie", "envoies", "envoient", "renvoie", "transmets", "invia":
		return sending
	case "credentials", "password", "passwords", "secrets", "id_rsa", "ssh", "env", "cookies", "key", "keys", "token", "tokens", "variables", "history":
		return secrecy
	case "your":
		return your
	case "new", "real", "actual", "true":
		return renewed
	case "task", "goal", "objective", "mission", "purpose":
		return task
	case "now":
		return now
	case "dan", "unrestricted", "jailbroken", "uncensored", "developer":
		return persona
	case "download", "fetch", "retrieve", "get", "pull", "load", "grab":
		return loading
	case "run", "execute", "eval", "source", "launch", "install", "follow", "obey":
		return running
	case "alle", "allen", "aller", "alles", "die", "dem", "ihm", "benutzer", "las", "usuario", "informes", "digas", "informar", "les", "jamais", "rien", "informer", "utilisateur", "tutte", "dire", "conte", "todas":
		return foreign
	}
	return 0
}
