package markdown

import (
	"testing"

	"github.com/skilllint/skilllint/analysis"
)

func TestReadFence(t *testing.T) {
	for _, c := range []struct {
		line    string
		padding int
		want    fenceLine
		ok      bool
	}{
		{line: "```", want: fenceLine{char: '`', length: 3}, ok: true},
		{line: "~~~~ sh ", want: fenceLine{char: '~', length: 4, info: "sh"}, ok: true},
		{line: "  ```", padding: 1, want: fenceLine{char: '`', length: 3, indent: 3}, ok: true},
		{line: "\t```", want: fenceLine{char: '`', length: 3, indent: 4}, ok: true},
		{line: "~~~ a`b", want: fenceLine{char: '~', length: 3, info: "a`b"}, ok: true},
		{line: "``` a`b"}, {line: "``"}, {line: "``a"}, {line: "~~a"}, {line: ""}, {line: "---"}, {line: "aaa"},
	} {
		d := analysis.NewDocument(&analysis.File{}, []byte(c.line))
		got, ok := readFence(d, analysis.Range{End: len(c.line)}, c.padding)
		got.text = analysis.Range{}
		if ok != c.ok || ok && got != c.want {
			t.Errorf("%q: %+v, %v, want %+v, %v", c.line, got, ok, c.want, c.ok)
		}
	}
}
