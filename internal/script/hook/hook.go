// Package hook finds what the script of a hook reads from its input, and which JSON it writes.
//
// Claude Code writes the call to the script's standard input, as JSON, and reads JSON from its standard output. The package reads
// literal names only, and reads shell, Python and JavaScript by their tokens.
package hook

import (
	"regexp"
	"strings"
	"sync"

	"github.com/skilllint/skilllint/analysis"
)

// A Syntax is how a language writes strings and comments.
type Syntax uint8

// The syntaxes.
const (
	Shell Syntax = iota
	Python
	JavaScript
)

// A Mention is a name in a script, and its range.
type Mention struct {
	Name  string
	Range analysis.Range
}

// fromInput matches the variables that hold the input as an object, in Python and JavaScript.
var fromInput = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?m)(?:^|[\s;(])([A-Za-z_]\w*)\s*(?::\s*[\w\[\], .]+)?=\s*(?:json\.load\(\s*sys\.stdin\s*\)|json\.loads\(\s*(?:sys\.stdin\.(?:buffer\.)?read\(\)|raw|raw_input|stdin|stdin_data|input_data|input_text)\s*\)|` +
		`JSON\.parse\(\s*(?:input|inputData|raw|rawInput|stdin|stdinData|chunks\.join\(['"]{2}\)|(?:fs\.)?readFileSync\((?:0|['"]/dev/stdin['"]|process\.stdin\.fd)\b[^()]*\)(?:\.toString\(\))?|await Bun\.stdin\.text\(\))\s*\))`)
})

// field matches the reading of a field, after the name of a variable.
var field = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(?:\.get\(\s*["']([A-Za-z_]\w*)["']|\[["']([A-Za-z_]\w*)["']\](?:\s*[^=\s]|\s*==)|\??\.([A-Za-z_]\w*)\b(?:\s*[^(=\s\w]|\s*===?|\s*$))`)
})

// direct matches the reading of a field of the input without a variable.
var direct = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`json\.load\(\s*sys\.stdin\s*\)(?:\.get\(\s*\\?["']([A-Za-z_]\w*)\\?["']|\[\\?["']([A-Za-z_]\w*)\\?["']\])`)
})

// stored matches the variables of a shell script that hold its standard input.
var stored = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?m)(?:^|[\s;])(?:local\s+)?([A-Za-z_]\w*)=(?:"?\$\((?:cat|cat -|cat /dev/stdin|timeout \S+ cat|</dev/stdin|< /dev/stdin)(?: 2>/dev/null)?(?: \|\| (?:true|echo ['"{} ]*))?\)"?)`)
})

// filtered matches a filter of jq that reads one field of its input.
var filtered = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`\bjq((?:\s+-[A-Za-z]+|\s+--raw-output)*)\s+(['"])\.([A-Za-z_]\w*)[^'"/,|(]*(?:\s*//\s*(?:empty|null|\\?["'][^'"]*\\?["']))?\s*(?:\|[^'"]*)?['"]`)
})

// Fields returns the fields at the top level of the input that a script reads, in the order of the text.
func Fields(text string, s Syntax) []Mention {
	var found []Mention
	add := func(start, end int) {
		if start >= 0 && len(found) < maxMentions {
			found = append(found, Mention{text[start:end], analysis.Range{Start: start, End: end}})
		}
	}
	for _, m := range direct().FindAllStringSubmatchIndex(text, maxMentions) {
		add(m[2], m[3])
		add(m[4], m[5])
	}
	if s == Shell {
		return append(found, jqFields(text)...)
	}
	for _, m := range fromInput().FindAllStringSubmatchIndex(text, maxVariables) {
		name := text[m[2]:m[3]]
		for at := m[1]; ; {
			n := strings.Index(text[at:], name)
			if n < 0 {
				break
			}
			from := at + n
			at = from + len(name)
			if from > 0 && isWord(text[from-1]) || from > 0 && text[from-1] == '.' {
				continue
			}
			if f := field().FindStringSubmatchIndex(text[at:min(len(text), at+200)]); f != nil {
				for k := 2; k < len(f); k += 2 {
					if f[k] >= 0 {
						add(at+f[k], at+f[k+1])
					}
				}
			}
		}
	}
	return found
}

// Limits of what is kept of a script.
const (
	maxMentions  = 200
	maxVariables = 4
)

// jqFields returns the fields that filters of jq read from standard input, or from a variable that holds it.
func jqFields(text string) []Mention {
	held := map[string]bool{}
	for _, m := range stored().FindAllStringSubmatch(text, maxVariables) {
		held[m[1]] = assignments(text, m[1]) == 1
	}
	var found []Mention
	for _, m := range filtered().FindAllStringSubmatchIndex(text, maxMentions) {
		start := strings.LastIndexByte(text[:m[0]], '\n') + 1
		end := len(text)
		if n := strings.IndexByte(text[m[1]:], '\n'); n >= 0 {
			end = m[1] + n
		}
		before, after := text[start:m[0]], strings.TrimLeft(text[m[1]:end], " ")
		if strings.Contains(before, "#") || !isOfInput(before, after, held) {
			continue
		}
		found = append(found, Mention{text[m[6]:m[7]], analysis.Range{Start: m[6], End: m[7]}})
	}
	return found
}

// assignments counts the assignments of a variable, other than of nothing.
func assignments(text, name string) int {
	n := 0
	for at := 0; ; {
		i := strings.Index(text[at:], name+"=")
		if i < 0 {
			return n
		}
		at += i + len(name) + 1
		before, value := at-len(name)-2, text[at:]
		if (before < 0 || !isWord(text[before])) && !strings.HasPrefix(value, `""`) && !strings.HasPrefix(value, "''") && !strings.HasPrefix(value, "\n") {
			n++
		}
	}
}

// isOfInput reports whether jq reads the input of the script, by the text around it in its line.
func isOfInput(before, after string, held map[string]bool) bool {
	if rest, ok := strings.CutPrefix(after, "<<<"); ok {
		return held[variable(strings.TrimLeft(rest, " "))]
	}
	piped := strings.TrimRight(before, " ")
	if !strings.HasSuffix(piped, "|") { // jq reads standard input itself
		return len(held) == 0 && strings.HasSuffix(piped, "$(") && (after == "" || strings.HasPrefix(after, ")") || strings.HasPrefix(after, "2>"))
	}
	piped = strings.TrimRight(strings.TrimSuffix(piped, "|"), " ")
	at := max(strings.LastIndex(piped, "echo "), strings.LastIndex(piped, "printf "))
	if at < 0 {
		return false
	}
	dollar := strings.LastIndexByte(piped, '$')
	return dollar > at && held[variable(piped[dollar:])] && strings.Trim(piped[dollar+1+len(variable(piped[dollar:])):], `"{}`) == ""
}

// variable returns the name of the variable at the start of a text, which may be quoted.
func variable(s string) string {
	s = strings.TrimLeft(s, `"${`)
	end := 0
	for end < len(s) && isWord(s[end]) {
		end++
	}
	return s[:end]
}

func isWord(c byte) bool {
	return c == '_' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9'
}

// unset matches the variables that authors expect in the environment of a hook.
var unset = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?:\$\{?|environ(?:\.get\(\s*|\[)["']|getenv\(\s*["']|process\.env(?:\.|\[["']))(CLAUDE_(?:TOOL|FILE|HOOK|SUBAGENT)_[A-Z_]+|CLAUDE_(?:USER_PROMPT|PROMPT|MESSAGE|NOTIFICATION|COMMAND)|TOOL_(?:INPUT|NAME|OUTPUT|RESULT)(?:_[A-Z_]+)?)\b`)
})

// input matches what reads standard input.
var input = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`stdin|\$\(cat\)|\$\(cat\s|\bcat -|(?m)^\s*cat\s*$|\bcat\s*\||\bread\b|\binput\(|readFileSync\(0|\$\(jq\b`)
})

// Variables returns the variables with data of the call that a script expects in its environment, if it does not read its
// input. Otherwise they are a second source.
func Variables(text string) []Mention {
	found := unset().FindAllStringSubmatchIndex(text, maxMentions)
	if len(found) == 0 || readsInput(text) {
		return nil
	}
	var names []Mention
	for _, m := range found {
		name := text[m[2]:m[3]]
		if line := text[strings.LastIndexByte(text[:m[0]], '\n')+1 : m[0]]; !strings.HasPrefix(strings.TrimLeft(line, " \t"), "#") && !assigned(text, name) {
			names = append(names, Mention{name, analysis.Range{Start: m[2], End: m[3]}})
		}
	}
	return names
}

// readsInput reports whether a script reads its standard input, rather than the text that its line pipes into a program.
func readsInput(text string) bool {
	for _, m := range input().FindAllStringIndex(text, maxMentions) {
		line := text[strings.LastIndexByte(text[:m[0]], '\n')+1 : m[0]]
		if at := max(strings.LastIndex(line, "echo "), strings.LastIndex(line, "printf ")); at < 0 || !strings.Contains(line[at:], "|") {
			return true
		}
	}
	return false
}

// assigned reports whether a script sets a variable itself.
func assigned(text, name string) bool {
	return strings.Contains(text, "\n"+name+"=") || strings.Contains(text, "export "+name+"=") || strings.Contains(text, " "+name+"=")
}

// refusal matches a message that something is refused.
var refusal = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?i)(?:echo|printf|print|console\.\w+|stderr\.write)\b[^\n]*\b(?:block(?:ed|ing)?|den(?:ied|y)|forbidden|not allowed|refus(?:ed|ing)|reject(?:ed|ing)?)\b`)
})

var failure = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?m)^\s*(?:exit 1|sys\.exit\(1\)|process\.exit\(1\))\s*;?\s*$`)
})

var blocking = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`exit\s*\(?\s*2|exitCode\s*=\s*2|ermissionDecision|"decision|'decision|return 2|\bexit \$`)
})

// Failures returns the places where a script ends with status 1 after a message that something is refused. It returns none if
// the script also blocks in a way that works.
func Failures(text string) []Mention {
	if blocking().MatchString(text) {
		return nil
	}
	var found []Mention
	for _, m := range failure().FindAllStringIndex(text, maxMentions) {
		start := m[0]
		for range 4 {
			if n := strings.LastIndexByte(text[:max(start-1, 0)], '\n'); n >= 0 {
				start = n
			}
		}
		if refusal().MatchString(text[start:m[0]]) {
			at := m[0] + len(text[m[0]:m[1]]) - len(strings.TrimLeft(text[m[0]:m[1]], " \t\n"))
			found = append(found, Mention{strings.TrimRight(text[at:m[1]], "; \t\n"), analysis.Range{Start: at, End: at + len(strings.TrimRight(text[at:m[1]], "; \t\n"))}})
		}
	}
	return found
}
