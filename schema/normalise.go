package schema

import "strings"

// Normalised returns a name as loaders have it whose NameRules normalise it: in lower case, with one
// hyphen for whatever is no letter or digit of ASCII, and none at the ends.
func Normalised(name string) string {
	return strings.Join(strings.FieldsFunc(strings.ToLower(name), func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < '0' || r > '9')
	}), "-")
}
