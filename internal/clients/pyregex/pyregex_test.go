package pyregex

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
		{`(deploy`, never, ""},
		{`deploy)`, "a parenthesis is closed that was never opened", ""},
		{`[a-`, "the class of characters is never closed", ""},
		{`[z-a]`, "a class has a range that ends before it begins, or is none", ""},
		{`*deploy`, "nothing stands before the quantifier that it can repeat", ""},
		{`^*`, "nothing stands before the quantifier that it can repeat", ""},
		{`a**`, "a quantifier follows another one", ""},
		{`a{3,2}`, "the quantifier's lower limit is above its upper one", ""},
		{`a{4294967295}`, "the number of repetitions is too large", ""},
		{`a\`, "it ends in a backslash", ""},
		{`\pL`, `\p means nothing to Python`, ""},
		{`\Qa\E`, `\Q means nothing to Python`, ""},
		{`a\z`, `\z means nothing to Python before 3.14`, ""},
		{`[\Z]`, `\Z means nothing to Python`, ""},
		{`(?<day>a)`, "(?<d opens no group that Python has", ""},
		{`a(?i)b`, "flags of the whole pattern stand behind its beginning", ""},
		{`(?P<a>x)(?P<a>y)`, `two groups have the name "a"`, ""},
		{`(?P<1>x)`, `"1" is no name of a group`, ""},
		{`\1`, "it refers to a group that does not exist", ""},
		{`(a\1)`, "a group refers to itself", ""},
		{`(?<=a+)b`, "what a look-behind looks for has no fixed length", ""},
		{`(?-a:x)`, "the flags a, u and L cannot be turned off", ""},
		{`(?ii-i:x)`, "a flag is turned on and off", ""},
		{`(?(2)a)`, "a condition asks for a group that does not exist", ""},
		{`(?=a)b`, "", "a look-ahead"},
		{`(?<!ab)c`, "", "a look-behind"},
		{`(a)\1`, "", "a back-reference"},
		{`(?P<a>b)(?P=a)`, "", "a back-reference"},
		{`a++`, "", "a possessive quantifier"},
		{`(?>a)`, "", "an atomic group"},
		{`(a)?(?(1)b|c)`, "", "a condition"},
		{`\N{EM DASH}`, "", "a character by its name"},
		{strings.Repeat("(", 200) + strings.Repeat(")", 200), "", "groups nested that deeply"},
	}
	for _, test := range tests {
		got := Check(test.pattern)
		if got.Problem != test.problem || got.Beyond != test.beyond {
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
		if got := Check(pattern); got != (Verdict{Empty: want}) {
			t.Errorf("%s: %+v, want empty %v", pattern, got, want)
		}
	}
}

// TestOffset checks that a problem lies in the pattern.
func TestOffset(t *testing.T) {
	for pattern, want := range map[string]int{"aé(": 2, "a)": 1, "ab**": 3, `ab\`: 2, "a[b": 1, "(?P<a>b)(?P<a>": 8, `é\z`: 1} {
		if got := Check(pattern); got.Offset != want || got.Problem == "" {
			t.Errorf("%s: %+v, want the offset %d", pattern, got, want)
		}
	}
}

// pieces are what the patterns of TestPython are made of.
var pieces = []string{"a", "b", "é", "0", "1", "3", "7", "-", "]", "[", "[^", "[a-z", "(", ")", ")", ")", "|", "*", "+", "?", "{", "}", "{2}", "{,3}", "{1,",
	"^", "$", ".", " ", "#", "\n", ",", ":", "=", "!", "<", ">", "P", "i", "x", "s",
	`\`, `\\`, `\d`, `\w`, `\b`, `\B`, `\A`, `\Z`, `\z`, `\1`, `\2`, `\0`, `\01`, `\400`, `\12`, `\x4`, `\x41`, `\u00e9`, `\U0010ffff`, `\U00110000`, `\p`, `\Q`, `\.`, `\-`, `\]`, `\é`,
	"(?:", "(?P<n>", "(?P<m>", "(?P=n)", "(?=", "(?!", "(?<=", "(?<!", "(?<n>", "(?>", "(?(1)", "(?(n)", "(?(2)a|b)", "(?#", "(?i)", "(?x)", "(?i:", "(?-i:", "(?s-i:", "(?au:", "(?m-x:", "(?P", "(?", "(?L)", "(?a)", "(?u)", "(?P>", "(a)", "(b*)", "a+"}

// atoms, quantifiers and openings are what patterns are made of that Python compiles more often.
var (
	atoms       = []string{"a", "b", "é", " ", "#", "0", ".", "[a-z]", "[^a]", `[\w-]`, `\d`, `\b`, "^", "$", `\Z`, `\x41`, "{", "}", "-", "]", `\.`, "", `\1`, "(?P=n)"}
	quantifiers = []string{"*", "+", "?", "{2}", "{,3}", "{1,}", "{0}", "*?", "++", "{2,3}?", "{x"}
	openings    = []string{"(", "(", "(?:", "(?P<n>", "(?=", "(?!", "(?<=", "(?<!", "(?>", "(?(1)", "(?(n)", "(?i:", "(?x:", "(?-x:"}
)

// generated returns a pattern: one of pieces in any order, or one that is nearly whole.
func generated(random *rand.Rand, depth int) string {
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
			b.WriteString(pick(openings) + generated(random, depth-1) + ")")
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

// python prints what Python makes of each pattern, a JSON string a line.
const python = `
import json, re, sys, warnings
warnings.simplefilter("ignore")
for line in sys.stdin:
    try:
        print("empty" if re.compile(json.loads(line)).search("") else "some")
    except Exception as e:
        print("error", repr(str(e)))
`

// TestPython compares thousands of patterns with Python itself.
func TestPython(t *testing.T) {
	if out, err := exec.Command("python3", "-c", "import sys; print((3, 11) <= sys.version_info < (3, 13))").Output(); err != nil || strings.TrimSpace(string(out)) != "True" {
		t.Skip("no python3 of version 3.11 or 3.12 is installed, so nothing was compared with it")
	}
	random := rand.New(rand.NewSource(1))
	var patterns []string
	var in strings.Builder
	for range 30_000 {
		pattern := generated(random, 3)
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
		got, word := Check(pattern), "some"
		switch {
		case got.Problem != "":
			word = "error"
		case got.Beyond != "":
			word = "beyond"
		case got.Empty:
			word = "empty"
		}
		count[word]++
		want, _, _ := strings.Cut(answers[i], " ")
		if word != want && !(word == "beyond" && want != "error") && count["wrong"] < 20 {
			count["wrong"]++
			t.Errorf("%q: %+v, Python says %s", pattern, got, answers[i])
		}
	}
	t.Log(count)
}

// TestLong checks that the time for a pattern grows with its length only.
func TestLong(t *testing.T) {
	for _, piece := range []string{"(", "[", "{1", "{1,", "a{2}", "(?P<a>", "(?#", "(?x)", "(?<=a", "a|", "(a)", `\1`, "(?(1)a", "[a-", "(?i:a)", "a*", `\N{`, "(?x: #"} {
		start := time.Now()
		Check(strings.Repeat(piece, 200_000))
		if took := time.Since(start); took > 5*time.Second {
			t.Errorf("200,000 times %q took %v", piece, took)
		}
	}
}

func FuzzCheck(f *testing.F) {
	for _, piece := range pieces {
		f.Add("(" + piece + "a)" + piece)
	}
	f.Fuzz(func(t *testing.T, pattern string) {
		if got := Check(pattern); got.Offset < 0 || got.Offset > len([]rune(pattern)) {
			t.Errorf("%q: %+v", pattern, got)
		}
	})
}
