package setup

import (
	_ "embed"
	"strings"
)

//go:embed workflow.yml
var workflow string

// Workflow returns a workflow of GitHub Actions. It checks the whole tree on pushes to a branch with a plain
// name, and new findings on pull requests. clean: the tree has no findings outside the baseline, so pushes
// may fail.
func Workflow(branch string, r Release, clean bool) string {
	failOn := "error"
	if !clean {
		failOn = "${{ github.event_name == 'pull_request' && 'error' || 'never' }} # change to error after fixing old findings"
	}
	branch = quoted(strings.ReplaceAll(branch, "+", `\+`)) // a pattern, in which + repeats
	return strings.NewReplacer("{branch}", branch, "{release}", r.String(), "{fail-on}", failOn).Replace(workflow)
}
