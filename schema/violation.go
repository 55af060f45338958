package schema

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v5"

	"github.com/skilllint/skilllint/internal/sorting"
)

// A Violation is a place in a value that violates a keyword of its schema.
type Violation struct {
	// Path is the path of the value: keys, and decimal indices. It is the path of the mapping for a
	// missing key, and of the key for one that is not allowed.
	Path    []string
	Keyword string // "type", "enum", "pattern", …; "false" if no value is allowed
	Key     bool   // the last key of Path is invalid, not its value

	Missing string   // required, dependentRequired: the name of the missing field
	Types   []string // type: the allowed JSON types
	Allowed []string // enum, const: the values, strings verbatim and others as JSON; additionalProperties: the keys; required: the values of the missing field
	Limit   string   // minimum, maxLength, minItems, …: the number
	Unit    string   // maxLength: the unit, as for Length
	Pattern string   // pattern
	Format  string   // the required format, for any keyword

	Severity string // "error", "warning" or "info"
	Must     bool   // the protocol of the dialect requires it: see analysis.Diagnostic.Must
	Loader   string // "reject", "drop", "ignore", "abort", "rename"; empty if unknown
	Effect   string // what the client does, a sentence; empty if unknown
	Message  string // the message, from x-fault; empty if the keyword is sufficient
	Help     string // what to write instead, an imperative sentence; empty if unknown
	Pinned   bool   // applies only if the user chose the dialect
	Guessed  string // the severity if the user did not choose the dialect; empty: Severity
	Owner    string // does not apply to files of this owner
	Exact    bool   // numbers and dates are not accepted as strings
	Quote    bool   // a list in brackets was meant as a string
	Rule     string // the rule that reports it; empty: the one that validates files of this kind
}

// mostNodes limits validated values: the library needs half a kilobyte for each violation.
const mostNodes = 200_000

// ErrTooLarge is the error for a value with too many parts.
var ErrTooLarge = errors.New("more than 200,000 values")

// Validate validates a value against the schema of a dialect and kind, and returns the violations
// sorted by path and keyword. A kind without a schema has none.
//
// The value consists of nil, bool, json.Number, string, []any and map[string]any. Numbers must be
// finite and of reasonable length. The error is ErrTooLarge, or a bug in the library or an embedded
// schema.
func Validate(dialect, kind string, value any) ([]Violation, error) {
	name := dialect + "/" + kind
	doc, ok := documents()[name]
	if !ok {
		return nil, nil
	}
	if count(value, mostNodes) <= 0 {
		return nil, ErrTooLarge
	}
	compiled, err := doc.compiled(name, value)
	if err != nil {
		return nil, fmt.Errorf("compile schema %s: %w", name, err)
	}
	found, err := validate(&collector{origin: origin{name, doc.tree()}, value: value}, compiled)
	if err != nil {
		return nil, fmt.Errorf("validate by schema %s: %w", name, err)
	}
	return found, nil
}

// validate converts a panic of the library to an error.
func validate(c *collector, compiled *jsonschema.Schema) (_ []Violation, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v", r)
		}
	}()
	var broken *jsonschema.ValidationError
	switch err := compiled.Validate(c.value); {
	case err == nil:
		return nil, nil
	case !errors.As(err, &broken):
		return nil, err
	}
	c.collect(broken)
	sorting.By(c.found, compare)
	return c.found, nil
}

func compare(a, b Violation) int {
	if n := slices.Compare(a.Path, b.Path); n != 0 {
		return n
	}
	if n := strings.Compare(a.Keyword, b.Keyword); n != 0 {
		return n
	}
	if n := strings.Compare(a.Missing, b.Missing); n != 0 {
		return n
	}
	return strings.Compare(a.Severity+a.Message, b.Severity+b.Message)
}

// count returns what remains of a budget after a value.
func count(value any, budget int) int {
	budget--
	switch v := value.(type) {
	case []any:
		for _, item := range v {
			if budget <= 0 {
				break
			}
			budget = count(item, budget)
		}
	case map[string]any:
		for _, item := range v {
			if budget <= 0 {
				break
			}
			budget = count(item, budget)
		}
	}
	return budget
}
