package report

import (
	"strings"
	"unicode/utf8"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/finding"
	"github.com/skilllint/skilllint/internal/sorting"
)

type sarifRule struct {
	ID               string              `json:"id"`
	Name             string              `json:"name"`
	ShortDescription sarifText           `json:"shortDescription"`
	FullDescription  sarifText           `json:"fullDescription"`
	Help             sarifText           `json:"help"`
	HelpURI          string              `json:"helpUri,omitempty"`
	Default          sarifConfiguration  `json:"defaultConfiguration"`
	Properties       sarifRuleProperties `json:"properties"`
}

type sarifConfiguration struct {
	Level string `json:"level"`
}

type sarifRuleProperties struct {
	Tags      []string `json:"tags"`
	Precision string   `json:"precision"`
	Severity  string   `json:"problem.severity"`
	Security  string   `json:"security-severity,omitempty"` // GitHub shows the results as security alerts
}

// A sarifSource is the origin of a rule's description.
type sarifSource struct {
	name     string
	analyzer *analysis.Analyzer // nil if the rule is known only from a finding
}

// rulesOf returns the rules of the results, sorted by name. GitHub needs no others, and the pages of all rules are larger than most logs.
func rulesOf(r *finding.Report) []sarifSource {
	byName := map[string]*analysis.Analyzer{}
	for _, f := range allFindings(r) {
		if byName[f.Rule] == nil { // custom rules of several configurations may have the same name
			byName[f.Rule] = f.Analyzer
		}
	}
	rules := make([]sarifSource, 0, len(byName))
	for name, a := range byName {
		rules = append(rules, sarifSource{name, a})
	}
	sorting.By(rules, func(a, b sarifSource) int { return strings.Compare(a.name, b.name) })
	return rules
}

func newRule(r sarifSource, o Options) sarifRule {
	a := r.analyzer
	if a == nil {
		a = &analysis.Analyzer{Name: r.name, Doc: r.name, Severity: analysis.Warning}
	}
	severity := a.Severity
	if severity == analysis.Off { // enabled explicitly, so its findings are warnings
		severity = analysis.Warning
	}
	group, _, _ := strings.Cut(r.name, "/")
	rule := sarifRule{
		ID:               r.name,
		Name:             pascalCase(r.name),
		ShortDescription: sarifText{Text: shorten(description(a))},
		FullDescription:  sarifText{Text: shorten(fullDescription(a))},
		HelpURI:          page(o.URL, r.name),
		Default:          sarifConfiguration{sarifLevel(severity)},
		Properties: sarifRuleProperties{Tags: []string{"skills", group}, Precision: precision(a.Source.Kind),
			Severity: problemSeverity(severity)},
	}
	if group == "security" { // GitHub interprets the tag "security" specially
		rule.Properties.Security = securitySeverity(severity)
	}
	rule.Help = sarifText{Text: rule.FullDescription.Text}
	if help := page(o.Help, r.name); help != "" {
		if a.Page == "" {
			rule.Help.Markdown = help // shown by GitHub instead of the text
		} else { // from a configuration, which may be untrusted
			rule.Help.Text = help
		}
	}
	return rule
}

// description returns a rule's documentation line as a sentence.
func description(a *analysis.Analyzer) string {
	return sentence(capitalize(a.Doc))
}

// fullDescription returns the description of a rule with its source.
func fullDescription(a *analysis.Analyzer) string {
	if a.Source.Name == "" {
		return description(a)
	}
	source := string(a.Source.Kind) + ", " + a.Source.Name
	if a.Source.Checked != "" {
		source += ", checked " + a.Source.Checked
	}
	return description(a) + " Source: " + sentence(source)
}

// precision returns the precision of a rule, as defined by GitHub, for the kind of its source.
func precision(k analysis.SourceKind) string {
	switch k {
	case analysis.Measurement, analysis.LoaderCode:
		return "very-high"
	case analysis.Opinion:
		return "medium"
	}
	return "high"
}

func problemSeverity(s analysis.Severity) string {
	switch s {
	case analysis.Error:
		return "error"
	case analysis.Warning:
		return "warning"
	}
	return "recommendation"
}

// securitySeverity returns a CVSS score from 0 to 10. GitHub shows scores of at least 7 as high, and of at least 4 as medium.
func securitySeverity(s analysis.Severity) string {
	switch s {
	case analysis.Error:
		return "8.0"
	case analysis.Warning:
		return "5.0"
	}
	return "3.0"
}

// pascalCase turns "markdown/unclosed-fence" into "MarkdownUnclosedFence".
func pascalCase(name string) string {
	var b strings.Builder
	for word := range strings.FieldsFuncSeq(name, func(r rune) bool { return r == '/' || r == '-' }) {
		b.WriteString(capitalize(word))
	}
	return b.String()
}

// shorten truncates a description to GitHub's limit.
func shorten(text string) string {
	if utf8.RuneCountInString(text) <= maxText {
		return text
	}
	return string([]rune(text)[:maxText-1]) + ellipsis
}
