package graph

import (
	"strings"

	"github.com/skilllint/skilllint/analysis"
)

// A usage is how the skills of a tree use a field that no client reads: for skills, or for packages of
// software.
type usage struct {
	skills, others int  // names of other skills, and all else; the skill itself may be named like its package
	packages       bool // a name has a version, an extra or a scope
}

func (u *usage) add(other usage) {
	u.skills, u.others, u.packages = u.skills+other.skills, u.others+other.others, u.packages || other.packages
}

// namesSkills reports whether most names are those of skills, and none is that of a package for certain.
func (u usage) namesSkills() bool { return !u.packages && u.skills > u.others }

// A usageKey is a field in all files of a tree.
type usageKey struct {
	tree  *analysis.Tree
	field string
}

// isPackage reports whether a name is that of a package of software for certain: with a version ("torch>=2.0"),
// an extra ("ray[data]") or a scope ("@scope/name").
func isPackage(name string) bool { return strings.ContainsAny(name, "<>=~!^[]/@+;") }

// usages returns the fields that no client reads as they are used in one declaration.
func (b *builder) usages(d declaration) map[string]usage {
	var fields map[string]usage
	for _, need := range d.needs {
		rule := ruleOf(d.dialect, d.file.Kind, need.Field)
		if !rule.Loose {
			continue
		}
		one := usage{others: 1, packages: isPackage(need.Name)}
		if to, ok := b.graph.names.lookup(d.file, need.Name, rule); ok && to != d.from {
			one.skills, one.others = 1, 0
		}
		if fields == nil {
			fields = map[string]usage{}
		}
		u := fields[need.Field]
		u.add(one)
		fields[need.Field] = u
	}
	return fields
}

// withoutPackages removes the names of fields that list packages, as the file or the whole tree uses them.
func (b *builder) withoutPackages(declared []declaration) []declaration {
	own, trees := make([]map[string]usage, len(declared)), map[usageKey]*usage{}
	for i, d := range declared {
		own[i] = b.usages(d)
		for field, u := range own[i] {
			key := usageKey{d.file.Tree, field}
			if trees[key] == nil {
				trees[key] = &usage{}
			}
			trees[key].add(u)
		}
	}
	for i := range declared {
		d, kept := &declared[i], []Need(nil)
		for _, need := range d.needs {
			u, loose := own[i][need.Field]
			if !loose || u.namesSkills() && trees[usageKey{d.file.Tree, need.Field}].namesSkills() {
				kept = append(kept, need)
			}
		}
		d.needs = kept
	}
	return declared
}
