package security

import (
	"crypto/sha256"
	"path"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/internal/behavior"
)

// Split reports harm that is split between files of a skill.
//
// A model follows SKILL.md, its references and its scripts in one session. A secret that one file writes to a variable or a file can be
// sent by another one, to an address that a third one sets, although each file on its own is harmless.
//
// The rule follows what blocks of shell code and scripts write to files, and variables that texts set to secrets or addresses, one file
// further. Values that pass through more files or through prose are not seen.
//
// Severity: that of the rule that reports the same in one file.
//
// Not reported:
//   - files with an equally severe finding of their own
//   - variables of scripts, which end with the script
//   - files outside of skills
var Split = &analysis.Analyzer{
	Name:     "security/split",
	Doc:      "harm that is split between files of a skill",
	Severity: analysis.Error,
	Scope:    analysis.PerWorkspace,
	Kinds:    everyKind,
	Source: analysis.Source{Kind: analysis.Documentation, Checked: checkedOn,
		Name: "MITRE ATT&CK T1074.001 (Data Staged: Local Data Staging)"},
	Requires: []*analysis.Analyzer{keptFact.Analyzer, checkedFact.Analyzer},
	Run:      split,
}

// A keptValue is a variable or a file that a document sets for other files of its skill.
type keptValue struct {
	behavior.Kept
	at analysis.Location
}

// keptFact computes what a document sets for other files of its skill.
var keptFact = analysis.NewFact("kept", "the variables and files that a document sets for others", analysis.PerDocument, everyKind, readKept, behavior.Fact.Analyzer)

func readKept(pass *analysis.Pass) ([]keptValue, error) {
	var found []keptValue
	for _, k := range behavior.Fact.Of(pass).Kept {
		found = append(found, keptValue{k.Clone(), pass.Document.At(k.At)})
	}
	if found == nil {
		return nil, analysis.ErrNoFact
	}
	return found, nil
}

// A skillPlace is the directory of a skill.
type skillPlace struct {
	tree *analysis.Tree
	dir  string
}

func split(pass *analysis.Pass) error {
	kept := map[skillPlace]keptWords{}
	for f, list := range keptFact.All(pass.Store) {
		p := skillPlace{f.Tree, skillDir(f.Tree, f.Rel)}
		if kept[p] == nil {
			kept[p] = keptWords{}
		}
		kept[p].add(list)
	}
	if len(kept) == 0 {
		return nil
	}
	see := func(f *analysis.File) {
		if p := (skillPlace{f.Tree, skillDir(f.Tree, f.Rel)}); p.dir != "" && kept[p] != nil {
			reportSplit(pass, f, kept[p])
		}
	}
	for _, f := range pass.Workspace.Files {
		see(f)
	}
	for f := range checkedFact.All(pass.Store) {
		see(f)
	}
	return nil
}

// reportSplit reports the worst place of a file that uses values of other files.
func reportSplit(pass *analysis.Pass, f *analysis.File, words keptWords) {
	text := f.Tree.Read(f.Rel, maxScriptSize)
	used := words.usedIn(f, text)
	if len(used) == 0 {
		return
	}
	given := make([]behavior.Kept, len(used))
	for i, k := range used {
		given[i] = k.Kept
	}
	d := analysis.NewDocument(f, text)
	h := worstHit(d, behavior.ReadWith(d, given))
	if isFixture(f.Rel) && !f.NoExcuses {
		h.severity = behavior.Excuse{Strength: behavior.Hints}.Lower(h.severity)
	}
	if h.severity < analysis.Warning || h.severity <= worstHit(d, behavior.Read(d)).severity {
		return
	}
	k, at := used[len(used)-1], d.At(h.at)
	pass.Report(analysis.Diagnostic{Location: &at, Severity: h.severity, Help: h.help, Effect: h.effect,
		Message:  h.message + " through " + quote.Text(k.Key()) + " of " + quote.Text(path.Base(k.at.Path)),
		Evidence: [][32]byte{sha256.Sum256(text)}, Related: []analysis.Related{{Location: k.at, Message: quote.Text(k.Key()) + " is set here"}}})
}
