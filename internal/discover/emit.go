package discover

import (
	"hash/maphash"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/treefs"
	"github.com/skilllint/skilllint/schema"
)

const manifestKind = analysis.Manifest

// verdict returns the kind of a file: the one that the configuration assigns, or else the one of its path.
func (w *walker) verdict(f *folder, name, rel string) (verdict, error) {
	v := w.recognise(f, name)
	if w.policy.Claim == nil {
		return v, nil
	}
	kind, err := w.policy.Claim(rel)
	if err != nil || kind == 0 || kind == v.kind {
		return v, err
	}
	v = verdict{kind: kind, why: "set by the configuration"}
	if kind == analysis.Manifest {
		v.dialect = cleo
	}
	return v, nil
}

// emitFile emits a file once.
func (w *walker) emitFile(f *folder, v verdict, rel, real string) error {
	key := w.pathHash(real)
	if w.emitted[key] {
		return nil
	}
	w.emitted[key] = true
	file := &analysis.File{
		Path: w.place.show.path(rel), Rel: rel, Tree: w.root.Tree, Kind: v.kind, Why: v.why,
		Nested: v.kind == analysis.Skill && f.belowSkill(), Plugin: f.ofPlugin, Shared: f.ofPlugin && f.ofOthers, Owner: f.skillDir,
	}
	guess := v.guess
	if file.Dialect = schema.Lookup(v.dialect); v.later && file.Dialect.Later != nil {
		file.Dialect = file.Dialect.Later
		file.Why += "; " + file.Dialect.Title + "'s later edition"
	}
	if w.policy.Configure != nil {
		if err := w.policy.Configure(file); err != nil {
			return err
		}
	}
	if file.Pinned && (file.Kind != analysis.Registry || v.why == "skills/manifest.json") {
		guess = false
	}
	root := w.root.FS
	w.emit(Input{File: file, Guess: guess, Owned: f.ofSkill, Open: func() (treefs.File, error) { return root.Open(real) }})
	return nil
}

// pathHash returns the hash of the absolute path of a file.
func (w *walker) pathHash(real string) uint64 { return maphash.String(pathSeed, w.prefix+real) }

// pathSeed is random, so that collisions cannot be constructed.
var pathSeed = maphash.MakeSeed()

// belowSkill reports whether a directory above this one contains a SKILL.md.
func (f *folder) belowSkill() bool {
	return f.parent != nil && f.parent.owner != nil && f.parent.owner.skill
}
