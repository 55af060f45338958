package jsyaml

import "strings"

// maxPrinted bounds what String prints of a list: one that holds another several times by alias
// would print without end.
const maxPrinted = 64 << 10

// String returns what String(value) gives in JavaScript, where the time zone is UTC: so the answers
// of js-yaml were recorded. A list that prints longer than 64 KiB is cut there.
func (v *Value) String() string {
	var b strings.Builder
	v.print(&b, nil)
	return b.String()
}

func (v *Value) print(b *strings.Builder, within []*Value) {
	if v.Kind != List {
		b.WriteString(v.scalar())
		return
	}
	for _, outer := range within {
		if outer == v { // a list within itself prints as nothing
			return
		}
	}
	within = append(within, v)
	for i, item := range v.Items {
		if b.Len() > maxPrinted {
			return
		}
		if i > 0 {
			b.WriteByte(',')
		}
		if item.Kind != Null {
			item.print(b, within)
		}
	}
}
