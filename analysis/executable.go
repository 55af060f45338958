package analysis

import "context"

// SetExecutable is for drivers: it sets the function that Executable calls.
func (t *Tree) SetExecutable(executable func(ctx context.Context, rels []string) map[string]bool) {
	t.executable = executable
}

// Executable reports which files are executable: by git's index if git tracks them, else by the file
// system. Unknown files are omitted. Only PerWorkspace analyzers with Uncached may call it, once and for
// few files.
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
