package invocation

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/skilllint/skilllint/analysis/suggest"
	"github.com/skilllint/skilllint/facts/shell"
	"github.com/skilllint/skilllint/internal/script"
)

// check compares the arguments of a call with the interface of its script.
func check(c *Call) []Problem {
	if !c.Script.Interface.Known || c.Interpreter == "source" || c.Interpreter == "." {
		return nil
	}
	if args := c.Args(); c.Interpreter == "go" && len(args) > 0 && strings.HasSuffix(args[0].Text, ".go") {
		return nil // another file of the program
	}
	if last := len(c.Words) - 1; last > c.File && !c.Words[last].Quoted && c.Words[last].Text != "" && strings.TrimSpace(c.Words[last].Text) == "" {
		return []Problem{{Kind: Surplus, Word: last, Name: c.Words[last].Text}} // after a backslash that was to continue the command
	}
	m := &matcher{call: c, seen: map[*script.Option]bool{}}
	m.open = c.Partial || c.Form == Span // inline code may only name a script, or an option of it
	m.level(c.Script.Interface, nil, c.File+1)
	shell := c.Script.Language == script.Shell // which may read positionals in any function
	m.found = slices.DeleteFunc(m.found, func(p Problem) bool {
		switch p.Kind {
		case MissingOption, MissingValue, MissingSubcommand:
			return m.open
		case MissingPositional, Surplus:
			return m.open || shell
		}
		return false
	})
	return m.found
}

// A matcher matches arguments with an interface and its subcommands.
type matcher struct {
	call  *Call
	found []Problem
	seen  map[*script.Option]bool
	open  bool // arguments may be missing from the text, so that nothing is reported as missing
	lost  bool // an unknown option may have a value, so that positionals are uncertain
}

func (m *matcher) add(p Problem) { m.found = append(m.found, p) }

// level matches the arguments from an index on with an interface. parent is that of the command, if the interface is one of a
// subcommand.
func (m *matcher) level(of, parent *script.Interface, from int) {
	if of == nil || !of.Known {
		m.open = true
		return
	}
	words := m.call.Words
	var positionals []int
	for i := from; i < len(words); i++ {
		text, ok := m.argument(&words[i])
		switch {
		case !ok:
			m.lost = true
			if len(of.Subcommands) > 0 && len(positionals) == 0 {
				return // it may be a subcommand
			}
		case text == "--" && !words[i].Quoted:
			for i++; i < len(words); i++ {
				positionals = append(positionals, i)
			}
		case isOption(text) && (of.Interspersed || len(positionals) == 0) && len(positionals) >= of.Leading:
			next := m.option(of, parent, text, i)
			if next < 0 {
				return
			}
			i = next
		default:
			if len(of.Subcommands) > 0 && len(positionals) >= leastPositionals(of) {
				m.required(of, len(positionals), true)
				m.subcommand(of, text, i)
				return
			}
			positionals = append(positionals, i)
		}
	}
	m.required(of, len(positionals), false)
	m.positionals(of, positionals)
}

// argument returns the text of an argument without the brackets of a synopsis. ok is false if it stands for any arguments.
func (m *matcher) argument(w *shell.Word) (text string, ok bool) {
	text = w.Text
	if w.Quoted {
		m.open = m.open || w.Many
		return text, !w.Many
	}
	if strings.Contains(text, "...") || strings.Contains(text, "…") || strings.Contains(text, "{{#") || slices.Contains([]string{"..", "\\", "^", "`"}, text) {
		m.open = true
		return text, false
	}
	if inner := strings.Trim(text, "[]()"); inner != text && (strings.HasPrefix(text, "[") || strings.HasSuffix(text, "]") || strings.HasPrefix(inner, "-")) {
		m.open = true
		if text = inner; !isOption(inner) {
			return text, false
		}
	}
	if w.Many {
		m.open = true
	}
	return text, text != "" && !(w.Many && !isOption(text))
}

// isOption reports whether an argument is an option, and not a negative number.
func isOption(text string) bool {
	return len(text) > 1 && text[0] == '-' && text != "--" && (text[1] < '0' || text[1] > '9') && text[1] != '.'
}

// option matches an option, and returns the index of its last value. It returns -1 if the rest is not known.
func (m *matcher) option(of, parent *script.Interface, text string, at int) int {
	name, value, attached := strings.Cut(text, "=")
	name = strings.TrimRight(name, ",;:")
	if strings.ContainsAny(name, "${}<>|/*[]()…`'\"") || name == "--" {
		m.open, m.lost = true, true
		return at
	}
	o, inside := lookup(of, name)
	if o == nil {
		if !isHelp(name) {
			m.unknown(of, parent, name, at)
		}
		m.open, m.lost = true, true
		return at
	}
	m.seen[o] = true
	switch {
	case attached || inside:
		if !inside {
			m.value(o, name, value, m.call.Words[at].Gap, at)
		}
		return at
	case o.Inline || o.Arity == 0:
		return at
	case o.Arity == script.Remainder:
		m.lost = true
		return len(m.call.Words)
	}
	return m.values(o, name, at)
}

// values matches the values after an option, and returns the index of the last one.
func (m *matcher) values(o *script.Option, name string, at int) int {
	most, least := int(o.Arity), int(o.Arity)
	switch o.Arity {
	case script.Optional:
		most, least = 1, 0
	case script.ZeroOrMore:
		most, least = len(m.call.Words), 0
	case script.OneOrMore:
		most, least = len(m.call.Words), 1
	}
	count, isGo := 0, m.call.Script.Language == script.Go // whose options take the next argument, whatever it is
	for count < most && at+1 < len(m.call.Words) {
		w := &m.call.Words[at+1]
		text, ok := m.argument(w)
		if !isGo && (isOption(text) && !w.Quoted && (!w.Gap || strings.HasPrefix(text, "--")) || text == "--") {
			break
		}
		at++
		count++
		if !ok {
			m.open, m.lost = true, true
			return at
		}
		m.value(o, name, text, w.Gap, at)
	}
	if count < least && m.call.Form != Span {
		m.add(Problem{Kind: MissingValue, Word: at, Name: name})
	}
	if o.Arity == script.Optional && count > 0 {
		m.lost = true // or a positional
	}
	return at
}

// value checks the value of an option.
func (m *matcher) value(o *script.Option, name, value string, gap bool, at int) {
	m.check(value, gap, name, o.Choices, o.Type, at)
}

// check checks a value that may have a placeholder.
func (m *matcher) check(value string, gap bool, of string, choices []string, kind script.Type, at int) {
	if gap || value == "" || isPlaceholder(value) {
		return
	}
	switch {
	case len(choices) > 0 && !slices.Contains(choices, value):
		if strings.ContainsAny(value, "|/,") && !slices.ContainsFunc(strings.FieldsFunc(value, func(c rune) bool { return strings.ContainsRune("|/,", c) }), func(v string) bool { return !slices.Contains(choices, v) }) {
			return // json|yaml
		}
		near, _ := suggest.Best(value, choices)
		m.add(Problem{Kind: InvalidChoice, Word: at, Name: value, Of: of, Near: near, Choices: choices})
	case kind == script.Int && !isInt(value), kind == script.Float && !isFloat(value):
		m.add(Problem{Kind: InvalidNumber, Word: at, Name: value, Of: of})
	}
}

func isInt(s string) bool {
	_, err := strconv.ParseInt(strings.ReplaceAll(s, "_", ""), 0, 64)
	return err == nil
}

func isFloat(s string) bool {
	_, err := strconv.ParseFloat(strings.ReplaceAll(s, "_", ""), 64)
	return err == nil
}

// isPlaceholder reports whether a value stands for another: in capitals, in another script, or a single letter such as N.
func isPlaceholder(value string) bool {
	return value != "" && value[0] >= utf8.RuneSelf || strings.ContainsAny(value, "<>{}$[]…*") || strings.Contains(value, "..") || strings.ToUpper(value) == value && strings.ToLower(value) != value ||
		strings.HasPrefix(value, "your") || strings.HasPrefix(value, "my-") || strings.Contains(value, "xxx")
}

// required adds the findings for what is missing. partly is set if a subcommand follows.
func (m *matcher) required(of *script.Interface, count int, partly bool) {
	if slices.ContainsFunc(m.call.Args(), func(w shell.Word) bool { return isHelp(w.Text) || w.Text == "--version" }) {
		m.open = true
	}
	m.requiredOptions(of, count)
	if partly || m.lost {
		return
	}
	if len(of.Subcommands) > 0 && count >= leastPositionals(of) {
		if of.SubcommandRequired {
			var names []string
			for i := range of.Subcommands {
				names = append(names, of.Subcommands[i].Names[0])
			}
			m.add(Problem{Kind: MissingSubcommand, Word: m.call.File, Choices: names})
		}
		return
	}
	for _, p := range of.Positionals {
		if count -= p.Min; count < 0 {
			m.add(Problem{Kind: MissingPositional, Word: m.call.File, Name: p.Name})
			return
		}
	}
}

// requiredOptions adds the findings for missing options and groups of them. count is the number of arguments without a name.
func (m *matcher) requiredOptions(of *script.Interface, count int) {
	grouped := map[string]bool{}
	for _, g := range of.Groups {
		for _, n := range g.Names {
			grouped[n] = true
		}
		if g.Required && !m.has(of, g.Names) {
			m.add(Problem{Kind: MissingOption, Word: m.call.File, Choices: g.Names})
		}
	}
	var missing []string
	given := 0
	if of.Library == "param" {
		given = count // arguments without a name are values of the parameters in their order
	}
	for i := range of.Options {
		if given > 0 && of.Options[i].Arity != 0 && !m.seen[&of.Options[i]] {
			given--
			continue
		}
		if o := &of.Options[i]; o.Required && !m.seen[o] && len(o.Names) > 0 && !grouped[o.Names[0]] {
			missing = append(missing, longest(o.Names))
		}
	}
	if len(missing) > 0 {
		m.add(Problem{Kind: MissingOption, Word: m.call.File, Name: missing[0], More: missing[1:]})
	}
}

func longest(names []string) string {
	return slices.MaxFunc(names, func(a, b string) int { return len(a) - len(b) })
}

// has reports whether one of some options or positionals is given.
func (m *matcher) has(of *script.Interface, names []string) bool {
	for _, n := range names {
		o := of.Option(n)
		if o == nil || m.seen[o] {
			return true // a positional, which is not tracked
		}
	}
	return false
}

// positionals adds the findings for positionals.
func (m *matcher) positionals(of *script.Interface, at []int) {
	most, fixed := 0, true
	for _, p := range of.Positionals {
		if p.Max < 0 || most < 0 {
			most = -1
		} else {
			most += p.Max
		}
	}
	if most >= 0 && len(at) > most && !m.lost && of.Surplus != script.PassedOn && len(of.Subcommands) == 0 {
		w := m.call.Words[at[most]]
		m.add(Problem{Kind: Surplus, Word: at[most], Name: w.Text, Ignored: of.Surplus == script.Ignored})
	}
	for i, p := range of.Positionals {
		fixed = fixed && p.Min == 1 && p.Max == 1
		if !fixed || i >= len(at) || m.lost {
			return
		}
		w := m.call.Words[at[i]]
		m.check(w.Text, w.Gap, p.Name, p.Choices, p.Type, at[i])
	}
}

// leastPositionals returns how many positionals precede the subcommand.
func leastPositionals(of *script.Interface) int {
	n := 0
	for _, p := range of.Positionals {
		n += p.Min
	}
	return n
}

// subcommand matches a subcommand and the arguments after it.
func (m *matcher) subcommand(of *script.Interface, name string, at int) {
	if sub := of.Subcommand(name); sub != nil {
		m.lost = false
		m.level(sub.Interface, of, at+1)
		return
	}
	m.open = true
	if of.Surplus == script.PassedOn || m.call.Words[at].Gap || isPlaceholder(name) || strings.ContainsAny(name, "|/") || m.lost {
		return
	}
	var names []string
	for i := range of.Subcommands {
		names = append(names, of.Subcommands[i].Names...)
	}
	near, _ := suggest.Best(name, names)
	m.add(Problem{Kind: InvalidSubcommand, Word: at, Name: name, Near: near, Choices: names, Ignored: of.Surplus == script.Ignored})
}
