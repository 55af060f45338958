package frontmatter

import (
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/schema"
)

// namePrefix returns the prefix that a name has before the name of the directory, as in "acme:deploy"
// or "acme-deploy" for "deploy", or with another separator than the directory, as in "acme:deploy" for
// "acme-deploy". Such a prefix is the convention of a collection, and no typo.
func namePrefix(got, want string) string {
	if i := strings.LastIndexAny(got, ":./"); i > 0 && got[i+1:] != "" {
		if rest := got[i+1:]; rest == want || strings.HasSuffix(want, "-"+rest) || got[i] != '.' {
			return got[:i+1]
		}
		return ""
	}
	if prefix, ok := strings.CutSuffix(got, "-"+want); ok && prefix != "" {
		return prefix + "-"
	}
	return ""
}

// prefixed reports the names of a collection with a common prefix as one finding.
func prefixed(d analysis.Diagnostic, got, prefix string) analysis.Diagnostic {
	d.SuggestedFixes = nil
	d.Group = analysis.Group{Key: "prefix " + prefix, Help: "name the directories like the skills",
		Message: analysis.Many + " names have the prefix " + quote.Text(prefix) + ", but their directories do not"}
	if d.Help = "rename the directory to " + quote.Text(got); !strings.HasSuffix(prefix, "-") {
		d.Help = "name the skill and its directory " + quote.Text(schema.Normalised(got))
		d.Group.Help = "separate the prefix with a hyphen, in names and directories"
	}
	return d
}
