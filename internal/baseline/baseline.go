// Package baseline reads and writes the file that records known findings, so that only new ones are reported.
//
// It is JSON Lines, one finding a line, sorted by path: after fixing a skill, its adjacent lines can be deleted, and branches
// that change different skills merge. The order of lines and duplicates do not matter, so git may also merge the file by
// keeping the lines of both sides (merge=union).
package baseline

import (
	"bufio"
	"cmp"
	"io"
	"strconv"
	"strings"

	"github.com/skilllint/skilllint/internal/escape"
	"github.com/skilllint/skilllint/internal/sorting"
)

// Name is the default file name.
const Name = ".skilllint-baseline.jsonl"

// version is that of the format.
const version = 1

// first is the first line of every file.
const first = `{"skilllint-baseline":1,"about":"known findings, not reported; ` + "`skilllint baseline`" + ` updates it"}`

// fingerprintLength is the number of hexadecimal digits that are kept: among a million findings, two collide
// with a probability of 1 in 37 million.
const fingerprintLength = 16

// An Entry is a recorded finding.
type Entry struct {
	Path        string // below the root, for readers; see Path
	Rule        string
	Fingerprint string // its first 16 digits
	Measured    int    // the measured amount if the rule has a limit; else 0
}

// Names reports whether two entries have the same rule and file. Entries with the same fingerprint do, unless
// they were forged.
func (e Entry) Names(as Entry) bool { return e.Rule == as.Rule && e.Path == as.Path }

// A Baseline is a set of recorded findings. The zero Baseline is empty.
type Baseline struct {
	entries map[string]Entry // by fingerprint
}

// Path returns a path as text, also if its bytes are not UTF-8.
func Path(rel string) string { return strings.ToValidUTF8(rel, "\ufffd") }

// Add records a finding by its path below the root, rule, fingerprint and measure. Of two measures, the
// larger is kept.
func (b *Baseline) Add(e Entry) {
	if b.entries == nil {
		b.entries = map[string]Entry{}
	}
	e.Path, e.Fingerprint = Path(e.Path), short(e.Fingerprint)
	e.Measured = max(e.Measured, b.entries[e.Fingerprint].Measured)
	b.entries[e.Fingerprint] = e
}

func short(fingerprint string) string {
	return fingerprint[:min(len(fingerprint), fingerprintLength)]
}

// Find returns the entry of a fingerprint.
func (b *Baseline) Find(fingerprint string) (e Entry, ok bool) {
	e, ok = b.entries[short(fingerprint)]
	return e, ok
}

// Len returns the number of entries.
func (b *Baseline) Len() int { return len(b.entries) }

// All returns the sorted entries.
func (b *Baseline) All() []Entry {
	all := make([]Entry, 0, len(b.entries))
	for _, e := range b.entries {
		all = append(all, e)
	}
	sorting.By(all, func(x, y Entry) int {
		return cmp.Or(strings.Compare(x.Path, y.Path), strings.Compare(x.Rule, y.Rule), strings.Compare(x.Fingerprint, y.Fingerprint))
	})
	return all
}

// Write writes the file. Unprintable characters are escaped.
func (b *Baseline) Write(w io.Writer) error {
	out := bufio.NewWriter(w)
	out.WriteString(first + "\n")
	for _, e := range b.All() {
		out.WriteString(`{"path":` + quoted(e.Path) + `,"rule":` + quoted(e.Rule) + `,"fingerprint":"` + e.Fingerprint + `"`)
		if e.Measured > 0 {
			out.WriteString(`,"measured":` + strconv.Itoa(e.Measured))
		}
		out.WriteString("}\n")
	}
	return out.Flush()
}

// quoted returns a JSON string with printable characters only.
func quoted(text string) string {
	plain := true
	for _, r := range text {
		plain = plain && escape.Printable(r) && r != '"' && r != '\\'
	}
	if plain {
		return `"` + text + `"`
	}
	var out strings.Builder
	out.WriteByte('"')
	for _, r := range text {
		switch {
		case r == '"' || r == '\\':
			out.WriteByte('\\')
			out.WriteRune(r)
		case escape.Printable(r):
			out.WriteRune(r)
		default:
			out.WriteString(escape.JSON(r))
		}
	}
	out.WriteByte('"')
	return out.String()
}
