package registry

import (
	"path"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
)

// dispatch checks dispatch-config.json: each name of a skill that does not exist is reported once.
func (s *laterSkills) dispatch(f *dataFile) {
	reported := map[string]bool{}
	check := func(name string, at analysis.Range) {
		if name == "" || reported[name] || f.tree.Exists(path.Join(s.dir, name, "SKILL.md")) || !f.absent(path.Join(s.dir, name)) {
			return
		}
		reported[name] = true
		f.report(at, analysis.Diagnostic{Severity: analysis.Warning, About: name, Message: "unknown skill " + quote.Text(name),
			Effect: "the registry that is made from it dispatches tasks to no skill", Help: "use the name of a skill, or remove the entry"})
	}
	for _, by := range membersOf(f.root.Get("dispatch_matrix")) {
		for _, m := range membersOf(by.Value) {
			if m.Value.IsString() && !strings.HasPrefix(m.Key, "_") {
				check(m.Value.Text, m.Value.Range)
			} else if ref := m.Value.Get("skillRef"); ref.IsString() {
				check(ref.Text, ref.Range)
			}
		}
	}
	for _, m := range membersOf(f.root.Get("skill_overrides")) {
		check(m.Key, m.KeyRange)
		for _, next := range m.Value.Lookup("capabilities", "chains_to").Strings() {
			check(next.Text, next.Range)
		}
	}
}

func membersOf(v *analysis.Value) []analysis.Member {
	if v == nil || v.Kind != analysis.Map {
		return nil
	}
	return v.Members
}
