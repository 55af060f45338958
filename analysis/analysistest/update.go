package analysistest

import (
	"bytes"
	"maps"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/internal/fixture"
	"golang.org/x/tools/txtar"
)

// updated returns the archive with the actual findings and fixed files. Correct lines are unchanged.
func (c *check) updated(data []byte) ([]byte, error) {
	archive := txtar.Parse(data)
	fixed, err := applyFixes(c.found, false, c.workspace.Read)
	if err != nil {
		return nil, err
	}
	unsafe, err := applyFixes(c.found, true, c.workspace.Read)
	if err != nil {
		return nil, err
	}
	c.updateWants(archive)
	updateFixed(archive, fixture.FixedPrefix, c.archive.Fixed, fixed)
	updateFixed(archive, fixture.UnsafePrefix, c.archive.Unsafe, unsafe)
	return txtar.Format(archive), nil
}

// updateWants replaces the want section, or adds one.
func (c *check) updateWants(archive *txtar.Archive) {
	var b strings.Builder
	m := match(c.archive.Wants, c.found, c.workspace.Read)
	for i, f := range c.found {
		if w := m.wantOf[i]; w >= 0 {
			b.WriteString(c.archive.Wants[w].Source)
		} else {
			b.WriteString(wantLine(f, c.workspace.Read))
		}
	}
	section := txtar.File{Name: fixture.WantSection, Data: []byte(b.String())}
	at := slices.IndexFunc(archive.Files, func(f txtar.File) bool { return f.Name == fixture.WantSection })
	if at >= 0 {
		archive.Files[at] = section
	} else {
		archive.Files = append(archive.Files, section)
	}
}

// updateFixed replaces the sections of a prefix whose file has changed, removes those without a fix and adds
// missing ones.
func updateFixed(archive *txtar.Archive, prefix string, old, fixed map[string][]byte) {
	archive.Files = slices.DeleteFunc(archive.Files, func(f txtar.File) bool {
		name, ok := strings.CutPrefix(f.Name, prefix)
		if !ok {
			return false
		}
		path, _ := strings.CutSuffix(name, fixture.QuotedSuffix)
		after, ok := fixed[path]
		return !ok || !bytes.Equal(after, old[path])
	})
	for _, path := range slices.Sorted(maps.Keys(fixed)) {
		if before, ok := old[path]; !ok || !bytes.Equal(before, fixed[path]) {
			archive.Files = append(archive.Files, fixture.File{Path: path, Data: fixed[path]}.Section(prefix))
		}
	}
}
