package discover

import (
	"bytes"
	"io"
	"path"

	"github.com/skilllint/skilllint/schema"
)

// Limits of the search for files of duyetbot next to a file.
const (
	maxNeighbors = 200     // files of a directory
	maxHead      = 4 << 10 // bytes of a file
)

// isAmongDuyetbot reports whether a file belongs to duyetbot because of the files next to it: a file without frontmatter is
// one that duyetbot rejects.
func (w *walker) isAmongDuyetbot(f *directory, name string) bool {
	if !w.hasDuyetbotFiles(f) {
		return false
	}
	_, real := f.path(name)
	_, other := w.isDuyetbot(real)
	return !other
}

// hasDuyetbotFiles reports whether at least half of the Markdown files of a directory have frontmatter of duyetbot.
func (w *walker) hasDuyetbotFiles(f *directory) bool {
	if f.duyetbot == notSearched && f.real != "" {
		f.duyetbot = notFound
		entries, _ := w.root.FS.ReadDir(f.real)
		files, own := 0, 0
		for _, e := range entries {
			if path.Ext(e.Name()) != ".md" || !e.Type().IsRegular() || isGuide(e.Name()) {
				continue
			}
			if files++; files > maxNeighbors {
				break
			}
			_, real := f.path(e.Name())
			if is, _ := w.isDuyetbot(real); is {
				own++
			}
		}
		if own > 0 && own*2 >= files {
			f.duyetbot = found
		}
	}
	return f.duyetbot == found
}

// isDuyetbot reports whether the frontmatter of a file has a field that only duyetbot defines. other reports whether it has a type
// that duyetbot lacks and no triggers, so that the file belongs to another program.
func (w *walker) isDuyetbot(real string) (own, other bool) {
	file, err := w.openText(real)
	if err != nil {
		return false, false // reported when the file is checked
	}
	defer file.Close()
	text, _ := io.ReadAll(io.LimitReader(file, maxHead))
	rest, opened := bytes.CutPrefix(text, []byte("---"))
	if !opened {
		return false, false
	}
	triggers := false
	for line := range bytes.Lines(rest) {
		line = bytes.TrimRight(line, " \t\r\n")
		if string(line) == "---" {
			break
		}
		key, value, _ := bytes.Cut(line, []byte(":"))
		if string(key) == "type" {
			own = own || schema.IsDuyetbotType(string(bytes.Trim(value, " \"'")))
			other = !own
		}
		own = own || schema.IsDuyetbotField(string(key))
		triggers = triggers || string(key) == "triggers"
	}
	return own, other && !triggers
}
