package report

import (
	"bufio"
	"fmt"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/finding"
)

const (
	sarifSchema    = "https://json.schemastore.org/sarif-2.1.0.json"
	informationURI = "https://github.com/skilllint/skilllint"

	maxLocations     = 999    // related locations of a result; GitHub rejects more than 1,000 locations
	maxSteps         = 10_000 // of a flow
	maxText          = 1024   // code points in a description of a rule
	maxNotifications = 1000   // of a run; the others are counted
)

// The structs define members of SARIF 2.1.0 in the order of the output. Members with omitempty are optional in SARIF.

type sarifTool struct {
	Driver sarifDriver `json:"driver"`
}

type sarifDriver struct {
	Name            string      `json:"name"`
	InformationURI  string      `json:"informationUri"`
	Version         string      `json:"version"`
	SemanticVersion string      `json:"semanticVersion,omitempty"`
	Rules           []sarifRule `json:"rules"`
}

type sarifText struct {
	Text     string `json:"text"`
	Markdown string `json:"markdown,omitempty"`
}

type sarifInvocation struct {
	ExecutionSuccessful bool                `json:"executionSuccessful"`
	Notifications       []sarifNotification `json:"toolExecutionNotifications,omitempty"`
}

type sarifNotification struct {
	Level     string          `json:"level"`
	Message   sarifText       `json:"message"`
	Locations []sarifLocation `json:"locations,omitempty"`
}

// writeSARIF writes a log of one run within the limits of GitHub, one line per result.
func writeSARIF(w *bufio.Writer, r *finding.Report, o Options) error {
	rules := rulesOf(r)
	if limit := fittingResults(r, rules, o); limit != o.MaxResults {
		o.notifyOmitted("sarif", "GitHub accepts at most 10 MB after gzip", newQuota(r, limit).omitted-newQuota(r, o.MaxResults).omitted)
		o.MaxResults = limit
	}
	return writeLog(w, r, rules, o)
}

func writeLog(w *bufio.Writer, r *finding.Report, rules []sarifSource, o Options) error {
	s := newStream(w)
	q := newQuota(r, o.MaxResults)
	s.raw(`{"$schema":"` + sarifSchema + `","version":"2.1.0","runs":[{` + "\n")
	members := []struct {
		name  string
		value any
	}{
		{"tool", sarifTool{newDriver(rules, o)}},
		{"invocations", []sarifInvocation{newInvocation(q, r)}},
		{"automationDetails", map[string]string{"id": automationID(o.Category)}},
		{"originalUriBaseIds", map[string]any{sourceRoot: map[string]any{
			"description": sarifText{Text: "The directory that paths are relative to."}}}},
		{"columnKind", "unicodeCodePoints"},
		{"newlineSequences", []string{"\r\n", "\n", "\r"}},
	}
	for _, m := range members {
		s.raw(`"` + m.name + `":`)
		if err := s.value(m.value); err != nil {
			return err
		}
		s.raw(",\n")
	}
	s.raw(`"results":[`)
	if err := writeResults(s, r, q, rules); err != nil {
		return err
	}
	s.raw("\n]}]}\n")
	return nil
}

// automationID returns the ID of the run. GitHub uses the part before the last slash as the category.
func automationID(category string) string {
	if category = strings.Trim(category, "/"); category == "" {
		return "skilllint/"
	}
	return "skilllint/" + category + "/"
}

func newDriver(rules []sarifSource, o Options) sarifDriver {
	d := sarifDriver{Name: "skilllint", InformationURI: informationURI, Rules: []sarifRule{}}
	if v := strings.TrimPrefix(o.Version, "v"); isSemantic(v) {
		d.Version, d.SemanticVersion = v, v
	} else {
		d.Version = strings.TrimSpace("0 " + v) // some readers expect a number at the start
	}
	for _, r := range rules {
		d.Rules = append(d.Rules, newRule(r, o))
	}
	return d
}

// isSemantic reports whether a version follows semver.org: three numbers, and identifiers of letters, digits and hyphens after "-" and
// "+".
func isSemantic(version string) bool {
	version, build, hasBuild := strings.Cut(version, "+")
	core, pre, hasPre := strings.Cut(version, "-")
	numbers := strings.Split(core, ".")
	if len(numbers) != 3 || hasPre && !areIdentifiers(pre) || hasBuild && !areIdentifiers(build) {
		return false
	}
	for _, n := range numbers {
		if n == "" || strings.Trim(n, "0123456789") != "" || len(n) > 1 && n[0] == '0' {
			return false
		}
	}
	return true
}

func areIdentifiers(text string) bool {
	for word := range strings.SplitSeq(text, ".") {
		if word == "" || strings.Trim(word, "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-") != "" {
			return false
		}
	}
	return true
}

// newInvocation returns the notices of the run, and notices about results that the log or GitHub omits.
func newInvocation(q *quota, r *finding.Report) sarifInvocation {
	v := sarifInvocation{ExecutionSuccessful: true}
	add := func(n finding.Notice) {
		out := sarifNotification{Level: "note", Message: sarifText{Text: messageText(n.Message)}}
		if n.Path != "" {
			out.Locations = []sarifLocation{{Physical: sarifPhysical{Artifact: newArtifact(n.Path)}}}
		}
		v.Notifications = append(v.Notifications, out)
	}
	for _, n := range r.Notices[:min(len(r.Notices), maxNotifications)] {
		add(n)
	}
	if more := len(r.Notices) - maxNotifications; more > 0 {
		add(finding.Notice{Message: plural(more, "more notice is omitted", "more notices are omitted")})
	}
	if q.omitted > 0 {
		add(q.notice())
	}
	if n := q.room(); n > shownResults {
		add(finding.Notice{Message: fmt.Sprintf("GitHub shows only the %[2]d most severe of %[1]d results", n, shownResults)})
	}
	return v
}

// sarifLevel returns the SARIF level of a severity.
func sarifLevel(s analysis.Severity) string {
	switch s {
	case analysis.Error:
		return "error"
	case analysis.Warning:
		return "warning"
	}
	return "note"
}

// messageText returns a message as a sentence. SARIF parses "[text](target)" as a link, so brackets and backslashes are escaped in
// messages that contain such a pattern.
func messageText(message string) string {
	if strings.Contains(message, "](") {
		message = strings.NewReplacer(`\`, `\\`, `[`, `\[`, `]`, `\]`).Replace(message)
	}
	return sentence(capitalize(message))
}
