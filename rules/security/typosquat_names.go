package security

import "strings"

// registryNames are the names of a registry.
type registryNames struct{ top, others map[string]bool }

func namesOfRegistry(top, others string) *registryNames {
	r := &registryNames{map[string]bool{}, map[string]bool{}}
	for name := range strings.FieldsSeq(top) {
		r.top[name] = true
	}
	for name := range strings.FieldsSeq(others) {
		r.others[name] = true
	}
	return r
}

// near returns a much used package whose name differs by one letter, or by two that changed places, or "".
func (r *registryNames) near(name string) string {
	name = strings.ToLower(strings.ReplaceAll(name, "_", "-"))
	if len(name) < 5 || len(name) > 40 || r.top[name] || r.others[name] || strings.HasPrefix(name, "@") {
		return ""
	}
	const letters = "abcdefghijklmnopqrstuvwxyz0123456789-."
	for i := 0; i <= len(name); i++ {
		if i < len(name) && r.top[name[:i]+name[i+1:]] {
			return name[:i] + name[i+1:]
		}
		if i+1 < len(name) {
			if swapped := name[:i] + name[i+1:i+2] + name[i:i+1] + name[i+2:]; r.top[swapped] {
				return swapped
			}
		}
		for _, c := range letters {
			if longer := name[:i] + string(c) + name[i:]; r.top[longer] {
				return longer
			}
			if i < len(name) {
				if other := name[:i] + string(c) + name[i+1:]; r.top[other] {
					return other
				}
			}
		}
	}
	return ""
}
