package setup

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"strings"

	"github.com/skilllint/skilllint/internal/config"
	"github.com/skilllint/skilllint/internal/discover"
	"github.com/skilllint/skilllint/internal/safefile"
	"github.com/skilllint/skilllint/internal/treefs"
)

// UseBaseline names a baseline in the configuration at a root, which is created if it does not exist. It reports false if the key cannot be
// added.
func UseBaseline(root discover.Root, name string, to *safefile.Writer) (bool, error) {
	var old []byte
	info, err := root.FS.Lstat(config.Name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil || !info.Mode().IsRegular():
		return false, nil
	default:
		if old = treefs.ReadFile(root.FS, config.Name, maxRead); old == nil {
			return false, fmt.Errorf("cannot read %s", config.Name)
		}
	}
	text := WithBaseline(old, name)
	if text == nil {
		return false, nil
	}
	err = to.Write(filepath.Join(root.Dir, config.Name), safefile.Options{New: info == nil}, func(w io.Writer) error {
		_, err := w.Write(text)
		return err
	})
	if err != nil {
		return false, fmt.Errorf("cannot write %s: %w", config.Name, treefs.WithoutPath(err))
	}
	return true, nil
}

// WithBaseline returns a configuration with the key "baseline", or nil if it has the key, or if it is not certain that the key can be
// added. old is a valid configuration; empty: none.
func WithBaseline(old []byte, name string) []byte {
	key := "baseline: " + name
	if !Plain(name) || strings.ContainsRune("-+@ ", rune(name[0])) {
		key = "baseline: " + quoted(name)
	}
	prepared, size, at := -1, 0, 0
	inMapping := false
	for line := range bytes.Lines(old) {
		text := string(bytes.TrimRight(line, "\r\n"))
		switch {
		case strings.HasPrefix(text, "#baseline:"): // as in Config
			prepared, size = at, len(text)
		case text == "" || strings.ContainsRune("# \t", rune(text[0])):
		case strings.HasPrefix(text, "baseline:"), strings.HasPrefix(text, "---"), strings.HasPrefix(text, "..."), !inMapping && !startsKey(text):
			return nil
		default:
			inMapping = true
		}
		at += len(line)
	}
	switch {
	case prepared >= 0:
		return append(append(bytes.Clone(old[:prepared]), key...), old[prepared+size:]...)
	case len(old) > 0 && old[len(old)-1] != '\n':
		key = "\n" + key
	}
	return append(bytes.Clone(old), key+"\n"...)
}

// startsKey reports whether a line starts with a key without quotation marks.
func startsKey(line string) bool {
	key, rest, ok := strings.Cut(line, ":")
	return ok && strings.Trim(key, "abcdefghijklmnopqrstuvwxyz-") == "" && (rest == "" || rest[0] == ' ')
}
