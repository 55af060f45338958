package config

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/internal/finding"
	"github.com/skilllint/skilllint/internal/treefs"
)

// A namedFile is the path of a file in a configuration.
type namedFile struct {
	name string // relative to the directory of the configuration
	at   Origin
}

// fileName decodes the path of a file, or records an error. what describes the purpose of the file.
func (d *decoder) fileName(v *analysis.Value, what string) (namedFile, bool) {
	name, ok := d.text(v, "a file")
	switch {
	case !ok:
	case strings.TrimSpace(name) == "":
		d.failf(v.Range, "empty path: write the path of %s, relative to this file", what)
	case strings.Contains(name, "://"):
		d.failf(v.Range, "%s is a URL; %s must be a file of the repository", quote.Text(name), what)
	case path.IsAbs(name) || strings.ContainsAny(name, `\:`) || strings.HasPrefix(name, "~"):
		d.failf(v.Range, "%s must be a path relative to this file, with / between directories", quote.Text(name))
	default:
		return namedFile{name, d.origin(v.Range)}, true
	}
	return namedFile{}, false
}

// below returns the path of the file relative to the root, given the directory of the configuration.
func (f namedFile) below(home string) (string, error) {
	rel := path.Join(home, f.name)
	if rel == ".." || strings.HasPrefix(rel, "../") {
		return "", f.failf("%s is outside of the repository root", quote.Text(f.name))
	}
	if slices.ContainsFunc(strings.Split(rel, "/"), func(name string) bool { return strings.EqualFold(name, ".git") }) {
		return "", f.failf("%s is in .git, which is reserved for git", quote.Text(f.name))
	}
	return rel, nil
}

// failf returns an error at the position of the file name.
func (f namedFile) failf(format string, args ...any) error {
	return &finding.FileError{Path: f.at.Path, Position: f.at.At, Message: fmt.Sprintf(format, args...)}
}

// readNamed returns the content of a file below a root. what describes the purpose of the file.
func readNamed(root treefs.FS, rel, what string, most int64) ([]byte, error) {
	info, err := root.Lstat(rel)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, errors.New("no such file")
	case err != nil:
		return nil, treefs.WithoutPath(err)
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("it is %s; %s must be a regular file", modeOf(info.Mode()), what)
	case info.Size() > most:
		return nil, fmt.Errorf("it is %d bytes long (limit for %s: %d)", info.Size(), what, most)
	}
	file, err := root.Open(rel)
	if err != nil {
		return nil, treefs.WithoutPath(err)
	}
	defer file.Close()
	source, err := io.ReadAll(io.LimitReader(file, most))
	if err != nil {
		return nil, treefs.WithoutPath(err)
	}
	return source, nil
}
