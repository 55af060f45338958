package violation

import (
	"strconv"

	"github.com/skilllint/skilllint/analysis"
)

// At follows a path through a value as far as it exists. The member is that of the last key, or nil.
func At(v *analysis.Value, path []string) (*analysis.Value, *analysis.Member) {
	return new(Finder).At(v, path)
}

// A Finder resolves many paths in one document. It indexes large objects, which may have a violation at each
// of 100,000 keys. The zero value is ready to use. It is not safe for concurrent use.
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

// fewKeys is how many keys are searched faster than indexed.
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
