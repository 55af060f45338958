package script

import "github.com/skilllint/skilllint/analysis"

// Fact is the script in a file of a skill. It is nil in texts, in other and in empty files, and in files that are too large.
var Fact = analysis.NewFact("script", "what a bundled script accepts, imports and reads",
	analysis.PerDocument, analysis.Text|analysis.Resource, readFact)

func readFact(pass *analysis.Pass) (*Script, error) {
	d := pass.Document
	if d.Kind != analysis.Resource || d.Part || len(d.Source) == 0 || d.Encoding != analysis.UTF8 || LanguageOf(d.Path, d.Source) == Other {
		return nil, nil
	}
	return Read(d.Path, d.Source), nil
}

// Scripts returns scripts of a workspace on demand, also those that are not part of a skill, such as the scripts of a
// plugin. It is for one analyzer, which requires Fact and is PerWorkspace.
type Scripts struct {
	read map[key]*Script
	left int
}

type key struct {
	tree *analysis.Tree
	rel  string
}

// maxBytes limits the text that a Scripts reads besides the facts.
const maxBytes = 32 << 20

// Of returns the scripts for a pass.
func Of(pass *analysis.Pass) *Scripts {
	s := &Scripts{read: map[key]*Script{}, left: maxBytes}
	for f, found := range Fact.All(pass.Store) {
		if found != nil {
			s.read[key{f.Tree, f.Rel}] = found
		}
	}
	return s
}

// At returns the script at a path relative to the root of a tree, or nil if it does not exist, is too large or not a script.
func (s *Scripts) At(tree *analysis.Tree, rel string) *Script {
	k := key{tree, tree.Real(rel)}
	if found, ok := s.read[k]; ok || k.rel == "" {
		return found
	}
	found := s.find(k)
	s.read[k] = found
	return found
}

func (s *Scripts) find(k key) *Script {
	if k.tree.IsDir(k.rel) || s.left <= 0 {
		return nil
	}
	source := k.tree.Read(k.rel, MaxSize)
	s.left -= len(source)
	if len(source) == 0 || LanguageOf(k.rel, source) == Other || analysis.EncodingOf(source) != analysis.UTF8 {
		return nil
	}
	return Read(k.rel, source)
}
