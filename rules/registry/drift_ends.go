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

// drift compares what two files say of one thing.
type drift struct {
	pass    *analysis.Pass
	options *DriftOptions
}

func (d drift) compares(field string) bool { return slices.Contains(d.options.Fields, field) }

// differ reports whether both sides say something, and not the same.
func differ(a, b registry.Text) bool {
	return a.Value != "" && b.Value != "" && strings.TrimSpace(a.Value) != strings.TrimSpace(b.Value)
}

// differentVersions does the same for versions: 1.0 and v1.0.0 are the same.
func differentVersions(a, b registry.Text) bool {
	whole := func(t registry.Text) string {
		text := strings.TrimPrefix(strings.TrimSpace(t.Value), "v")
		for strings.Count(text, ".") < 2 && strings.Trim(text, "0123456789.") == "" {
			text += ".0"
		}
		return text
	}
	return differ(a, b) && whole(a) != whole(b)
}

// report reports a text that differs from another one.
func (d drift) report(here, there registry.Text, message, other string, fixes ...analysis.SuggestedFix) {
	at := here.Location
	d.pass.Report(analysis.Diagnostic{Location: &at, Message: message, SuggestedFixes: fixes,
		Related: []analysis.Related{{Location: there.Location, Message: other + " says " + quote.Text(there.Value)}}})
}

// skill compares a skill's header with its entry in a registry.
func (d drift) skill(f *analysis.File, h *registry.Header, e *registry.Entry) {
	dir := path.Base(path.Dir(f.Rel))
	if d.compares("name") && differ(e.Name, h.Name) && e.Name.Value != dir {
		d.report(e.Name, h.Name, "the registry calls this skill "+quote.Text(e.Name.Value)+", its header "+quote.Text(h.Name.Value)+
			", so who looks for one does not find the other; write one name", "the header")
	}
	if d.compares("version") && differentVersions(e.Version, h.Version) {
		d.version(h.Version, e.Version)
	}
	if d.compares("description") && differ(e.Description, h.Description) {
		d.report(h.Description, e.Description, "the description is not the registry's, by which the skill is chosen; write one description", "the registry")
	}
}

// version tells of the versions of a header and a registry: at the wrong one, by the user's word, else
// at the earlier one.
func (d drift) version(header, entry registry.Text) {
	safe := d.options.Truth != ""
	advice := "; write the later one in both"
	if d.options.Truth == "header" || !safe && isEarlier(entry.Value, header.Value) {
		if safe {
			advice = "; write " + quote.Text(header.Value)
		}
		d.report(entry, header, "the registry has version "+quote.Text(entry.Value)+" of this skill, its header says "+quote.Text(header.Value)+
			advice, "the header", versionFix(entry, strconv.Quote(header.Value), header.Value, safe)...)
		return
	}
	if safe {
		advice = "; write " + quote.Text(entry.Value)
	}
	var fixes []analysis.SuggestedFix
	if safe || isEarlier(header.Value, entry.Value) {
		fixes = versionFix(header, entry.Value, entry.Value, safe)
	}
	d.report(header, entry, "the header says version "+quote.Text(header.Value)+", the registry "+quote.Text(entry.Value)+
		", by which the orchestrator goes"+advice, "the registry", fixes...)
}

// isEarlier reports whether of two versions, both plain, the first is the earlier one.
func isEarlier(a, b string) bool {
	if !isPlainVersion(a) || !isPlainVersion(b) {
		return false
	}
	x, y := strings.Split(a, "."), strings.Split(b, ".")
	return slices.CompareFunc(x, y, func(m, n string) int { return cmp.Or(len(m)-len(n), strings.Compare(m, n)) }) < 0
}

// versionFix writes a version as it is to stand in the file; none that is no plain one.
func versionFix(t registry.Text, written, version string, safe bool) []analysis.SuggestedFix {
	if !isPlainVersion(version) {
		return nil
	}
	return []analysis.SuggestedFix{{Title: "write " + version, Safe: safe, Edits: []analysis.Edit{{Range: t.Location.Range, Text: written}}}}
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
				entries[key] = nil // nobody can tell which is meant
				continue
			}
			entries[key] = &r.Entries[i]
		}
	}
	for file, claims := range registry.ClaimFact.All(pass.Store) {
		d := drift{pass, analysis.OptionsFor[DriftOptions](pass, file)}
		if file.Kind == analysis.Output || !d.compares("version") {
			continue // an output tells what was
		}
		for _, c := range claims {
			e := entries[name{file.Tree, c.Name}]
			if e != nil && differentVersions(c.Version, e.Version) {
				d.report(c.Version, e.Version, "the prompt holds version "+quote.Text(c.Version.Value)+" of "+quote.Text(c.Name)+", the registry has "+
					quote.Text(e.Version.Value)+"; bring the text up to date, and its version", "the registry")
			}
		}
	}
}
