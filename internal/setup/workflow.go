package setup

import (
	_ "embed"
	"strings"
)

//go:embed workflow.yml
var workflow string

// Workflow returns a workflow of GitHub Actions: the whole tree on pushes to a branch with a plain name,
// what is new on pull requests. clean: nothing in the tree fails yet, but for what a baseline records, so a push may.
func Workflow(branch string, r Release, clean bool) string {
	failOn := "error"
	if !clean {
		failOn = "${{ github.event_name == 'pull_request' && 'error' || 'never' }} # change to error after fixing old findings"
	}
	branch = quoted(strings.ReplaceAll(branch, "+", `\+`)) // it is a pattern, in which + repeats
	return strings.NewReplacer("{branch}", branch, "{release}", r.String(), "{fail-on}", failOn).Replace(workflow)
}
