package analysistest

import (
	"fmt"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/finding"
	"github.com/skilllint/skilllint/internal/fixture"
)

// A check is the test of one archive.
type check struct {
	rule    *analysis.Analyzer   // nil: all rules are tested together
	rules   []*analysis.Analyzer // all rules that run together, including rule
	tempDir func() string        // a new empty directory for each workspace

	archive   *fixture.Archive
	workspace *fixture.Workspace
	found     []finding.Finding // findings of the rule alone
}

// newCheck lints an archive with its rule alone. It returns an error if the archive is invalid or the run fails.
func newCheck(data []byte, rule *analysis.Analyzer, rules []*analysis.Analyzer, tempDir func() string) (*check, error) {
	c := &check{rule: rule, rules: rules, tempDir: tempDir}
	var err error
	if c.archive, err = fixture.Parse(data); err != nil {
		return nil, err
	}
	if c.workspace, err = fixture.Write(tempDir(), c.archive.Files); err != nil {
		return nil, err
	}
	c.workspace.Base = c.archive.Base
	c.found, err = c.workspace.Lint(c.alone())
	return c, err
}

// problems returns all differences between the archive and the findings in it.
func (c *check) problems() []string {
	if !c.archive.HasWant {
		return []string{"no want section; -update adds it"}
	}
	problems := append(crashes(c.found), textProblems(c.found)...)
	problems = append(problems, match(c.archive.Wants, c.found, c.workspace.Read).problems...)
	problems = append(problems, c.fixes(fixture.FixedPrefix, c.archive.Fixed, false)...)
	problems = append(problems, c.fixes(fixture.UnsafePrefix, c.archive.Unsafe, true)...)
	if c.rule != nil && len(c.rules) > 1 {
		problems = append(problems, c.compareRun("with all other rules", fixture.Options{Rules: c.rules})...)
	}
	reverse := c.alone()
	reverse.Reverse = true
	return append(problems, c.compareRun("with the files in reverse order", reverse)...)
}

// alone returns the options to run only the rule.
func (c *check) alone() fixture.Options {
	if c.rule == nil {
		return fixture.Options{Rules: c.rules}
	}
	return fixture.Options{Rules: []*analysis.Analyzer{c.rule}, Known: c.rules}
}

// fixes compares fixed files with the sections of a prefix, and checks that the fixes resolve their findings.
func (c *check) fixes(prefix string, want map[string][]byte, unsafe bool) []string {
	got, err := applyFixes(c.found, unsafe, c.workspace.Read)
	if err != nil {
		return []string{err.Error()}
	}
	problems := compareFixed(prefix, want, got)
	if len(got) == 0 {
		return problems
	}
	files := slices.Clone(c.archive.Files)
	for i, f := range files {
		if after, ok := got[f.Path]; ok {
			files[i].Data = after
		} else if after, ok := got[f.Path+fixture.ProgramMark]; ok {
			files[i].Data, files[i].Runs = after, true
		}
		for changed := range got {
			if to, ok := strings.CutPrefix(changed, f.Path+fixture.LinkArrow); ok {
				files[i].Target = to
			}
		}
	}
	fixed, err := fixture.Write(c.tempDir(), files)
	if err != nil {
		return append(problems, err.Error())
	}
	fixed.Base = c.archive.Base
	after, err := fixed.Lint(c.alone())
	if err != nil {
		return append(problems, err.Error())
	}
	inScope := map[string]bool{}
	for path := range got {
		inScope[path] = true
	}
	for _, f := range c.found {
		if x := selectFix(f, unsafe); x != nil && x.Safe != unsafe {
			inScope[f.Place.Path] = true
		}
	}
	outOfScope := func(f finding.Finding) bool { return !inScope[f.Place.Path] }
	before := slices.DeleteFunc(slices.Clone(c.found), outOfScope)
	after = slices.DeleteFunc(after, outOfScope)
	return append(problems, unfixed(before, after, unsafe, c.workspace.Read, fixed.Read)...)
}

// compareRun lints the archive with other options and compares the findings of the rule.
func (c *check) compareRun(how string, o fixture.Options) []string {
	found, err := c.workspace.Lint(o)
	if err != nil {
		return []string{how + ": " + err.Error()}
	}
	problems := crashes(found)
	want, got := c.lines(c.found), c.lines(found)
	if want != got {
		who := "all rules"
		if c.rule != nil {
			who = c.rule.Name
		}
		problems = append(problems, fmt.Sprintf("findings of %s differ %s:\n%s\tinstead of\n%s", who, how, got, want))
	}
	return problems
}

// lines returns the findings of the rule in the form of want lines.
func (c *check) lines(found []finding.Finding) string {
	var b strings.Builder
	for _, f := range found {
		if c.rule == nil || f.Rule == c.rule.Name {
			b.WriteString("\t" + strings.ReplaceAll(wantLine(f, c.workspace.Read), "\n  ", "\n\t  "))
		}
	}
	return b.String()
}

// crashes returns the internal errors of rules.
func crashes(found []finding.Finding) []string {
	var problems []string
	for _, f := range found {
		if f.Rule == analysis.Broken.Name {
			problems = append(problems, f.Place.Path+": "+f.Message)
		}
	}
	return problems
}
