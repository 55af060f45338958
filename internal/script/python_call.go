package script

import (
	"slices"
	"strconv"

	"github.com/skilllint/skilllint/internal/script/python"
)

// binary evaluates the concatenation of texts and lists.
func (v *evaluator) binary(e *python.Expr) value {
	if e.Text != "+" {
		v.eval(e.X)
		v.eval(e.Y)
		return nil
	}
	x := e
	var parts []*python.Expr // from the right
	for x.Kind == python.Binary && x.Text == "+" {
		parts = append(parts, x.Y)
		x = x.X
	}
	result := v.eval(x)
	for _, p := range slices.Backward(parts) {
		right := v.eval(p)
		switch left := result.(type) {
		case literal:
			r, ok := right.(literal)
			if !ok || left.kind != python.String || r.kind != python.String || len(left.text)+len(r.text) > 1000 {
				return nil
			}
			result = literal{left.text + r.text, python.String}
		case sequence:
			r, ok := right.(sequence)
			if !ok || len(left)+len(r) > 1000 {
				return nil
			}
			result = append(slices.Clip(left), r...)
		default:
			result = nil
		}
	}
	return result
}

func (v *evaluator) attribute(e *python.Expr) value {
	name := v.dotted(e)
	if name == "" {
		v.eval(e.X)
		return nil
	}
	if x := v.lookup(name); x != nil {
		return x
	}
	return symbol(name)
}

// call follows a call.
func (v *evaluator) call(e *python.Expr) value {
	v.visited[e] = true
	if e.X.Kind == python.Attribute {
		switch x := v.eval(e.X.X).(type) {
		case *argParser:
			return v.parserMethod(x, e)
		case *argGroup:
			return v.groupMethod(x, e)
		case *argSubparsers:
			return v.subparsersMethod(x, e)
		case sequence:
			if e.X.Text == "keys" && len(e.List) == 0 {
				return x
			}
			return nil
		}
	}
	name := v.dotted(e.X)
	if v.isParserClass(name) {
		return v.newParser(e)
	}
	if e.X.Kind == python.Name {
		if f := v.functions[e.X.Text]; f != nil {
			return v.follow(f, e)
		}
	}
	switch name {
	case "list", "tuple", "set", "sorted", "frozenset":
		if len(e.List) == 1 {
			if s, ok := v.eval(e.List[0]).(sequence); ok {
				return s
			}
		}
		return nil
	case "range":
		return v.numbers(e)
	case "argcomplete.autocomplete", "print", "len", "vars", "isinstance", "type":
		for _, arg := range e.List {
			v.argument(arg) // it may parse the arguments: vars(parser.parse_args())
		}
		return nil
	}
	for _, arg := range e.List {
		v.escape(v.argument(arg))
	}
	if e.X.Kind == python.Attribute && name == "" {
		v.eval(e.X.X)
	}
	return nil
}

// argument evaluates the value of an argument of a call.
func (v *evaluator) argument(arg *python.Expr) value {
	switch arg.Kind {
	case python.Keyword, python.Star, python.DoubleStar:
		return v.eval(arg.X)
	}
	return v.eval(arg)
}

// numbers evaluates range(…).
func (v *evaluator) numbers(e *python.Expr) value {
	var bounds []int
	for _, arg := range e.List {
		l, _ := v.eval(arg).(literal)
		n, err := strconv.Atoi(l.text)
		if err != nil {
			return nil
		}
		bounds = append(bounds, n)
	}
	from, to := 0, 0
	switch len(bounds) {
	case 1:
		to = bounds[0]
	case 2:
		from, to = bounds[0], bounds[1]
	default:
		return nil
	}
	if to-from > 1000 {
		return nil
	}
	numbers := sequence{}
	for ; from < to; from++ {
		numbers = append(numbers, literal{strconv.Itoa(from), python.Number})
	}
	return numbers
}

// follow evaluates a call of a function of the script.
func (v *evaluator) follow(f *python.Stmt, e *python.Expr) value {
	args := make([]value, len(e.List))
	for i, arg := range e.List {
		args[i] = v.argument(arg)
	}
	if !v.relevant[f.Text] {
		for _, x := range args {
			v.escape(x)
		}
		return nil
	}
	if v.depth == maxCalls || v.active[f] > 0 {
		v.fail("functions call each other")
		return nil
	}
	locals := scope{}
	for i, param := range f.Params {
		x := v.eval(param.Default)
		if i < len(e.List) && e.List[i].Kind != python.Keyword && e.List[i].Kind != python.Star && e.List[i].Kind != python.DoubleStar {
			x = args[i]
		}
		for k, arg := range e.List {
			if arg.Kind == python.Keyword && arg.Text == param.Name {
				x = args[k]
			}
		}
		if param.Stars > 0 {
			x = nil
		}
		locals[param.Name] = x
	}
	outer, returned := v.locals, v.returned
	v.locals, v.returned = locals, nil
	v.depth++
	v.active[f]++
	v.run(f.Body)
	v.active[f]--
	v.depth--
	result := v.returned
	v.locals, v.returned = outer, returned
	return result
}
