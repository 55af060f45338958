package excuse

import "strings"

// A wordList has words between spaces and line breaks.
type wordList string

// has reports whether the list contains a word.
func (l wordList) has(word string) bool {
	rest := string(l)
	for word != "" {
		i := strings.Index(rest, word)
		if i < 0 {
			return false
		}
		end := i + len(word)
		if (i == 0 || rest[i-1] <= ' ') && (end == len(rest) || rest[end] <= ' ') {
			return true
		}
		rest = rest[end:]
	}
	return false
}

// Lists of words.
const (
	// actVerbs are what a negation must govern. "Skip" and "forget" are not among them: "never skip this" is an order.
	actVerbs wordList = `run runs running execute executes executing exec use uses using do doing pipe pipes piping paste pasting copy copying download downloading
		install installing send sending upload uploading post posting curl wget eval evaluate evaluating source sourcing follow following obey obeying comply trust trusting
		include including write writing hardcode hardcoding add adding put putting commit committing store storing log logging print printing expose exposing share sharing
		pass passing set chmod delete deleting remove removing rm grant granting give allow allowing enable enabling disable disabling open opening start starting
		invoke invoking call calling issue type enter accept apply try trying pull fetch fetching connect connecting embed embedding`
	plainVerbs wordList = "pipe piping eval evaluate evaluating obey obeying hardcode hardcoding" // have no harmless object
	negations  wordList = "never don't dont mustn't shouldn't cannot can't won't nobody avoid avoids avoiding refuse"
	adverbs    wordList = "ever just blindly simply directly manually also to be again blindly automatically permanently always or and"
	// reversals make an order of a negation.
	reversals wordList = "skip skips skipping omit forget miss ignore leave bypass postpone delay hesitate fail stop interrupt"
	objects   wordList = `this these it that them such following commands command code script scripts anything downloads download installer payload payloads content input inputs
		binaries binary instructions either something like untrusted unverified remote arbitrary unknown malicious`
	sendingVerbs wordList = "send sending upload uploading post posting forward forwarding transmit submit share sharing email paste pasting run running execute executing download downloading fetch fetching follow following obey"
	// orderVerbs are imperatives with which a text tells a model to run a block.
	orderVerbs   wordList = "run execute paste type invoke launch perform do apply follow enter issue use call start source eval complete copy"
	orderObject  wordList = "this it these them following command commands block blocks script code snippet snippets below above everything all both line lines step steps"
	prepositions wordList = "to for in with on from against by as at into over through when if before after until unless"
	beforeOrder  wordList = "and then now always please must should will first also next finally just to immediately needs you"
	blockNouns   wordList = "command commands block blocks snippet snippets script scripts code"
	allWords     wordList = "all every each the these any both everything"
	farWords     wordList = "below above section file document skill page here marked example examples following order"
	badWords     wordList = "bad wrong incorrect insecure unsafe vulnerable dangerous malicious suspicious harmful hostile anti-pattern anti-patterns antipattern antipatterns forbidden prohibited disallowed risky blocklist denylist counterexample counterexamples ng incorrectly never don't dont avoid broken"
	// deniedWords start the headings and labels of lists of what a client or a model refuses: "Denied commands".
	deniedWords  wordList = "denied deny denies blocked block blocks banned rejected refused refuses unallowed denylisted blacklisted blacklist"
	describing   wordList = "runs executes downloads pipes calls invokes performs"
	programs     wordList = "installer installers script scripts hook dockerfile makefile container image job pipeline bootstrap postinstall entrypoint test tests"
	badNouns     wordList = "operation operations action actions list example examples code command commands pattern patterns practice practices approach way version usage script scripts input inputs payload payloads prompt prompts instruction instructions skill skills request requests content text output file files configuration config implementation sample samples case cases"
	goodWords    wordList = "good right correct better fixed safe secure instead recommended"
	fillers      wordList = "this is the a an these are of e g eg example examples for instance here very common some known following what it looks like how to not"
	detectors    wordList = "detect detects detecting flag flags flagging reject rejects rejecting deny denies report reports catch catches match matches identify recognize quarantine prevent prevents refuse refuses block blocks blocking blocked flagged detected rejected"
	lookers      wordList = "look looks looking search searches searching watch watches watching scan scans scanning grep hunt hunts checks checking screens screening inspects"
	targets      wordList = "phrasing wording language directives sentences pattern patterns such like these this following attempts attempt usage use calls anything strings phrases payloads requests instructions commands command text content prompts behavior indicators signs scripts code lines"
	attackers    wordList = "attacker attackers attacker's adversary adversaries malware hacker hackers intruder intruders malicious hostile actor actors injection injections payload payloads exploit exploits backdoor backdoors compromised poisoned phishing"
	sayings      wordList = "says say saying said contains contain containing example examples like such phrase phrases pattern patterns reads fixture eg e.g"
	verdicts     wordList = "blocked denied rejected refused forbidden prohibited disallowed dangerous destructive critical never"
	consents     wordList = "approval confirm confirmation consent permission approve approves"
	attackTitles wordList = "bypass bypasses bypassing evasion escalation privesc escape escapes pentesting forensics poisoning spoofing hijacking relay"
	runTitles    wordList = "setup install installation installing usage use start started quickstart run running execute deploy deployment configure configuration prerequisites requirements bootstrap step steps phase workflow instructions initialization preparation build"
)

// Lists of phrases.
var (
	attackText = []string{
		"attack", "attacks", "attacker", "attackers", "attacker's", "adversary", "adversaries", "malware", "exploit", "exploits", "exploitation", "exploiting", "malicious", "suspicious", "dangerous",
		"vulnerable", "vulnerability", "vulnerabilities", "reverse shell", "reverse shells", "bind shell", "bind shells", "web shell", "web shells", "pentest", "penetration test", "penetration testing", "red team", "red teaming",
		"prompt injection", "prompt injections", "command injection", "code injection", "sql injection", "injection attacks", "jailbreak", "jailbreaks", "exfiltrate", "exfiltration", "threat", "threats", "phishing", "backdoor", "backdoors",
		"privilege escalation", "post-exploitation", "lateral movement", "persistence techniques", "indicators of compromise", "yara", "sigma rule", "red flag", "red flags", "obfuscation", "anti-pattern", "anti-patterns", "antipatterns",
		"should fail", "must fail", "should be denied", "must be denied", "should be rejected", "must be rejected", "should be blocked",
		"detection pattern", "detection patterns", "detection regex", "blocked pattern", "blocked patterns", "blocked command", "blocked commands", "blocklist", "denylist", "deny list", "destructive command", "destructive commands",
		"bad example", "bad examples", "what not to do", "not to do", "common mistakes", "insecure", "unsafe",
	}
	foreignAttacks = []string{"攻击", "恶意", "漏洞", "攻撃", "悪意", "공격", "악성", "angriff", "schadcode", "bösartig", "attaque", "malveillant", "ataque", "malicios", "атак", "вредонос", "attacc", "malevol",
		"红线命令", "红线操作", "高危命令", "高危操作", "危险命令", "危险操作", "禁止的命令", "禁止命令", "禁止操作", "严禁", "危険なコマンド", "禁止コマンド", "위험한 명령", "命令注入", "代码注入", "提示注入", "注入绕过", "渗透测试", "提权", "免杀", "木马", "アンチパターン", "悪い例", "反模式", "反面教材", "错误示例", "错误做法", "антипаттерн", "плохой пример"}
	foreignSending  = []string{"不要发送", "不要将", "不要把", "切勿发送", "切勿将", "禁止发送", "送信しないで", "no envíe", "nunca envíe", "n'envoyez", "ne jamais envoyer", "niemals senden", "sende niemals", "не отправля"}
	foreignRefusals = []string{"不要运行", "不要执行", "不要使用", "切勿运行", "切勿执行", "禁止执行", "禁止运行", "绝不运行", "実行しないで", "実行してはいけ", "使用しないで", "使わないで", "絶対に使わない", "실행하지 마", "사용하지 마",
		"niemals ausführen", "nicht ausführen", "nie ausführen", "n'exécute", "ne pas exécuter", "ne jamais exécuter", "no ejecut", "nunca ejecut", "não execut", "nunca execut", "не запуска", "не выполня", "non eseguire", "mai eseguire"}
)
