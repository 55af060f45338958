// Package playground lints the small tree of the page "Playground" and describes how clients load its skills. It runs in the page,
// compiled with command wasm.
package playground

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/clients/loader"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/rules"
	"github.com/skilllint/skilllint/schema"
)

// Limits of the tree and of the result. The page states the first three.
const (
	maxFiles    = 50
	maxFile     = 100 << 10 // bytes
	maxTree     = 400 << 10 // bytes
	maxFindings = 500
)

// Options are the options of the page.
type Options struct {
	Dialect string   // default: as configured or detected
	Targets []string // clients that all skills must work with; default: as configured
	Fix     bool     // apply all safe fixes first
}

// A Result is the content of the page. Offsets are in UTF-16 code units, as in JavaScript.
type Result struct {
	Findings []Finding         `json:"findings"`
	More     int               `json:"more"` // findings beyond maxFindings
	Notices  []Notice          `json:"notices"`
	Skills   []Skill           `json:"skills"`
	Fixed    map[string]string `json:"fixed"` // files changed by Options.Fix
}

// A Finding is a finding of package lint.
type Finding struct {
	Rule     string    `json:"rule"`
	Severity string    `json:"severity"`
	Message  string    `json:"message"`
	Effect   string    `json:"effect"`
	Help     string    `json:"help"`
	At       Place     `json:"at"`
	Related  []Related `json:"related"`
	Fixes    []Fix     `json:"fixes"`
}

// A Place is a range of a file.
type Place struct {
	Path   string `json:"path"`
	Line   int    `json:"line"`
	Column int    `json:"column"`
	Start  int    `json:"start"`
	End    int    `json:"end"`
}

// A Related is another place that is related to a finding.
type Related struct {
	At      Place  `json:"at"`
	Message string `json:"message"`
}

// A Fix is a change that the page applies.
type Fix struct {
	Title string `json:"title"`
	Safe  bool   `json:"safe"`
	Edits []Edit `json:"edits"`
}

// An Edit replaces a range of a file.
type Edit struct {
	At   Place  `json:"at"`
	Text string `json:"text"`
}

// A Notice is information other than a finding.
type Notice struct {
	Path    string `json:"path"`
	Message string `json:"message"`
}

// Lint lints files by path.
func Lint(ctx context.Context, files map[string][]byte, o Options) (*Result, error) {
	if err := checkLimits(files); err != nil {
		return nil, err
	}
	tree, err := lint.NewTree(files)
	if err != nil {
		return nil, err
	}
	r := &Result{Findings: []Finding{}, Notices: []Notice{}, Skills: []Skill{}, Fixed: map[string]string{}}
	options := lint.Options{Dialect: o.Dialect, Targets: o.Targets, Jobs: 1}
	var found *lint.Result
	if o.Fix {
		if tree, found, err = lint.FixAll(ctx, tree, options, false); err == nil {
			err = r.addFixed(files, tree)
		}
	} else {
		found, err = lint.Run(ctx, tree, options)
	}
	if err != nil {
		return nil, err
	}
	at := locator{tree: tree, units: map[string][]int32{}}
	for i := range found.Findings {
		if len(r.Findings) == maxFindings {
			r.More = len(found.Findings) - i
			break
		}
		r.Findings = append(r.Findings, at.finding(&found.Findings[i]))
	}
	for _, n := range found.Notices {
		r.Notices = append(r.Notices, Notice{n.Path, n.Message})
	}
	r.Skills, err = readSkills(ctx, tree, o, &at)
	return r, err
}

// checkLimits rejects trees that are too large to lint while the user types.
func checkLimits(files map[string][]byte) error {
	total := 0
	for path, content := range files {
		if len(content) > maxFile {
			return fmt.Errorf("%s is larger than %d KiB, the limit of the playground", path, maxFile>>10)
		}
		total += len(content)
	}
	if len(files) > maxFiles || total > maxTree {
		return fmt.Errorf("the limits of the playground are %d files and %d KiB", maxFiles, maxTree>>10)
	}
	return nil
}

// addFixed adds the files that were changed.
func (r *Result) addFixed(before map[string][]byte, after *lint.Tree) error {
	for path, old := range before {
		content, err := after.Content(path)
		if err != nil {
			return err
		}
		if string(content) != string(old) {
			r.Fixed[path] = string(content)
		}
	}
	return nil
}

// A Choice is an option of a selection list on the page.
type Choice struct {
	ID      string `json:"id"`
	Title   string `json:"title"`
	Version string `json:"version"`
}

// Dialects returns the dialects of skills.
func Dialects() []Choice {
	var all []Choice
	for _, d := range schema.All() {
		if d.Kinds[analysis.Skill.String()] != nil {
			all = append(all, Choice{d.Name, d.Title, d.Version})
		}
	}
	return all
}

// Clients returns the clients whose models are tested against the real programs.
func Clients() []Choice {
	var all []Choice
	for _, a := range measuredClients() {
		all = append(all, Choice{a.ID, a.Title, a.Version})
	}
	return all
}

func measuredClients() []*loader.Client {
	return slices.DeleteFunc(slices.Clone(loader.Clients()), func(a *loader.Client) bool { return a.Grade != loader.Measured })
}

// A Skill holds the verdicts of the measured clients on a skill.
type Skill struct {
	Path     string    `json:"path"`
	Name     string    `json:"name"`
	Verdicts []Verdict `json:"verdicts"` // in the order of Clients
}

// A Verdict describes how a client loads a skill.
type Verdict struct {
	Client      string    `json:"client"`
	Status      string    `json:"status"`
	Name        string    `json:"name"`        // that the client shows, or ""
	Description string    `json:"description"` // that the client shows, or ""
	Reasons     []Related `json:"reasons"`
	More        int       `json:"more"` // reasons that are not listed
}

// readSkills returns the verdicts of the measured clients on the skills of a tree.
func readSkills(ctx context.Context, tree *lint.Tree, o Options, at *locator) ([]Skill, error) {
	skills := []Skill{}
	collect := &analysis.Analyzer{
		Name: "playground/clients", Doc: "collects what clients make of skills", Scope: analysis.PerWorkspace, Severity: analysis.Info,
		Source:   analysis.Source{Kind: analysis.Opinion, Name: "the models of the clients", Checked: "2026-11-23"}, // it reports nothing
		Requires: []*analysis.Analyzer{loader.Fact.Analyzer},
		Run: func(pass *analysis.Pass) error {
			for file, read := range loader.Fact.All(pass.Store) {
				skills = append(skills, at.skill(file.Path, read))
			}
			return nil
		},
	}
	options := lint.Options{Dialect: o.Dialect, Jobs: 1, Analyzers: append(rules.All(), collect), Select: []string{collect.Name}}
	for _, a := range measuredClients() {
		options.Targets = append(options.Targets, a.ID)
	}
	_, err := lint.Run(ctx, tree, options)
	slices.SortFunc(skills, func(a, b Skill) int { return strings.Compare(a.Path, b.Path) })
	return skills, err
}
