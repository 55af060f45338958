package setup

import (
	_ "embed"
	"strings"
)

//go:embed workflow.yml
var workflow string

// Workflow returns a GitHub Actions workflow that checks the whole tree on pushes to a branch, whose name must be
// [Plain], and new findings on pull requests. If the tree is clean, findings on pushes fail.
func Workflow(branch string, r Release, clean bool) string {
	failOn := "error"
	if !clean {
		failOn = "${{ github.event_name == 'pull_request' && 'error' || 'never' }} # change to error after fixing old findings"
	}
	branch = quoted(strings.ReplaceAll(branch, "+", `\+`)) // branches are patterns, in which + is special
	return strings.NewReplacer("{branch}", branch, "{release}", r.String(), "{fail-on}", failOn).Replace(workflow)
}
