package analysis

import (
	"errors"
	"iter"
	"slices"
	"strings"
)

// ErrNoFact is returned by a fact without a value for its input. Analyzers that
// require the fact are skipped for this input.
var ErrNoFact = errors.New("no fact")

// A Fact computes a T for each input of its scope and reports nothing. A T that an outer scope reads must be
// small, without pointers into a document.
type Fact[T any] struct{ *Analyzer }

// NewFact returns the fact that run computes. Its name is "fact/" + name.
func NewFact[T any](name, doc string, scope Scope, kinds Kind,
	run func(*Pass) (T, error), requires ...*Analyzer) Fact[T] {
	return Fact[T]{&Analyzer{
		Name: "fact/" + name, Doc: doc, Scope: scope, Kinds: kinds, Requires: requires,
		compute: func(p *Pass) (any, error) { return run(p) },
	}}
}

// MarkShallow marks the fact as one that needs no parsed body; see [Analyzer.Shallow].
func (f Fact[T]) MarkShallow() Fact[T] {
	f.Analyzer.Shallow = true
	return f
}

// A fold computes a document's fact from its lines.
type fold struct {
	start func(*Pass) any
	step  func(*Pass, any) error
}

// NewFold returns a PerDocument fact of a manifest that is computed while its lines are streamed: start
// creates the state, and step updates it for each line (in Pass.Line). The state is the fact, so it should
// not grow with the manifest.
func NewFold[T any](name, doc string, kinds Kind,
	start func(*Pass) *T, step func(*Pass, *T) error, requires ...*Analyzer) Fact[*T] {
	return Fact[*T]{&Analyzer{
		Name: "fact/" + name, Doc: doc, Scope: PerDocument, Kinds: kinds, Requires: requires,
		fold: &fold{
			start: func(p *Pass) any { return start(p) },
			step:  func(p *Pass, state any) error { return step(p, state.(*T)) },
		},
	}}
}

// Of returns the fact of the pass's own input. It panics if the analyzer does not require the fact.
func (f Fact[T]) Of(p *Pass) T {
	v, ok := p.facts.get(f.Analyzer)
	if !ok {
		panic(p.Analyzer.Name + " reads " + f.Name + " without requiring it")
	}
	if p.Store != nil {
		p.Store.observe(f.Analyzer)
	}
	return v.(T)
}

// All returns the fact of every input inside the workspace, by path.
func (f Fact[T]) All(s *Store) iter.Seq2[*File, T] {
	return func(yield func(*File, T) bool) {
		s.observe(f.Analyzer)
		list := s.facts[f.Analyzer]
		if list == nil {
			return
		}
		for _, e := range *list {
			if !yield(e.File, e.Value.(T)) {
				return
			}
		}
	}
}

// At returns the fact of one input inside the workspace.
func (f Fact[T]) At(s *Store, file *File) (value T, ok bool) {
	s.observe(f.Analyzer)
	list := s.facts[f.Analyzer]
	if list == nil {
		return value, false
	}
	i, ok := slices.BinarySearchFunc(*list, file.Path, func(e StoredFact, path string) int { return strings.Compare(e.File.Path, path) })
	if !ok || (*list)[i].File != file {
		return value, false
	}
	return (*list)[i].Value.(T), true
}

// A FactSet holds the facts of one input. The zero FactSet is empty.
type FactSet struct{ values map[*Analyzer]any }

func (s *FactSet) get(a *Analyzer) (any, bool) {
	if s == nil {
		return nil, false
	}
	v, ok := s.values[a]
	return v, ok
}

// Has reports whether the fact is known.
func (s *FactSet) Has(a *Analyzer) bool { _, ok := s.get(a); return ok }

// Value returns a fact without its type, or nil.
func (s *FactSet) Value(a *Analyzer) any { v, _ := s.get(a); return v }

func (s *FactSet) set(a *Analyzer, v any) {
	if s.values == nil {
		s.values = map[*Analyzer]any{}
	}
	s.values[a] = v
}

// Compute is for drivers: it runs the fact p.Analyzer and adds the value to the set. It returns ErrNoFact if
// there is none.
func (s *FactSet) Compute(p *Pass) error {
	v, err := Compute(p)
	if err != nil {
		return err
	}
	s.set(p.Analyzer, v)
	return nil
}

// Compute is for drivers: it runs the fact p.Analyzer and returns its value, or ErrNoFact.
func Compute(p *Pass) (any, error) { return p.Analyzer.compute(p) }

// Put is for drivers: it adds a value returned by Compute to the set.
func (s *FactSet) Put(a *Analyzer, value any) { s.set(a, value) }

// Release is for drivers: it drops a fact that no analyzer reads anymore.
func (s *FactSet) Release(a *Analyzer) { delete(s.values, a) }

// Start is for drivers: it starts the fold p.Analyzer. Step adds lines.
func (s *FactSet) Start(p *Pass) { s.set(p.Analyzer, p.Analyzer.fold.start(p)) }

// Step is for drivers: it adds the line p.Line to the fold p.Analyzer.
func (s *FactSet) Step(p *Pass) error {
	v, _ := s.get(p.Analyzer)
	return p.Analyzer.fold.step(p, v)
}

// IsFold reports whether the analyzer is a fact made by NewFold.
func (a *Analyzer) IsFold() bool { return a.fold != nil }

// A Store contains the facts that outer scopes read. The driver fills it and sorts it by path; after that it
// is read-only.
type Store struct {
	facts    map[*Analyzer]*[]StoredFact
	observer func(*Analyzer) // called with each fact that is read; may be nil
}

// A StoredFact is a fact of one file.
type StoredFact struct {
	File  *File
	Value any
}

// NewStore is for drivers: facts must be sorted by path.
func NewStore(facts map[*Analyzer][]StoredFact) *Store {
	s := &Store{facts: make(map[*Analyzer]*[]StoredFact, len(facts))}
	for a, list := range facts {
		s.facts[a] = &list
	}
	return s
}

// Release is for drivers: it drops a fact that no analyzer reads anymore.
func (s *Store) Release(a *Analyzer) {
	if list := s.facts[a]; list != nil {
		*list = nil
	}
}

// WithObserver is for drivers: it returns the store for one analyzer. observer is called with the facts that
// the analyzer reads from the store and the workspace.
func (s *Store) WithObserver(observer func(*Analyzer)) *Store { return &Store{s.facts, observer} }

func (s *Store) observe(a *Analyzer) {
	if s.observer != nil {
		s.observer(a)
	}
}
