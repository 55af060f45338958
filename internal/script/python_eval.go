package script

import (
	"slices"
	"strings"

	"github.com/skilllint/skilllint/internal/script/python"
)

// A value is what an expression evaluates to, as far as it is known: nil if it is not, or one of the types below, an
// *argParser, *argGroup, *argSubparsers or argvTail.
type value any

type (
	literal struct {
		text string // of a string its value, otherwise as written
		kind python.ExprKind
	}
	sequence []value               // a list, tuple or set, or the keys of a dictionary
	argvTail struct{}              // the arguments of the script
	symbol   string                // the full name of something that is imported
	scope    map[string]value      // variables of a function
	visits   map[*python.Expr]bool // calls
	calls    map[*python.Stmt]int  // of functions, now active
)

// Limits of an evaluation.
const (
	maxSteps  = 20_000 // statements
	maxCalls  = 12     // nested calls
	maxUnroll = 200    // rounds of a loop over literal values
)

// An evaluator follows the statements of a script in order, as far as they build a parser of the command line. It does not
// compute anything else, and takes both branches of a condition.
type evaluator struct {
	*pythonFile
	globals  scope
	locals   scope
	visited  visits
	active   calls
	relevant map[string]bool // functions that take part in building parsers
	steps    int
	depth    int
	branch   int // number of conditions and loops around the current statement
	parsed   []*argParser
	broken   string // why the interface is unknown; empty: it is known so far
	returned value
}

// fail records why the interface is unknown.
func (v *evaluator) fail(reason string) {
	if v.broken == "" {
		v.broken = reason
	}
}

// run evaluates statements.
func (v *evaluator) run(body []*python.Stmt) {
	for _, s := range body {
		if v.steps++; v.steps > maxSteps {
			v.fail("the script is too long")
			return
		}
		v.statement(s)
	}
}

// branches evaluates statements that may not run, or run several times.
func (v *evaluator) branches(body []*python.Stmt) {
	v.branch++
	v.run(body)
	v.branch--
}

func (v *evaluator) statement(s *python.Stmt) {
	switch s.Kind {
	case python.Function, python.Class, python.Import, python.ImportFrom, python.Other:
	case python.Assign:
		x := v.eval(s.Value)
		for _, t := range s.Targets {
			v.bind(t, x)
		}
	case python.AnnAssign:
		if s.Value != nil {
			v.bind(s.Targets[0], v.eval(s.Value))
		}
	case python.AugAssign:
		v.eval(s.Value)
		v.bind(s.Targets[0], nil)
	case python.If:
		v.conditional(s)
	case python.For:
		v.loop(s)
	case python.While:
		v.eval(s.Value)
		v.branches(s.Body)
		v.branches(s.Else)
	case python.Return:
		x := v.eval(s.Value)
		if v.returned == nil {
			v.returned = x
		}
	case python.With:
		for _, e := range s.Args {
			v.eval(e)
		}
		v.run(s.Body)
	default:
		s.Exprs(func(e *python.Expr) { v.eval(e) })
		v.run(s.Body)
		for _, h := range s.Handlers {
			v.branches(h.Body)
		}
		v.run(s.Else)
		v.run(s.Finally)
	}
}

func (v *evaluator) conditional(s *python.Stmt) {
	for {
		v.eval(s.Value)
		if isMain(s.Value) {
			v.run(s.Body)
		} else {
			v.branches(s.Body)
		}
		if len(s.Else) != 1 || s.Else[0].Kind != python.If {
			v.branches(s.Else)
			return
		}
		s = s.Else[0]
	}
}

// loop evaluates a loop over literal values once for each.
func (v *evaluator) loop(s *python.Stmt) {
	items, ok := v.eval(s.Value).(sequence)
	if !ok || len(items) > maxUnroll || len(s.Else) > 0 {
		v.bind(s.Targets[0], nil)
		v.branches(s.Body)
		v.branches(s.Else)
		return
	}
	for _, item := range items {
		v.bind(s.Targets[0], item)
		v.run(s.Body)
	}
}

// bind assigns a value to a target.
func (v *evaluator) bind(target *python.Expr, x value) {
	switch target.Kind {
	case python.Name, python.Attribute:
		if target.Kind == python.Attribute {
			if v.setAttribute(target, x) {
				return
			}
		}
		name := v.dotted(target)
		if target.Kind == python.Name {
			name = target.Text
		}
		if name == "" {
			v.escape(x)
			return
		}
		v.set(name, x)
	case python.Tuple, python.List:
		items, _ := x.(sequence)
		for i, t := range target.List {
			if i < len(items) && len(items) == len(target.List) {
				v.bind(t, items[i])
			} else {
				v.bind(t, nil)
			}
		}
	case python.Star:
		v.bind(target.X, nil)
	default:
		v.escape(x)
	}
}

func (v *evaluator) set(name string, x value) {
	switch {
	case strings.HasPrefix(name, "self."), v.locals == nil:
		v.globals[name] = x
	default:
		v.locals[name] = x
	}
}

func (v *evaluator) lookup(name string) value {
	if x, ok := v.locals[name]; ok {
		return x
	}
	if v.mutable[name] {
		if _, ok := v.globals[name].(*argParser); !ok {
			return nil
		}
	}
	return v.globals[name]
}

// escape records that a value is used in a way that is not followed: a parser may be changed there.
func (v *evaluator) escape(x value) {
	switch x := x.(type) {
	case *argParser:
		if !slices.Contains(v.parsed, x) {
			x.fail("the parser is passed to other code")
		}
	case *argGroup:
		v.escape(x.parser)
	case *argSubparsers:
		v.escape(x.parser)
	case sequence:
		for _, item := range x {
			v.escape(item)
		}
	}
}

// eval evaluates an expression, and follows the calls in it.
func (v *evaluator) eval(e *python.Expr) value {
	if e == nil {
		return nil
	}
	switch e.Kind {
	case python.String, python.Number, python.Constant:
		return literal{e.Text, e.Kind}
	case python.Name:
		if x := v.lookup(e.Text); x != nil {
			return x
		}
		if full, ok := v.aliases[e.Text]; ok {
			return symbol(full)
		}
		return nil
	case python.Attribute:
		return v.attribute(e)
	case python.Call:
		return v.call(e)
	case python.Tuple, python.List, python.Set:
		return v.items(e.List)
	case python.Dict:
		return v.keys(e.List)
	case python.Subscript:
		return v.subscript(e)
	case python.Walrus:
		x := v.eval(e.Y)
		v.bind(e.X, x)
		return x
	case python.Await:
		return v.eval(e.X)
	case python.Unary:
		if n, ok := v.eval(e.X).(literal); ok && e.Text == "-" && n.kind == python.Number {
			return literal{"-" + n.text, python.Number}
		}
		return nil
	case python.Binary:
		return v.binary(e)
	case python.Boolean:
		return v.boolean(e)
	case python.Conditional:
		return v.alternative(e)
	}
	v.callsIn(e)
	return nil
}

// items evaluates the elements of a tuple, list or set.
func (v *evaluator) items(list []*python.Expr) value {
	items := make(sequence, 0, len(list))
	for _, x := range list {
		if x.Kind != python.Star {
			items = append(items, v.eval(x))
			continue
		}
		more, ok := v.eval(x.X).(sequence)
		if !ok {
			return nil
		}
		items = append(items, more...)
	}
	return items
}

// keys evaluates the keys of a dictionary.
func (v *evaluator) keys(list []*python.Expr) value {
	keys := make(sequence, 0, len(list))
	for _, x := range list {
		if x.Kind != python.Pair {
			return nil
		}
		keys = append(keys, v.eval(x.X))
		v.escape(v.eval(x.Y))
	}
	return keys
}

// subscript evaluates sys.argv[1:]; other values are unknown.
func (v *evaluator) subscript(e *python.Expr) value {
	if v.dotted(e.X) == "sys.argv" {
		if e.Y.Kind == python.Slice && e.Y.Y == nil && e.Y.Z == nil && e.Y.X != nil && e.Y.X.Text == "1" {
			return argvTail{}
		}
		return nil
	}
	v.eval(e.X)
	v.eval(e.Y)
	return nil
}

// boolean evaluates argv or sys.argv[1:].
func (v *evaluator) boolean(e *python.Expr) value {
	x, y := v.eval(e.X), v.eval(e.Y)
	if _, ok := y.(argvTail); ok && e.Text == "or" && (x == nil || isNone(x)) {
		return y
	}
	return nil
}

// alternative evaluates argv if argv is not None else sys.argv[1:].
func (v *evaluator) alternative(e *python.Expr) value {
	v.eval(e.Y)
	x, z := v.eval(e.X), v.eval(e.Z)
	_, xs := x.(argvTail)
	_, zs := z.(argvTail)
	if zs && isNone(v.evalQuiet(e.X)) || xs && zs || xs && isNone(z) || zs && e.X.Kind == python.Name {
		return argvTail{}
	}
	return nil
}

// callsIn follows the calls in an expression whose value is unknown.
func (v *evaluator) callsIn(e *python.Expr) {
	python.WalkExpr(e, func(x *python.Expr) bool {
		if x != e && x.Kind == python.Call {
			v.branch++
			v.eval(x)
			v.branch--
			return false
		}
		return true
	})
}

func (v *evaluator) evalQuiet(e *python.Expr) value {
	if e.Kind == python.Name {
		return v.lookup(e.Text)
	}
	return nil
}

func isNone(x value) bool {
	l, ok := x.(literal)
	return ok && l.kind == python.Constant && l.text == "None"
}
