package jsyaml

import "strings"

// maxPrinted bounds the output of String: through aliases, a list can contain another many times.
const maxPrinted = 64 << 10

// String returns the result of JavaScript's String(value) in the time zone UTC. A list that prints longer than 64 KiB
// is truncated.
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
