// Package sorting sorts slices with code that all types share. slices.SortFunc and SortStableFunc are compiled for each
// type, with about 9 KB of code each, which would add half a megabyte to the program.
package sorting

import "sort"

// By sorts a slice. The sort is stable.
func By[S ~[]T, T any](s S, compare func(a, b T) int) {
	sort.SliceStable(s, func(i, j int) bool { return compare(s[i], s[j]) < 0 })
}
