package discover

import (
	"io"
	"strings"

	"github.com/skilllint/skilllint/schema"
)

const maxBase = 4 << 10 // bytes of a base protocol in which its version is looked for

// isLater reports whether a registry and the skills next to it are of CLEO's later edition: the registry
// has its format, or a catalog is above it. A base protocol of version 1.0 and scripts in lib/ show the
// first edition, which had a dispatch matrix in its last weeks, too.
func (w *walker) isLater(f *folder, registry []byte) bool {
	catalog := f.catalog || f.parent != nil && f.parent.catalog
	if !catalog && !schema.IsLaterRegistry(registry) {
		return false
	}
	return !w.hasLibrary(f.parent) && !w.hasEarlierBase(f)
}

// hasLibrary reports whether a folder has CLEO's scripts of the first edition.
func (w *walker) hasLibrary(f *folder) bool {
	if f == nil || !f.lib || f.real == "" {
		return false
	}
	_, real := f.path("lib")
	entries, _ := w.root.FS.ReadDir(real)
	for _, e := range entries {
		if strings.HasSuffix(e.Name(), ".sh") {
			return true
		}
	}
	return false
}

// hasEarlierBase reports whether the base protocol next to a registry is of the first edition.
func (w *walker) hasEarlierBase(f *folder) bool {
	_, real := f.path("_shared/subagent-protocol-base.md")
	file, err := w.openText(real)
	if err != nil {
		return false
	}
	defer file.Close()
	text, err := io.ReadAll(io.LimitReader(file, maxBase))
	return err == nil && schema.IsEarlierProtocol(text)
}
