package driver

import (
	"slices"
	"strings"
	"sync"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/sorting"
)

// Settings are the effective settings of some files. Files with equal settings should share the pointer,
// because derived values are cached by it.
type Settings struct {
	Severity map[*analysis.Analyzer]analysis.Severity // of findings; Off: the rule does not run; absent: its default
	Strict   map[*analysis.Analyzer]analysis.Severity // of findings in files of the strict profile; absent: as in Severity
	Options  map[*analysis.Analyzer]any               // absent: the analyzer's defaults
}

// enabled reports whether a rule runs under the settings.
func (s *Settings) enabled(a *analysis.Analyzer) bool {
	if severity, ok := s.Severity[a]; ok {
		return severity != analysis.Off
	}
	return a.Severity != analysis.Off
}

func (s *Settings) options(a *analysis.Analyzer) any {
	if o, ok := s.Options[a]; ok {
		return o
	}
	return a.Options
}

// A plan is the order of analyzers: facts before their dependents, then by name.
type plan struct {
	ordered []*analysis.Analyzer // rules and facts
	kept    []*analysis.Analyzer // facts that workspace analyzers or the caller read
	shallow []*analysis.Analyzer // those of kept that need no parsed body

	mu        sync.Mutex
	schedules map[scheduleKey]*schedule
}

type scheduleKey struct {
	settings *Settings
	kind     analysis.Kind
	compared bool // the base has the file
	partial  bool // only shallow facts are needed
}

// A schedule is the analyzers for one kind of file with one configuration.
type schedule struct {
	lines     []*analysis.Analyzer // facts and rules that see lines
	folds     []*analysis.Analyzer
	documents []*analysis.Analyzer // PerDocument but folds
}

func newPlan(analyzers, keep []*analysis.Analyzer) *plan {
	p := &plan{schedules: map[scheduleKey]*schedule{}, kept: slices.Clone(keep)}
	seen := map[*analysis.Analyzer]bool{}
	var visit func(*analysis.Analyzer)
	visit = func(a *analysis.Analyzer) {
		if seen[a] {
			return
		}
		seen[a] = true
		for _, r := range a.Requires {
			visit(r)
		}
		if a.Gate != nil {
			visit(a.Gate.Analyzer)
		}
		p.ordered = append(p.ordered, a)
	}
	sorted := slices.Concat(analyzers, keep)
	sorting.By(sorted, func(a, b *analysis.Analyzer) int { return strings.Compare(a.Name, b.Name) })
	for _, a := range sorted {
		visit(a)
	}
	for _, a := range p.ordered {
		if a.Scope != analysis.PerWorkspace {
			continue
		}
		for _, r := range a.Requires {
			if r.Scope == analysis.PerDocument && !slices.Contains(p.kept, r) {
				p.kept = append(p.kept, r)
			}
		}
	}
	p.shallow = slices.DeleteFunc(slices.Clone(p.kept), func(a *analysis.Analyzer) bool { return !a.Shallow })
	return p
}

// scheduleFor returns the analyzers for a kind of file: the enabled rules for this kind, the facts that they
// require, and those that the workspace needs of every file. compared: the git base has the file.
func (r *run) scheduleFor(kind analysis.Kind, settings *Settings, compared, partial bool) *schedule {
	p, key := r.plan, scheduleKey{settings, kind, compared, partial}
	p.mu.Lock()
	defer p.mu.Unlock()
	if s := p.schedules[key]; s != nil {
		return s
	}
	needed := map[*analysis.Analyzer]bool{}
	var need func(*analysis.Analyzer)
	need = func(a *analysis.Analyzer) {
		if needed[a] || !a.AppliesTo(kind) || a.Compares && !compared {
			return
		}
		needed[a] = true
		for _, r := range a.Requires {
			need(r)
		}
		if a.Gate != nil {
			need(a.Gate.Analyzer)
		}
	}
	facts := p.kept
	if key.partial {
		facts = p.shallow
	}
	for _, a := range p.ordered {
		if !a.IsFact() && a.Scope != analysis.PerWorkspace && settings.enabled(a) && !key.partial {
			need(a)
		}
	}
	for _, a := range facts {
		need(a)
	}
	s := &schedule{}
	for _, a := range p.ordered {
		switch {
		case !needed[a]:
		case a.IsFold():
			s.folds = append(s.folds, a)
		case a.RunsPerLine(kind):
			s.lines = append(s.lines, a)
		default:
			s.documents = append(s.documents, a)
		}
	}
	p.schedules[key] = s
	return s
}
