package violation

import (
	"strconv"

	"github.com/skilllint/skilllint/analysis"
)

// At follows a path through a value, as far as it leads. The member is the last key on the way;
// nil when there is none.
func At(v *analysis.Value, path []string) (*analysis.Value, *analysis.Member) {
	return new(Finder).At(v, path)
}

// A Finder finds the values that many paths through one document lead to. An object may have a
// hundred thousand keys, and each of them a fault: keys are looked up in an index. The zero Finder
// is ready; it is for one goroutine.
type Finder struct {
	byKey map[*analysis.Value]map[string]*analysis.Member
}

// At is [At].
func (f *Finder) At(v *analysis.Value, path []string) (*analysis.Value, *analysis.Member) {
	var last *analysis.Member
	for _, key := range path {
		if m := f.member(v, key); m != nil {
			last, v = m, m.Value
			continue
		}
		i, err := strconv.Atoi(key)
		if err != nil || v.Kind != analysis.List || i < 0 || i >= len(v.Items) {
			break
		}
		v = v.Items[i]
	}
	return v, last
}

// fewKeys are searched faster than an index of them is made.
const fewKeys = 16

func (f *Finder) member(v *analysis.Value, key string) *analysis.Member {
	if len(v.Members) <= fewKeys {
		return v.Member(key)
	}
	index, ok := f.byKey[v]
	if !ok {
		index = make(map[string]*analysis.Member, len(v.Members))
		for i := len(v.Members) - 1; i >= 0; i-- {
			m := &v.Members[i]
			if other := index[m.Key]; !m.Merged || other == nil || other.Merged {
				index[m.Key] = m
			}
		}
		if f.byKey == nil {
			f.byKey = map[*analysis.Value]map[string]*analysis.Member{}
		}
		f.byKey[v] = index
	}
	return index[key]
}
