package startup

import (
	"path"
	"slices"
	"strings"
	"unicode/utf16"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/clients/catalog"
	"github.com/skilllint/skilllint/internal/syntax/jsontree"
	"github.com/skilllint/skilllint/internal/utf8replace"
)

// Limits of a context: imports can expand a few files to any length.
const (
	maxText  = 8 << 20 // bytes of all texts
	maxFiles = 5_000   // files, including each import
	maxFile  = 4 << 20 // bytes of a file
)

// Special values.
const (
	clientText = -1 // Piece.File: the client's own text
	noFile     = -1 // File.Importer: not imported
	noFor      = "" // Request.For: no file
)

// A builder collects the instructions of a session.
type builder struct {
	Request
	from Source
	out  Instructions
	room int // remaining bytes of text
}

func (b *builder) addNote(text string) {
	if !slices.Contains(b.out.Notes, text) {
		b.out.Notes = append(b.out.Notes, text)
	}
}

// addFile adds a file and returns its index.
func (b *builder) addFile(at string, importer int, state State, reason string) int {
	b.out.Files = append(b.out.Files, File{Path: at, Scope: b.scope(at), Importer: importer, State: state, Reason: reason})
	return len(b.out.Files) - 1
}

// scope returns the scope of a file: "user" or "project".
func (b *builder) scope(at string) string {
	if b.Home != "" && isBelow(b.Home, at) && !isBelow(b.Project, at) {
		return "user"
	}
	return "project"
}

// write adds pieces to the text of the prompt.
func (b *builder) write(pieces ...Piece) {
	for _, p := range pieces {
		if p.Text != "" {
			b.out.Pieces = append(b.out.Pieces, p)
		}
	}
}

// frame adds the client's own text around files.
func (b *builder) frame(text string) { b.write(Piece{clientText, text}) }

// isFile reports whether a path resolves to a regular file.
func (b *builder) isFile(at string) bool {
	return b.from.Real(at) != "" && b.from.List(at) == nil
}

func (b *builder) exists(at string) bool { return b.from.Real(at) != "" }

// read returns the text of a file with invalid UTF-8 replaced, and its size. It fails for files larger than maxFile.
func (b *builder) read(at string) (text string, size int, ok bool) {
	source, n, ok := b.from.Head(at, maxFile)
	if !ok || n > maxFile || b.room <= 0 {
		return "", int(n), false
	}
	b.room -= len(source)
	return string(utf8replace.Text(source)), int(n), true
}

// readSettings parses a JSON file with comments. It returns nil if the file cannot be read.
func readSettings(from catalog.Source, at string) *analysis.Value {
	source, ok := from.Read(at)
	if !ok {
		return nil
	}
	return jsontree.Parse(jsontree.WithoutComments(source), 0).Root
}

// trim removes leading and trailing white space.
func trim(pieces []Piece, space func(rune) bool) []Piece {
	pieces = slices.Clone(pieces)
	for len(pieces) > 0 {
		pieces[0].Text = strings.TrimLeftFunc(pieces[0].Text, space)
		if pieces[0].Text != "" {
			break
		}
		pieces = pieces[1:]
	}
	for len(pieces) > 0 {
		last := &pieces[len(pieces)-1]
		last.Text = strings.TrimRightFunc(last.Text, space)
		if last.Text != "" {
			break
		}
		pieces = pieces[:len(pieces)-1]
	}
	return pieces
}

// isJSSpace reports whether JavaScript's trim() removes a character.
func isJSSpace(r rune) bool {
	switch {
	case '\t' <= r && r <= '\r', r == ' ', r == '\u00a0', r == '\u1680', '\u2000' <= r && r <= '\u200a':
		return true
	}
	return strings.ContainsRune("\u2028\u2029\u202f\u205f\u3000\ufeff", r)
}

// compareUTF16 compares texts by UTF-16 units, as JavaScript's sort() does.
func compareUTF16(a, b string) int {
	return slices.Compare(utf16.Encode([]rune(a)), utf16.Encode([]rune(b)))
}

// upwards returns the directories from one up to another at or above it, the nearest first.
func upwards(from, to string) []string {
	dirs := []string{from}
	for from != to && path.Dir(from) != from {
		from = path.Dir(from)
		dirs = append(dirs, from)
	}
	return dirs
}

// isBelow reports whether a path is a directory or in it.
func isBelow(dir, at string) bool {
	return at == dir || strings.HasPrefix(at, strings.TrimSuffix(dir, "/")+"/")
}

// resolve returns the absolute path of a path that is relative to a directory.
func resolve(dir, at string) string {
	if path.IsAbs(at) {
		return path.Clean(at)
	}
	return path.Join(dir, at)
}
