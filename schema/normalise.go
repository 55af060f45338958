package schema

import "strings"

// Normalised returns a name as clients with NameRules.Normalise read it: in lower case, with one hyphen
// for each run of other characters than ASCII letters and digits, and none at the ends.
func Normalised(name string) string {
	return strings.Join(strings.FieldsFunc(strings.ToLower(name), func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < '0' || r > '9')
	}), "-")
}
