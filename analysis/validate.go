package analysis

import (
	"fmt"
	"strings"
	"time"
)

// Validate returns an error if a driver cannot run the analyzers and those they require: a missing or
// duplicate name, no documentation or Run, a source without a date, a cycle of requirements, or a fact of an
// outer scope that an inner one requires.
func Validate(analyzers []*Analyzer) error {
	v := validation{state: map[*Analyzer]int{}, byName: map[string]*Analyzer{}}
	for _, a := range analyzers {
		if err := v.visit(a); err != nil {
			return err
		}
	}
	return nil
}

type validation struct {
	state  map[*Analyzer]int // 1: being visited, 2: done
	byName map[string]*Analyzer
}

func (v *validation) visit(a *Analyzer) error {
	switch v.state[a] {
	case 1:
		return fmt.Errorf("%s requires itself", a.Name)
	case 2:
		return nil
	}
	v.state[a] = 1
	if err := v.one(a); err != nil {
		return err
	}
	for _, r := range a.Requires {
		if !r.IsFact() {
			return fmt.Errorf("%s requires %s, which is not a fact", a.Name, r.Name)
		}
		if r.Scope > a.Scope {
			return fmt.Errorf("%s sees a %s and cannot require %s of a whole %s", a.Name, a.Scope, r.Name, r.Scope)
		}
		if err := v.visit(r); err != nil {
			return err
		}
	}
	if a.Gate != nil {
		if err := v.visit(a.Gate.Analyzer); err != nil {
			return err
		}
	}
	v.state[a] = 2
	return nil
}

func (v *validation) one(a *Analyzer) error {
	group, rule, ok := strings.Cut(a.Name, "/")
	if !ok || group == "" || rule == "" || strings.Trim(a.Name, "abcdefghijklmnopqrstuvwxyz0123456789-/") != "" {
		return fmt.Errorf("invalid analyzer name %q; write group/rule in lower case", a.Name)
	}
	if other := v.byName[a.Name]; other != nil {
		return fmt.Errorf("two analyzers are named %s", a.Name)
	}
	v.byName[a.Name] = a
	if a.Doc == "" || strings.HasSuffix(a.Doc, ".") || strings.Contains(a.Doc, "\n") {
		return fmt.Errorf("%s: Doc must be one line without a full stop", a.Name)
	}
	if a.Scope < PerLine || a.Scope > PerWorkspace {
		return fmt.Errorf("%s has no scope", a.Name)
	}
	if a.IsFact() {
		return nil
	}
	if a.Run == nil {
		return fmt.Errorf("%s has no Run", a.Name)
	}
	if a.Lines != nil && (a.Scope != PerDocument || len(a.Requires) > 0) {
		return fmt.Errorf("%s has Lines, so it must see documents and require nothing", a.Name)
	}
	if _, err := time.Parse(time.DateOnly, a.Source.Checked); a.Source.Name == "" || err != nil {
		return fmt.Errorf("%s: Source needs a name and the date (YYYY-MM-DD) when it was checked", a.Name)
	}
	return nil
}
