package manifest

import (
	"fmt"
	"math/rand"
	"slices"
	"strings"
	"testing"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/load"
)

// idsOf reads the ids of a manifest.
func idsOf(t *testing.T, text string) (*ids, *analysis.Document) {
	t.Helper()
	s, f := newIDs(nil), &analysis.File{Path: "m"}
	d, err := load.Lines(strings.NewReader(text), f, func(l *analysis.Line) error { s.next(l); return nil })
	if err != nil {
		t.Fatal(err)
	}
	d.Reread = func(see func(*analysis.Line) error) error { return load.RawLines(strings.NewReader(text), f, see) }
	return s, d
}

// TestIDs checks that the first use of each id is found, even if different ids have the same hash.
func TestIDs(t *testing.T) {
	random := rand.New(rand.NewSource(1))
	var text strings.Builder
	first, want := map[string]int{}, []string(nil)
	for number := 1; number <= 5_000; number++ {
		switch random.Intn(10) {
		case 0:
			text.WriteString("not JSON\n")
			continue
		case 1:
			text.WriteString("{\"id\":\"{{X}}\"}\n\n")
			number++
			continue
		}
		id := fmt.Sprintf("T%d-é", random.Intn(4_000))
		fmt.Fprintf(&text, `{"é":%d,"id":"%s"}`+"\n", random.Intn(2), id)
		if first[id] == 0 {
			first[id] = number
			continue
		}
		want = append(want, fmt.Sprintf("%s line %d:%d-%d, first %d", id, number, 13, 13+2+len(id)-1, first[id]))
	}
	for _, mask := range []uint64{1<<64 - 1, 0xfff, 1} {
		s, d := idsOf(t, text.String())
		for _, p := range s.pieces {
			for i := range p.hashes {
				p.hashes[i] &= mask
			}
		}
		found, omitted, err := s.repetitions(d)
		if err != nil || omitted > 0 {
			t.Fatal(omitted, err)
		}
		var got []string
		for _, r := range found {
			got = append(got, fmt.Sprintf("%s line %d:%d-%d, first %d", strings.Trim(r.id, `"`), r.where.Start.Line, r.where.Start.Column, r.where.End.Column, r.first.Start.Line))
		}
		if !slices.Equal(got, want) {
			t.Errorf("hashes & %x: %d repetitions, want %d: %.300s", mask, len(got), len(want), strings.Join(got, ", "))
		}
	}
}

// TestRepeatedIDs checks the passes over the hashes of many ids.
func TestRepeatedIDs(t *testing.T) {
	random := rand.New(rand.NewSource(1))
	s := newIDs(nil)
	counts := map[uint64]int{}
	for i := range 400_000 {
		if i%idsEach == 0 {
			s.pieces = append(s.pieces, new(idPiece))
		}
		hash := uint64(random.Intn(2_000_000)) * 0x9e3779b97f4a7c15
		s.pieces[i/idsEach].hashes[i%idsEach] = hash
		s.length++
		counts[hash]++
	}
	got := s.repeated()
	for hash, n := range counts {
		if _, ok := got[hash]; ok != (n > 1) {
			t.Fatalf("%x occurs %d times: repeated = %v", hash, n, ok)
		}
	}
	if len(got) < 10_000 {
		t.Errorf("only %d hashes are repeated", len(got))
	}
}

// TestIDsOfChangedFile checks that a file that changes, or cannot be read again, causes neither a panic nor wrong findings.
func TestIDsOfChangedFile(t *testing.T) {
	entry := `{"id":"T1-a"}` + "\n"
	s, d := idsOf(t, strings.Repeat(entry, 3)+`{"id":"T2-b"}`+"\n"+entry)
	for _, now := range []string{"", "\n", entry, "x\n" + entry, `{"id":1}` + "\n" + entry + `{"id":"T3-c"}` + "\n", strings.Repeat("{}\n", 9)} {
		d.Reread = func(see func(*analysis.Line) error) error { return load.RawLines(strings.NewReader(now), d.File, see) }
		if found, _, err := s.repetitions(d); err != nil || len(found) > 0 {
			t.Errorf("%q: %v, %v", now, found, err)
		}
	}
	d.Reread = func(func(*analysis.Line) error) error { return fmt.Errorf("broken") }
	if _, _, err := s.repetitions(d); err == nil {
		t.Error("no error")
	}
}
