package frontmatter

import (
	"path"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/schema"
)

// namePrefix returns the prefix of a name before the name of the directory, as in "acme:deploy" or "acme-deploy" for
// "deploy", or with another separator than in the directory, as in "acme:deploy" for "acme-deploy". Such a prefix, without
// spaces, is the convention of a collection and not a typo.
func namePrefix(got, want string) string {
	if strings.ContainsAny(got, " \t") {
		return "" // a title
	}
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

// groupPrefixed groups the findings on names of a collection with a common prefix.
func groupPrefixed(d analysis.Diagnostic, got, prefix string) analysis.Diagnostic {
	d.SuggestedFixes = nil
	d.Group = analysis.Group{Key: "prefix " + prefix, Help: "name the directories like the skills",
		Message: analysis.Many + " names have the prefix " + quote.Text(prefix) + ", but their directories do not"}
	if d.Help = "rename the directory to " + quote.Text(got); !strings.HasSuffix(prefix, "-") {
		d.Help = "name the skill and its directory " + quote.Text(schema.Normalised(got))
		d.Group.Help = "separate the prefix with a hyphen, in names and directories"
	}
	return d
}

// addHelp adds the help to a finding on a name without a fix. It also returns the suggested name of the directory or file,
// if any.
func addHelp(found analysis.Diagnostic, got, want, container string, valid bool) (analysis.Diagnostic, string) {
	prefix := namePrefix(got, want)
	switch {
	case len(found.SuggestedFixes) > 0:
		return found, ""
	case prefix != "":
		if !strings.HasSuffix(prefix, "-") {
			return groupPrefixed(found, got, prefix), schema.Normalised(got)
		}
		found = groupPrefixed(found, got, prefix)
	case isPlain(got) && (len(got) > len(want) || !valid):
		found.Help = "rename the " + container + " to " + quote.Text(got)
	case !isPlain(want):
		found.Help = "rename the " + container
	case isPlain(got):
		found.Help = "change the name to " + quote.Text(want) + ", or rename the " + container
		if strings.HasSuffix(want, "-"+got) {
			found.Group = analysis.Group{Key: "shorter", Message: analysis.Many + " names lack the first words of their directories", Help: "use the names of the directories"}
		}
	default:
		found.Help = "change the name to " + quote.Text(want)
		return found, ""
	}
	return found, got
}

// movedTo returns the path of the renamed directory or file of a skill, relative to the root, or "" if it is unknown.
func movedTo(f *analysis.File, name, container string) string {
	switch dir := path.Dir(f.Rel); {
	case name == "" || strings.Contains(name, "/"):
		return ""
	case container == "file":
		return path.Join(dir, name+path.Ext(f.Rel))
	case dir != "." && path.Base(dir) != name:
		return path.Join(path.Dir(dir), name)
	}
	return ""
}

// elsewhere returns the help for a directory or file that cannot be renamed because the name is taken.
func elsewhere(want, container string, valid bool) string {
	if valid {
		return "change the name to " + quote.Text(want)
	}
	return "use a name that no other skill has, and rename the " + container + " to it"
}
