package excuse

import (
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
