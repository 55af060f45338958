package tokens

import "github.com/skilllint/skilllint/facts/placeholder"

// mergeNames returns one placeholder for each name, with occurrences outside of code first. If inCode is set, it includes names that
// occur only in code.
func mergeNames(tokens placeholder.Placeholders, inCode bool) []placeholder.Placeholder {
	var all []placeholder.Placeholder
	index := map[string]int{}
	for _, t := range tokens.Names {
		at, ok := index[t.Name]
		if t.Code && !inCode {
			continue
		}
		if !ok {
			index[t.Name] = len(all)
			all = append(all, t)
			continue
		}
		m := &all[at]
		first, second := *m, t
		if first.Code && !second.Code {
			first, second = second, first
		}
		*m = placeholder.Placeholder{Name: t.Name, Count: first.Count + second.Count, Code: first.Code,
			Places: append(first.Places[:len(first.Places):len(first.Places)], second.Places...)}
	}
	return all
}
