package cleo

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/skilllint/skilllint/analysis/quote"
)

// A Percent is a flag whose value is a number from 0 to 100.
type Percent struct{ Value float64 }

// String returns "", so that help shows no default.
func (p *Percent) String() string { return "" }

// Type returns the name of the value in help.
func (p *Percent) Type() string { return "PERCENT" }

// Set parses a value.
func (p *Percent) Set(s string) error {
	n, err := strconv.ParseFloat(strings.TrimSuffix(s, "%"), 64)
	if err != nil || math.IsNaN(n) || n < 0 || n > 100 {
		return errors.New("must be a number from 0 to 100")
	}
	p.Value = n
	return nil
}

// An Assignments is a repeatable flag NAME=VALUE with unique names.
type Assignments struct {
	Names  []string // in their order
	Values map[string]string
}

// String returns "", so that help shows no default.
func (a *Assignments) String() string { return "" }

// Type returns the name of the value in help.
func (a *Assignments) Type() string { return "NAME=VALUE" }

// Set parses a value.
func (a *Assignments) Set(s string) error {
	name, value, ok := strings.Cut(s, "=")
	if !ok || name == "" {
		return errors.New("must be NAME=VALUE, for example TASK_ID=T1")
	}
	if old, ok := a.Values[name]; ok {
		return fmt.Errorf("%s is already set to %s", name, quote.Text(old))
	}
	if a.Values == nil {
		a.Values = map[string]string{}
	}
	a.Names, a.Values[name] = append(a.Names, name), value
	return nil
}

// A Variables is a flag with names of environment variables separated by commas.
type Variables struct{ Names []string }

// String returns "", so that help shows no default.
func (v *Variables) String() string { return "" }

// Type returns the name of the value in help.
func (v *Variables) Type() string { return "NAME[,NAME]" }

// Set parses a value.
func (v *Variables) Set(s string) error {
	for name := range strings.SplitSeq(s, ",") {
		name = strings.TrimSpace(name)
		if name == "" || strings.ContainsAny(name, "=$*{} ") {
			return fmt.Errorf("%s is not a valid variable name; write NAME[,NAME]", quote.Text(name))
		}
		v.Names = append(v.Names, name)
	}
	return nil
}
