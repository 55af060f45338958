package excuse

import (
	"bytes"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
)

// subjects are phrases that name security testing or teaching as the subject of a skill.
var subjects = []string{
	"penetration test", "penetration tests", "penetration testing", "pentest", "pentesting", "red team", "red teaming", "ctf", "ctfs", "capture the flag", "bug bounty", "hacking",
	"privilege escalation", "lateral movement", "post exploitation", "exploit", "exploits", "exploiting", "exploitation", "container escape", "escape to host", "escaping containers",
	"malware", "reverse engineering", "threat hunting", "detection engineering", "detecting attacks", "vulnerability scan", "vulnerability scanning", "vulnerability assessment",
	"hardening", "cis benchmark", "cis benchmarks", "docker bench", "attack simulation", "adversary emulation", "deserialization", "obfuscation", "deobfuscation",
}

// NamesTesting reports whether a text names security testing or teaching.
func NamesTesting(text string) bool {
	return hasPhrase(wordsIn([]byte(strings.ReplaceAll(text, "-", " "))), subjects)
}

// namedSubject returns where a text names security testing as its subject. One place is not enough: the name of the skill and its
// description, or the title or a heading of the text, must agree.
func (p *Passages) namedSubject() analysis.Range {
	var places []analysis.Range
	see := func(text string, at analysis.Range) {
		if NamesTesting(text) {
			places = append(places, at)
		}
	}
	name := p.doc.Owner
	if v := p.doc.Data.Get("name"); v.IsString() {
		name = v.Text
	}
	see(name, analysis.Range{})
	if v := p.doc.Data.Get("description"); v.IsString() {
		see(v.Text, v.Range)
	}
	for i := range p.sections {
		at := p.sections[i].at
		see(string(p.visible[at.Start:at.End]), at)
	}
	if len(places) < 2 {
		return analysis.Range{}
	}
	return places[1]
}

// describes reports whether words before code say that a program runs it: "The installer runs", "`setup.sh` executes".
func describes(words []string) bool {
	for len(words) > 0 && (words[len(words)-1] == codeToken || words[len(words)-1] == softToken || words[len(words)-1] == "the" || words[len(words)-1] == "command") {
		words = words[:len(words)-1]
	}
	n := len(words) - 1
	if n < 1 || !describing.has(words[n]) || slices.ContainsFunc(words, func(w string) bool {
		return orderVerbs.has(w) || w == stopToken || slices.Contains([]string{"you", "must", "should", "please"}, w)
	}) {
		return false
	}
	return words[n-1] == codeToken && n < 4 || slices.ContainsFunc(words, func(w string) bool { return programs.has(w) })
}

// quotesAttack reports whether code is in quotation marks after "says", in a block that names an attack: a README that says "always run
// `…`".
func (p *Passages) quotesAttack(b *block, s, at analysis.Range) bool {
	before := p.visible[s.Start:at.Start]
	n := bytes.LastIndexByte(before, '"')
	if n < 0 || bytes.Count(before, []byte{'"'})%2 == 0 || bytes.IndexByte(p.visible[min(at.End, s.End):s.End], '"') < 0 {
		return false
	}
	words := wordsIn(before[:n])
	for len(words) > 0 && words[len(words)-1] == softToken {
		words = words[:len(words)-1]
	}
	return len(words) > 0 && strings.HasPrefix(words[len(words)-1], "say") && hasPhrase(wordsIn(p.visible[max(b.start, at.Start-maxEvidence):at.Start]), attackText)
}
