package security

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"path"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/facts/link"
	"github.com/skilllint/skilllint/internal/behavior"
)

// Outside reports harmful files outside of a skill that it tells the model to read or run.
//
// A link or a command is enough for a model to leave the skill. What it reads or runs there has the same effect as a part of the
// skill, although a review of the skill does not show it.
//
// Files that are named only in a computed path are not seen.
//
// Severity: that of the rule that reports the same in a skill.
//
// Not reported:
//   - files of skills and instruction files, which other rules report
//   - files that the text only shows, or tells the model to write, and those that an instruction file names in another sentence than an
//     order
var Outside = &analysis.Analyzer{
	Name:     "security/outside",
	Doc:      "harmful file outside of the skill that uses it",
	Severity: analysis.Error,
	Scope:    analysis.PerWorkspace,
	Kinds:    usingKinds,
	Source: analysis.Source{Kind: analysis.Documentation, Checked: checkedOn,
		Name: "OWASP Top 10 for LLM Applications 2025, LLM01 (indirect prompt injection)"},
	Requires: []*analysis.Analyzer{link.Fact.Analyzer, mentionFact.Analyzer, checkedFact.Analyzer},
	Run:      outside,
}

// usingKinds are the kinds of files whose text a model follows.
const usingKinds = analysis.Skill | analysis.Agent | analysis.Command | analysis.Reference | analysis.Instructions

func outside(pass *analysis.Pass) error {
	seen := map[*analysis.Tree]map[string]bool{}
	see := func(f *analysis.File) {
		if seen[f.Tree] == nil {
			seen[f.Tree] = map[string]bool{}
		}
		seen[f.Tree][f.Rel] = true
	}
	for _, f := range pass.Workspace.Files {
		see(f)
	}
	for f := range checkedFact.All(pass.Store) {
		see(f)
	}
	use := func(from *analysis.File, at analysis.Location, rel string) {
		if from.Kind&usingKinds != 0 && !seen[from.Tree][rel] && from.Tree.Stat(rel) == analysis.IsFile {
			seen[from.Tree][rel] = true
			reportOutside(pass, from, at, rel)
		}
	}
	links := link.Fact.Of(pass)
	for i := range links {
		if l := &links[i]; l.Class == link.Local && !l.ToWrite && !l.Shown && !isMention(l) {
			use(l.From, l.At, cmp.Or(l.Found, l.To))
		}
	}
	for file, list := range mentionFact.All(pass.Store) {
		for _, m := range list {
			if rel := path.Join(path.Dir(file.Rel), m.path); !analysis.LeavesRoot(rel) {
				use(file, m.at, rel)
			}
		}
	}
	return nil
}

// isMention reports whether an instruction file names a file of its repository in code, and neither runs it nor tells the agent to read it.
func isMention(l *link.Link) bool {
	return l.From.Kind == analysis.Instructions && l.Form == link.FormCode && l.Program == "" && !l.Ordered
}

// checkedFact is set for files of which only bytes are read. A workspace does not list them.
var checkedFact = analysis.NewFact("checked", "the files whose bytes the rules read", analysis.PerDocument, analysis.Raw, func(*analysis.Pass) (bool, error) { return true, nil })

// reportOutside reports the worst place of a file, at the link to it.
func reportOutside(pass *analysis.Pass, from *analysis.File, at analysis.Location, rel string) {
	text := from.Tree.Read(rel, maxScriptSize)
	d := analysis.NewDocument(&analysis.File{Path: from.Tree.Prefix + rel, Rel: rel, Kind: analysis.Resource, TrustedHosts: from.TrustedHosts, NoExcuses: from.NoExcuses}, text)
	if d.Encoding != analysis.UTF8 || len(text) == 0 {
		return
	}
	r := behavior.Read(d)
	h := worse(worstHit(d, r), worstOrder(d, r))
	if isFixture(rel) && !from.NoExcuses {
		h.severity = behavior.Excuse{Strength: behavior.Hints}.Lower(h.severity)
	}
	if around := from.Tree.Read(from.Rel, maxScriptSize); h.severity > analysis.Info && isAside(around, at.Range) {
		h.severity = behavior.Excuse{Strength: behavior.Hints}.Lower(h.severity)
	} else if h.severity < analysis.Warning {
		return
	}
	pass.Report(analysis.Diagnostic{Location: &at, Severity: h.severity, Help: h.help, Message: quote.Text(path.Base(rel)) + " is outside of the skill: " + h.message, Effect: h.effect,
		Evidence: [][32]byte{sha256.Sum256(text)}, Related: []analysis.Related{{Location: d.At(h.at), Message: h.message}}})
}

// isAside reports whether a path is a code span in parentheses, which names the source of a statement.
func isAside(text []byte, at analysis.Range) bool {
	before := bytes.TrimRight(text[:min(at.Start, len(text))], "`")
	after := bytes.TrimLeft(text[min(at.End, len(text)):], "`")
	if len(before) == min(at.Start, len(text)) || bytes.HasPrefix(after, []byte(",")) {
		return false
	}
	open := bytes.LastIndexAny(before, "(\n")
	return open >= 0 && before[open] == '(' && bytes.HasPrefix(after, []byte(")")) && !bytes.Contains(before[open:], []byte("run")) && !bytes.Contains(before[open:], []byte("see"))
}

// worstOrder returns the most severe order in the sentences of a text.
func worstOrder(d *analysis.Document, r *behavior.Reading) hit {
	var worst hit
	for _, s := range r.Sentences {
		text := d.Source[s.At.Start:s.At.End]
		h := hit{at: s.At, severity: analysis.Error, excuse: r.ExcuseOfText(s.At), effect: "a model that reads the file follows it", help: "remove it"}
		switch {
		case s.Has.MayRun() && isRunOrder(d.File, string(text)):
			h.message = "text tells the model to run code from " + hostShown(firstAddress(string(text)))
		case s.Has.MaySend() && ordersToSend(d.File, text, s.Has):
			h.message = "text tells the model to send secrets to " + hostShown(firstAddress(string(text)))
		case s.Has.MayOrder() && visibleOrder(text) != none:
			h.severity, h.message = analysis.Warning, "text tells the model "+visibleOrder(text).String()
		default:
			continue
		}
		h.severity = h.excuse.Lower(h.severity)
		worst = worse(worst, h)
	}
	return worst
}
