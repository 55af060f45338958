// Package trigger finds the kinds of words that text or code must contain to be reported by a security rule. It is a
// fast check before parsing.
package trigger

import "bytes"

// A Prose is a set of kinds of words in a sentence. Every finding about a sentence requires a combination of them, so
// most sentences are never parsed.
type Prose uint32

// The kinds of words.
const (
	revoke      Prose = 1 << iota // "ignore"
	replacing                     // "replace"
	total                         // "all"
	rules                         // "instructions", "policy"
	disclosing                    // "tell", "knowledge"
	hiding                        // "hide"
	from                          // "from"
	person                        // "user", "reviewer"
	covertly                      // "silently"
	sending                       // "send", in any language
	secrecy                       // "password", "history"
	private                       // "conversation", and words of other languages
	your                          // "your"
	renewed                       // "new", "real"
	task                          // "goal"
	now                           // "now"
	persona                       // "unrestricted"
	downloading                   // "download"
	running                       // "execute"
	foreign                       // words of orders in other languages
	unusual                       // a letter that English lacks
	address                       // "://"
	destination                   // an address, "@" or "leak"
	image                         // "![" before a question mark
	span                          // a backtick
	changing                      // "the change", "the line"
	paying                        // "recipient"
	unguarding                    // names what guards the user: "antivirus"
	naming                        // names a file with instructions: "claude"
	waiving                       // "asking", "confirmation"
	needing                       // "need"
	learning                      // "know"
)

// all reports whether a set contains all kinds of another.
func (t Prose) all(kinds Prose) bool { return t&kinds == kinds }

func (t Prose) any(kinds Prose) bool { return t&kinds != 0 }

// MayOrder reports whether a text may be an order to a model in English.
func (t Prose) MayOrder() bool {
	return t.all(covertly) || t.all(revoke|rules) || t.all(replacing|total|rules) || t.all(disclosing) && t.any(person|your|changing) || t.all(hiding|from|person) || t.all(replacing|paying) ||
		t.all(sending|secrecy|destination) || t.all(your|renewed|task) || t.all(now|persona) || t.all(unguarding) ||
		t.all(naming) && t.any(waiving|address) || t.all(needing|learning)
}

// MayBeForeign reports whether a text may be an order in another language.
func (t Prose) MayBeForeign() bool { return t.all(foreign) }

// MaySend reports whether a text may tell a model to send something to an address.
func (t Prose) MaySend() bool {
	return t.all(address) && t&(sending|unusual) != 0
}

// MaySendSecrets reports whether a text may tell a model in English to send secrets.
func (t Prose) MaySendSecrets() bool { return t.all(sending | secrecy) }

// MayRun reports whether a text may tell a model to run content from an address.
func (t Prose) MayRun() bool { return t.all(address | downloading | running) }

// MayLoad reports whether a text may tell a model to open an address.
func (t Prose) MayLoad() bool { return t.all(address | downloading) }

// HasAddress reports whether a text has an address.
func (t Prose) HasAddress() bool { return t.all(address) }

// MayShow reports whether a text may contain an image with a query in its address.
func (t Prose) MayShow() bool { return t.all(image) }

// HasSpan reports whether a text has a backtick.
func (t Prose) HasSpan() bool { return t.all(span) }

// Matters reports whether a rule may report a text.
func (t Prose) Matters() bool {
	return t.MayOrder() || t.MayBeForeign() || t.MaySend() || t.MayLoad() || t.MayShow()
}

// triggers are words in lower case by kind.
var triggers = tableOf([]wordsOf{
	{uint32(revoke), "ignore disregard forget discard bypass disable override"},
	{uint32(replacing), "override overrides supersede supersedes replace replaces answer substitute swap exchange use instead"},
	{uint32(paying), "address addresses recipient account payment payments"},
	{uint32(total), "all any every previous prior earlier"},
	{uint32(rules), `instruction prompt prompts rules guidelines directives directive guardrails restrictions orders constraints safeguards everything anything
		policy policies filters training instructions`},
	{uint32(task), "instructions task goal objective mission purpose"},
	{uint32(disclosing), `tell mention inform reveal disclose notify alert telling informing notifying alerting mentioning disclosing revealing knowledge noticing
		knowing aware unaware report informed leave omit`},
	{uint32(hiding), "hide conceal keep"},
	{uint32(from), "from"},
	{uint32(person), "user users human humans operator operators reviewer reviewers"},
	{uint32(covertly), "silently secretly covertly stealthily quietly"},
	{uint32(sending), `send upload post forward email transmit submit include append put add attach pass request call envia reenvia manda sube sende versende absende schicke rufe aufrufe abrufe envoie envoies
		envoient renvoie transmets invia exfiltrate leak`},
	{uint32(destination), "exfiltrate leak"},
	{uint32(secrecy), "credentials password passwords secrets id_rsa ssh env cookies key keys token tokens variables history"},
	{uint32(private), `conversation claves entorno zugangsdaten umgebungsvariable umgebungsvariablen mots jetons credenziali netrc npmrc id_ed25519 api_key`},
	{uint32(unguarding), `antivirus defender gatekeeper prompts approvals bypasspermissions enableallprojectmcpservers autoapprove
		skipdangerousmodepermissionprompt informed point nothing yourself`},
	{uint32(naming), "claude agents gemini memory settings cursorrules copilot"},
	{uint32(waiving), `asking ask asks asked confirmation confirmations approve approves approved allow allows allowed allowing
		dangerously precedence priority`},
	{uint32(needing), "need have"},
	{uint32(learning), "know learn hear"},
	{uint32(changing), "change difference replacement substitution line redirect this it"},
	{uint32(your), "your"},
	{uint32(renewed), "new real actual true"},
	{uint32(now), "now"},
	{uint32(persona), "dan unrestricted jailbroken uncensored developer"},
	{uint32(downloading), "zip rar releases archive needs download fetch retrieve get pull load grab open read visit ask query poll request"},
	{uint32(running), "run execute eval source launch install follow obey"},
	{uint32(foreign), "alle allen aller alles die dem ihm benutzer las usuario informes digas informar les jamais rien informer utilisateur tutte dire conte todas"},
})

// marks are the kinds of bytes outside of words.
var marks = func() (table [256]Prose) {
	for c := 0xC3; c < 0xEF; c++ {
		if c != 0xE2 { // punctuation; emoji start at 0xF0
			table[c] = unusual
		}
	}
	table[':'], table['@'], table['`'] = address, destination, span
	return table
}()

// In returns the kinds of words that a text contains.
func In(text []byte) Prose {
	var found Prose
	start := 0
	for i, c := range text {
		if letters[c] != 0 {
			continue
		}
		if i > start+1 {
			found |= Prose(triggers.kindsFolded(text[start:i]))
		}
		start = i + 1
		found |= marks[c]
	}
	if len(text) > start+1 {
		found |= Prose(triggers.kindsFolded(text[start:]))
	}
	if found&unusual != 0 && hasForeign(text) {
		found |= foreign
	}
	switch {
	case found&address == 0:
	case !bytes.Contains(text, []byte("://")):
		found &^= address
	default:
		found |= destination
		if n := bytes.Index(text, []byte("![")); n >= 0 && bytes.IndexByte(text[n:], '?') >= 0 {
			found |= image
		}
	}
	return found
}

// hasForeign reports whether a text contains a part of an order in a script without spaces between words, or in Cyrillic.
func hasForeign(text []byte) bool {
	for _, part := range []string{"忽略", "无视", "告诉用户", "用户知道", "向用户", "無視", "知らせ", "伝えない", "무시", "알리지", "гнорируй", "сообщай"} {
		if bytes.Contains(text, []byte(part)) {
			return true
		}
	}
	return false
}
