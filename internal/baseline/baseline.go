// Package baseline reads and writes baselines: files of known findings, which are not reported.
//
// A baseline is in JSON Lines with a line for each finding, sorted by path. The findings of a skill are adjacent, so branches
// that change different skills can be merged. Readers ignore the order of lines and duplicates, so git may also merge the
// file by keeping the lines of both sides (merge=union).
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

// version is the version of the format.
const version = 1

// header is the first line of a baseline.
const header = `{"skilllint-baseline":1,"about":"known findings, not reported; ` + "`skilllint baseline`" + ` updates it"}`

// fingerprintLength is the number of hexadecimal digits of a fingerprint that are kept. The probability of a collision
// among a million findings is 1 in 37 million.
const fingerprintLength = 16

// An Entry is a recorded finding.
type Entry struct {
	Path        string // relative to the root, for readers; see [Path]
	Rule        string
	Fingerprint string // the first 16 digits
	Measured    int    // the measured amount if the rule has a limit, otherwise 0
}

// Matches reports whether two entries have the same rule and file. Entries with the same fingerprint do, unless an entry was
// forged.
func (e Entry) Matches(other Entry) bool { return e.Rule == other.Rule && e.Path == other.Path }

// A Baseline is a set of recorded findings. The zero Baseline is empty.
type Baseline struct {
	entries map[string]Entry // by fingerprint
}

// Path returns a path as valid UTF-8.
func Path(rel string) string { return strings.ToValidUTF8(rel, "\ufffd") }

// Add adds an entry. If there is already an entry with the fingerprint, the larger measure is kept.
func (b *Baseline) Add(e Entry) {
	if b.entries == nil {
		b.entries = map[string]Entry{}
	}
	e.Path, e.Fingerprint = Path(e.Path), truncate(e.Fingerprint)
	e.Measured = max(e.Measured, b.entries[e.Fingerprint].Measured)
	b.entries[e.Fingerprint] = e
}

func truncate(fingerprint string) string {
	return fingerprint[:min(len(fingerprint), fingerprintLength)]
}

// Find returns the entry with a fingerprint.
func (b *Baseline) Find(fingerprint string) (e Entry, ok bool) {
	e, ok = b.entries[truncate(fingerprint)]
	return e, ok
}

// Len returns the number of entries.
func (b *Baseline) Len() int { return len(b.entries) }

// All returns the entries, sorted by path, rule and fingerprint.
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

// Write writes the baseline. Unprintable characters are escaped.
func (b *Baseline) Write(w io.Writer) error {
	out := bufio.NewWriter(w)
	out.WriteString(header + "\n")
	for _, e := range b.All() {
		out.WriteString(`{"path":` + quoted(e.Path) + `,"rule":` + quoted(e.Rule) + `,"fingerprint":"` + e.Fingerprint + `"`)
		if e.Measured > 0 {
			out.WriteString(`,"measured":` + strconv.Itoa(e.Measured))
		}
		out.WriteString("}\n")
	}
	return out.Flush()
}

// quoted returns a JSON string that contains only printable characters.
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
