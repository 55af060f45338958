package baseline

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strconv"
	"unicode/utf8"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/analysis/suggest"
	"github.com/skilllint/skilllint/internal/finding"
	"github.com/skilllint/skilllint/internal/syntax/jsontree"
)

// Limits of a file, which may be untrusted.
const (
	maxBytes = 64 << 20
	maxLine  = 64 << 10
)

const errNotBaseline = "not a baseline; create one with `skilllint baseline`"

var keys = []string{"path", "rule", "fingerprint", "measured"}

// Read reads a baseline. Entries may be unsorted and repeated; the larger measure is kept. path is for messages. An error in
// the file is a [finding.FileError].
func Read(r io.Reader, path string) (*Baseline, error) {
	source, err := io.ReadAll(io.LimitReader(r, maxBytes+1))
	if err != nil {
		return nil, err
	}
	if len(source) > maxBytes {
		return nil, &finding.FileError{Path: path, Message: fmt.Sprintf("file is over %s bytes long, the limit for a baseline", quote.Count(maxBytes))}
	}
	l := &lines{path: path, source: bytes.TrimPrefix(source, []byte("\ufeff"))}
	b := &Baseline{entries: make(map[string]Entry, bytes.Count(source, []byte("\n")))}
	for l.next() {
		value, err := l.value()
		if err != nil {
			return nil, err
		}
		if value.Get("skilllint-baseline") != nil {
			if err := l.header(value); err != nil {
				return nil, err
			}
			continue
		}
		if !l.started {
			return nil, l.failf(0, errNotBaseline)
		}
		e, err := l.entry(value)
		if err != nil {
			return nil, err
		}
		b.Add(e)
	}
	if !l.started {
		return nil, &finding.FileError{Path: path, Message: "empty file, not a baseline; create one with `skilllint baseline`"}
	}
	return b, nil
}

// lines iterates over the non-empty lines of a file.
type lines struct {
	path    string
	source  []byte
	at      int // offset of the next line
	start   int // offset of the line
	number  int
	line    []byte
	started bool // the first line was read
	reader  jsontree.Reader
}

func (l *lines) next() bool {
	for l.at < len(l.source) {
		l.start = l.at
		end := len(l.source)
		if n := bytes.IndexByte(l.source[l.at:], '\n'); n >= 0 {
			end = l.at + n
		}
		l.at = end + 1
		l.line = bytes.TrimSuffix(l.source[l.start:end], []byte{'\r'})
		l.number++
		if len(bytes.TrimSpace(l.line)) > 0 {
			return true
		}
	}
	return false
}

// failf returns an error at an offset in the line.
func (l *lines) failf(at int, format string, args ...any) error {
	column := 1 + utf8.RuneCount(l.line[:min(at, len(l.line))])
	return &finding.FileError{Path: l.path, Position: analysis.Position{Line: l.number, Column: column}, Message: fmt.Sprintf(format, args...)}
}

// value parses the line, which must contain an object.
func (l *lines) value() (*analysis.Value, error) {
	switch {
	case jsontree.IsConflictMarker(l.line):
		return nil, l.failf(0, "merge conflict: delete the conflict markers, keep the lines of both sides, and run `skilllint baseline --prune`")
	case len(l.line) > maxLine:
		return nil, l.failf(0, "line is over %s bytes long, the limit for an entry", quote.Count(maxLine))
	}
	tree := l.reader.Parse(l.line, 0)
	switch {
	case !l.started && (tree.Broken != nil || tree.Root.Kind != analysis.Map):
		return nil, l.failf(0, errNotBaseline)
	case tree.Broken != nil:
		return nil, l.failf(tree.Broken.Range.Start, "invalid JSON: %s", tree.Broken.Message)
	case tree.Root.Kind != analysis.Map:
		return nil, l.failf(tree.Root.Range.Start, "an entry must be an object, not a %s", tree.Root.Kind)
	case len(tree.Warnings) > 0:
		return nil, l.failf(tree.Warnings[0].Range.Start, "%s", tree.Warnings[0].Message)
	}
	return tree.Root, nil
}

// header checks a first line. Merged files may contain several.
func (l *lines) header(v *analysis.Value) error {
	for _, m := range v.Members {
		switch {
		case m.Key == "about" && m.Value.Kind == analysis.String:
		case m.Key != "skilllint-baseline":
			return l.failf(m.KeyRange.Start, "unknown key %s in the first line", quote.Text(m.Key))
		case m.Value.Text != strconv.Itoa(version):
			return l.failf(m.Value.Range.Start, "unsupported format version %s (this skilllint reads version %d); use the skilllint that wrote it",
				quote.Text(m.Value.Text), version)
		}
	}
	l.started = true
	return nil
}

func (l *lines) entry(v *analysis.Value) (Entry, error) {
	var e Entry
	for _, m := range v.Members {
		var err error
		switch m.Key {
		case "path":
			e.Path, err = l.text(m)
		case "rule":
			e.Rule, err = l.text(m)
		case "fingerprint":
			if e.Fingerprint, err = l.text(m); err == nil && !isFingerprint(e.Fingerprint) {
				err = l.failf(m.Value.Range.Start, "a fingerprint must be %d digits of 0-9a-f, not %s", fingerprintLength, quote.Text(e.Fingerprint))
			}
		case "measured":
			e.Measured, err = l.measure(m)
		default:
			hint := "; available: " + quote.List(keys, "and")
			if best, ok := suggest.Best(m.Key, keys); ok {
				hint = fmt.Sprintf("; did you mean %q?", best)
			}
			err = l.failf(m.KeyRange.Start, "unknown key %s in an entry%s", quote.Text(m.Key), hint)
		}
		if err != nil {
			return e, err
		}
	}
	for _, required := range keys[:3] {
		if !slices.ContainsFunc(v.Members, func(m analysis.Member) bool { return m.Key == required }) {
			return e, l.failf(v.Range.Start, "missing %q in the entry", required)
		}
	}
	return e, nil
}

func (l *lines) text(m analysis.Member) (string, error) {
	if m.Value.Kind != analysis.String || m.Value.Text == "" {
		return "", l.failf(m.Value.Range.Start, "%q must be a string", m.Key)
	}
	return m.Value.Text, nil
}

// measure returns a measure, which must be a positive integer.
func (l *lines) measure(m analysis.Member) (int, error) {
	n, err := strconv.Atoi(m.Value.Text)
	if m.Value.Kind != analysis.Number || err != nil || n < 1 {
		return 0, l.failf(m.Value.Range.Start, "%q must be a positive integer", m.Key)
	}
	return n, nil
}

func isFingerprint(s string) bool {
	for i := range len(s) {
		if c := s[i]; (c < '0' || c > '9') && (c < 'a' || c > 'f') {
			return false
		}
	}
	return len(s) == fingerprintLength
}
