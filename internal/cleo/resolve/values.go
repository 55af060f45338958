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

// A Declaration is what a placeholders.json says of one token.
type Declaration struct {
	Name    string
	Pattern string   // what its values match, as a shell's =~ does; "": nothing is said
	Values  []string // all its values; none: nothing is said
	Example string
	Default string // "": none
}

// Declarations returns what a placeholders.json declares, in its order. Any mapping with a token is
// a declaration, however deep it lies.
func Declarations(source []byte) ([]Declaration, error) {
	tree := jsontree.Parse(source, 0)
	if tree.Root == nil {
		if tree.Broken != nil {
			return nil, fmt.Errorf("invalid JSON: %s", tree.Broken.Message)
		}
		return nil, fmt.Errorf("it is empty")
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

// A Value is what stands for a token.
type Value struct {
	Text string
	From string // who says so: "--set", "the task", "placeholders.json", "the protocol"
}

// Values knows what tokens stand for.
type Values struct {
	Date string // of {{DATE}}, where neither --set nor the task gives one; "": none

	set, task map[string]string
	declared  map[string]*Declaration
	inputs    map[string]bool
	tokens    *schema.Tokens // nil: the dialect has none
}

// NewValues returns the values that --set gives, then the task, then the defaults of
// placeholders.json, then the protocol's own. A default that is empty, or does not fit its own
// pattern (as a command that a shell would run), is none. Inputs are names that the skill's
// registry declares; they have no values.
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

// Lookup returns the value of a token, by its name without braces.
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

// stands reports whether a name stands for any token, in texts about tokens.
func (v *Values) stands(name string) bool {
	return v.tokens != nil && slices.Contains(v.tokens.Any, name)
}

// why says for a message what is known of a name without a value.
func (v *Values) why(name string) string {
	switch {
	case v.declared[name] != nil:
		return ", though placeholders.json declares it"
	case v.inputs[name]:
		return ", though the registry declares it as an input"
	}
	return ""
}

// Names returns every name that has a value or of which something is said, sorted: for near misses.
func (v *Values) Names() []string {
	names := slices.Concat(slices.Collect(maps.Keys(v.task)), slices.Collect(maps.Keys(v.declared)), slices.Collect(maps.Keys(v.inputs)))
	if v.tokens != nil {
		names = append(names, v.tokens.Names...)
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// Check returns an error when a name is none that a token could have, or when a value does not fit
// what placeholders.json or else the protocol says of it. The error reads well behind "--set NAME=VALUE: ".
func (v *Values) Check(name, value string) error {
	if !isName(name) {
		return fmt.Errorf("%s is no name of a token; write capitals, digits and \"_\", as in TASK_ID=T1", quote.Text(name))
	}
	if d := v.declared[name]; d != nil && (d.Pattern != "" || len(d.Values) > 0) {
		if d.fits(value) {
			return nil
		}
		wants := "matches " + quote.Text(d.Pattern)
		if len(d.Values) > 0 {
			wants = "is one of " + strings.Join(d.Values, ", ")
		}
		example := ""
		if d.Example != "" {
			example = ", as in " + quote.Text(d.Example)
		}
		return fmt.Errorf("%s does not fit {{%s}}, whose value %s by placeholders.json%s", quote.Text(value), name, wants, example)
	}
	if form, ok := forms[name]; ok && !form.fits(value) {
		return fmt.Errorf("%s does not fit {{%s}}, whose value is %s by the protocol", quote.Text(value), name, form.what)
	}
	return nil
}

func isName(name string) bool {
	if name == "" || !(name[0] >= 'A' && name[0] <= 'Z' || name[0] == '_') {
		return false
	}
	return strings.Trim(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") == ""
}

const maxPattern = 1_000 // bytes of a pattern that is looked at

// fits reports whether a value is what is declared. A pattern that is none is not looked at.
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

// A form is what the protocol's examples say of a token's values.
type form struct {
	what string
	fits func(string) bool
}

// forms are those of the tables of the subagent protocol 1.0.0.
var forms = map[string]form{
	"TASK_ID":     {"\"T\" and digits, as in T2402", isTask},
	"EPIC_ID":     {"\"T\" and digits, as in T2392", isTask},
	"DATE":        {"a date of the calendar, as in 2026-01-26", isDate},
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
