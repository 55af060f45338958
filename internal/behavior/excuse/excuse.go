// Package excuse finds the parts of a text that present a passage as an example of an attack or a mistake.
package excuse

import (
	"bytes"
	"slices"
	"sort"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/role"
)

// An Excuse is a part of a text that presents a passage as an example of an attack or a mistake. Its words belong to the
// author, who may be an attacker: it lowers the severity of a finding and never removes it.
type Excuse struct {
	Kind     ExcuseKind
	Strength Strength
	At       analysis.Range // the evidence
}

// An ExcuseKind is the position of an excuse.
type ExcuseKind uint8

const (
	NoExcuse   ExcuseKind = iota
	ByHeading             // the heading of the section, except for the title of the document
	ByLabel               // the text that introduces a block, a list or a table
	ByComment             // a comment in a code block
	BySentence            // the sentence that contains the passage
	ByPlace               // the directory of the file
	BySubject             // the subject of the skill
)

// A Strength is how clearly an excuse is about the passage.
type Strength uint8

const (
	noStrength Strength = iota
	Hints               // it mentions attacks or mistakes
	Presents            // it presents the passage as an attack or a mistake, or advises against it
)

// Lower returns the severity of a finding in the passage.
func (e Excuse) Lower(s analysis.Severity) analysis.Severity {
	switch {
	case e.Strength == Presents:
		return min(s, analysis.Info)
	case e.Strength == Hints && s > analysis.Info:
		return s - 1
	}
	return s
}

// A judge finds the strongest excuse of the passage at a range.
type judge struct {
	*Passages
	at      analysis.Range
	isProse bool
	about   map[string]bool
	best    Excuse
}

// At returns the strongest excuse of the passage at a range. subject is the strength of a subject that excuses it, and mention that
// of a sentence that names a command without telling the model to run it.
func (p *Passages) At(at analysis.Range, isProse bool, subject, mention Strength) Excuse {
	p.read()
	i := sort.Search(len(p.blocks), func(i int) bool { return p.blocks[i].end > at.Start })
	if i == len(p.blocks) || p.blocks[i].start > at.Start || p.blocks[i].isHidden || p.isOrdered(i, isProse) {
		return Excuse{}
	}
	j := &judge{Passages: p, at: at, isProse: isProse, about: actWords(p.source[at.Start:min(at.End, len(p.source))], isProse)}
	b := &p.blocks[i]
	if b.kind == codeBlock {
		comment, ordered := p.commentAt(b, at.Start, j.about)
		if ordered {
			return Excuse{}
		}
		j.consider(ByComment, comment.At, comment.Strength)
	} else {
		s := p.sentenceAt(b, at.Start)
		if !isProse && p.quotesAttack(b, s, at) {
			return Excuse{BySentence, Presents, s}
		}
		if !isProse && ordersSpan(wordsIn(p.visible[s.Start:at.Start])) {
			return p.neverList(b)
		}
		j.consider(BySentence, s, sentenceStrength(p.visible, s, at, isProse, j.about))
		if p.mentions(s, at) {
			j.consider(BySentence, s, mention)
		}
	}
	j.considerAbove(b)
	if p.subject.End > 0 {
		j.consider(ByHeading, p.subject, Presents)
	}
	j.considerList(b)
	j.considerRole()
	if p.named.End > 0 {
		j.consider(BySubject, p.named, subject)
	}
	return j.best
}

func (j *judge) consider(kind ExcuseKind, evidence analysis.Range, strength Strength) {
	if strength == noStrength || hasInvisible(j.source[evidence.Start:evidence.End]) {
		return
	}
	if j.isProse && strength == Hints && j.best.Strength == Hints && j.best.Kind != kind {
		strength = Presents // two places agree
	}
	if strength > j.best.Strength {
		j.best = Excuse{kind, strength, evidence}
	}
}

// considerAbove considers the texts that introduce a block, and the headings above it.
func (j *judge) considerAbove(b *block) {
	for k, n := b.intro, 0; k >= 0 && n < 3; k, n = j.blocks[k].intro, n+1 {
		label := j.labelOf(&j.blocks[k])
		text := j.visible[label.Start:label.End]
		j.consider(ByLabel, label, labelStrength(wordsIn(text), j.about, text, j.isProse))
	}
	for k := b.section; k >= 0; k = j.sections[k].parent {
		if h := &j.sections[k]; !h.isTitle {
			text := j.visible[h.at.Start:h.at.End]
			j.consider(ByHeading, h.at, headingStrength(wordsIn(text), j.about, text, j.isProse))
		}
	}
}

// considerList considers the table or the list of a block.
func (j *judge) considerList(b *block) {
	if b.kind == listItem && b.intro >= 0 {
		if label := j.labelOf(&j.blocks[b.intro]); namesPatterns(wordsIn(j.visible[label.Start:label.End])) {
			j.consider(ByLabel, label, Presents)
		}
	}
	if b.kind != tableRow || j.isProse {
		return
	}
	whole := analysis.Range{Start: b.start, End: b.end}
	if bytes.Count(j.cellAt(b, j.at), []byte("`")) >= 4 { // a catalog of commands
		j.consider(ByLabel, whole, Hints)
	}
	if header := j.header(b); namesPatterns(wordsIn(j.visible[header.start:header.end])) || asksFirst(wordsIn(j.visible[header.start:header.end])) {
		j.consider(ByLabel, analysis.Range{Start: header.start, End: header.end}, Presents)
	}
	if gradesRow(wordsIn(j.visible[b.start:b.end])) {
		j.consider(ByLabel, whole, Presents)
	}
}

// considerRole considers the role of the passage.
func (j *judge) considerRole() {
	of := j.roles.At(j.at.Start)
	if of.Role == role.Unknown { // a list marker
		of = j.roles.At(max(j.at.Start, j.at.End-1))
	}
	switch {
	case of.Negated && of.Reason == role.ByTable:
		j.consider(ByLabel, of.Evidence, Presents)
	case of.Negated && of.Role == role.Specimen && of.Reason == role.ByHeading && slices.ContainsFunc(j.sections, func(s section) bool {
		return !s.isTitle && s.at.Start <= of.Evidence.Start && of.Evidence.End <= s.at.End
	}):
		j.consider(ByHeading, of.Evidence, Presents)
	}
}

// header returns the header of the table of a row.
func (p *Passages) header(b *block) *block {
	for n := 0; n < 2 && b.intro >= 0 && p.blocks[b.intro].kind == tableRow; n++ {
		b = &p.blocks[b.intro]
	}
	return b
}

// namesPatterns reports whether a header or a label says that what follows are patterns to look for, to block or to match: "Block
// dangerous patterns", "| Pattern | Risk |", "Matches:".
func namesPatterns(words []string) bool {
	if len(words) > 16 {
		return false
	}
	if isList := slices.ContainsFunc(words, func(w string) bool { return w == "pattern" || w == "patterns" }); isList {
		return !slices.ContainsFunc(words, func(w string) bool {
			return w == "run" || w == "execute" || w == "use" || w == "follow" || w == "apply"
		})
	}
	first := slices.IndexFunc(words, func(w string) bool { return w != softToken && w != stopToken })
	return first >= 0 && (words[first] == "matches" || words[first] == "match") && len(words) < first+3
}

// asksFirst reports whether a header says that what follows needs the consent of the user: "never run without asking", "requires approval".
func asksFirst(words []string) bool {
	isNegated := false
	for i, w := range words {
		next := words[i+1 : min(len(words), i+4)]
		isConsent := slices.ContainsFunc(next, consents.has)
		switch {
		case negations.has(w):
			isNegated = true
		case w == "without" && isNegated && (isConsent || slices.Contains(next, "asking")), isConsent && slices.Contains([]string{"need", "needs", "require", "requires"}, w):
			return true
		}
	}
	return false
}

// gradesRow reports whether a row of a table says what harm its command does: "wipes the disk", "critical", "deletes the entire system".
func gradesRow(words []string) bool {
	isDeletion, isWhole := false, false
	for _, w := range words {
		switch {
		case containsAny(w, "wipes", "destr", "erases", "dangerous", "catastroph", "irreversib", "bricks"), w == "critical":
			return true
		case strings.HasPrefix(w, "delet"):
			isDeletion = true
		case w == "entire", w == "root", w == "filesystem", w == "everything", w == "system", w == "disk", w == "whole":
			isWhole = true
		}
	}
	return isDeletion && isWhole
}

// isOrdered reports whether the text around a block tells the model to run it, which ends all excuses.
func (p *Passages) isOrdered(i int, isProse bool) bool {
	b := &p.blocks[i]
	for k := b.section; !isProse; k = p.sections[k].parent {
		if k < 0 {
			if p.ordersAll {
				return true
			}
			break
		}
		if p.sections[k].ordersAll {
			return true
		}
	}
	for k, n := b.intro, 0; k >= 0 && n < 3; k, n = p.blocks[k].intro, n+1 {
		if b.kind == listItem && p.blocks[k].kind == listItem && !startsWithCode(p.visible[b.start:b.end]) {
			break // an item has its own verb
		}
		if ordersNext(wordsIn(p.tailOf(&p.blocks[k]))) {
			return true
		}
	}
	if b.kind == codeBlock && i+1 < len(p.blocks) {
		next := &p.blocks[i+1]
		if (next.kind == paragraph || next.kind == listItem) && !next.isHidden && next.section == b.section {
			s := p.sentenceAt(next, next.start)
			return ordersPrevious(wordsIn(p.visible[s.Start:s.End]))
		}
	}
	return false
}

// startsWithCode reports whether an item of a list starts with a code span.
func startsWithCode(item []byte) bool {
	return bytes.HasPrefix(TrimList(bytes.TrimLeft(item, " \t>")), []byte("`"))
}

// neverHeadings are headings and labels of lists of what a model must not do.
var neverHeadings = []string{"never", "never do", "never do this", "never run", "don't", "dont", "do not", "do not run", "stop", "forbidden", "forbidden commands", "prohibited", "not allowed"}

// neverList returns the excuse of an item of a list of what a model must not do, "Never: Run x", or of conditions: "Stop if a script
// is about to: Run x".
func (p *Passages) neverList(b *block) Excuse {
	if b.kind != listItem {
		return Excuse{}
	}
	if b.intro >= 0 {
		label := p.labelOf(&p.blocks[b.intro])
		if words := wordsIn(p.visible[label.Start:label.End]); isCondition(words) {
			return Excuse{ByLabel, Presents, label}
		}
	}
	if b.section < 0 || p.sections[b.section].isTitle {
		return Excuse{}
	}
	at := p.sections[b.section].at
	words := slices.DeleteFunc(wordsIn(p.visible[at.Start:at.End]), func(w string) bool { return w == badToken || w == softToken })
	if !slices.Contains(neverHeadings, strings.Join(words, " ")) {
		return Excuse{}
	}
	return Excuse{ByHeading, Presents, at}
}

// isCondition reports whether a label introduces conditions or what something does not do: "If the script is about to:", "This skill
// does not:".
func isCondition(words []string) bool {
	for len(words) > 0 && (words[len(words)-1] == softToken || words[len(words)-1] == stopToken) {
		words = words[:len(words)-1]
	}
	n := len(words)
	if n < 2 {
		return false
	}
	switch words[n-1] {
	case "not", "never", "don't", "doesn't", "cannot", "won't":
		return true
	case "to", "would", "will", "tries", "wants", "must", "you":
		return slices.ContainsFunc(words, func(w string) bool { return w == "if" || w == "when" || w == "whenever" || w == "unless" })
	}
	return false
}

// mentions reports whether the sentence around a code span names it without telling the model to run it: as one of several
// things, or in a question.
func (p *Passages) mentions(s, at analysis.Range) bool {
	before := bytes.TrimRight(p.visible[s.Start:max(s.Start, at.Start)], "` \t\r\n*_\"(")
	words := wordsIn(before)
	if len(words) < 2 || bytes.HasSuffix(before, []byte(":")) || bytes.HasSuffix(before, []byte("：")) {
		return false
	}
	if bytes.HasSuffix(bytes.TrimRight(p.visible[s.Start:s.End], " \t\r\n"), []byte("?")) {
		return true
	}
	switch last := words[len(words)-1]; last {
	case "with", "via", "using", "running", "by", "then", "finally", "command":
		return false
	case "and":
		return words[len(words)-2] == codeToken
	default:
		return !orderVerbs.has(last)
	}
}
