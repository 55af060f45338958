package registry

import (
	"cmp"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/facts/registry"
)

// drift compares two files that describe the same thing.
type drift struct {
	pass    *analysis.Pass
	options *DriftOptions
}

func (d drift) compares(field string) bool { return slices.Contains(d.options.Fields, field) }

// differ reports whether two texts exist and are different.
func differ(a, b registry.Text) bool {
	return a.Value != "" && b.Value != "" && strings.TrimSpace(a.Value) != strings.TrimSpace(b.Value)
}

// differentVersions is differ for versions: 1.0 equals v1.0.0.
func differentVersions(a, b registry.Text) bool {
	return differ(a, b) && wholeVersion(a.Value) != wholeVersion(b.Value) && !isUnset(a.Value) && !isUnset(b.Value)
}

// isUnset reports whether a version is one that a build replaces: 0.0.0, also with a suffix.
func isUnset(version string) bool { return strings.HasPrefix(strings.TrimSpace(version), "0.0.0") }

// wholeVersion returns a version with three numbers, or "".
func wholeVersion(text string) string {
	text, _, _ = strings.Cut(strings.TrimPrefix(strings.TrimSpace(text), "v"), "+") // without build metadata
	for text != "" && strings.Count(text, ".") < 2 && strings.Trim(text, "0123456789.") == "" {
		text += ".0"
	}
	return text
}

// report reports a text that differs from another one.
func (d drift) report(here, there registry.Text, other string, found analysis.Diagnostic) {
	at := here.Location
	found.Location = &at
	found.Related = []analysis.Related{{Location: there.Location, Message: quote.Text(there.Value) + " in " + other}}
	d.pass.Report(found)
}

// skill compares the frontmatter of a skill with its entry in a registry.
func (d drift) skill(f *analysis.File, h *registry.Header, e *registry.Entry) {
	dir := path.Base(path.Dir(f.Rel))
	if d.compares("name") && differ(e.Name, h.Name) && e.Name.Value != dir {
		d.report(e.Name, h.Name, "the frontmatter", analysis.Diagnostic{
			Message: "registry name " + quote.Text(e.Name.Value) + " differs from the frontmatter name " + quote.Text(h.Name.Value),
			Effect:  "clients that look for one name do not find the other", Help: "use one name in both"})
	}
	if d.compares("version") && differentVersions(e.Version, h.Version) {
		d.version(h.Version, e.Version)
	}
	if !d.compares("description") && unrelated(h.Description.Value, e.Description.Value) {
		d.report(e.Description, h.Description, "the frontmatter", analysis.Diagnostic{Message: "description shares no word with the one in the frontmatter",
			Effect: "CLEO chooses the skill by a description of something else", Help: "describe the same skill in both"})
	}
	if d.compares("description") && differ(e.Description, h.Description) {
		d.report(h.Description, e.Description, "the registry", analysis.Diagnostic{Message: "description differs from the one in the registry",
			Effect: "CLEO chooses the skill by the description in the registry", Help: "use one description in both"})
	}
}

// version reports different versions in frontmatter and registry, at the version that is wrong according to the option or, by
// default, at the earlier version.
func (d drift) version(header, entry registry.Text) {
	safe := d.options.Truth != ""
	if d.options.Truth == "header" || !safe && isEarlier(entry.Value, header.Value) {
		found := analysis.Diagnostic{SuggestedFixes: versionFix(entry, strconv.Quote(header.Value), header.Value, safe),
			Message: "registry version " + quote.Text(entry.Value) + " differs from the frontmatter version " + quote.Text(header.Value)}
		if found.SuggestedFixes == nil {
			found.Help = "use " + quote.Text(header.Value)
		}
		d.report(entry, header, "the frontmatter", found)
		return
	}
	found := analysis.Diagnostic{Effect: "CLEO uses the version in the registry", Help: "use the later version in both",
		Message: "frontmatter version " + quote.Text(header.Value) + " differs from the registry version " + quote.Text(entry.Value)}
	if safe {
		found.Help = "use " + quote.Text(entry.Value)
	}
	if safe || isEarlier(header.Value, entry.Value) {
		if found.SuggestedFixes = versionFix(header, entry.Value, entry.Value, safe); found.SuggestedFixes != nil {
			found.Help = ""
		}
	}
	d.report(header, entry, "the registry", found)
}

// isEarlier reports whether both versions are plain, and the first one is earlier.
func isEarlier(a, b string) bool {
	if !isPlainVersion(a) || !isPlainVersion(b) {
		return false
	}
	x, y := strings.Split(a, "."), strings.Split(b, ".")
	return slices.CompareFunc(x, y, func(m, n string) int { return cmp.Or(len(m)-len(n), strings.Compare(m, n)) }) < 0
}

// versionFix returns the fix that replaces a version, or nil if the new version is not plain.
func versionFix(t registry.Text, written, version string, safe bool) []analysis.SuggestedFix {
	if !isPlainVersion(version) {
		return nil
	}
	return []analysis.SuggestedFix{{Title: "change it to " + version, Safe: safe, Uncovers: true, Edits: []analysis.Edit{{Range: t.Location.Range, Text: written}}}}
}

// checkClaims compares the versions that prompts claim with those of the registries.
func checkClaims(pass *analysis.Pass) {
	type name struct {
		tree *analysis.Tree
		name string
	}
	entries := map[name]*registry.Entry{}
	for file, r := range registry.Fact.All(pass.Store) {
		for i := range r.Entries {
			key := name{file.Tree, r.Entries[i].Name.Value}
			if _, several := entries[key]; several {
				entries[key] = nil // ambiguous
				continue
			}
			entries[key] = &r.Entries[i]
		}
	}
	for file, claims := range registry.ClaimFact.All(pass.Store) {
		d := drift{pass, analysis.OptionsFor[DriftOptions](pass, file)}
		if file.Kind == analysis.Output || !d.compares("version") {
			continue // an output describes the past
		}
		for _, c := range claims {
			e := entries[name{file.Tree, c.Name}]
			if e != nil && differentVersions(c.Version, e.Version) {
				d.report(c.Version, e.Version, "the registry", analysis.Diagnostic{Help: "update the text and its version", Message: "prompt contains version " +
					quote.Text(c.Version.Value) + " of " + quote.Text(c.Name) + ", but the registry has " + quote.Text(e.Version.Value)})
			}
		}
	}
}
