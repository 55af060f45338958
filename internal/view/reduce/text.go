package reduce

import (
	"io/fs"
	"strings"

	"github.com/skilllint/skilllint/internal/treefs"
	"golang.org/x/tools/txtar"
)

// Text returns a tree as text: each file below a line with its path.
func Text(tree *treefs.Memory) (string, error) {
	var archive txtar.Archive
	err := tree.All(func(name string, mode fs.FileMode, content []byte) error {
		switch {
		case mode&fs.ModeSymlink != 0:
			archive.Files = append(archive.Files, txtar.File{Name: name + " -> " + string(content)})
		case !mode.IsDir():
			archive.Files = append(archive.Files, txtar.File{Name: name, Data: content})
		}
		return nil
	})
	return string(txtar.Format(&archive)), err
}

// JSON returns the object of paths and texts that `skilllint lint --stdin-tree` reads.
func JSON(tree *treefs.Memory) (map[string]string, error) {
	files := map[string]string{}
	err := tree.All(func(name string, mode fs.FileMode, content []byte) error {
		if mode.IsRegular() {
			files[name] = strings.ToValidUTF8(string(content), "\uFFFD")
		}
		return nil
	})
	return files, err
}
