package analysistest

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"

	"golang.org/x/tools/txtar"
)

// Names and prefixes of sections that are no files of the workspace.
const (
	wantSection  = "want"
	fixedPrefix  = "fixed/"
	unsafePrefix = "unsafe/"
	basePrefix   = "base/"
	quotedSuffix = " (quoted)"
	linkArrow    = " -> "
)

// maxFile bounds what a repeated string may make of a file: fixtures of limits need some MiB.
const maxFile = 64 << 20

// An archive is a fixture, taken apart.
type archive struct {
	files   []file // the workspace, in the order of the archive
	wants   []want
	hasWant bool
	fixed   map[string][]byte // by path
	unsafe  map[string][]byte
}

// A file is a file or symbolic link of a workspace.
type file struct {
	path   string
	data   []byte
	target string // of a link; empty otherwise
}

// parseArchive takes an archive apart. An error is a mistake in the fixture.
func parseArchive(data []byte) (*archive, error) {
	a := &archive{fixed: map[string][]byte{}, unsafe: map[string][]byte{}}
	seen := map[string]bool{}
	for _, section := range txtar.Parse(data).Files {
		f, err := parseFile(section)
		if err != nil {
			return nil, err
		}
		if seen[f.path] {
			return nil, fmt.Errorf("section %q stands twice", f.path)
		}
		seen[f.path] = true
		if err := a.add(f); err != nil {
			return nil, err
		}
	}
	if len(a.files) == 0 {
		return nil, fmt.Errorf("the archive holds no file")
	}
	return a, nil
}

// add puts a section where it belongs.
func (a *archive) add(f file) error {
	switch fixed, isFixed := strings.CutPrefix(f.path, fixedPrefix); {
	case isFixed:
		a.fixed[fixed] = f.data
		return nil
	case strings.HasPrefix(f.path, unsafePrefix):
		a.unsafe[strings.TrimPrefix(f.path, unsafePrefix)] = f.data
		return nil
	case strings.HasPrefix(f.path, basePrefix):
		return fmt.Errorf("section %q: no rule reads the git base yet", f.path)
	case f.path == wantSection:
		a.hasWant = true
		var err error
		a.wants, err = parseWants(string(f.data))
		return err
	}
	a.files = append(a.files, f)
	return nil
}

// parseFile reads a section's name and escapes.
func parseFile(section txtar.File) (file, error) {
	if path, ok := strings.CutSuffix(section.Name, quotedSuffix); ok {
		data, err := unquote(string(section.Data))
		if err != nil {
			return file{}, fmt.Errorf("section %q: %w", section.Name, err)
		}
		return file{path: path, data: data}, nil
	}
	if path, target, ok := strings.Cut(section.Name, linkArrow); ok {
		if len(bytes.TrimSpace(section.Data)) > 0 {
			return file{}, fmt.Errorf("section %q: a link has no content", section.Name)
		}
		return file{path: path, target: target}, nil
	}
	return file{path: section.Name, data: section.Data}, nil
}

// unquote reads the lines of a quoted section.
func unquote(lines string) ([]byte, error) {
	var out []byte
	for line := range strings.Lines(lines) {
		line = strings.TrimSpace(line)
		if line == "" {
			continue
		}
		text, rest, err := cutQuoted(line)
		if err != nil {
			return nil, err
		}
		times, err := parseTimes(rest)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", line, err)
		}
		if len(out)+len(text)*times > maxFile {
			return nil, fmt.Errorf("%s: over %d bytes", line, maxFile)
		}
		out = append(out, strings.Repeat(text, times)...)
	}
	return out, nil
}

// parseTimes reads "* N", or nothing, which is once.
func parseTimes(s string) (int, error) {
	s = strings.TrimSpace(s)
	if s == "" {
		return 1, nil
	}
	digits, ok := strings.CutPrefix(s, "*")
	n, err := strconv.Atoi(strings.TrimSpace(digits))
	if !ok || err != nil || n < 0 || n > maxFile {
		return 0, fmt.Errorf("%q behind the string is not \"* N\"", s)
	}
	return n, nil
}

// cutQuoted splits off the quoted Go string that s begins with.
func cutQuoted(s string) (text, rest string, err error) {
	quoted, err := strconv.QuotedPrefix(s)
	if err != nil || quoted[0] == '\'' {
		return "", "", fmt.Errorf("%q does not begin with a quoted Go string", s)
	}
	text, err = strconv.Unquote(quoted)
	return text, s[len(quoted):], err
}

// section returns a file as a section of an archive: quoted where txtar cannot carry it.
func (f file) section(prefix string) txtar.File {
	plain := txtar.File{Name: prefix + f.path, Data: f.data}
	again := txtar.Parse(txtar.Format(&txtar.Archive{Files: []txtar.File{plain}})).Files
	if len(again) == 1 && bytes.Equal(again[0].Data, f.data) && isPlain(f.data) {
		return plain
	}
	var quoted bytes.Buffer
	for line := range bytes.Lines(f.data) {
		quoted.WriteString(strconv.Quote(string(line)) + "\n")
	}
	return txtar.File{Name: prefix + f.path + quotedSuffix, Data: quoted.Bytes()}
}

// isPlain reports whether an editor leaves the bytes alone.
func isPlain(data []byte) bool {
	return !bytes.ContainsAny(data, "\r\x00\ufeff") && bytes.Equal(data, bytes.ToValidUTF8(data, nil))
}
