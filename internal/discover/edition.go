package discover

import (
	"io"
	"strings"

	"github.com/skilllint/skilllint/schema"
)

const maxBase = 4 << 10 // bytes of a base protocol that are searched for its version

// isLaterEdition reports whether a registry and the skills next to it are of CLEO's later edition: the registry has
// its format, or a catalog is next to it or in the parent directory. A base protocol of version 1.0 or scripts in lib/
// indicate the first edition, which also had a dispatch matrix in its last weeks.
func (w *walker) isLaterEdition(f *directory, registry []byte) bool {
	catalog := f.catalog || f.parent != nil && f.parent.catalog
	if !catalog && !schema.IsLaterRegistry(registry) {
		return false
	}
	return !w.hasScripts(f.parent) && !w.hasEarlierBase(f)
}

// hasScripts reports whether a directory contains the scripts of CLEO's first edition.
func (w *walker) hasScripts(f *directory) bool {
	if f == nil || !f.lib || f.real == "" {
		return false
	}
	_, lib := f.path("lib")
	entries, _ := w.root.FS.ReadDir(lib)
	for _, e := range entries {
		if strings.HasSuffix(e.Name(), ".sh") {
			return true
		}
	}
	return false
}

// hasEarlierBase reports whether the base protocol next to a registry is of the first edition.
func (w *walker) hasEarlierBase(f *directory) bool {
	_, real := f.path("_shared/subagent-protocol-base.md")
	file, err := w.openText(real)
	if err != nil {
		return false
	}
	defer file.Close()
	text, err := io.ReadAll(io.LimitReader(file, maxBase))
	return err == nil && schema.IsEarlierProtocol(text)
}
