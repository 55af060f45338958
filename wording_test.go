package skilllint_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/skilllint/skilllint/analysis/analysistest"
	"github.com/skilllint/skilllint/internal/cli"
	"github.com/skilllint/skilllint/internal/fixture"
	"github.com/skilllint/skilllint/rules"
)

// TestMessageLengths checks that most messages in fixtures fit on a line of a report. analysistest enforces the
// limit for all messages.
func TestMessageLengths(t *testing.T) {
	paths, err := filepath.Glob("fixtures/*/*/*.txtar")
	if err != nil || len(paths) < 400 {
		t.Fatalf("%d fixtures, error %v", len(paths), err)
	}
	value := regexp.MustCompile(`"[^"]{40,}"`)
	all, long := 0, 0
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		archive, err := fixture.Parse(data)
		if err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		for _, want := range archive.Wants {
			all++
			if message := value.ReplaceAllString(want.Message, `"…"`); utf8.RuneCountInString(message) > 80 {
				long++
				t.Logf("%s: %s", path, want.Message)
			}
		}
	}
	if long*20 > all {
		t.Errorf("%d of %d messages are longer than 80 characters, want at most 5 %%", long, all)
	}
}

// TestHelpWording checks the help of all commands and flags.
func TestHelpWording(t *testing.T) {
	var check func(c *cobra.Command)
	check = func(c *cobra.Command) {
		texts := map[string]string{"Short": c.Short, "Long": c.Long}
		c.LocalFlags().VisitAll(func(f *pflag.Flag) { texts["--"+f.Name] = f.Usage })
		for source, text := range texts {
			for _, problem := range analysistest.Wording(text) {
				t.Errorf("%s, %s: %s", c.CommandPath(), source, problem)
			}
		}
		for _, sub := range c.Commands() {
			check(sub)
		}
	}
	check(cli.Commands(rules.All()))
}

// TestPageWording checks the pages, except code blocks.
func TestPageWording(t *testing.T) {
	paths := []string{"README.md", "ARCHITECTURE.md", "CONTRIBUTING.md"}
	for _, pattern := range []string{"docs/*.md", "docs/rules/*.md", "docs/rules/*/*.md"} {
		found, err := filepath.Glob(pattern)
		if err != nil || len(found) == 0 {
			t.Fatalf("%s: no pages, error %v", pattern, err)
		}
		paths = append(paths, found...)
	}
	fence := regexp.MustCompile("(?ms)^ *```.*?^ *```|^    .*?$")
	for _, path := range paths {
		page, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		text := fence.ReplaceAllStringFunc(string(page), func(code string) string { return strings.Repeat("\n", strings.Count(code, "\n")) })
		for i, line := range strings.Split(text, "\n") {
			for _, problem := range analysistest.Wording(line) {
				t.Errorf("%s:%d: %s", path, i+1, problem)
			}
		}
	}
}
