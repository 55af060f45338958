package pipeline

import (
	"reflect"
	"slices"
	"testing"

	"github.com/skilllint/skilllint/integrations/beam/internal/cluster"
)

func TestRecords(t *testing.T) {
	skill := cluster.Skill{Name: "n", Source: "s", Path: "", Hash: "h\x00ü", Words: []byte{0, 255}, Minima: []byte{}}
	member := cluster.Member{Band: 1<<64 - 1, Part: cluster.Body, Name: "n", Source: "s", Path: "p", Text: []byte("\n")}
	use := cluster.Use{Name: "n", Source: "s", Path: "p", Sources: 1 << 40}
	check(t, skill, appendSkill(nil, &skill), decodeSkill)
	check(t, member, appendMember(nil, &member), decodeMember)
	check(t, use, appendUse(nil, &use), decodeUse)
	check(t, claim{1, 1 << 63}, appendClaim(nil, claim{1, 1 << 63}), decodeClaim)
}

// check decodes one record, two in one element, and truncated records.
func check[R any](t *testing.T, want R, encoded []byte, decode func([]byte) (R, []byte, error)) {
	t.Helper()
	all, failed := records(slices.Values([][]byte{encoded, nil, slices.Concat(encoded, encoded)}), decode)
	n := 0
	for got := range all {
		if n++; !reflect.DeepEqual(got, want) {
			t.Errorf("%+v, want %+v", got, want)
		}
	}
	if n != 3 || *failed != nil {
		t.Errorf("%d records, %v", n, *failed)
	}
	for size := 1; size < len(encoded); size++ {
		all, failed := records(single(encoded[:size]), decode)
		for got := range all {
			t.Errorf("%d of %d bytes: %+v", size, len(encoded), got)
		}
		if *failed == nil {
			t.Errorf("%d of %d bytes: no error", size, len(encoded))
		}
	}
}

func TestPacker(t *testing.T) {
	var p packer
	got := map[int64]string{}
	emit := func(bucket int64, packed []byte) { got[bucket] += string(packed) }
	p.add(1, []byte("a"), emit)
	p.add(1+buckets, []byte("b"), emit)
	if len(got) > 0 {
		t.Error("emitted before the end of a bundle")
	}
	p.add(2, make([]byte, maxPacked), emit)
	if got[1] != "ab" || len(got[2]) != maxPacked {
		t.Error("a full packer keeps its records")
	}
	clear(got)
	p.add(3, []byte("c"), emit)
	p.flush(emit)
	p.flush(emit)
	if !reflect.DeepEqual(got, map[int64]string{3: "c"}) {
		t.Errorf("%v", got)
	}
}

func TestShareBands(t *testing.T) {
	packed := [][]byte{nil, nil}
	for i, c := range []claim{{1, 7}, {1, 7}, {2, 7}, {2, 8}, {2, 9}, {2, 7}, {3, 7}} {
		packed[i%2] = appendClaim(packed[i%2], c)
	}
	var shared []byte
	err := shareBands(0, func(to *[]byte) bool {
		if len(packed) == 0 {
			return false
		}
		*to, packed = packed[0], packed[1:]
		return true
	}, func(b []byte) { shared = append(shared, b...) })
	if want := []byte{2, 0, 0, 0, 0, 0, 0, 0}; err != nil || !slices.Equal(shared, want) {
		t.Errorf("%v, want %v; %v", shared, want, err)
	}
}
