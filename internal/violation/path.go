package violation

import (
	"strconv"

	"github.com/skilllint/skilllint/analysis"
)

// At returns the value at a path, or the last one on the way that exists, and the member of its last key, or nil.
func At(v *analysis.Value, path []string) (*analysis.Value, *analysis.Member) {
	return new(Finder).At(v, path)
}

// A Finder resolves many paths in one document. It indexes large objects, because each of 100,000 keys may have a violation.
// The zero value is ready to use. It is not safe for concurrent use.
type Finder struct {
	byKey map[*analysis.Value]map[string]*analysis.Member
}

// At is like the function [At].
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

// fewKeys is the number of keys up to which a linear search is faster than an index.
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
