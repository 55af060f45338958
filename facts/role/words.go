package role

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/skilllint/skilllint/internal/phrase"
)

// Groups of phrases in headings, labels, sentences that introduce blocks, headers of tables, and prose.
const (
	wrong phrase.Set = 1 << iota
	right
	detect
	avoid
	harmful   // describes mistakes in sentences
	omissions // verbs whose negation is an order
	example
	output
	blank
	writes
	shownAttack // introduces code that is the subject of the text
	say
	said
	reference
	rules
	people
	printed    // introduces the output of a command
	formats    // heads what the agent will write
	colophon   // heads text about the skill itself
	describing // tables that describe
	directing  // tables that tell what to do
	patterns
	graded
	mistaken
	imperative // verbs that begin an order
	modals
	states
	firstClient // the groups from here on are clients
)

// clients are clients and environments that a heading may name.
var clients = [...]string{"claude ai", "claude code", "claude desktop", "codex", "copilot", "cursor", "gemini cli", "gemini", "windsurf", "opencode", "cowork", "antigravity", "kiro", "cline", "amp", "goose"}

// phrases has the phrases of all groups.
var phrases = phrase.NewTable(func() map[phrase.Set]string {
	groups := map[phrase.Set]string{
		wrong: "bad|wrong|incorrect|incorrectly|anti pattern|anti patterns|anti-pattern|anti-patterns|antipattern|antipatterns|counter example|counter-example|" +
			"counter examples|counter-examples|don't do this|do not do this|not like this|✗|❌|✘|✖|🚫|⛔",
		right: "good|right|correct|better|preferred|recommended|correctly|instead|fixed|✅|✓|✔|do this",
		detect: "look for|looking for|watch for|watch out for|detect|detects|detecting|detection|flag if|flag any|flags|flagged|red flag|red flags|suspicious|" +
			"dangerous|malicious|indicators|indicator|hunting for|hunt for|smells|code smells|warning signs|attack patterns|injection patterns|what's protected|" +
			"blocked|blocks|vulnerable|vulnerability|vulnerabilities|scan for|search for|grep for|check for|patterns to",
		avoid: "avoid|never|don't|do not|must not|should not|shouldn't|what not to|not to do|don'ts|forbidden|prohibited|out of scope|when not to use|when not to|" +
			"don't use|do not use|pitfall|pitfalls|mistake|mistakes|you never do|you don't|rationalizations|rationalization|excuse",
		harmful:   "not allowed|dont|violates|violation|violations|broken|problem|instead of",
		omissions: "skip|forget|omit|ignore|miss|fail|delay|hesitate|stop|wait",
		example:   "example|examples|sample|samples|e g|for instance|such as|illustration|walkthrough|quick pattern|demo",
		output: "output|outputs|returns|return|response|responses|result|results|prints|produces|looks like|look like|received|receives|generates|yields|shows|" +
			"displays",
		blank: "template|templates|skeleton|boilerplate|format|structure|layout|shape|minimal|deliverable|deliverables|report|scaffold|copy-paste|fill in|patterns",
		writes: "write to|write the following|create a file|create the file|with the following content|following content|file contents|suggested fix|suggestedfix|" +
			"use this template|this template|copy-paste|in this format|following format|exactly this",
		shownAttack: "attacks|reverse shell|reverse shells|bind shell|obfuscation|exploit|exploits|injection|injections|exfiltration|backdoor|backdoors|payloads|logs for|" +
			"search for|scan for|hunt for|alert on|such as these|reject|refuse|flag these|report these|red flag|red flags|patterns to detect|patterns to look for|" +
			"look for|dangerous patterns|suspicious|malicious|attack pattern|attack patterns|injection patterns|attack example|attack examples|an attack|attacker|" +
			"vulnerable code|is blocked|are blocked|is flagged|are flagged|will be rejected|are rejected",
		say:  "tell the user|tell them|say|ask|ask the user|respond|respond with|reply|inform the user|present|offer|next steps|message|announce",
		said: "user says|users say|user asks|trigger phrases|triggers|phrases|prompts|prompt|requests|queries|questions",
		reference: "reference|api|parameters|parameter|options|option|fields|field|arguments|argument|flags|environment variables|endpoints|endpoint|methods|functions|" +
			"function|properties|schema|syntax|commands|glossary|definitions|overview|about|how it works|how state works|architecture|concepts|background|" +
			"rate limits|rate limit|authentication|authorization|limits|limitations|notes|note|resources|links|related|see also|references|supported|types|type|" +
			"what is|metadata|billing|pricing|values|operators|comparison|credentials|characteristics|advantages|benefits|features|files|docs|documentation|" +
			"known issues|known gaps|symptom|cause|why|quick reference|variables|helpers|configuration|categories|contents|table of contents|helper",
		rules: "rule|rules|guideline|guidelines|principle|principles|best practices|best practice|checklist|workflow|steps|step|process|procedure|instructions|" +
			"when to use|when to activate|when to apply|when to invoke|prerequisites|setup|validation|verification|verify|phase|quick start|getting started|" +
			"boundaries|constraints|tips|decision|criteria|requirements|goal|goals|task|tasks|how to|do|always|must|before|after|keep|use|mode|role|" +
			"responsibilities|approach|strategy|how you|your|naming|conventions|review|practices|placement|you|style|session|error handling|create|update|write|" +
			"writing|add|choose|choosing|what to",
		people: "license|licence|credits|contributing|contributors|acknowledgments|acknowledgements|author|authors|changelog|version history|installation|" +
			"skill metadata|support the",
		printed:  "expected output|prints|looks like|output is|output looks",
		formats:  "template|templates|output format|report format|skeleton|boilerplate|output|format|deliverable|file format",
		colophon: "license|credits|contributing|changelog|skill metadata",
		describing: "parameter|field|option|flag|variable|function|method|property|type|default|value|values|description|signature|meaning|purpose|required|name|key|" +
			"attribute|argument|package|event|status|file|category|impact|syntax|endpoint|tool|resource|column|unit|duration|version|content|component|metric",
		directing: "action|step|task|when|if|use|do|recommendation|recommended|check|approach|then|need|tools to call|include|put it in|do this|instead|fix|requirement|" +
			"scenario|severity|response|prefer",
		patterns: "pattern|patterns|regex|phrase|phrases|indicator|indicators|signature|payload|red flag",
		graded:   "severity|risk|why dangerous|danger|threat|attack",
		mistaken: "mistake|rationalization|excuse|thought",
		imperative: "accept|access|activate|add|adjust|adopt|align|allow|always|analyse|analyze|announce|answer|append|apply|ask|assess|assign|assume|attach|audit|" +
			"authenticate|avoid|await|backfill|batch|be|begin|break|bring|build|bump|bundle|call|cap|capture|carry|cast|catch|categorize|change|check|choose|cite|" +
			"clarify|classify|clean|clear|clone|close|collapse|collect|combine|commit|compare|compile|complete|compose|compress|compute|configure|confirm|connect|" +
			"consider|consolidate|construct|consult|continue|convert|copy|correlate|count|create|cross-reference|customize|cut|debug|decide|declare|decompose|" +
			"deduplicate|default|defer|define|delegate|delete|deliver|deploy|derive|describe|design|detect|determine|develop|diagnose|diff|disable|discard|" +
			"discover|dispatch|display|distinguish|do|document|don't|download|draft|drop|edit|eliminate|embed|emit|emphasize|enable|encourage|end|enforce|ensure|" +
			"enter|enumerate|escalate|establish|estimate|evaluate|examine|exclude|execute|exit|expand|expect|explain|explore|export|expose|extract|fail|fall|fetch|" +
			"fill|filter|find|finish|fix|flag|focus|follow|for|force|format|frame|gather|generate|get|give|go|grant|group|guard|halt|handle|highlight|identify|if|" +
			"ignore|implement|import|improve|include|increment|inform|inherit|initialize|inject|insert|inspect|install|integrate|interpret|introduce|invoke|" +
			"isolate|iterate|join|keep|kill|label|launch|lead|learn|leave|let|leverage|limit|link|lint|list|listen|load|locate|lock|log|look|make|manage|map|mark|" +
			"mask|match|maximize|measure|mention|merge|migrate|minimize|mock|model|modify|monitor|move|name|navigate|never|normalize|note|notify|offer|omit|only|" +
			"open|optimize|order|organize|output|override|own|parse|pass|paste|perform|persist|pick|pin|place|plan|play|point|poll|populate|post|prefer|prepare|" +
			"present|preserve|prevent|print|prioritize|probe|proceed|process|produce|profile|prompt|propose|protect|prove|provide|publish|pull|push|put|query|" +
			"quote|raise|re-read|re-run|read|rebase|rebuild|recommend|record|redact|reduce|refactor|refer|reference|refine|refresh|regenerate|register|reject|" +
			"relate|release|reload|rely|remember|remove|rename|render|reorder|repeat|rephrase|replace|reply|report|represent|reproduce|request|require|rerun|" +
			"reserve|reset|resolve|respect|respond|restart|restore|restrict|retain|retry|return|reuse|revert|review|revise|rewrite|roll|rotate|route|run|sanitize|" +
			"save|scaffold|scan|schedule|scope|score|search|select|send|separate|serialize|serve|set|share|ship|show|sign|simplify|skip|slow|solve|sort|spawn|" +
			"specify|split|stage|standardize|start|state|stay|stick|stop|store|stream|strip|structure|study|submit|suggest|summarize|support|suppress|surface|" +
			"switch|sync|tag|tailor|take|talk|target|tell|terminate|test|think|throw|tie|time|toggle|track|transform|translate|treat|trigger|truncate|trust|try|" +
			"tune|turn|unify|update|upgrade|upload|use|utilize|validate|vary|verify|version|view|visit|wait|walk|warn|watch|weigh|when|while|work|wrap|write",
		modals: "must|should|never|always|do not|don't|you|your|ensure|make sure|required|needs to|need to|has to|have to|prefer|only when|only if|instead of|use|" +
			"rather than|before|avoid|the user|必须|请",
		states: "is a|is an|are|returns|provides|supports|contains|describes|represents|is the|accepts|generates|allows|implies|lives|live|automatically|defaults to|" +
			"available|is not|has|is",
	}
	for i, name := range clients {
		groups[firstClient<<i] = name
	}
	return groups
})

// CallsBad reports whether a heading, a line or a comment labels something as bad, or advises against it.
func CallsBad(text string) bool {
	return phrases.In(lastWords(text))&(wrong|avoid|harmful) != 0
}

// CallsWrong reports whether a heading, a label or a comment labels an example as wrong. It is stricter than
// CallsBad: advice against something often refers to existing files.
func CallsWrong(text string) bool { return phrases.In(lastWords(text))&wrong != 0 }

// CallsGood reports whether a comment labels something as good.
func CallsGood(text string) bool { return phrases.In(lastWords(text))&right != 0 }

// lastWords returns the words at the end of a line.
func lastWords(line string) string { return wordsOf([]byte(line[max(0, len(line)-maxLead):])) }

// wordsOf returns the words and symbols of verdicts of a text in lower case, each between single spaces.
func wordsOf(text []byte) string {
	if len(text) > maxLead {
		text = text[:maxLead]
	}
	var buffer [2 * maxLead]byte // a symbol of three bytes gets two spaces
	b := append(buffer[:0], ' ')
	space := true
	for len(text) > 0 {
		r, n := rune(text[0]), 1
		if r >= utf8.RuneSelf {
			r, n = utf8.DecodeRune(text)
			r = unicode.ToLower(r)
		} else if 'A' <= r && r <= 'Z' {
			r |= 0x20
		}
		text = text[n:]
		switch {
		case r >= 'a' && r <= 'z', r >= '0' && r <= '9', r == '\'', r == '-' && !space:
			b = append(b, byte(r))
			space = false
		case r == '’':
			b = append(b, '\'')
			space = false
		case r >= 0x2000 && strings.ContainsRune(verdicts, r):
			if !space {
				b = append(b, ' ')
			}
			b = append(utf8.AppendRune(b, r), ' ')
			space = true
		case r > 0x7f && unicode.IsLetter(r):
			b = utf8.AppendRune(b, r)
			space = false
		case !space:
			b = append(b, ' ')
			space = true
		}
	}
	if !space {
		b = append(b, ' ')
	}
	if len(b) == 1 {
		return ""
	}
	return string(b)
}

const verdicts = "❌✗✘✖🚫⛔✅✓✔"

// isImperative reports whether a word in lower case can begin an order.
func isImperative(word string) bool { return phrases.Of(word)&imperative != 0 }
