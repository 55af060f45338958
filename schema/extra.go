package schema

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v5"
)

// An Extra is a custom schema, which applies in addition to that of the dialect. It may have the same
// annotations.
type Extra struct {
	origin
	compiled *jsonschema.Schema
}

// An ExtraError is an error in a custom schema.
type ExtraError struct {
	Path    []string // keys and indices; empty: the whole schema
	Message string
}

// Error returns the message.
func (e *ExtraError) Error() string { return e.Message }

// Limits of a custom schema, which may be hostile.
const (
	mostWork  = 20_000 // subschemas applied to one value, including references
	mostDigit = 15
)

// NewExtra compiles a schema (draft 2020-12 by default). file is its name in messages. References are
// to parts of the schema ("#/$defs/owner") or to embedded schemas by $id; nothing is fetched. The
// source must be JSON without duplicate keys. Errors are of type *ExtraError.
func NewExtra(file string, source []byte) (*Extra, error) {
	decoder := json.NewDecoder(bytes.NewReader(source))
	decoder.UseNumber()
	var root any
	if err := decoder.Decode(&root); err != nil {
		return nil, &ExtraError{Message: err.Error()}
	}
	tree, ok := root.(map[string]any)
	if !ok {
		return nil, &ExtraError{Message: "must be an object with keywords such as \"properties\""}
	}
	e := &Extra{origin: origin{name: file, tree: tree}}
	if err := e.check(nil, tree); err != nil {
		return nil, err
	}
	c := workCount{extra: e, known: map[string]int{}, open: map[string]bool{}}
	if c.count(tree) > mostWork {
		return nil, &ExtraError{Message: "its references apply more than 20,000 subschemas to a value"}
	}
	if c.recursions > 1 && c.choices {
		return nil, &ExtraError{Message: "several recursive references together with anyOf, oneOf, allOf or if are not supported"}
	}
	return e, e.compile(source)
}

// Same reports whether two schemas are equal; either may be nil.
func (e *Extra) Same(as *Extra) bool {
	if e == nil || as == nil {
		return e == as
	}
	a, broken := json.Marshal(e.tree)
	b, other := json.Marshal(as.tree)
	return broken == nil && other == nil && bytes.Equal(a, b)
}

func (e *Extra) compile(source []byte) error {
	const url = base + "extra"
	compiler := newCompiler()
	if err := compiler.AddResource(url, bytes.NewReader(source)); err != nil {
		return &ExtraError{Message: errorText(err)}
	}
	compiled, err := compiler.Compile(url)
	if err == nil {
		e.compiled = compiled
		return nil
	}
	var broken *jsonschema.ValidationError
	if !errors.As(err, &broken) {
		return &ExtraError{Message: errorText(err)}
	}
	for len(broken.Causes) > 0 {
		broken = mostSpecific(broken.Causes)
	}
	return &ExtraError{Path: pointerTokens(broken.InstanceLocation), Message: broken.Message}
}

// mostSpecific returns the cause with the longest path: the most specific branch of the meta-schema.
func mostSpecific(causes []*jsonschema.ValidationError) *jsonschema.ValidationError {
	return slices.MaxFunc(causes, func(a, b *jsonschema.ValidationError) int {
		return strings.Count(a.InstanceLocation, "/") - strings.Count(b.InstanceLocation, "/")
	})
}

// errorText returns the text of an error without the library's URL of the schema.
func errorText(err error) string {
	text := err.Error()
	if _, cause, ok := strings.Cut(text, "compilation failed: "); ok {
		text = cause
	}
	return strings.ReplaceAll(strings.ReplaceAll(text, base+"extra#", "#"), base+"extra", "the schema")
}

// check rejects unsupported references and numbers that are too long.
func (e *Extra) check(path []string, value any) error {
	down := func(key string) []string { return append(slices.Clone(path), key) }
	switch v := value.(type) {
	case json.Number:
		if digits := len(v.String()); digits > mostDigit || strings.ContainsAny(v.String(), "eE") {
			return &ExtraError{Path: path, Message: "number is too long: use at most 15 digits and no exponent"}
		}
	case []any:
		for i, item := range v {
			if err := e.check(down(fmt.Sprint(i)), item); err != nil {
				return err
			}
		}
	case map[string]any:
		for _, key := range slices.Sorted(maps.Keys(v)) {
			if err := e.checkMember(path, key, v[key]); err != nil {
				return err
			}
		}
	}
	return nil
}

func (e *Extra) checkMember(path []string, key string, value any) error {
	here := append(slices.Clone(path), key)
	text, isText := value.(string)
	switch {
	case key == "$ref" && isText:
		if _, node := e.resolve(text); node == nil || !strings.HasPrefix(text, "#") && !strings.HasPrefix(text, base) {
			return &ExtraError{Path: here, Message: fmt.Sprintf("unresolved reference %q: use a part of this schema, such as #/$defs/owner, or the $id of an embedded one", text)}
		}
	case key == "$id" && isText && len(path) > 0, key == "$anchor" && isText, strings.HasPrefix(key, "$dynamic") && isText, strings.HasPrefix(key, "$recursive"):
		return &ExtraError{Path: here, Message: fmt.Sprintf("%s is not supported: use references such as #/$defs/owner", key)}
	}
	return e.check(here, value)
}

// A workCount counts the subschemas that may apply to one value.
type workCount struct {
	extra      *Extra
	known      map[string]int  // counts by reference
	open       map[string]bool // references being counted
	recursions int             // references to one being counted
	choices    bool            // several subschemas may apply to the same value
}

// count returns the number of subschemas of a schema, including references.
func (c *workCount) count(value any) int {
	sum := 0
	switch v := value.(type) {
	case []any:
		for _, item := range v {
			sum += c.count(item)
		}
	case map[string]any:
		sum = 1
		for key, item := range v {
			ref, isText := item.(string)
			switch {
			case key == "$ref" && isText:
				sum += c.reference(ref)
			default:
				c.choices = c.choices || key == "anyOf" || key == "oneOf" || key == "allOf" || key == "if"
				sum += c.count(item)
			}
		}
	}
	return min(sum, mostWork+1)
}

func (c *workCount) reference(ref string) int {
	if c.open[ref] {
		c.recursions++
		return 1
	}
	if n, counted := c.known[ref]; counted {
		return n
	}
	o, node := c.extra.resolve(ref)
	if o.name != c.extra.name { // an embedded schema
		return 1
	}
	c.open[ref] = true
	c.known[ref] = c.count(node)
	delete(c.open, ref)
	return c.known[ref]
}

// Name returns the file of the schema, as shown in messages.
func (e *Extra) Name() string { return e.name }

// Fields returns the names of the fields in the schema, sorted.
func (e *Extra) Fields() []string { return slices.Sorted(maps.Keys(e.properties(e.tree))) }

// Validate validates a value like the function Validate.
func (e *Extra) Validate(value any) ([]Violation, error) {
	if count(value, mostNodes) <= 0 {
		return nil, ErrTooLarge
	}
	found, err := validate(&collector{origin: e.origin, value: value}, e.compiled)
	if err != nil {
		return nil, fmt.Errorf("validate by %s: %w", e.name, err)
	}
	for i := range found {
		found[i].Rule = "" // rules report embedded schemas only
		if found[i].Effect == "" {
			found[i].Effect = "the custom schema " + e.name + " requires this"
		}
	}
	return found, nil
}
