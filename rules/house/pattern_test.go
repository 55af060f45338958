package house

import (
	"slices"
	"testing"
)

func TestWords(t *testing.T) {
	tests := []struct {
		pattern string
		want    []string
		fold    bool
	}{
		{`curl`, []string{"curl"}, false},
		{`\bcurl\s+-s\b`, []string{"curl"}, false},
		{`\b(curl|wget)\b`, []string{"curl", "wget"}, false},
		{`(?i)\bCurl\b`, []string{"curl"}, true},
		{`(?i)kiosk rules`, []string{" rule"}, true},
		{`(?i)ſs`, nil, true},
		{`(?i)naïve`, []string{"na"}, true},
		{`x(?:abc)+y{2}`, []string{"abc"}, false},
		{`(abc)?d`, []string{"d"}, false},
		{`abc|[0-9]`, nil, false},
		{`[a-z]+`, nil, false},
		{`(?:abc){0,3}[0-9]`, nil, false},
		{`技能.`, []string{"技能"}, false},
		{`[Cc]url`, []string{"url"}, false},
	}
	for _, test := range tests {
		p, err := Compile(test.pattern, true)
		if err != nil {
			t.Fatal(err)
		}
		if got := p.words; !slices.Equal(got.any, test.want) || len(got.any) > 0 && got.fold != test.fold {
			t.Errorf("%s: %q, %v, want %q, %v", test.pattern, got.any, got.fold, test.want, test.fold)
		}
	}
}

// FuzzWords checks that each match of a pattern contains one of its words, and has a length within its bounds.
func FuzzWords(f *testing.F) {
	for _, seed := range [][2]string{
		{`(?i)straße|kelvin`, "STRASSE \u212aelvin ſtraße"}, {`(?:ab|c){2,3}d`, "abcd ccd"}, {`(?s)a.*?b`, "a\n\nb"}, {`[Kk]ey`, "\u212aey Key"},
	} {
		f.Add(seed[0], seed[1])
	}
	f.Fuzz(func(t *testing.T, pattern, text string) {
		p, err := Compile(pattern, true)
		if err != nil || len(pattern) > 200 || len(text) > 2000 {
			t.Skip()
		}
		for _, m := range p.expr.FindAllStringIndex(text, 20) {
			found := []byte(text[m[0]:m[1]])
			if !p.words.occurIn(found, func() []byte { return lower(found) }) {
				t.Errorf("%q matches %q, which contains none of the words %q", pattern, found, p.words.any)
			}
			if len(found) == 0 || len(found) > p.longest {
				t.Errorf("%q matches %q: %d bytes, maximum %d", pattern, found, len(found), p.longest)
			}
		}
	})
}

func TestTemplate(t *testing.T) {
	p, err := Compile(`(a)(?P<second>b)?`, true)
	if err != nil {
		t.Fatal(err)
	}
	group := func(n int) string { return []string{"ab", "a", "b"}[n] }
	for text, want := range map[string]string{
		"": "", "plain": "plain", "$0": "ab", "$1x$2": "axb", "${second}${1}1": "ba1", "$$1": "$1", "$$$1": "$a", "a$$": "a$", "$2é": "bé",
	} {
		template, err := ParseTemplate(text, p)
		if err != nil {
			t.Errorf("%q: %v", text, err)
		} else if got := template.expand(group); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	for _, text := range []string{"$", "$3", "${3}", "${third}", "${", "${}", "$HOME", "$ 1", "$99999999999999999999"} {
		if _, err := ParseTemplate(text, p); err == nil {
			t.Errorf("%q: no error", text)
		}
	}
}
