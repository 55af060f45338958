package protocol

import (
	"fmt"
	"path"
	"regexp"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
)

// OutputName reports commands that write an output file whose name does not start with the id of its task.
//
// Outputs of all tasks share a directory. CLEO's protocol names them {{TASK_ID}}-<slug>.md, so that searches by
// task find them and two tasks never write the same file (BASE-004).
//
// Severity:
//   - warning by default
//   - error in the strict profile, which also reports names that start with a date
//
// The rule is about CLEO's first edition, of January 2026. It does not apply to trees of its later packages.
//
// Not reported:
//   - names that start with a variable or another placeholder, which may be the id
//   - directories for tests and temporary files
//   - examples under a heading, line or comment that calls them bad, wrong or an anti-pattern
var OutputName = &analysis.Analyzer{
	Name:     "protocol/output-name",
	Doc:      "output file that is not named after its task",
	Severity: analysis.Warning,
	Strict:   analysis.Error,
	Scope:    analysis.PerDocument,
	Kinds:    stepKinds,
	Source: analysis.Source{Kind: analysis.Specification, Checked: "2026-11-21",
		Name: "CLEO's subagent protocol 1.0.0, file naming convention"},
	Requires: []*analysis.Analyzer{stepsFact.Analyzer},
	Run:      outputName,
}

func outputName(pass *analysis.Pass) error {
	t := stepsFact.Of(pass)
	for _, b := range t.Blocks {
		for _, s := range b.Steps {
			base := path.Base(s.Path)
			if s.Action != Write || s.Bad || isExample(s.Path) || isTaskName(base) || !pass.File.Strict && isDated(base) {
				continue
			}
			pass.Report(analysis.Diagnostic{Range: s.At, Message: fmt.Sprintf("output file %s is not named after its task", quote.Text(base)),
				Effect: "searches by task do not find the output (BASE-004)",
				Help:   "write " + quote.Text(strings.TrimSuffix(s.Path, base)+"{{TASK_ID}}-"+strings.TrimLeft(dated().ReplaceAllString(base, ""), "-_"))})
		}
	}
	return nil
}

var (
	// named matches the start of the name of an output: the id of a task, a variable, or a placeholder that is not a date or
	// the topic. The brackets of <task-id> are "_".
	named = func() *regexp.Regexp {
		return regexp.MustCompile(`^(?:T[0-9]+[-_.]|[$*?]|_[a-z_]+_|(?:\{\{?|\[)[^}\]]*(?i:ID|TASK)\b)`)
	}
	dated = func() *regexp.Regexp { return regexp.MustCompile(`^(?:\{\{DATE\}\}|[0-9]{4}-[0-9]{2}-[0-9]{2})`) }
)

func isTaskName(base string) bool { return base == "." || named().MatchString(base) }

func isDated(base string) bool { return dated().MatchString(base) }
