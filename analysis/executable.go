package analysis

import "context"

// SetExecutable is for drivers: it says which files may be run, as Executable returns them.
func (t *Tree) SetExecutable(executable func(ctx context.Context, rels []string) map[string]bool) {
	t.executable = executable
}

// Executable says of files whether they may be run: by git's index where git tracks them, else by the
// file system. What neither knows is missing. PerWorkspace analyzers that run Anew
// may ask, once and for few files.
func (t *Tree) Executable(ctx context.Context, rels []string) map[string]bool {
	if t.executable == nil || len(rels) == 0 {
		return nil
	}
	real := make([]string, len(rels))
	for i, rel := range rels {
		real[i] = t.real(rel)
	}
	known := t.executable(ctx, real)
	found := make(map[string]bool, len(rels))
	for i, rel := range rels {
		if is, ok := known[real[i]]; ok {
			found[rel] = is
		}
	}
	return found
}
