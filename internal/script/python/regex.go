package python

import (
	"errors"
	"fmt"
	"regexp"
	"regexp/syntax"
	"strings"
	"sync"
	"unicode/utf8"
)

// A PatternVerdict is how Python treats a pattern.
type PatternVerdict struct {
	Problem string // why the pattern does not compile, a clause: "unclosed parenthesis"; empty: no problem found
	Empty   bool   // the pattern matches the empty string; false if Unmodeled is set

	// Unmodeled is syntax that is not modeled: "a look-ahead". If it is set, the other fields are empty.
	Unmodeled string
}

// maxLength is the limit for patterns in bytes.
const maxLength = 1000

// CheckPattern reports whether Python's module re compiles a pattern, and whether the pattern matches the empty string. It
// translates the pattern for Go's package regexp, which takes linear time, and reports unsupported syntax.
func CheckPattern(pattern string) PatternVerdict {
	if len(pattern) > maxLength {
		return PatternVerdict{Unmodeled: fmt.Sprintf("more than %d characters", maxLength)}
	}
	t := translator{rest: pattern}
	for t.rest != "" && t.verdict == (PatternVerdict{}) {
		t.step()
	}
	if t.verdict != (PatternVerdict{}) {
		return t.verdict
	}
	expr, err := regexp.Compile(t.out.String())
	if err != nil {
		return errorVerdict(err)
	}
	return PatternVerdict{Empty: expr.MatchString("")}
}

// A translator translates a Python pattern to Go.
type translator struct {
	rest    string
	out     strings.Builder
	inClass bool
	started bool // anything but flags was read
	verbose bool // white space and comments are ignored
	verdict PatternVerdict
}

// groups are the prefixes of groups, with their name if Go does not support them.
var groups = []struct{ prefix, beyond string }{
	{"(?:", ""}, {"(?P<", ""}, {"(?P=", "a back-reference"}, {"(?=", "a look-ahead"}, {"(?!", "a look-ahead"},
	{"(?<=", "a look-behind"}, {"(?<!", "a look-behind"}, {"(?>", "an atomic group"}, {"(?(", "a condition"},
}

// expressions are compiled on first use, because few runs need them.
var expressions = sync.OnceValue(func() (e struct{ flags, comment, openRepeat, bothLimits, firstInList *regexp.Regexp }) {
	e.flags = regexp.MustCompile(`^\(\?[aiLmsux]*(-[imsx]+)?[:)]`)
	e.comment = regexp.MustCompile(`^\(\?#[^)]*\)`)
	e.openRepeat = regexp.MustCompile(`^\{,([0-9]*)\}`)
	e.bothLimits = regexp.MustCompile(`^\{([0-9]+),([0-9]+)\}$`)
	e.firstInList = regexp.MustCompile(`^\[\^?\]?`)
	return e
})

// step translates one character, escape or prefix of a group.
func (t *translator) step() {
	switch {
	case t.rest[0] == '\\':
		t.escape()
	case t.inClass && t.rest[0] == '[':
		t.write(`\[`, 1) // Python has no classes such as "[:alpha:]"
		return
	case t.verbose && !t.inClass && strings.ContainsRune(" \t\n\r\v\f", rune(t.rest[0])):
		t.write("", 1)
	case t.verbose && !t.inClass && t.rest[0] == '#':
		line, _, _ := strings.Cut(t.rest, "\n")
		t.write("", len(line))
	case t.inClass:
		t.inClass = t.rest[0] != ']'
		t.copy(1)
	case t.rest[0] == '[':
		t.inClass = true
		t.copy(len(expressions().firstInList.FindString(t.rest)))
	case strings.HasPrefix(t.rest, "(?"):
		t.group()
		return
	case expressions().openRepeat.MatchString(t.rest):
		whole := expressions().openRepeat.FindStringSubmatch(t.rest)
		t.write("{0,"+whole[1]+"}", len(whole[0]))
	default:
		t.copy(1)
	}
	t.started = true
}

func (t *translator) copy(n int) { t.write(t.rest[:n], n) }

// write replaces the next n bytes with a translation.
func (t *translator) write(text string, n int) {
	t.out.WriteString(text)
	t.rest = t.rest[n:]
}

// group translates the prefix of a group that starts with "(?".
func (t *translator) group() {
	if whole := expressions().flags.FindString(t.rest); whole != "" {
		isGlobal := strings.HasSuffix(whole, ")")
		switch {
		case isGlobal && t.started:
			t.verdict.Problem = "global flags after the start of the pattern"
		case isGlobal && strings.Contains(whole, "-"):
			t.verdict.Problem = "global flag turned off"
		case strings.ContainsAny(whole, "aL") || !isGlobal && strings.ContainsAny(whole, "ux"):
			t.verdict.Unmodeled = "the flags a, L, u or x"
		}
		t.started = t.started || !isGlobal
		t.verbose = t.verbose || strings.Contains(whole, "x")
		t.write(strings.Replace(strings.NewReplacer("u", "", "x", "").Replace(whole), "(?)", "", 1), len(whole))
		return
	}
	if whole := expressions().comment.FindString(t.rest); whole != "" {
		t.write("", len(whole))
		return
	}
	t.started = true
	for _, o := range groups {
		if strings.HasPrefix(t.rest, o.prefix) {
			t.verdict.Unmodeled = o.beyond
			t.copy(len(o.prefix))
			return
		}
	}
	t.verdict.Problem = "unsupported group " + t.rest[:min(len("(?<"), len(t.rest))]
}

// escape translates a backslash and what follows it.
func (t *translator) escape() {
	c, width := utf8.DecodeRuneInString(t.rest[1:])
	whole := 1 + width
	switch {
	case width == 0:
		t.verdict.Problem = "trailing backslash"
	case c == 'N':
		t.verdict.Unmodeled = "a named character"
	case replacedEscapes[escaped{c, t.inClass}] != "":
		t.write(replacedEscapes[escaped{c, t.inClass}], whole)
		return
	case c == 'u' || c == 'U':
		digits := map[rune]int{'u': 4, 'U': 8}[c]
		end := min(whole+digits, len(t.rest))
		t.write(`\x{`+t.rest[whole:end]+"}", end)
		return
	case c >= '1' && c <= '9':
		t.verdict.Unmodeled = "a back-reference"
	case c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z':
		if !strings.ContainsRune("AbBdDfnrsStvwWxa", c) || t.inClass && strings.ContainsRune("AB", c) {
			t.verdict.Problem = `unsupported escape \` + string(c)
		}
	case c >= utf8.RuneSelf:
		t.write(string(c), whole)
		return
	}
	t.copy(whole)
}

// An escaped letter is written after a backslash, outside or inside a class.
type escaped struct {
	letter  rune
	inClass bool
}

// replacedEscapes are the escapes that Go writes in another way.
var replacedEscapes = map[escaped]string{
	{'Z', false}: `\z`,
	{'B', false}: `\b`, // like \b, it does not match the empty string in Python
	{'b', true}:  `\x08`,
}

// problems are the errors of Go that also apply to Python.
var problems = map[syntax.ErrorCode]string{
	syntax.ErrInvalidCharRange:      "invalid range in a character class",
	syntax.ErrInvalidEscape:         "incomplete escape sequence",
	syntax.ErrInvalidNamedCapture:   "invalid group name",
	syntax.ErrInvalidRepeatOp:       "quantifier after a quantifier",
	syntax.ErrMissingBracket:        "unclosed character class",
	syntax.ErrMissingParen:          "unclosed parenthesis",
	syntax.ErrMissingRepeatArgument: "nothing to repeat before the quantifier",
	syntax.ErrUnexpectedParen:       "unmatched closing parenthesis",
}

// errorVerdict returns the verdict on a pattern that Go does not compile.
func errorVerdict(err error) PatternVerdict {
	var problem *syntax.Error
	if !errors.As(err, &problem) {
		return PatternVerdict{Unmodeled: "a structure too complex to check"}
	}
	limits := expressions().bothLimits.FindStringSubmatch(problem.Expr)
	switch {
	case problem.Code == syntax.ErrInvalidRepeatOp && strings.HasSuffix(problem.Expr, "+"):
		return PatternVerdict{Unmodeled: "a possessive quantifier"}
	case problem.Code == syntax.ErrInvalidRepeatSize && limits != nil && (len(limits[1]) > len(limits[2]) || len(limits[1]) == len(limits[2]) && limits[1] > limits[2]):
		return PatternVerdict{Problem: "quantifier minimum exceeds its maximum"}
	case problem.Code == syntax.ErrInvalidNamedCapture && strings.ContainsFunc(problem.Expr, func(r rune) bool { return r >= utf8.RuneSelf }):
		return PatternVerdict{Unmodeled: "a group name outside ASCII"}
	case problems[problem.Code] != "":
		return PatternVerdict{Problem: problems[problem.Code]}
	}
	return PatternVerdict{Unmodeled: "a structure too complex to check"}
}
