package role

import (
	"slices"
	"strings"
	"unicode"
)

// A phrases is a set of phrases, each between spaces, as in the result of wordsOf.
type phrases []string

// in reports whether a text contains one of the phrases.
func (p phrases) in(words string) bool {
	for _, phrase := range p {
		if strings.Contains(words, phrase) {
			return true
		}
	}
	return false
}

// is reports whether the lead contains one of the phrases.
func (l lead) is(p phrases) bool { return l.words != "" && p.in(l.words) }

// Phrases of headings, labels and sentences that introduce blocks.
var (
	wrong = phrases{" bad ", " wrong ", " incorrect ", " incorrectly ", " anti pattern ", " anti patterns ", " anti-pattern ", " anti-patterns ", " antipattern ", " antipatterns ",
		" counter example ", " counter-example ", " counter examples ", " counter-examples ", " don't do this ", " do not do this ", " not like this ", " ✗ ", " ❌ ", " ✘ ", " ✖ ", " 🚫 ", " ⛔ "}
	right  = phrases{" good ", " right ", " correct ", " better ", " preferred ", " recommended ", " correctly ", " instead ", " fixed ", " ✅ ", " ✓ ", " ✔ ", " do this "}
	detect = phrases{" look for ", " looking for ", " watch for ", " watch out for ", " detect ", " detects ", " detecting ", " detection ", " flag if ", " flag any ", " flags ", " flagged ", " red flag ", " red flags ", " suspicious ", " dangerous ",
		" malicious ", " indicators ", " indicator ", " hunting for ", " hunt for ", " smells ", " code smells ", " warning signs ", " attack patterns ", " injection patterns ", " what's protected ", " blocked ", " blocks ",
		" vulnerable ", " vulnerability ", " vulnerabilities ", " scan for ", " search for ", " grep for ", " check for ", " patterns to "}
	avoid = phrases{" avoid ", " never ", " don't ", " do not ", " must not ", " should not ", " shouldn't ", " what not to ", " not to do ", " don'ts ", " forbidden ", " prohibited ", " out of scope ",
		" when not to use ", " when not to ", " don't use ", " do not use ", " pitfall ", " pitfalls ", " mistake ", " mistakes ", " you never do ", " you don't ", " rationalizations ", " rationalization ", " excuse "}
	// harmful describes mistakes in sentences.
	harmful = phrases{" not allowed ", " dont ", " violates ", " violation ", " violations ", " broken ", " problem ", " instead of "}
	// omissions are verbs whose negation is an order.
	omissions = phrases{" skip ", " forget ", " omit ", " ignore ", " miss ", " fail ", " delay ", " hesitate ", " stop ", " wait "}
	example   = phrases{" example ", " examples ", " sample ", " samples ", " e g ", " for instance ", " such as ", " illustration ", " walkthrough ", " quick pattern ", " demo "}
	output    = phrases{" output ", " outputs ", " returns ", " return ", " response ", " responses ", " result ", " results ", " prints ", " produces ", " looks like ", " look like ", " received ", " receives ", " generates ", " yields ", " shows ", " displays "}
	blank     = phrases{" template ", " templates ", " skeleton ", " boilerplate ", " format ", " structure ", " layout ", " shape ", " minimal ", " deliverable ",
		" deliverables ", " report ", " scaffold ", " copy-paste ", " fill in ", " patterns "}
	writes = phrases{" write to ", " write the following ", " create a file ", " create the file ", " with the following content ", " following content ", " file contents ", " suggested fix ", " suggestedfix ", " use this template ", " this template ", " copy-paste ", " in this format ", " following format ", " exactly this "}
	// shownAttack introduces code that is the subject of the text.
	shownAttack = phrases{" attacks ", " reverse shell ", " reverse shells ", " bind shell ", " obfuscation ", " exploit ", " exploits ", " injection ", " injections ", " exfiltration ", " backdoor ", " backdoors ", " payloads ", " logs for ", " search for ", " scan for ", " hunt for ", " alert on ",
		" such as these ", " reject ", " refuse ", " flag these ", " report these ", " red flag ", " red flags ", " patterns to detect ", " patterns to look for ", " look for ", " dangerous patterns ", " suspicious ", " malicious ", " attack pattern ", " attack patterns ", " injection patterns ", " attack example ", " attack examples ", " an attack ", " attacker ", " vulnerable code ",
		" is blocked ", " are blocked ", " is flagged ", " are flagged ", " will be rejected ", " are rejected "}
	say       = phrases{" tell the user ", " tell them ", " say ", " ask ", " ask the user ", " respond ", " respond with ", " reply ", " inform the user ", " present ", " offer ", " next steps ", " message ", " announce "}
	said      = phrases{" user says ", " users say ", " user asks ", " trigger phrases ", " triggers ", " phrases ", " prompts ", " prompt ", " requests ", " queries ", " questions "}
	reference = phrases{" reference ", " api ", " parameters ", " parameter ", " options ", " option ", " fields ", " field ", " arguments ", " argument ", " flags ", " environment variables ", " endpoints ", " endpoint ", " methods ", " functions ", " function ",
		" properties ", " schema ", " syntax ", " commands ", " glossary ", " definitions ", " overview ", " about ", " how it works ", " how state works ", " architecture ", " concepts ", " background ", " rate limits ", " rate limit ", " authentication ",
		" authorization ", " limits ", " limitations ", " notes ", " note ", " resources ", " links ", " related ", " see also ", " references ", " supported ", " types ", " type ", " what is ", " metadata ", " billing ", " pricing ", " values ", " operators ",
		" comparison ", " credentials ", " characteristics ", " advantages ", " benefits ", " features ", " files ", " docs ", " documentation ", " known issues ", " known gaps ", " symptom ", " cause ", " why ", " quick reference ", " variables ", " helpers ", " configuration ", " categories ", " contents ", " table of contents ", " helper "}
	rules = phrases{" rule ", " rules ", " guideline ", " guidelines ", " principle ", " principles ", " best practices ", " best practice ", " checklist ", " workflow ", " steps ", " step ", " process ", " procedure ", " instructions ", " when to use ", " when to activate ",
		" when to apply ", " when to invoke ", " prerequisites ", " setup ", " validation ", " verification ", " verify ", " phase ", " quick start ", " getting started ", " boundaries ", " constraints ", " tips ", " decision ", " criteria ", " requirements ", " goal ", " goals ", " task ", " tasks ",
		" how to ", " do ", " always ", " must ", " before ", " after ", " keep ", " use ", " mode ", " role ", " responsibilities ", " approach ", " strategy ", " how you ", " your ", " naming ", " conventions ", " review ", " practices ", " placement ", " you ", " style ", " session ", " error handling ", " create ", " update ", " write ", " writing ", " add ", " choose ", " choosing ", " what to "}
	people = phrases{" license ", " licence ", " credits ", " contributing ", " contributors ", " acknowledgments ", " acknowledgements ", " author ", " authors ", " changelog ", " version history ", " installation ", " skill metadata ", " support the "}

	// columns of tables that describe something, or that tell what to do
	describing = phrases{" parameter ", " field ", " option ", " flag ", " variable ", " function ", " method ", " property ", " type ", " default ", " value ", " values ", " description ", " signature ", " meaning ", " purpose ", " required ", " name ", " key ",
		" attribute ", " argument ", " package ", " event ", " status ", " file ", " category ", " impact ", " syntax ", " endpoint ", " tool ", " resource ", " column ", " unit ", " duration ", " version ", " content ", " component ", " metric "}
	directing = phrases{" action ", " step ", " task ", " when ", " if ", " use ", " do ", " recommendation ", " recommended ", " check ", " approach ", " then ", " need ", " tools to call ", " include ", " put it in ", " do this ", " instead ", " fix ", " requirement ", " scenario ", " severity ", " response ", " prefer "}

	// columns of tables of patterns to detect
	patterns = phrases{" pattern ", " patterns ", " regex ", " phrase ", " phrases ", " indicator ", " indicators ", " signature ", " payload ", " red flag "}
	graded   = phrases{" severity ", " risk ", " why dangerous ", " danger ", " threat ", " attack "}

	// clients that a heading may name
	clients = []string{" claude ai ", " claude.ai ", " claude code ", " claude desktop ", " codex ", " copilot ", " cursor ", " gemini cli ", " gemini ", " windsurf ", " opencode ", " cowork ", " antigravity ", " kiro ", " cline ", " amp ", " goose "}
)

// imperatives are verbs that begin an order, sorted.
var imperatives = []string{
	"accept", "access", "activate", "add", "adjust", "adopt", "align", "allow", "always", "analyse", "analyze",
	"announce", "answer", "append", "apply", "ask", "assess", "assign", "assume", "attach", "audit", "authenticate",
	"avoid", "await", "backfill", "batch", "be", "begin", "break", "bring", "build", "bump", "bundle", "call", "cap",
	"capture", "carry", "cast", "catch", "categorize", "change", "check", "choose", "cite", "clarify", "classify",
	"clean", "clear", "clone", "close", "collapse", "collect", "combine", "commit", "compare", "compile", "complete",
	"compose", "compress", "compute", "configure", "confirm", "connect", "consider", "consolidate", "construct",
	"consult", "continue", "convert", "copy", "correlate", "count", "create", "cross-reference", "customize", "cut",
	"debug", "decide", "declare", "decompose", "deduplicate", "default", "defer", "define", "delegate", "delete",
	"deliver", "deploy", "derive", "describe", "design", "detect", "determine", "develop", "diagnose", "diff", "disable",
	"discard", "discover", "dispatch", "display", "distinguish", "do", "document", "don't", "download", "draft", "drop",
	"edit", "eliminate", "embed", "emit", "emphasize", "enable", "encourage", "end", "enforce", "ensure", "enter",
	"enumerate", "escalate", "establish", "estimate", "evaluate", "examine", "exclude", "execute", "exit", "expand",
	"expect", "explain", "explore", "export", "expose", "extract", "fail", "fall", "fetch", "fill", "filter", "find",
	"finish", "fix", "flag", "focus", "follow", "for", "force", "format", "frame", "gather", "generate", "get", "give",
	"go", "grant", "group", "guard", "halt", "handle", "highlight", "identify", "if", "ignore", "implement", "import",
	"improve", "include", "increment", "inform", "inherit", "initialize", "inject", "insert", "inspect", "install",
	"integrate", "interpret", "introduce", "invoke", "isolate", "iterate", "join", "keep", "kill", "label", "launch",
	"lead", "learn", "leave", "let", "leverage", "limit", "link", "lint", "list", "listen", "load", "locate", "lock",
	"log", "look", "make", "manage", "map", "mark", "mask", "match", "maximize", "measure", "mention", "merge",
	"migrate", "minimize", "mock", "model", "modify", "monitor", "move", "name", "navigate", "never", "normalize",
	"note", "notify", "offer", "omit", "only", "open", "optimize", "order", "organize", "output", "override", "own",
	"parse", "pass", "paste", "perform", "persist", "pick", "pin", "place", "plan", "play", "point", "poll", "populate",
	"post", "prefer", "prepare", "present", "preserve", "prevent", "print", "prioritize", "probe", "proceed", "process",
	"produce", "profile", "prompt", "propose", "protect", "prove", "provide", "publish", "pull", "push", "put", "query",
	"quote", "raise", "re-read", "re-run", "read", "rebase", "rebuild", "recommend", "record", "redact", "reduce",
	"refactor", "refer", "reference", "refine", "refresh", "regenerate", "register", "reject", "relate", "release",
	"reload", "rely", "remember", "remove", "rename", "render", "reorder", "repeat", "rephrase", "replace", "reply",
	"report", "represent", "reproduce", "request", "require", "rerun", "reserve", "reset", "resolve", "respect",
	"respond", "restart", "restore", "restrict", "retain", "retry", "return", "reuse", "revert", "review", "revise",
	"rewrite", "roll", "rotate", "route", "run", "sanitize", "save", "scaffold", "scan", "schedule", "scope", "score",
	"search", "select", "send", "separate", "serialize", "serve", "set", "share", "ship", "show", "sign", "simplify",
	"skip", "slow", "solve", "sort", "spawn", "specify", "split", "stage", "standardize", "start", "state", "stay",
	"stick", "stop", "store", "stream", "strip", "structure", "study", "submit", "suggest", "summarize", "support",
	"suppress", "surface", "switch", "sync", "tag", "tailor", "take", "talk", "target", "tell", "terminate", "test",
	"think", "throw", "tie", "time", "toggle", "track", "transform", "translate", "treat", "trigger", "truncate",
	"trust", "try", "tune", "turn", "unify", "update", "upgrade", "upload", "use", "utilize", "validate", "vary",
	"verify", "version", "view", "visit", "wait", "walk", "warn", "watch", "weigh", "when", "while", "work", "wrap",
	"write",
}

// CallsBad reports whether a heading, a line or a comment labels something as bad, or advises against it.
func CallsBad(text string) bool {
	words := lastWords(text)
	return wrong.in(words) || avoid.in(words) || harmful.in(words)
}

// CallsWrong reports whether a heading, a label or a comment labels an example as wrong. It is stricter than
// CallsBad: advice against something often refers to existing files.
func CallsWrong(text string) bool { return wrong.in(lastWords(text)) }

// CallsGood reports whether a comment labels something as good.
func CallsGood(text string) bool { return right.in(lastWords(text)) }

// lastWords returns the words at the end of a line.
func lastWords(line string) string { return wordsOf([]byte(line[max(0, len(line)-maxLead):])) }

// wordsOf returns the words and symbols of verdicts of a text in lower case, each between single spaces.
func wordsOf(text []byte) string {
	if len(text) > maxLead {
		text = text[:maxLead]
	}
	var b strings.Builder
	b.Grow(len(text) + 2)
	b.WriteByte(' ')
	space := true
	for _, r := range strings.ToLower(string(text)) {
		switch {
		case r == '’':
			r = '\''
			fallthrough
		case r >= 'a' && r <= 'z', r >= '0' && r <= '9', r == '\'', r == '-' && !space, r > 0x7f && (unicode.IsLetter(r) || strings.ContainsRune(verdicts, r)):
			if r >= 0x2000 && strings.ContainsRune(verdicts, r) && !space {
				b.WriteByte(' ')
			}
			b.WriteRune(r)
			space = false
			if r >= 0x2000 && strings.ContainsRune(verdicts, r) {
				b.WriteByte(' ')
				space = true
			}
		case !space:
			b.WriteByte(' ')
			space = true
		}
	}
	if !space {
		b.WriteByte(' ')
	}
	if b.Len() == 1 {
		return ""
	}
	return b.String()
}

const verdicts = "❌✗✘✖🚫⛔✅✓✔"

// isImperative reports whether a word in lower case can begin an order.
func isImperative(word string) bool {
	_, found := slices.BinarySearch(imperatives, word)
	return found
}
