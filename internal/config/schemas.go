package config

import (
	"errors"
	"fmt"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/internal/finding"
	"github.com/skilllint/skilllint/internal/syntax/jsontree"
	"github.com/skilllint/skilllint/schema"
)

// maxSchema limits the bytes of a user's schema.
const maxSchema = 256 << 10

// extensible are the kinds to which schemas can be added: those with fields. Manifests are configured with the keys
// "manifest" and "ledgers" instead.
const extensible = analysis.Skill | analysis.Agent | analysis.Command | analysis.Instructions | analysis.Prompt |
	analysis.CursorRule | analysis.OutputStyle | analysis.Persona | analysis.SkillMeta | analysis.Plugin | analysis.Marketplace | analysis.Registry

// A kindSchema is a schema for a kind of file.
type kindSchema struct {
	kind analysis.Kind
	namedFile
}

// schemas decodes the additional schema files by kind.
func (d *decoder) schemas(v *analysis.Value) {
	if v.Kind == analysis.Null {
		return
	}
	for _, m := range d.entries(v, "schemas") {
		kind, known := extensibleKind(m.Key)
		if !known {
			d.failf(m.KeyRange, "unknown kind %s%s", quote.Text(m.Key), Hint(m.Key, extensible.Names()))
			continue
		}
		if file, ok := d.fileName(m.Value, "a schema"); ok {
			d.config.schemaFiles = append(d.config.schemaFiles, kindSchema{kind, file})
			d.record("schemas."+m.Key, file.name, m.Value.Range, false)
		}
	}
}

// ledgers decodes the schema files of ledgers, by glob.
func (d *decoder) ledgers(v *analysis.Value) {
	if v.Kind == analysis.Null {
		return
	}
	for _, m := range d.entries(v, "ledgers") {
		glob, isGlob := d.glob(m.Key, m.KeyRange)
		file, isFile := d.fileName(m.Value, "a schema")
		if isGlob && isFile {
			d.config.Ledgers = append(d.config.Ledgers, Ledger{Glob: glob, file: file})
			d.record("ledgers."+m.Key, file.name, m.KeyRange, false)
		}
	}
	d.limitGlobs(v, len(d.config.Ledgers), "ledgers")
}

func extensibleKind(name string) (analysis.Kind, bool) {
	for kind := analysis.Kind(1); kind <= extensible; kind <<= 1 {
		if extensible&kind != 0 && kind.String() == name {
			return kind, true
		}
	}
	return 0, false
}

// loadSchemas reads the schemas of a configuration. home is its directory, relative to the root.
func (f *Finder) loadSchemas(c *Config, home string) error {
	for _, named := range c.schemaFiles {
		extra, err := f.loadSchema(c, named.namedFile, home)
		if err != nil {
			return err
		}
		if c.extras == nil {
			c.extras = map[analysis.Kind]*schema.Extra{}
		}
		c.extras[named.kind] = extra
	}
	for i := range c.Ledgers {
		extra, err := f.loadSchema(c, c.Ledgers[i].file, home)
		if err != nil {
			return err
		}
		c.Ledgers[i].schema = extra
	}
	return nil
}

// loadSchema reads a schema once, even if several configurations and globs use it.
func (f *Finder) loadSchema(c *Config, named namedFile, home string) (*schema.Extra, error) {
	rel, err := named.below(home)
	if err == nil {
		c.Sources = append(c.Sources, rel)
	}
	if err != nil || f.extras[rel] != nil {
		return f.extras[rel], err
	}
	source, err := readNamed(f.root, rel, "a schema", maxSchema)
	if err != nil {
		return nil, named.failf("cannot read %s: %v", f.show(rel), err)
	}
	if f.bytes += len(source); f.bytes > maxRead {
		return nil, named.failf("too many schemas: more than %s bytes in total, including configuration files", quote.Count(maxRead))
	}
	extra, err := extraOf(f.show(rel), source)
	if err == nil {
		f.extras[rel] = extra
	}
	return extra, err
}

// extraOf compiles a schema. Errors have a file and position.
func extraOf(name string, source []byte) (*schema.Extra, error) {
	doc := analysis.NewDocument(&analysis.File{Path: name}, source)
	tree := jsontree.Parse(source, 0)
	if tree.Broken != nil {
		return nil, &finding.FileError{Path: name, Position: doc.Position(tree.Broken.Range.Start), Message: "invalid JSON: " + tree.Broken.Message}
	}
	for _, o := range tree.Warnings {
		return nil, &finding.FileError{Path: name, Position: doc.Position(o.Range.Start), Message: o.Message}
	}
	extra, err := schema.NewExtra(name, source)
	if err == nil {
		if s, ok := findSchemaProblem(tree.Root); ok {
			return nil, &finding.FileError{Path: name, Position: doc.Position(s.at.Start), Message: s.message}
		}
		return extra, nil
	}
	at := tree.Root
	var wrong *schema.ExtraError
	if errors.As(err, &wrong) {
		at = below(at, wrong.Path)
	}
	return nil, &finding.FileError{Path: name, Position: doc.Position(at.Range.Start), Message: "invalid schema: " + err.Error()}
}

// below returns the value at a path, or the last one on the way that exists.
func below(v *analysis.Value, path []string) *analysis.Value {
	for _, key := range path {
		next := v.Get(key)
		if v.Kind == analysis.List {
			for i, item := range v.Items {
				if fmt.Sprint(i) == key {
					next = item
				}
			}
		}
		if next == nil {
			break
		}
		v = next
	}
	return v
}
