package schema

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v5"

	"github.com/skilllint/skilllint/internal/sorting"
)

// A Violation is a place in a value that breaks a keyword of its schema, with what a message needs.
type Violation struct {
	// Path leads from the root to the value: keys, and indices in decimal. Where something is
	// missing it leads to the mapping that lacks it; where a key is not allowed, to that key.
	Path    []string
	Keyword string // "type", "enum", "pattern", …; "false" where nothing is allowed
	Key     bool   // the last key of Path is at fault, not its value

	Missing string   // required, dependentRequired: the name of the missing field
	Types   []string // type: the JSON types that are allowed
	Allowed []string // enum, const: the values, texts as they are and others as JSON; additionalProperties: the keys; required: the values of the missing field
	Limit   string   // minimum, maxLength, minItems, …: the number
	Unit    string   // maxLength: what is counted, as Length takes it
	Pattern string   // pattern
	Format  string   // the format that is wanted, whatever the keyword

	Severity string // "error", "warning" or "info"
	Loader   string // "reject", "drop", "ignore", "abort", "rename"; empty when it is not known
	Effect   string // what the client does because of it, a sentence; empty if unknown
	Fault    string // the message, as x-fault has it; empty where the keyword is enough
	Help     string // what to write instead, an imperative sentence; empty if unknown
	Pinned   bool   // counts only where the user named the dialect
	Guessed  string // the severity where the user did not name the dialect; empty: Severity
	Exact    bool   // a number or date here is not taken for its text
	Quote    bool   // a list in brackets here was meant as a text
	Rule     string // the rule that reports it; empty: the one that checks files of this kind by their schema
}

// mostNodes bounds what is validated: the library keeps half a kilobyte for each violation.
const mostNodes = 200_000

// ErrTooLarge says that a value has too many parts to be validated.
var ErrTooLarge = errors.New("more than 200,000 values")

// Validate checks a value against the schema of a dialect's kind and returns what breaks it, sorted
// by path and keyword. A kind without a schema has no violations.
//
// The value is made of nil, bool, json.Number, string, []any and map[string]any. Numbers must be
// finite and of sane length; the caller has looked at that. The error is ErrTooLarge, or says that
// the library or a schema of ours is broken.
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

// validate turns a panic of the library into an error.
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
	return strings.Compare(a.Severity+a.Fault, b.Severity+b.Fault)
}

// count returns how much of a budget is left after a value.
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
