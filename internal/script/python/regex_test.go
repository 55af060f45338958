package python

import (
	"encoding/json"
	"math/rand"
	"os/exec"
	"strings"
	"testing"
	"time"
)

func TestCheck(t *testing.T) {
	tests := []struct{ pattern, problem, beyond string }{
		{`deploy|release`, "", ""},
		{`(?P<day>\d+)\Z`, "", ""},
		{`a{,3}b`, "", ""},
		{`a{x}`, "", ""},
		{`[]a]`, "", ""},
		{`(?i)deploy`, "", ""},
		{`(?x) a # b`, "", ""},
		{`\u00e9\x41\U0001F600`, "", ""},
		{`é|技能`, "", ""},
		{`(deploy`, "unclosed parenthesis", ""},
		{`deploy)`, "unmatched closing parenthesis", ""},
		{`[a-`, "unclosed character class", ""},
		{`[z-a]`, "invalid range in a character class", ""},
		{`*deploy`, "nothing to repeat before the quantifier", ""},
		{`^*`, "", ""},
		{`a**`, "quantifier after a quantifier", ""},
		{`a{3,2}`, "quantifier minimum exceeds its maximum", ""},
		{`a{4294967295}`, "", "a structure too complex to check"},
		{`a\`, "trailing backslash", ""},
		{`\pL`, `unsupported escape \p`, ""},
		{`\Qa\E`, `unsupported escape \Q`, ""},
		{`a\z`, `unsupported escape \z`, ""},
		{`[\Z]`, `unsupported escape \Z`, ""},
		{`(?<day>a)`, "unsupported group (?<", ""},
		{`a(?i)b`, "global flags after the start of the pattern", ""},
		{`(?P<é>x)`, "", "a group name outside ASCII"},
		{`(?P<a-b>x)`, "invalid group name", ""},
		{`\1`, "", "a back-reference"},
		{`(?-i)a`, "global flag turned off", ""},
		{`(?<=a+)b`, "", "a look-behind"},
		{`(?-a:x)`, "unsupported group (?-", ""},
		{`(?x:a )`, "", "the flags a, L, u or x"},
		{`(?(2)a)`, "", "a condition"},
		{`(?=a)b`, "", "a look-ahead"},
		{`(?<!ab)c`, "", "a look-behind"},
		{`(a)\1`, "", "a back-reference"},
		{`(?P<a>b)(?P=a)`, "", "a back-reference"},
		{`a++`, "", "a possessive quantifier"},
		{`(?>a)`, "", "an atomic group"},
		{`(a)?(?(1)b|c)`, "", "a condition"},
		{`\N{EM DASH}`, "", "a named character"},
		{strings.Repeat("a", 1001), "", "more than 1000 characters"},
	}
	for _, test := range tests {
		got := CheckPattern(test.pattern)
		if got.Problem != test.problem || got.Unmodeled != test.beyond {
			t.Errorf("%s: %+v, want problem %q, beyond %q", test.pattern, got, test.problem, test.beyond)
		}
	}
}

func TestEmpty(t *testing.T) {
	for pattern, want := range map[string]bool{
		"": true, "a*": true, "a?b?": true, "(a|)": true, "a|": true, "^": true, "^$": true, `\A\Z`: true, "a{0}": true, "a{,2}": true,
		"(?i)": true, "(?:)": true, "(?#x)": true, ".*": true, "(?x) # a": true,
		"a": false, "a+": false, `\b`: false, `\B`: false, "a*b": false, "[ab]": false, "a{}": false, `\d*\s`: false, "(?x) a": false, " ": false,
	} {
		if got := CheckPattern(pattern); got != (PatternVerdict{Empty: want}) {
			t.Errorf("%s: %+v, want empty %v", pattern, got, want)
		}
	}
}

// pieces are the parts of random patterns in TestPython.
var pieces = []string{"a", "b", "é", "0", "1", "3", "7", "-", "]", "[", "[^", "[a-z", "(", ")", ")", ")", "|", "*", "+", "?", "{", "}", "{2}", "{,3}", "{1,",
	"^", "$", ".", " ", "#", "\n", ",", ":", "=", "!", "<", ">", "P", "i", "x", "s",
	`\`, `\\`, `\d`, `\w`, `\b`, `\B`, `\A`, `\Z`, `\z`, `\1`, `\2`, `\0`, `\01`, `\400`, `\12`, `\x4`, `\x41`, `\u00e9`, `\U0010ffff`, `\U00110000`, `\p`, `\Q`, `\.`, `\-`, `\]`, `\é`,
	"(?:", "(?P<n>", "(?P<m>", "(?P=n)", "(?=", "(?!", "(?<=", "(?<!", "(?<n>", "(?>", "(?(1)", "(?(n)", "(?(2)a|b)", "(?#", "(?i)", "(?x)", "(?i:", "(?-i:", "(?s-i:", "(?au:", "(?m-x:", "(?P", "(?", "(?L)", "(?a)", "(?u)", "(?P>", "(a)", "(b*)", "a+"}

// atoms, quantifiers and openings are the parts of random patterns that are usually valid.
var (
	atoms       = []string{"a", "b", "é", " ", "#", "0", ".", "[a-z]", "[^a]", `[\w-]`, `\d`, `\b`, "^", "$", `\Z`, `\x41`, "{", "}", "-", "]", `\.`, "", `\1`, "(?P=n)"}
	quantifiers = []string{"*", "+", "?", "{2}", "{,3}", "{1,}", "{0}", "*?", "++", "{2,3}?", "{x"}
	openings    = []string{"(", "(", "(?:", "(?P<n>", "(?=", "(?!", "(?<=", "(?<!", "(?>", "(?(1)", "(?(n)", "(?i:", "(?x:", "(?-x:"}
)

// randomPattern returns a sequence of pieces, or a pattern that is usually valid.
func randomPattern(random *rand.Rand, depth int) string {
	pick := func(from []string) string { return from[random.Intn(len(from))] }
	var b strings.Builder
	if depth == 3 && random.Intn(3) == 0 {
		for range 1 + random.Intn(9) {
			b.WriteString(pick(pieces))
		}
		return b.String()
	}
	if depth == 3 && random.Intn(6) == 0 {
		b.WriteString(pick([]string{"(?i)", "(?x)", "(?s)(?m)"}))
	}
	for range 1 + random.Intn(3) {
		switch n := random.Intn(20); {
		case n < 5 && depth > 0:
			b.WriteString(pick(openings) + randomPattern(random, depth-1) + ")")
		case n == 6:
			b.WriteString("|")
		case n == 7 && depth == 3:
			b.WriteString(pick(pieces))
		default:
			b.WriteString(pick(atoms))
		}
		if random.Intn(3) == 0 {
			b.WriteString(pick(quantifiers))
		}
	}
	return b.String()
}

// python prints the result of each pattern. Patterns are JSON strings, one per line.
const python = `
import json, re, sys, warnings
warnings.simplefilter("ignore")
for line in sys.stdin:
    try:
        print("empty" if re.compile(json.loads(line)).search("") else "some")
    except Exception as e:
        print("error", repr(str(e)))
`

// TestPython compares thousands of patterns with Python itself. Each reported problem must be one in Python, but not
// every problem in Python must be reported.
func TestPython(t *testing.T) {
	if testing.Short() {
		t.Skip("-short")
	}
	if out, err := exec.Command("python3", "-c", "import sys; print((3, 11) <= sys.version_info < (3, 13))").Output(); err != nil || strings.TrimSpace(string(out)) != "True" {
		t.Skip("requires python3 3.11 or 3.12")
	}
	random := rand.New(rand.NewSource(1))
	var patterns []string
	var in strings.Builder
	for range 30_000 {
		pattern := randomPattern(random, 3)
		patterns = append(patterns, pattern)
		line, err := json.Marshal(pattern)
		if err != nil {
			t.Fatal(err)
		}
		in.Write(append(line, '\n'))
	}
	command := exec.Command("python3", "-c", python)
	command.Stdin = strings.NewReader(in.String())
	out, err := command.Output()
	if err != nil {
		t.Fatal(err)
	}
	count := map[string]int{}
	answers := strings.Split(strings.TrimRight(string(out), "\n"), "\n")
	for i, pattern := range patterns {
		got, word := CheckPattern(pattern), "some"
		switch {
		case got.Problem != "":
			word = "error"
		case got.Unmodeled != "":
			word = "beyond"
		case got.Empty:
			word = "empty"
		}
		count[word]++
		want, _, _ := strings.Cut(answers[i], " ")
		count[want+" is "+word]++
		if (word == "error" || word == "empty" && want == "some") && word != want {
			t.Errorf("%q: %+v, Python reports %s", pattern, got, answers[i])
		}
	}
	t.Log(count)
	if found := count["error is error"]; found < 5000 {
		t.Errorf("found only %d of the patterns that Python rejects, want 5,000", found)
	}
}

// TestLong checks that long patterns take little time.
func TestLong(t *testing.T) {
	for _, piece := range []string{"(", "[", "{1", "a{2}", "(a{9}){9}", "(?P<a>", "(?#", "(?x)", "a|", "(a)", "[a-", "(?i:a)", "a*", "(a*)*", "(a{1000}){0}", "a{1000}", "(?x: #"} {
		for _, length := range []int{maxLength, 200_000} {
			start := time.Now()
			CheckPattern(strings.Repeat(piece, length/len(piece)))
			if took := time.Since(start); took > 30*time.Second {
				t.Errorf("%d bytes of %q took %v", length, piece, took)
			}
		}
	}
}

// FuzzCheck searches for patterns that make Check panic.
func FuzzCheck(f *testing.F) {
	for _, piece := range pieces {
		f.Add("(" + piece + "a)" + piece)
	}
	f.Fuzz(func(t *testing.T, pattern string) { CheckPattern(pattern) })
}
