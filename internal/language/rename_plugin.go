package language

import (
	"fmt"
	"path"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/facts/link"
	"github.com/skilllint/skilllint/facts/registry"
)

// plugins changes paths in plugins and marketplaces that point into the moved directory.
func (r *skillRename) plugins() error {
	if r.dir == "" || r.Facts.store == nil {
		return nil
	}
	for f, p := range registry.PluginFact.All(r.Facts.store) {
		if err := r.plugin(f, registry.Home(f), &p); err != nil {
			return err
		}
	}
	for f, m := range registry.MarketplaceFact.All(r.Facts.store) {
		for i := range m.Entries {
			e := &m.Entries[i]
			home := registry.Home(f)
			if !f.Tree.IsDir(path.Join(home, e.Source.Value)) {
				home = path.Join(home, m.Root)
			}
			if err := r.listedPath(f, home, e.Source); err != nil {
				return err
			}
			if err := r.plugin(f, path.Join(home, e.Source.Value), &e.Plugin); err != nil {
				return err
			}
		}
	}
	return nil
}

// plugin changes the paths of a plugin with a root directory.
func (r *skillRename) plugin(f *analysis.File, root string, p *registry.Plugin) error {
	for _, to := range p.Paths {
		if err := r.listedPath(f, root, to.Text); err != nil {
			return err
		}
	}
	return nil
}

// listedPath changes a path of a plugin or marketplace, relative to a directory.
func (r *skillRename) listedPath(f *analysis.File, base string, to registry.Text) error {
	if f.Tree != r.file.Tree || !strings.Contains(to.Value, r.old) {
		return nil
	}
	d, err := r.Document(f)
	if err != nil {
		return fmt.Errorf("%s: %w", quote.Text(f.Path), err)
	}
	if link.Inside(r.dir, path.Join(base, to.Value)) {
		r.renameInPath(d, to.Location.Range)
	}
	return nil
}
