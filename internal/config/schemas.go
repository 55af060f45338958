package config

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/jsontree"
	"github.com/skilllint/skilllint/internal/pathless"
	"github.com/skilllint/skilllint/internal/quote"
	"github.com/skilllint/skilllint/internal/treefs"
	"github.com/skilllint/skilllint/schema"
)

// maxSchema is how many bytes a schema of the user's may have.
const maxSchema = 256 << 10

// extensible are the kinds that a schema can be given for: those with fields. The entries of a
// manifest have the keys "manifest" and "ledgers".
const extensible = analysis.Skill | analysis.Agent | analysis.Command | analysis.Instructions | analysis.Prompt |
	analysis.CursorRule | analysis.Persona | analysis.SkillMeta | analysis.Plugin | analysis.Marketplace | analysis.Registry

// A schemaFile is a schema that a configuration names.
type schemaFile struct {
	name string // relative to the configuration
	at   analysis.Position
}

// A kindSchema is one for the files of a kind.
type kindSchema struct {
	kind analysis.Kind
	schemaFile
}

// schemas decodes which schema files of which kind are held to beside that of their dialect.
func (d *decoder) schemas(v *analysis.Value) {
	if v.Kind == analysis.Null {
		return
	}
	for _, m := range d.entries(v, "schemas") {
		kind, known := extensibleKind(m.Key)
		if !known {
			d.failf(m.KeyRange, "%s is no kind that a schema can be given for%s", quote.Text(m.Key), Hint(m.Key, extensible.Names()))
			continue
		}
		if file, ok := d.schemaFile(m.Value); ok {
			d.config.schemaFiles = append(d.config.schemaFiles, kindSchema{kind, file})
		}
	}
}

// ledgers decodes by which schema files the lines of ledgers are checked.
func (d *decoder) ledgers(v *analysis.Value) {
	if v.Kind == analysis.Null {
		return
	}
	for _, m := range d.entries(v, "ledgers") {
		glob, isGlob := d.glob(m.Key, m.KeyRange)
		file, isFile := d.schemaFile(m.Value)
		if isGlob && isFile {
			d.config.Ledgers = append(d.config.Ledgers, Ledger{Glob: glob, file: file})
		}
	}
	d.few(v, len(d.config.Ledgers), "ledgers")
}

// schemaFile returns the schema file that a value names, or says that it names none.
func (d *decoder) schemaFile(v *analysis.Value) (schemaFile, bool) {
	name, ok := d.text(v, "a file")
	switch {
	case !ok:
	case strings.Contains(name, "://"):
		d.failf(v.Range, "%s is an address; a schema is a file of the repository, and nothing is fetched", quote.Text(name))
	case path.IsAbs(name) || strings.ContainsAny(name, `\:`):
		d.failf(v.Range, "%s is no path relative to the configuration, with / between folders", quote.Text(name))
	default:
		return schemaFile{name, d.doc.Position(v.Range.Start)}, true
	}
	return schemaFile{}, false
}

func extensibleKind(name string) (analysis.Kind, bool) {
	for kind := analysis.Kind(1); kind <= extensible; kind <<= 1 {
		if extensible&kind != 0 && kind.String() == name {
			return kind, true
		}
	}
	return 0, false
}

// loadSchemas reads the schemas that the configuration names, below the root that it stands in.
// show turns a path below the root into one for messages.
func (c *Config) loadSchemas(root treefs.FS, show func(rel string) string) error {
	for _, f := range c.schemaFiles {
		extra, err := c.loadSchema(f.schemaFile, root, show)
		if err != nil {
			return err
		}
		if c.extras == nil {
			c.extras = map[analysis.Kind]*schema.Extra{}
		}
		c.extras[f.kind] = extra
	}
	for i := range c.Ledgers {
		extra, err := c.loadSchema(c.Ledgers[i].file, root, show)
		if err != nil {
			return err
		}
		c.Ledgers[i].schema = extra
	}
	return nil
}

func (c *Config) loadSchema(f schemaFile, root treefs.FS, show func(rel string) string) (*schema.Extra, error) {
	rel := path.Join(c.Dir, f.name)
	if rel == ".." || strings.HasPrefix(rel, "../") {
		return nil, &Error{c.Path, f.at, quote.Text(f.name) + " lies outside of the root, and is not read"}
	}
	source, err := readSchema(root, rel)
	if err != nil {
		return nil, &Error{c.Path, f.at, fmt.Sprintf("read %s: %v", show(rel), err)}
	}
	return extraOf(show(rel), source)
}

func readSchema(root treefs.FS, rel string) ([]byte, error) {
	info, err := root.Lstat(rel)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, errors.New("it is not there")
	case err != nil:
		return nil, pathless.Error(err)
	case !info.Mode().IsRegular():
		return nil, errors.New("it is " + modeOf(info.Mode()) + "; a schema is read from a regular file only")
	case info.Size() > maxSchema:
		return nil, fmt.Errorf("it has %d bytes; a schema may have %d", info.Size(), maxSchema)
	}
	file, err := root.Open(rel)
	if err != nil {
		return nil, pathless.Error(err)
	}
	defer file.Close()
	source, err := io.ReadAll(io.LimitReader(file, maxSchema))
	if err != nil {
		return nil, pathless.Error(err)
	}
	return source, nil
}

// extraOf compiles a schema; an error has its file and place.
func extraOf(name string, source []byte) (*schema.Extra, error) {
	doc := analysis.NewDocument(&analysis.File{Path: name}, source)
	tree := jsontree.Parse(source, 0)
	if tree.Broken != nil {
		return nil, &Error{name, doc.Position(tree.Broken.Range.Start), "it is no JSON: " + tree.Broken.Message}
	}
	for _, o := range tree.Oddities {
		return nil, &Error{name, doc.Position(o.Range.Start), o.Message}
	}
	extra, err := schema.NewExtra(name, source)
	if err == nil {
		if s, ok := slipIn(tree.Root); ok {
			return nil, &Error{name, doc.Position(s.at.Start), s.message}
		}
		return extra, nil
	}
	at := tree.Root
	var wrong *schema.ExtraError
	if errors.As(err, &wrong) {
		at = below(at, wrong.Path)
	}
	return nil, &Error{name, doc.Position(at.Range.Start), "it is no schema: " + err.Error()}
}

// below follows a path as far as it leads.
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
