package report

import (
	"bufio"
	"fmt"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/escape"
	"github.com/skilllint/skilllint/internal/finding"
)

// shownByGitHub is the number of annotations per level that GitHub shows for a step. It silently drops others.
const shownByGitHub = 10

var githubLevels = [...]string{analysis.Info: "notice", analysis.Warning: "warning", analysis.Error: "error"}

// writeGitHub writes workflow commands that annotate the files of a pull request, the most severe first, up to the limit of each level.
// The last annotation of a level contains the number of omitted ones.
func writeGitHub(w *bufio.Writer, r *finding.Report, o Options) error {
	var counts [len(githubLevels)]int
	q := newQuota(r, o.MaxResults)
	for i := range r.Findings {
		if s := r.Findings[i].Severity; q.take(s) {
			counts[s]++
		}
	}
	for level := analysis.Error; level > analysis.Off; level-- {
		shown := 0
		for i := range r.Findings {
			f := &r.Findings[i]
			if f.Severity != level || shown == min(counts[level], shownByGitHub) {
				continue
			}
			shown++
			more := 0
			if shown == shownByGitHub {
				more = counts[level] - shown
			}
			annotation(w, f, more)
		}
	}
	return nil
}

// annotation writes a finding as a command. more is the number of omitted findings of the level.
func annotation(w *bufio.Writer, f *finding.Finding, more int) {
	start, end := positions(f.Place.Location)
	message := lines(f, escape.String, "\n")
	if more > 0 {
		message += fmt.Sprintf("\n(%s in the summary or the log of the job)", plural(more, "more "+f.Severity.String(), "more "+f.Severity.String()+"s"))
	}
	at := fmt.Sprintf("line=%d,endLine=%d", start.Line, end.Line)
	if start.Line == end.Line { // GitHub rejects columns in multi-line ranges
		at += fmt.Sprintf(",col=%d,endColumn=%d", start.Column, end.Column)
	}
	fmt.Fprintf(w, "::%s file=%s,%s,title=%s::%s\n", githubLevels[f.Severity], githubProperty(f.Place.Path), at,
		githubProperty("skilllint: "+f.Rule), githubData(message))
}

// githubData escapes the text of a command. GitHub executes the legacy syntax of commands, "##[name]", anywhere.
func githubData(text string) string {
	return strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", "##[", `##\u005b`).Replace(text)
}

// githubProperty escapes the value of a property of a command.
func githubProperty(text string) string {
	return strings.NewReplacer(":", "%3A", ",", "%2C").Replace(githubData(escape.String(text)))
}
