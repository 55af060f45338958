package behavior

import (
	"github.com/skilllint/skilllint/internal/behavior/lex"
	"slices"
	"sort"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/behavior/excuse"
)

// An Excuse is a part of a text that presents a passage as an example.
type Excuse = excuse.Excuse

// The excuses that rules add.
const (
	NoExcuse   = excuse.NoExcuse
	ByLabel    = excuse.ByLabel
	BySentence = excuse.BySentence
	ByPlace    = excuse.ByPlace
	Hints      = excuse.Hints
	Presents   = excuse.Presents
)

// NamesTesting reports whether a text names security testing or teaching.
func NamesTesting(text string) bool { return excuse.NamesTesting(text) }

// ExcuseOf returns the excuse of an act. In scripts, and in commands that clients run, words excuse nothing.
func (r *Reading) ExcuseOf(a *Act) Excuse {
	if a.On != InText || r.passages == nil {
		return r.gradeAt(a.At)
	}
	subject, mention := excuse.Hints, excuse.Strength(0)
	if a.Kind == Deletes { // guards, permissions and rules name what must not be deleted
		mention = Hints
	}
	if a.Kind == Loosens || a.Kind == Runs && a.Of.Has(Decoded) && !a.Of.Has(Socket) {
		subject = Presents // what cheat sheets of the subject are full of
	}
	return r.passages.At(a.At, false, subject, mention)
}

// ExcuseOfText returns the excuse of prose at a range.
func (r *Reading) ExcuseOfText(at analysis.Range) Excuse {
	if r.passages == nil {
		return r.gradeAt(at)
	}
	return r.passages.At(at, true, 0, 0)
}

// gradeAt returns the excuse of a text in an object that grades it.
func (r *Reading) gradeAt(at analysis.Range) Excuse {
	i := sort.Search(len(r.graded), func(i int) bool { return r.graded[i].End > at.Start })
	if i == len(r.graded) || r.graded[i].Start > at.Start {
		return Excuse{}
	}
	return Excuse{Kind: excuse.ByLabel, Strength: Presents, At: r.graded[i]}
}

// grades are keys of objects that describe what is detected or denied.
var grades = strings.Fields("pattern regex regex_pattern mitre_id technique severity risk reason alternative mitigation blocked cwe remediation")

// findGrades records the objects with at least two keys that grade the others.
func (r *reader) findGrades(v *analysis.Value, deep int) {
	if v == nil || !r.allows(deep, mostNested, TooDeep, v.Range) {
		return
	}
	n := 0
	for _, m := range v.Members {
		if m.Key == "examples" || m.Key == "test_cases" || lex.NamesDetection(m.Key) {
			r.Reading.graded = append(r.Reading.graded, m.Value.Range)
			continue
		}
		if slices.Contains(grades, strings.ToLower(m.Key)) {
			n++
		}
	}
	if n > 1 {
		r.Reading.graded = append(r.Reading.graded, v.Range)
		return
	}
	for _, item := range v.Items {
		r.findGrades(item, deep+1)
	}
	for _, m := range v.Members {
		r.findGrades(m.Value, deep+1)
	}
}
