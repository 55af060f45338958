package markdown

import "strings"

// attackWords occur in headings and descriptions of texts about attacks. Words with which a harmful text may appear
// harmless, such as "security", are excluded.
var attackWords = []string{
	"malicious", "suspicious", "dangerous", "attack", "attacks", "attacker", "attackers", "attacker's", "adversary", "adversaries", "malware", "exploit", "exploits", "exploitation", "exploiting",
	"vulnerable", "vulnerability", "vulnerabilities", "reverse shell", "reverse shells", "bind shell", "bind shells", "pentest", "pentesting", "pentests", "penetration test", "penetration testing", "red team", "red teaming", "ctf",
	"prompt injection", "prompt injections", "command injection", "code injection", "sql injection", "injection attacks", "jailbreak", "jailbreaks", "exfiltrate", "exfiltration", "exfiltrates", "threat", "threats", "phishing", "backdoor", "backdoors",
	"privilege escalation", "post-exploitation", "lateral movement", "persistence techniques", "indicators of compromise", "yara", "sigma rule", "mitre", "owasp", "red flag", "red flags", "obfuscation", "supply chain", "supply-chain", "honeypot", "threat model",
}

// suspectWords occur, in addition, in sentences that introduce an attack.
var suspectWords = []string{
	"malicious", "payload", "payloads", "injection", "injections", "compromised", "hostile", "untrusted", "ioc", "iocs", "suspicious", "dangerous", "obfuscated", "tampering", "rce", "security risk",
	"insecure", "unsafe", "risky", "blocklist", "denylist", "deny list", "reject", "rejects",
}

// IntroducesAttack reports whether a text is about attacks, or introduces an example of one, by its own words.
func IntroducesAttack(text string) bool {
	plain := plainOf(text)
	return contains(plain, attackWords) || contains(plain, suspectWords) || containsAny(text, foreignAttacks) || strings.ContainsAny(text, "❌✗✘✖🚫⛔")
}

// IsAboutAttacks reports whether a text is about attacks according to its heading or description.
func IsAboutAttacks(text string) bool {
	return contains(plainOf(text), attackWords) || containsAny(text, foreignAttacks)
}

// foreignAttacks and foreignWarnings are equivalent words in other languages.
var (
	foreignAttacks  = []string{"攻击", "恶意", "漏洞", "攻撃", "悪意", "공격", "악성", "Angriff", "Angreifer", "angriff", "Schadcode", "bösartig", "attaque", "malveillant", "ataque", "malicios", "атак", "вредонос", "attacc", "malevol"}
	foreignWarnings = []string{"不要", "禁止", "切勿", "绝不", "しないで", "してはいけ", "하지 마", "niemals", "nicht ", "vermeide", "jamais", "ne pas", "évite", "nunca", "jamás", "no ejecut", "никогда", "mai "}
)

func containsAny(text string, parts []string) bool {
	for _, part := range parts {
		if strings.Contains(text, part) {
			return true
		}
	}
	return false
}

// warnings occur in sentences that advise against something.
var warnings = []string{"never", "don't", "do not", "avoid", "must not", "should not", "shouldn't", "mustn't", "cannot", "can't", "not allowed", "forbidden", "prohibited", "bad", "wrong", "incorrect", "anti-pattern", "antipattern", "instead of", "rather than",
	"warn", "warning", "blocked", "denied", "detect", "detects", "detected", "detection", "flag", "flags", "flagged", "prevent", "prevents", "block", "blocks", "scan", "scans", "scanner", "e.g", "eg", "examples of", "such as", "without verification", "not recommended", "discouraged", "refuse"}

// Warns reports whether a text advises against something, or describes what to look for.
func Warns(text string) bool {
	return contains(plainOf(text), warnings) || containsAny(text, foreignWarnings)
}

// contains reports whether a plain text contains one of several phrases.
func contains(plain string, phrases []string) bool {
	for _, phrase := range phrases {
		if n := strings.Index(plain, phrase); n > 0 && plain[n-1] == ' ' && plain[n+len(phrase)] == ' ' {
			return true
		} else if n > 0 && strings.Contains(plain[n:], " "+phrase+" ") {
			return true
		}
	}
	return false
}

// maxWords is the number of bytes of a text that are searched.
const maxWords = 8 << 10

// plainOf returns the words of a text in lower case, between single spaces.
func plainOf(text string) string {
	if len(text) > maxWords {
		text = text[len(text)-maxWords:]
	}
	var b strings.Builder
	b.WriteByte(' ')
	space := true
	for _, r := range strings.ToLower(text) {
		switch {
		case r == '’':
			r = '\''
			fallthrough
		case r >= 'a' && r <= 'z', r >= '0' && r <= '9', r == '\'', r == '-', r > 0x7f:
			b.WriteRune(r)
			space = false
		case !space:
			b.WriteByte(' ')
			space = true
		}
	}
	b.WriteByte(' ')
	return b.String()
}
