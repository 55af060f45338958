package cli

import (
	"cmp"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/config"
	"github.com/skilllint/skilllint/internal/discover"
	"github.com/skilllint/skilllint/internal/pathless"
	"github.com/skilllint/skilllint/internal/report"
	"github.com/skilllint/skilllint/internal/sorting"
	"github.com/skilllint/skilllint/internal/treefs"
)

// houseGroup is what comes before the name of a rule that a configuration defines.
const houseGroup = "house/"

// houseRules returns the rules that the configurations of the run define, sorted by name.
func (s *settlement) houseRules() []*analysis.Analyzer {
	var all []*analysis.Analyzer
	for _, c := range s.configs() {
		all = append(all, c.HouseRules()...)
	}
	sorting.By(all, func(a, b *analysis.Analyzer) int {
		return cmp.Or(strings.Compare(a.Name, b.Name), strings.Compare(a.Source.Name, b.Source.Name))
	})
	return all
}

// checkSelection refuses names of house rules on the command line that none of the configurations
// defines: which there are was not known before.
func (s *settlement) checkSelection() error {
	if wrong := s.selection.Unknown(s.configs()); wrong != "" {
		return usagef("%s", wrong)
	}
	return nil
}

// withOwnPages adds what rules bring along that are not skilllint's.
func withOwnPages(o report.Options, rules []*analysis.Analyzer) report.Options {
	own := map[string]*analysis.Analyzer{}
	for _, r := range rules {
		if r.Page+r.URL != "" && own[r.Name] == nil {
			own[r.Name] = r
		}
	}
	if len(own) == 0 {
		return o
	}
	help, url := o.Help, o.URL
	o.Help = func(rule string) string {
		if r := own[rule]; r != nil {
			return r.Page
		}
		return help(rule)
	}
	o.URL = func(rule string) string {
		if r := own[rule]; r != nil {
			return r.URL
		}
		return url(rule)
	}
	return o
}

// houseHere returns the house rules that are defined for the working directory, sorted by name.
func (p *program) houseHere() ([]*analysis.Analyzer, error) {
	s, err := p.settle(&sources{}, &config.Selection{})
	if err != nil {
		return nil, err
	}
	top := s.dir
	if repository, ok := discover.Repository(s.dir, p.getenv("GIT_CEILING_DIRECTORIES")); ok {
		top = repository
	}
	disk, err := os.OpenRoot(top)
	if err != nil {
		return nil, pathless.Error(err)
	}
	defer disk.Close()
	rel, err := filepath.Rel(top, s.dir)
	if err != nil {
		return nil, err
	}
	c, err := config.NewFinder(treefs.Disk(disk), s.showFrom(top), s.schema).For(filepath.ToSlash(rel))
	if err != nil {
		return nil, err
	}
	return c.HouseRules(), nil
}

// rulesHere returns the rules of the program and those that are defined for the working directory,
// sorted by name.
func (p *program) rulesHere() ([]*analysis.Analyzer, error) {
	house, err := p.houseHere()
	rules := slices.Concat(p.rules(), house)
	sorting.By(rules, func(a, b *analysis.Analyzer) int { return strings.Compare(a.Name, b.Name) })
	return rules, err
}
