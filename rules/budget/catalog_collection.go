package budget

import (
	"iter"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/clients/catalog"
	"github.com/skilllint/skilllint/internal/clients/loader"
)

// collection reports, with one info, what Codex would show of all skills in a tree without a client's
// directory.
func (t *tree) collection(pass *analysis.Pass) error {
	skills := flat{}
	cost := 0
	var first *catalog.Listing
	for rel, l := range sorted(t) {
		if !isInstallable(t.files[rel]) {
			continue
		}
		name := path.Base(path.Dir(rel))
		if skills[name] != nil { // a copy for another client, or what replaces it
			continue
		}
		if first == nil {
			first = l
		}
		skills[name] = l
		cost += (leastEntry + len(l.Name) + len(name) + min(l.Length, shortest) + 3) / 4
	}
	r := request(pass, ".")
	if cost < 4_000 && r.Window == 0 { // far from the limit, built-ins included
		return nil
	}
	list, err := catalog.Lookup("codex").List(skills, r)
	if err != nil {
		return err
	}
	v := &verdict{tree: t, client: "codex", start: ".", list: list, counts: map[catalog.State]int{}}
	for _, item := range list.Items {
		if item.Path == "" || item.At == (analysis.Location{}) { // a built-in
			continue
		}
		if item.State == catalog.Cut && item.Shown >= shortest {
			item.State = catalog.Full
		}
		v.counts[item.State]++
	}
	v.counts[catalog.Gone] = len(skills) - v.counts[catalog.Full] - v.counts[catalog.Cut] - v.counts[catalog.NameOnly] // not all of them are listed as items
	if v.lost() == 0 {
		return nil
	}
	at := first.At
	pass.Report(analysis.Diagnostic{Location: &at, About: v.client + " in all", Measured: v.lost(), Severity: analysis.Info,
		Message: v.summary(), Effect: v.losses(" (all installed in one project)")})
	return nil
}

// leastEntry is the length of a list entry without its name, description and directory, in bytes.
const leastEntry = 26

// isInstallable reports whether Codex can load a skill, and users would install it there.
func isInstallable(f *analysis.File) bool {
	return f.Dialect != nil && !f.Nested && slices.Contains([]string{"agentskills", "claude-code", "codex", "copilot"}, f.Dialect.Name)
}

func sorted(t *tree) iter.Seq2[string, *catalog.Listing] {
	return func(yield func(string, *catalog.Listing) bool) {
		for _, rel := range slices.Sorted(maps.Keys(t.skills)) {
			if !yield(rel, t.skills[rel]) {
				return
			}
		}
	}
}

// A flat is skills by the names of their directories, as if all were in .agents/skills.
type flat map[string]*catalog.Listing

const flatRoot = base + "/.agents/skills"

// List returns the entries of a directory.
func (f flat) List(dir string) []catalog.Entry {
	if dir == flatRoot {
		entries := make([]catalog.Entry, 0, len(f))
		for _, name := range slices.Sorted(maps.Keys(f)) {
			entries = append(entries, catalog.Entry{Name: name, Kind: catalog.Directory})
		}
		return entries
	}
	if path.Dir(dir) == flatRoot {
		return []catalog.Entry{{Name: "SKILL.md", Kind: catalog.File}}
	}
	return nil
}

// Real returns a path unchanged: there are no links.
func (f flat) Real(at string) string {
	if at == flatRoot || strings.HasPrefix(at, flatRoot+"/") && !strings.HasSuffix(at, "/plugin.json") {
		return at
	}
	return ""
}

// Read returns nothing: no file is read here.
func (f flat) Read(string) ([]byte, bool) { return nil, false }

// Skill returns a skill with what its frontmatter defines.
func (f flat) Skill(client, at string) catalog.Skill {
	if l := f[path.Base(path.Dir(at))]; l != nil {
		return skillOf(l, client)
	}
	return catalog.Skill{Status: loader.Unknown}
}
