package discover

import (
	"hash/maphash"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/treefs"
	"github.com/skilllint/skilllint/schema"
)

const manifestKind = analysis.Manifest

// classify classifies a file by the configuration, or else by its path.
func (w *walker) classify(f *directory, name, rel string) (classification, error) {
	v := w.classifyByPath(f, name)
	if w.policy.Claim == nil {
		return v, nil
	}
	kind, err := w.policy.Claim(rel)
	if err != nil || kind == 0 || kind == v.kind {
		return v, err
	}
	v = classification{kind: kind, why: "set by the configuration"}
	if kind == analysis.Manifest {
		v.dialect = cleo
	}
	return v, nil
}

// emitFile emits a file, unless it was emitted before.
func (w *walker) emitFile(f *directory, v classification, rel, real string) error {
	key := w.pathHash(real)
	if w.emitted[key] {
		return nil
	}
	w.emitted[key] = true
	file := &analysis.File{
		Path: w.place.show.path(rel), Rel: rel, Tree: w.root.Tree, Kind: v.kind, Why: v.why,
		Nested: v.kind == analysis.Skill && f.belowSkill(), Plugin: f.inPlugin, Shared: f.inPlugin && f.inOtherPlugin, Owner: f.skillDir,
	}
	if f.inPlugin {
		file.PluginRoot = f.pluginRoot
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
	w.emit(Input{File: file, Guess: guess, Owned: f.inSkill, Open: func() (treefs.File, error) { return root.Open(real) }})
	return nil
}

// pathHash returns the hash of a file's absolute path.
func (w *walker) pathHash(real string) uint64 { return maphash.String(pathSeed, w.prefix+real) }

// pathSeed is random, so that collisions cannot be constructed.
var pathSeed = maphash.MakeSeed()

// belowSkill reports whether the file's nearest owner above this directory is a skill.
func (f *directory) belowSkill() bool {
	return f.parent != nil && f.parent.owner != nil && f.parent.owner.skill
}
