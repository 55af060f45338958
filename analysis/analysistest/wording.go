package analysistest

import (
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/skilllint/skilllint/internal/finding"
)

// Limits of the texts of a finding, in characters. A quoted value counts as maxValue at most.
const (
	maxText  = 120 // message and effect; most messages have less than 80
	maxHelp  = 160
	maxValue = 40
)

// A phrase is wording that is not allowed in findings, help and pages.
type phrase struct {
	pattern *regexp.Regexp
	instead string // what to write
}

var phrases = []phrase{
	{regexp.MustCompile(`(?i)\bis (no|none of) [a-z]`), `"is not a valid X", "unknown X" or "invalid X"`},
	{regexp.MustCompile(`(?i)\bnone of the\b`), "name what is missing"},
	{regexp.MustCompile(`(?i)\bstands?\b`), `"is", "appears" or "verbatim"`},
	{regexp.MustCompile(`(?i)\bbehind (the|a|it|its|them|that|which)\b`), `"after"`},
	{regexp.MustCompile(`(?i)\b(whoever|nobody|somebody)\b`), "name the actor: readers, clients, you"},
	{regexp.MustCompile(`(?i)\b(mends?|mended|anew)\b`), `"fix", "again"`},
	{regexp.MustCompile(`(?i)\bblanks?\b( [^l]|$|[^ ])`), `"space" (a blank line is fine)`},
	{regexp.MustCompile(`(?i)\bleads? (out|to|into|nowhere)\b`), `"points outside", "resolves to", "is broken"`},
	{regexp.MustCompile(`(?i)\b(is|are) (not there|gone)\b`), `"does not exist", "was deleted"`},
	{regexp.MustCompile(`(?i)\b(hangs?|hanging) together\b`), `"depend on each other"`},
	{regexp.MustCompile(`(?i)\b(in vain|for nothing|set aside|left alone|let alone)\b`), `"has no effect", "excluded", "not reported"`},
	{regexp.MustCompile(`(?i)\b(knows|wants|demands) (no|of|that|a|the)\b`), `"requires", "accepts", "defines"`},
	{regexp.MustCompile(`(?i)\bhouse rules?\b`), `"custom rule"`},
	{regexp.MustCompile(`(?i)\bledgers?\b`), `"manifest"`},
	{regexp.MustCompile(`(?i)\ba circle\b`), `"a cycle"`},
	{regexp.MustCompile(`(?i)\blooks? at\b`), `"checks", "reads"`},
	{regexp.MustCompile(`(?i)\bcatalogues?\b`), `"skill list"`},
	{regexp.MustCompile(`(?i), so (an?|the|no|it|they|who|that|agents?|clients?) [^,]*;`), "split it into message, effect and help"},
}

// allowed removes correct uses of these words.
var allowed = strings.NewReplacer("there is no ", "", "There is no ", "", "is no longer", "", "stands for", "")

// Wording returns the phrases in a text that are not allowed, each with an alternative. Text in quotes or
// backticks is ignored.
func Wording(text string) []string {
	text = allowed.Replace(quoted.ReplaceAllString(text, `"…"`))
	var problems []string
	for _, p := range phrases {
		if found := p.pattern.FindString(text); found != "" {
			problems = append(problems, fmt.Sprintf("%q: write %s", strings.TrimSpace(found), p.instead))
		}
	}
	return problems
}

var quoted = regexp.MustCompile("\"[^\"]*\"|`[^`]*`|\\{\\{[^}]*\\}\\}")

// length returns the number of characters of a text. A quoted value has at most maxValue.
func length(text string) int {
	n := utf8.RuneCountInString(text)
	for _, value := range quoted.FindAllString(text, -1) {
		n -= max(0, utf8.RuneCountInString(value)-maxValue)
	}
	return n
}

// textProblems returns problems in the texts of findings.
func textProblems(found []finding.Finding) []string {
	var problems []string
	check := func(what, text string, limit int) {
		switch {
		case text == "":
			return
		case strings.HasSuffix(text, ".") && !strings.HasSuffix(text, "…."), strings.ContainsAny(text, "\n\r"), strings.TrimSpace(text) != text:
			problems = append(problems, fmt.Sprintf("the %s %q is not one line without a final period", what, text))
		case length(text) > limit:
			problems = append(problems, fmt.Sprintf("the %s %q is %d characters long, limit %d", what, text, length(text), limit))
		}
		for _, problem := range Wording(text) {
			problems = append(problems, fmt.Sprintf("the %s %q: %s", what, text, problem))
		}
	}
	for _, f := range found {
		if f.Message == "" {
			problems = append(problems, "a finding of "+f.Rule+" without a message")
		}
		check("message", f.Message, maxText)
		check("effect", f.Effect, maxText)
		check("help", f.Help, maxHelp)
		for _, r := range f.Related {
			check("related message", r.Message, maxText)
		}
		for _, fix := range f.Fixes {
			check("title", fix.Title, maxHelp)
		}
	}
	return problems
}
