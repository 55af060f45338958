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
	"syscall"

	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/internal/config"
	"github.com/skilllint/skilllint/internal/treefs"
)

// ChooseTemplate returns the template for the arguments of new: a kind and a name. Without a dialect, it follows the client
// whose directories exist in fsys.
func ChooseTemplate(fsys fs.FS, args []string, dialect string) (Template, error) {
	const usage = "usage: skilllint new KIND NAME, for example: skilllint new skill sort-mail"
	if len(args) > 0 && args[0] == "subagent" {
		args = append([]string{"agent"}, args[1:]...)
	}
	switch {
	case len(args) == 0:
		return Template{}, fmt.Errorf("missing kind (available: %s); %s", strings.Join(Kinds(), ", "), usage)
	case !slices.Contains(Kinds(), args[0]):
		return Template{}, fmt.Errorf("unknown kind %s%s", quote.Text(args[0]), config.Hint(args[0], Kinds()))
	case len(args) == 1:
		return Template{}, fmt.Errorf("missing name of the %s; %s", args[0], usage)
	case len(args) > 2:
		return Template{}, fmt.Errorf("too many names; %s", usage)
	}
	dialects := Dialects(args[0])
	if dialect == "" {
		return detect(fsys, args[0])
	}
	t, ok := Lookup(dialect, args[0])
	if !ok {
		return t, fmt.Errorf("no template for %s in the dialect %s (available: %s)", args[0], dialect, strings.Join(dialects, ", "))
	}
	return t, nil
}

// detect returns the template of a kind for the client that a repository uses: the one whose directory for the kind
// exists, or else the one with another directory. Without any, it is the default template; skills go to skills/ if that
// exists. It fails if a directory cannot be read, because the skill could end up in the wrong place.
func detect(fsys fs.FS, kind string) (Template, error) {
	var failed error
	stat := func(name string) (isDir, exists bool) {
		info, err := fs.Stat(fsys, name)
		if err != nil && failed == nil && !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, syscall.ENOTDIR) {
			failed = fmt.Errorf("cannot read %s: %w", name, treefs.WithoutPath(err))
		}
		return err == nil && info.IsDir(), err == nil
	}
	t := choose(stat, kind)
	return t, failed
}

func choose(stat func(string) (isDir, exists bool), kind string) Template {
	isDir := func(dir string) bool {
		is, _ := stat(dir)
		return is
	}
	var templates []Template
	for _, dialect := range Dialects(kind) {
		t, _ := Lookup(dialect, kind)
		templates = append(templates, t)
	}
	isOwn := func(t Template) bool { return strings.HasPrefix(t.In, ".") }
	for _, t := range templates {
		if isOwn(t) && isDir(t.In) {
			return t
		}
	}
	if first := templates[0]; kind == "skill" && isDir("skills") {
		if _, ok := stat("skills/manifest.json"); ok {
			first, _ = Lookup("cleo", kind)
		}
		first.In = "skills"
		return first
	}
	for _, t := range templates {
		if client, _, _ := strings.Cut(t.In, "/"); isOwn(t) && isDir(client) {
			return t
		}
	}
	return templates[0]
}

// RegisterSkill returns the registry of a directory of skills with an entry for one of them. day is the date of the entry.
func (t Template) RegisterSkill(name, in, day string) (registry, text string, err error) {
	if err := t.CheckName(name); err != nil {
		return "", "", err
	}
	if dir, err := filepath.Abs(filepath.FromSlash(in)); err != nil || filepath.Base(dir) != "skills" {
		return "", "", fmt.Errorf("invalid directory %s: a registry must be in a directory named skills, because its paths start with skills/", quote.Text(in))
	}
	registry = path.Join(filepath.ToSlash(in), "manifest.json")
	skill := path.Join(filepath.ToSlash(in), name, "SKILL.md")
	for _, file := range []string{skill, registry} { // a link may point outside, and reading a pipe may block
		if info, err := os.Lstat(filepath.FromSlash(file)); err == nil && !info.Mode().IsRegular() {
			return "", "", fmt.Errorf("%s is not a regular file; nothing was written", file)
		}
	}
	header, err := os.Open(filepath.FromSlash(skill))
	if errors.Is(err, fs.ErrNotExist) {
		return "", "", fmt.Errorf("%s does not exist; create the skill first: skilllint new skill %s --dialect %s --in %s", skill, name, t.Dialect, in)
	}
	if err != nil {
		return "", "", fmt.Errorf("cannot read %s: %w", skill, treefs.WithoutPath(err))
	}
	defer header.Close()
	entry, err := EntryOf(name, header)
	if err != nil {
		return "", "", fmt.Errorf("cannot read %s: %w", skill, treefs.WithoutPath(err))
	}
	var old io.Reader
	switch f, err := os.Open(filepath.FromSlash(registry)); {
	case err == nil:
		defer f.Close()
		old = f
	case !errors.Is(err, fs.ErrNotExist):
		return "", "", fmt.Errorf("cannot read %s: %w", registry, treefs.WithoutPath(err))
	}
	text, err = Register(old, entry, day)
	if err != nil {
		return "", "", fmt.Errorf("%s: %v", registry, treefs.WithoutPath(err))
	}
	return registry, text, nil
}
