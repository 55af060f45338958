package frontmatter

import "github.com/skilllint/skilllint/analysis"

// NameMismatch reports a name that differs from the name of the directory or file.
//
// Clients identify a skill by its name, by its directory, or by both. If the two differ, you, other
// skills and registries may refer to a name that the client does not know. The specification requires
// them to be equal, and its validator rejects the skill.
//
// Severity:
//   - error where a client finds the wrong skill, and where you configured agentskills as dialect or target
//   - warning where only the specification's validator rejects the skill, and where the client documents
//     the requirement, but loads the skill anyway
//   - info in Claude Code, where both names invoke the skill
//   - info in a directory called "template" or "templates", for a skill inside another one, and for a generated
//     file, below "dist" or "build"
//
// Names are compared as the client compares them: in Unicode form NFKC, and in duyetbot after
// normalization.
//
// Not reported:
//   - skills of Codex and Gemini CLI, and of plugins, which are identified by their name
//   - subagents, except those of duyetbot
//   - a skill at the root of its repository or in a directory called "skill" or "package", which is
//     installed under another name
//   - a skill whose parent directory has its name: one of several variants of it
//   - a name in Claude Code that differs from the directory only in capitals, spaces and hyphens
//   - a name whose form frontmatter/schema reports
//   - skills of TanStack Intent, whose name is the path below "skills"
//
// Names with a common prefix that their directories do not have are one finding.
//
// Fix: --unsafe-fixes writes the name of the directory or file if only capitals, hyphens and underscores
// differ. Otherwise, rename the one that says less.
var NameMismatch = &analysis.Analyzer{
	Name:     "frontmatter/name-mismatch",
	Doc:      "name that does not match the directory or file",
	Severity: analysis.Error,
	Scope:    analysis.PerWorkspace,
	Source: analysis.Source{Kind: analysis.Measurement,
<<<<<<< HEAD
		Name: "skills-ref 0.1.5; loaders of duyetbot and Triagent; documentation of Claude Code", Checked: "2026-11-21"},
	Requires: []*analysis.Analyzer{mismatchFact.Analyzer},
	Run:      nameMismatch,
=======
		Name: "skills-ref 0.1.5; loaders of duyetbot and Triagent; documentation of Claude Code", Checked: "2026-11-23"},
	Run: nameMismatch,
>>>>>>> h-claude
}

// A mismatch is a name that differs, with its finding.
type mismatch struct {
	Found analysis.Diagnostic
	At    analysis.Location
	Moved string // the path after the renaming that the help suggests, below the root; empty: none
	Help  string // the help if that path exists
}

var mismatchFact = analysis.NewFact("name-mismatch", "the name that differs from the directory or file",
	analysis.PerDocument, withFields, mismatchOf)

func nameMismatch(pass *analysis.Pass) error {
	for file, m := range mismatchFact.All(pass.Store) {
		found, at := m.Found, m.At
		found.Location = &at
		if m.Moved != "" && file.Tree.Exists(m.Moved) {
			found.Help, found.Group = m.Help, analysis.Group{}
		}
		pass.Report(found)
	}
<<<<<<< HEAD
=======
	name := fields.Get("name")
	rules := d.Dialect.Kinds[readAs(d.File)]
	if rules == nil || rules.Name == nil || name == nil || name.Kind != analysis.String && name.Kind != analysis.Number {
		return nil
	}
	want, container := wanted(d.File, rules.Name.Equals)
	got := strings.TrimSpace(name.Text)
	if rules.Name.Normalise {
		got = schema.Normalised(got)
	}
	if container == "directory" && got == path.Base(path.Dir(path.Dir(d.Rel))) {
		return nil // one of several variants of the skill that the directory above is named after
	}
	if want == "" || got == "" || isIntent(d, fields) || norm.NFKC.String(got) == norm.NFKC.String(want) {
		return nil
	}
	if rules.Name.Label != "" && isLabel(got) && suggest.Same(got, want) {
		return nil // "Deploy App" for deploy-app
	}
	severity := mismatchSeverity(d.File, rules.Name, got, want)
	if severity == analysis.Off || misspeltName(d, fields, suggest.Same(got, want)) >= severity {
		return nil
	}
	found := analysis.Diagnostic{
		Range:    name.Range,
		Severity: severity,
		Message: fmt.Sprintf("name %s does not match the %s %s",
			quote.Text(strings.TrimSpace(name.Text)), container, quote.Text(want)),
		Effect: rules.Name.Effect,
	}
	valid := isName(d, want)
	if valid && suggest.Same(got, want) && !isGenerated(d.Rel) {
		found.SuggestedFixes = renamed(name, want)
	}
	if isGenerated(d.Rel) {
		found.Help = "correct what generates the file"
	} else {
		found = advised(found, got, want, container, valid)
	}
	if rules.Name.Label != "" && isLabel(got) && found.Group.Key == "" {
		found.Group = analysis.Group{Key: "label", Message: analysis.Many + " names differ from their directories", Help: "use the names of the directories"}
	}
	pass.Report(found)
>>>>>>> h-claude
	return nil
}
