package reach

import (
	"path"
	"strings"

	"github.com/skilllint/skilllint/analysis"
)

// maxOutside is how many texts are read for what only another text may mention.
const maxOutside = 5_000

// around are files that may name those of a skill, in a folder that the skill is in.
var around = []string{"hooks/hooks.json", ".claude-plugin/plugin.json", ".mcp.json", ".claude/settings.json", "settings.json", "package.json",
	"CLAUDE.md", "AGENTS.md", "GEMINI.md"}

// outside looks for what is still lost in other skills, agents and commands, in hooks, and in what an
// agent reads at its start.
func outside(w *analysis.Workspace, searches []*search) {
	lost := map[*analysis.Tree]*names{}
	of := map[*file]*search{}
	texts := map[key]bool{}
	for _, s := range searches {
		if s.left == 0 {
			continue
		}
		tree := s.skill.Tree
		if lost[tree] == nil {
			lost[tree] = newNames()
		}
		for _, f := range s.files {
			if !f.reached && !f.apart {
				base := strings.ToLower(path.Base(f.rel))
				lost[tree].files[base] = append(lost[tree].files[base], f)
				of[f] = s
			}
		}
		for dir := path.Dir(s.dir); s.dir != "."; dir = path.Dir(dir) {
			for _, name := range around {
				texts[key{tree, path.Join(dir, name)}] = true
			}
			if dir == "." {
				break
			}
		}
	}
	if len(of) == 0 {
		return
	}
	for _, f := range w.Files {
		if lost[f.Tree] != nil && f.Kind&(analysis.Skill|analysis.Agent|analysis.Command) != 0 {
			texts[key{f.Tree, f.Rel}] = true
		}
	}
	if len(texts) > maxOutside { // too many to be sure
		for f, s := range of {
			s.reach(f, nil, nil, true)
		}
		return
	}
	for k := range texts {
		if k.tree.Exists(k.rel) {
			lost[k.tree].paths(k.tree.Read(k.rel, maxText), func(f *file) { of[f].reach(f, nil, nil, true) })
		}
	}
}
