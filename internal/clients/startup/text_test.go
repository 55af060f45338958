package startup

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/skilllint/skilllint/internal/clients/clientfs"
	"github.com/skilllint/skilllint/internal/clients/loader"
)

// regionsByTrial matches JavaScript's /(`+)([\s\S]*?)\1/g by brute force.
func regionsByTrial(text string) []span {
	var found []span
	for i := 0; i < len(text); {
		run := 0
		for i+run < len(text) && text[i+run] == '`' {
			run++
		}
		end := -1
		for n := run; n > 0 && end < 0; n-- {
			if at := strings.Index(text[i+n:], strings.Repeat("`", n)); at >= 0 {
				end = i + n + at + n
			}
		}
		if end < 0 {
			i++
			continue
		}
		found = append(found, span{i, end})
		i = end
	}
	return found
}

func TestCodeRegions(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 20_000 {
		var b strings.Builder
		for range r.IntN(14) {
			b.WriteString([]string{"`", "``", "```", "a", "\n", "`a`"}[r.IntN(6)])
		}
		if got, want := codeRegions(b.String()), regionsByTrial(b.String()); !slices.Equal(got, want) {
			t.Fatalf("%q: %v, want %v", b.String(), got, want)
		}
	}
}

// TestLinear checks that hostile texts are parsed in linear time.
func TestLinear(t *testing.T) {
	var steps strings.Builder
	for n := 1400; n > 0; n-- {
		steps.WriteString(strings.Repeat("`", n) + "a")
	}
	for _, text := range []string{steps.String(), strings.Repeat("`", 1<<20), strings.Repeat("` ", 1<<19), strings.Repeat("@a ", 1<<18), strings.Repeat("<!--\n", 1<<17), strings.Repeat("<!---->\n", 1<<17), strings.Repeat("```\n", 1<<17), strings.Repeat("{file:", 1<<17) + "}", "//" + strings.Repeat("{env:a}{file:a}", 1<<16), strings.Repeat("${file:", 1<<17) + "}"} {
		start := time.Now()
		codeRegions(text)
		geminiImportSpans(text)
		code := codeSpans(text)
		claudeImports(text, code)
		withoutHTMLComments(text, code)
		markedCode(text)
		loader.EnvironmentReference([]byte(text))
		(&builder{from: clientfs.FromMap("/", "/", nil, nil)}).kiloReferences(text, 0, "/", false)
		qwenWithoutComments(text)
		if took := time.Since(start); took > 30*time.Second {
			t.Errorf("%.20q …: took %v", text, took)
		}
	}
}

func TestClaudeImports(t *testing.T) {
	for _, test := range []struct {
		text string
		want []string
	}{
		{"@a.md and @docs/b.md.", []string{"a.md", "docs/b.md."}},
		{"me@a.md (@a.md) \"@a.md\"", nil},
		{"`@a.md` ``@a.md ` `` @b.md", []string{"b.md"}},
		{"```\n@a.md\n```\n@b.md\n~~~\n@c.md", []string{"b.md"}},
		{"@Design\\ Docs/a.md @a\\b.md", []string{"Design Docs/a.md", "a"}},
		{"@~/x.md @/x.md @#x @a.md#part @@x", []string{"~/x.md", "/x.md", "a.md"}},
		{"` unclosed @a.md\n\n@b.md", []string{"a.md", "b.md"}},
	} {
		if got := claudeImports(test.text, codeSpans(test.text)); !slices.Equal(got, test.want) {
			t.Errorf("%q: %q, want %q", test.text, got, test.want)
		}
	}
}

func TestWithoutHTMLComments(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"a\n<!-- x -->\nb\n", "a\nb\n"},
		{"a <!-- x --> b\n", "a <!-- x --> b\n"},
		{"<!--\nx\n-->\nb\n<!-- y -->", "b\n"},
		{"```\n<!-- x -->\n```\n", "```\n<!-- x -->\n```\n"},
		{"<!-- never closed\nb\n", "<!-- never closed\nb\n"},
		{"<!-- x --> rest\n<!-- y -->\n", " rest\n"},
	} {
		if got := withoutHTMLComments(test.text, codeSpans(test.text)); got != test.want {
			t.Errorf("%q: %q, want %q", test.text, got, test.want)
		}
	}
}

func TestMatches(t *testing.T) {
	for _, test := range []struct {
		pattern, path string
		want          bool
	}{
		{"**/*.ts", "a.ts", true}, {"**/*.ts", "a/b/c.ts", true}, {"**/*.ts", "a/b.tsx", false},
		{"src/**", "src/a/b", true}, {"src/**", "a/src/b", false}, {"*.md", "a/b.md", false},
		{"src/**/*.{ts,tsx}", "src/a/b.tsx", true}, {"{a,b}/{c,d}", "b/c", true}, {"[ab].md", "a.md", true},
		{"photos [2024/**", "photos [2024/x", true}, {"**/**/**/x", "x", true}, {strings.Repeat("**/", 200) + "x", strings.Repeat("a/", 200) + "y", false},
	} {
		if got := matches(test.pattern, test.path); got != test.want {
			t.Errorf("%.40q matches %.40q: %v", test.pattern, test.path, got)
		}
	}
	if n := len(expandBraces(strings.Repeat("{a,b}", 40))); n > maxBraces+2 {
		t.Errorf("%d patterns", n)
	}
}

func ExampleClient_Instructions() {
	fmt.Println(Lookup("codex").Title, len(Clients()) >= 5)
	// Output: Codex true
}
