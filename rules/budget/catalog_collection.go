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

// collection gives one advice on a tree in which no agent looks for skills: what Codex would show
// of all of them.
func (t *tree) collection(pass *analysis.Pass) error {
	skills := flat{}
	cost := 0
	var first *catalog.Listing
	for rel, l := range sorted(t) {
		if !isInstallable(t.files[rel]) {
			continue
		}
		name := path.Base(path.Dir(rel))
		if skills[name] != nil { // a copy for another agent, or what takes its place
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
	v := &verdict{tree: t, agent: "codex", start: ".", list: list, counts: map[catalog.State]int{}}
	for _, item := range list.Items {
		if item.Path == "" || item.At == (analysis.Location{}) { // a built-in
			continue
		}
		if item.State == catalog.Cut && item.Shown >= shortest {
			item.State = catalog.Full
		}
		v.counts[item.State]++
	}
	v.counts[catalog.Gone] = len(skills) - v.counts[catalog.Full] - v.counts[catalog.Cut] - v.counts[catalog.NameOnly] // it does not come to all
	if v.lost() == 0 {
		return nil
	}
	at := first.At
	pass.Report(analysis.Diagnostic{Location: &at, About: v.agent + " in all", Measured: v.lost(), Severity: analysis.Info, Message: "all installed in one project, " + v.sums()})
	return nil
}

// leastEntry is what the line of a skill has beside its name, description and folder, in bytes.
const leastEntry = 26

// isInstallable reports whether Codex can load a skill, and people would install it there.
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

// A flat is skills by the names of their folders, as if they lay beside each other in .agents/skills.
type flat map[string]*catalog.Listing

const flatRoot = base + "/.agents/skills"

// List returns what a directory holds.
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

// Real returns a path as it is: there are no links.
func (f flat) Real(at string) string {
	if at == flatRoot || strings.HasPrefix(at, flatRoot+"/") && !strings.HasSuffix(at, "/plugin.json") {
		return at
	}
	return ""
}

// Read returns nothing.
func (f flat) Read(string) ([]byte, bool) { return nil, false }

// Skill returns a skill as its header says it.
func (f flat) Skill(agent, at string) catalog.Skill {
	if l := f[path.Base(path.Dir(at))]; l != nil {
		return skillOf(l, agent)
	}
	return catalog.Skill{Status: loader.Unknown}
}
