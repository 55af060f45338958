package schema

import (
	"encoding/json"
	"math/big"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"
)

// assertions are the keywords that compare a value with a limit, without other schemas. They hold for values of other
// types.
var assertions = map[string]func(limit, value any) bool{
	"const": isEqual,
	"enum": func(limit, value any) bool {
		list := anyList(limit)
		return len(list) == 0 || slices.ContainsFunc(list, func(item any) bool { return isEqual(item, value) })
	},
	"format": func(limit, value any) bool {
		name, _ := limit.(string)
		check := formats()[name]
		return check == nil || check(value)
	},
	"pattern": func(limit, value any) bool {
		pattern, _ := limit.(string)
		text, isText := value.(string)
		return !isText || matches(ecma(pattern), text)
	},
	"minLength":        sized(textLength, isAtLeast),
	"maxLength":        sized(textLength, isAtMost),
	"minItems":         sized(listLength, isAtLeast),
	"maxItems":         sized(listLength, isAtMost),
	"minProperties":    sized(objectLength, isAtLeast),
	"maxProperties":    sized(objectLength, isAtMost),
	"minimum":          compared(isAtLeast),
	"maximum":          compared(isAtMost),
	"exclusiveMinimum": compared(func(order, zero int) bool { return order > zero }),
	"exclusiveMaximum": compared(func(order, zero int) bool { return order < zero }),
	"multipleOf": func(limit, value any) bool {
		step, n := rational(limit), rational(value)
		return step == nil || n == nil || step.Sign() == 0 || new(big.Rat).Quo(n, step).IsInt()
	},
	"uniqueItems": func(limit, value any) bool {
		known := map[string]bool{}
		for _, item := range anyList(value) {
			text := canonical(item)
			if limit == true && known[text] {
				return false
			}
			known[text] = true
		}
		return true
	},
}

func isAtLeast(n, limit int) bool { return n >= limit }
func isAtMost(n, limit int) bool  { return n <= limit }

func textLength(value any) (int, bool) {
	text, ok := value.(string)
	return utf8.RuneCountInString(text), ok
}

func listLength(value any) (int, bool) {
	list, ok := value.([]any)
	return len(list), ok
}

func objectLength(value any) (int, bool) {
	object, ok := value.(map[string]any)
	return len(object), ok
}

func sized(length func(any) (int, bool), holds func(n, limit int) bool) func(limit, value any) bool {
	return func(limit, value any) bool {
		most, limited := integer(limit)
		n, ok := length(value)
		return !ok || !limited || holds(n, most)
	}
}

// compared compares a number with a limit; holds gets their order and 0.
func compared(holds func(order, zero int) bool) func(limit, value any) bool {
	return func(limit, value any) bool {
		bound, n := rational(limit), rational(value)
		return bound == nil || n == nil || holds(n.Cmp(bound), 0)
	}
}

func integer(v any) (int, bool) {
	n := rational(v)
	if n == nil || !n.IsInt() || !n.Num().IsInt64() {
		return 0, false
	}
	return int(n.Num().Int64()), true
}

// rational returns a number, or nil.
func rational(v any) *big.Rat {
	number, ok := v.(json.Number)
	if !ok {
		return nil
	}
	n, _ := new(big.Rat).SetString(string(number))
	return n
}

// hasType reports whether a value has a type, or one of several.
func hasType(value, types any) bool {
	is := typeOf(value)
	for _, name := range texts(types) {
		if name == is {
			return true
		}
		if name == "integer" && is == "number" {
			if n := rational(value); n != nil && n.IsInt() {
				return true
			}
		}
	}
	return false
}

func typeOf(value any) string {
	switch value.(type) {
	case nil:
		return "null"
	case bool:
		return "boolean"
	case json.Number:
		return "number"
	case string:
		return "string"
	case []any:
		return "array"
	}
	return "object"
}

func isEqual(a, b any) bool {
	x, isText := a.(string)
	y, ok := b.(string)
	if isText || ok {
		return isText && ok && x == y
	}
	return typeOf(a) == typeOf(b) && canonical(a) == canonical(b)
}

// canonical returns a text that equal values share: 1 and 1.0 are equal.
func canonical(v any) string {
	switch v := v.(type) {
	case json.Number:
		if n := rational(v); n != nil {
			return n.RatString()
		}
	case []any:
		parts := make([]string, len(v))
		for i := range v {
			parts[i] = canonical(v[i])
		}
		return "[" + strings.Join(parts, ",") + "]"
	case map[string]any:
		parts := make([]string, 0, len(v))
		for key, part := range v {
			parts = append(parts, strconv.Quote(key)+":"+canonical(part))
		}
		slices.Sort(parts)
		return "{" + strings.Join(parts, ",") + "}"
	case string:
		return strconv.Quote(v)
	}
	return text(v)
}

// patterns holds compiled regular expressions.
var patterns sync.Map

// matches reports whether a text matches a pattern. An invalid pattern matches nothing; custom schemas have none.
func matches(pattern, text string) bool {
	compiled, ok := patterns.Load(pattern)
	if !ok {
		expression, _ := regexp.Compile(pattern)
		compiled, _ = patterns.LoadOrStore(pattern, expression)
	}
	expression := compiled.(*regexp.Regexp)
	return expression != nil && expression.MatchString(text)
}
