package resolve

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/internal/syntax/jsontree"
	"github.com/skilllint/skilllint/schema"
)

// A Declaration is the definition of one placeholder in a placeholders.json.
type Declaration struct {
	Name    string
	Pattern string   // regular expression for values, as in a shell's =~; "": any
	Values  []string // valid values; none: any
	Example string
	Default string // "": none
}

// Declarations returns the declarations of a placeholders.json, in its order. Any mapping with a token,
// at any depth, is a declaration.
func Declarations(source []byte) ([]Declaration, error) {
	tree := jsontree.Parse(source, 0)
	if tree.Root == nil {
		if tree.Broken != nil {
			return nil, fmt.Errorf("invalid JSON: %s", tree.Broken.Message)
		}
		return nil, fmt.Errorf("file is empty")
	}
	return declared(tree.Root, nil), nil
}

func declared(v *analysis.Value, all []Declaration) []Declaration {
	text := func(key string) string {
		if t := v.Get(key); t.IsString() {
			return t.Text
		}
		return ""
	}
	if name := text("token"); name != "" {
		d := Declaration{Name: name, Pattern: text("pattern"), Example: text("example"), Default: text("default")}
		for _, one := range v.Get("enum").Strings() {
			d.Values = append(d.Values, one.Text)
		}
		all = append(all, d)
	}
	for _, item := range v.Items {
		all = declared(item, all)
	}
	for _, m := range v.Members {
		all = declared(m.Value, all)
	}
	return all
}

// A Value is the replacement of a placeholder.
type Value struct {
	Text string
	From string // its source: "--set", "the task", "placeholders.json", "the protocol"
}

// Values are the replacements of placeholders.
type Values struct {
	Date string // value of {{DATE}} if neither --set nor the task defines it; "": none

	set, task map[string]string
	declared  map[string]*Declaration
	inputs    map[string]bool
	tokens    *schema.Tokens // nil: the dialect has none
}

// NewValues returns the values from --set, then the task, then the defaults of placeholders.json, then the
// protocol. Defaults are ignored if they are empty or do not match their own pattern, such as commands for a
// shell. Inputs are names that the registry declares for the skill; they have no values.
func NewValues(d *schema.Dialect, set, task map[string]string, declarations []Declaration, inputs []string) *Values {
	v := &Values{set: set, task: task, declared: map[string]*Declaration{}, inputs: map[string]bool{}}
	if d != nil {
		v.tokens = d.Tokens
	}
	for i := range declarations {
		if d := &declarations[i]; v.declared[d.Name] == nil {
			v.declared[d.Name] = d
		}
	}
	for _, name := range inputs {
		v.inputs[name] = true
	}
	return v
}

// Lookup returns the value of a placeholder, by its name without braces.
func (v *Values) Lookup(name string) (Value, bool) {
	if text, ok := v.set[name]; ok {
		return Value{text, "--set"}, true
	}
	if text, ok := v.task[name]; ok {
		return Value{text, "the task"}, true
	}
	if name == "DATE" && v.Date != "" {
		return Value{v.Date, "the calendar"}, true
	}
	if d := v.declared[name]; d != nil && d.Default != "" && d.fits(d.Default) {
		return Value{d.Default, "placeholders.json"}, true
	}
	if v.tokens != nil && v.tokens.Defaults[name] != "" {
		return Value{v.tokens.Defaults[name], "the protocol"}, true
	}
	return Value{}, false
}

// isGeneric reports whether a name represents any placeholder, in texts about placeholders.
func (v *Values) isGeneric(name string) bool {
	return v.tokens != nil && slices.Contains(v.tokens.Any, name)
}

// declaredIn describes where a name without a value is declared, as part of a message.
func (v *Values) declaredIn(name string) string {
	switch {
	case v.declared[name] != nil:
		return " (declared in placeholders.json)"
	case v.inputs[name]:
		return " (declared as an input in the registry)"
	}
	return ""
}

// Names returns every name with a value or declaration, sorted, for suggestions.
func (v *Values) Names() []string {
	names := slices.Concat(slices.Collect(maps.Keys(v.task)), slices.Collect(maps.Keys(v.declared)), slices.Collect(maps.Keys(v.inputs)))
	if v.tokens != nil {
		names = append(names, v.tokens.Names...)
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// Check returns an error if a name is invalid, or a value violates its definition in placeholders.json or the
// protocol. The error follows "--set NAME=VALUE: ".
func (v *Values) Check(name, value string) error {
	if !isName(name) {
		return fmt.Errorf("invalid placeholder name %s; use capitals, digits and \"_\", as in TASK_ID=T1", quote.Text(name))
	}
	if d := v.declared[name]; d != nil && (d.Pattern != "" || len(d.Values) > 0) {
		if d.fits(value) {
			return nil
		}
		condition := "match " + quote.Text(d.Pattern)
		if len(d.Values) > 0 {
			condition = "be one of " + strings.Join(d.Values, ", ")
		}
		example := ""
		if d.Example != "" {
			example = "; for example " + quote.Text(d.Example)
		}
		return fmt.Errorf("invalid value %s for {{%s}}: placeholders.json requires it to %s%s", quote.Text(value), name, condition, example)
	}
	if form, ok := forms[name]; ok && !form.fits(value) {
		return fmt.Errorf("invalid value %s for {{%s}}: the protocol requires %s", quote.Text(value), name, form.what)
	}
	return nil
}

func isName(name string) bool {
	if name == "" || !(name[0] >= 'A' && name[0] <= 'Z' || name[0] == '_') {
		return false
	}
	return strings.Trim(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") == ""
}

const maxPattern = 1_000 // maximum length of a pattern in bytes; longer ones are ignored

// fits reports whether a value matches its declaration. Invalid patterns are ignored.
func (d *Declaration) fits(value string) bool {
	if len(d.Values) > 0 && !slices.Contains(d.Values, value) {
		return false
	}
	if d.Pattern == "" || len(d.Pattern) > maxPattern {
		return true
	}
	pattern, err := regexp.CompilePOSIX(d.Pattern)
	if err != nil {
		pattern, err = regexp.Compile(d.Pattern)
	}
	return err != nil || pattern.MatchString(value)
}

// A form is the format of a placeholder's values in the protocol's examples.
type form struct {
	what string
	fits func(string) bool
}

// forms are the formats in the tables of the subagent protocol 1.0.0.
var forms = map[string]form{
	"TASK_ID":     {"\"T\" and digits, as in T2402", isTask},
	"EPIC_ID":     {"\"T\" and digits, as in T2392", isTask},
	"DATE":        {"a date, as in 2026-01-26", isDate},
	"TOPIC_SLUG":  {"lower-case letters, digits and hyphens, as in authentication-research", isSlug},
	"TOPICS_JSON": {"a JSON list of strings, as in [\"auth\", \"security\"]", isStrings},
}

func isTask(s string) bool {
	rest, ok := strings.CutPrefix(s, "T")
	return ok && rest != "" && strings.Trim(rest, "0123456789") == ""
}

func isDate(s string) bool { _, err := time.Parse(time.DateOnly, s); return err == nil }

func isSlug(s string) bool {
	return s != "" && strings.Trim(s, "abcdefghijklmnopqrstuvwxyz0123456789-") == "" &&
		s[0] != '-' && s[len(s)-1] != '-' && !strings.Contains(s, "--")
}

func isStrings(s string) bool {
	tree := jsontree.Parse([]byte(s), 0)
	return tree.Root != nil && tree.Root.Kind == analysis.List &&
		!slices.ContainsFunc(tree.Root.Items, func(v *analysis.Value) bool { return !v.IsString() })
}
