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

// An Extra is a schema of the user's, which files are held to beside that of their dialect: an
// organisation's own fields and what they may be. It may have the annotations of our own schemas.
type Extra struct {
	origin
	compiled *jsonschema.Schema
}

// An ExtraError says what is wrong with a schema of the user's, and where in it.
type ExtraError struct {
	Path    []string // keys and indices that lead there; empty: the schema as a whole
	Message string
}

// Error returns the message.
func (e *ExtraError) Error() string { return e.Message }

// The limits of a schema of the user's, which may be a stranger's.
const (
	mostWork  = 20_000 // schemas that one value is held to, references followed
	mostDigit = 15
)

// NewExtra compiles a schema (draft 2020-12, unless it names another one). file is its name in
// messages. It refers to itself ("#/$defs/owner") or to our schemas by their $id, and to nothing
// else; nothing is fetched. The source must be JSON without a key twice. An error is an *ExtraError.
func NewExtra(file string, source []byte) (*Extra, error) {
	decoder := json.NewDecoder(bytes.NewReader(source))
	decoder.UseNumber()
	var root any
	if err := decoder.Decode(&root); err != nil {
		return nil, &ExtraError{Message: err.Error()}
	}
	tree, ok := root.(map[string]any)
	if !ok {
		return nil, &ExtraError{Message: "it is no object; a schema has keywords, as \"properties\""}
	}
	e := &Extra{origin: origin{name: file, tree: tree}}
	if err := e.check(nil, tree); err != nil {
		return nil, err
	}
	c := workCount{extra: e, known: map[string]int{}, open: map[string]bool{}}
	if c.of(tree) > mostWork {
		return nil, &ExtraError{Message: "its references make a value be held to more than 20,000 schemas; make it simpler"}
	}
	if c.recursions > 1 && c.choices {
		return nil, &ExtraError{Message: "it refers to itself in several places and has anyOf, oneOf, allOf or if, so a nested value could be held to it without end; write the nesting out"}
	}
	return e, e.compile(source)
}

// Same reports whether two schemas say the same; nil says nothing.
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
		return &ExtraError{Message: plainly(err)}
	}
	compiled, err := compiler.Compile(url)
	if err == nil {
		e.compiled = compiled
		return nil
	}
	var broken *jsonschema.ValidationError
	if !errors.As(err, &broken) {
		return &ExtraError{Message: plainly(err)}
	}
	for len(broken.Causes) > 0 {
		broken = deepest(broken.Causes)
	}
	return &ExtraError{Path: pointerTokens(broken.InstanceLocation), Message: broken.Message}
}

// deepest returns the cause that is farthest down in the schema: of the branches of the
// meta-schema the one that looked closest.
func deepest(causes []*jsonschema.ValidationError) *jsonschema.ValidationError {
	return slices.MaxFunc(causes, func(a, b *jsonschema.ValidationError) int {
		return strings.Count(a.InstanceLocation, "/") - strings.Count(b.InstanceLocation, "/")
	})
}

// plainly takes the library's address of the schema out of an error.
func plainly(err error) string {
	text := err.Error()
	if _, cause, ok := strings.Cut(text, "compilation failed: "); ok {
		text = cause
	}
	return strings.ReplaceAll(strings.ReplaceAll(text, base+"extra#", "#"), base+"extra", "the schema")
}

// check refuses what we do not follow, and numbers that nobody could compute with.
func (e *Extra) check(path []string, value any) error {
	down := func(key string) []string { return append(slices.Clone(path), key) }
	switch v := value.(type) {
	case json.Number:
		if digits := len(v.String()); digits > mostDigit || strings.ContainsAny(v.String(), "eE") {
			return &ExtraError{Path: path, Message: "the number is too long; write at most 15 digits and no exponent"}
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
			return &ExtraError{Path: here, Message: fmt.Sprintf("%q leads nowhere; a reference is to a part of this schema, as #/$defs/owner, or to one of skilllint's by its $id", text)}
		}
	case key == "$id" && isText && len(path) > 0, key == "$anchor" && isText, strings.HasPrefix(key, "$dynamic") && isText, strings.HasPrefix(key, "$recursive"):
		return &ExtraError{Path: here, Message: fmt.Sprintf("%s is not followed here; refer to parts of the schema by #/$defs/…", key)}
	}
	return e.check(here, value)
}

// A workCount counts how many schemas one value may be held to.
type workCount struct {
	extra      *Extra
	known      map[string]int  // of references that were counted
	open       map[string]bool // of references that are being counted
	recursions int             // references to a part that is being counted
	choices    bool            // a value may be held to several schemas at once
}

// of returns the count of a schema and what it refers to.
func (c *workCount) of(value any) int {
	sum := 0
	switch v := value.(type) {
	case []any:
		for _, item := range v {
			sum += c.of(item)
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
				sum += c.of(item)
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
	if o.name != c.extra.name { // one of ours
		return 1
	}
	c.open[ref] = true
	c.known[ref] = c.of(node)
	delete(c.open, ref)
	return c.known[ref]
}

// Name returns the file of the schema, as messages say it.
func (e *Extra) Name() string { return e.name }

// Fields returns the names of the fields that the schema describes, sorted.
func (e *Extra) Fields() []string { return slices.Sorted(maps.Keys(e.properties(e.tree))) }

// Validate checks a value as the function of that name does.
func (e *Extra) Validate(value any) ([]Violation, error) {
	if count(value, mostNodes) <= 0 {
		return nil, ErrTooLarge
	}
	found, err := validate(&collector{origin: e.origin, value: value}, e.compiled)
	if err != nil {
		return nil, fmt.Errorf("validate by %s: %w", e.name, err)
	}
	for i := range found {
		found[i].Rule = "" // which would leave it to a rule that knows nothing of it
		if found[i].Effect == "" {
			found[i].Effect = "the custom schema " + e.name + " requires this"
		}
	}
	return found, nil
}
