package setup

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/internal/config"
	"github.com/skilllint/skilllint/internal/treefs"
)

// ChooseTemplate returns the template that the arguments of new mean: a kind and a name.
func ChooseTemplate(args []string, dialect string) (Template, error) {
	const how = "write skilllint new KIND NAME, as in: skilllint new skill sort-mail"
	switch {
	case len(args) == 0:
		return Template{}, fmt.Errorf("%s; kinds are %s", how, strings.Join(Kinds(), ", "))
	case !slices.Contains(Kinds(), args[0]):
		return Template{}, fmt.Errorf("there is no kind %s%s", quote.Text(args[0]), config.Hint(args[0], Kinds()))
	case len(args) == 1:
		return Template{}, fmt.Errorf("the %s needs a name; %s", args[0], how)
	case len(args) > 2:
		return Template{}, fmt.Errorf("one name at a time; %s", how)
	}
	dialects := Dialects(args[0])
	if dialect == "" {
		dialect = dialects[0]
	}
	t, ok := Lookup(dialect, args[0])
	if !ok {
		return t, fmt.Errorf("%s has no %s to begin; --dialect may be %s", dialect, args[0], strings.Join(dialects, ", "))
	}
	return t, nil
}

// RegisterSkill returns the registry of a directory of skills with an entry for one of them. day is the date of the entry.
func (t Template) RegisterSkill(name, in, day string) (registry, text string, err error) {
	if err := t.CheckName(name); err != nil {
		return "", "", err
	}
	if dir, err := filepath.Abs(filepath.FromSlash(in)); err != nil || filepath.Base(dir) != "skills" {
		return "", "", fmt.Errorf("the paths in a registry begin with skills/, so it has to be in a folder of that name, and %s is none", quote.Text(in))
	}
	registry = path.Join(filepath.ToSlash(in), "manifest.json")
	skill := path.Join(filepath.ToSlash(in), name, "SKILL.md")
	for _, file := range []string{skill, registry} { // a link may lead anywhere, and a pipe nowhere
		if info, err := os.Lstat(filepath.FromSlash(file)); err == nil && !info.Mode().IsRegular() {
			return "", "", fmt.Errorf("%s is no regular file; nothing was read or written", file)
		}
	}
	header, err := os.Open(filepath.FromSlash(skill))
	if errors.Is(err, fs.ErrNotExist) {
		return "", "", fmt.Errorf("%s is not there; begin the skill first: skilllint new skill %s --dialect %s --in %s", skill, name, t.Dialect, in)
	}
	if err != nil {
		return "", "", fmt.Errorf("read %s: %w", skill, treefs.WithoutPath(err))
	}
	defer header.Close()
	entry, err := EntryOf(name, header)
	if err != nil {
		return "", "", fmt.Errorf("read %s: %w", skill, treefs.WithoutPath(err))
	}
	var old io.Reader
	switch f, err := os.Open(filepath.FromSlash(registry)); {
	case err == nil:
		defer f.Close()
		old = f
	case !errors.Is(err, fs.ErrNotExist):
		return "", "", fmt.Errorf("read %s: %w", registry, treefs.WithoutPath(err))
	}
	text, err = Register(old, entry, day)
	if err != nil {
		return "", "", fmt.Errorf("%s: %v", registry, treefs.WithoutPath(err))
	}
	return registry, text, nil
}
