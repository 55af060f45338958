package term

import (
	"slices"
	"testing"
)

func TestRows(t *testing.T) {
	bars := NewBars(false, true, 80)
	for name, test := range map[string]struct {
		rows    [][]string
		columns []Column
		want    []string
	}{
		"text": {[][]string{{"NAME", "KIND"}, {"a\nb", ""}, {"日本語", "x"}}, nil, []string{"NAME    KIND", `a\nb`, "日本語  x"}},
		"bars": {[][]string{{"N", "", "NAME"}, {"10", bars.Draw(9, 10), "a"}, {"2", "", "b"}}, []Column{Right, Bar},
			[]string{" N              NAME", "10  \x1b[1;33m#########.\x1b[0m  a", " 2              b"}},
		"no bars": {[][]string{{"N", "", "NAME"}, {"10", "", "\x1b[31m"}}, []Column{Right, Bar}, []string{" N  NAME", `10  \x1b[31m`}},
	} {
		if got := Rows(test.rows, test.columns...); !slices.Equal(got, test.want) {
			t.Errorf("%s: got  %q\nwant %q", name, got, test.want)
		}
	}
}

func TestIsUTF8(t *testing.T) {
	for _, test := range []struct {
		environment map[string]string
		want        bool
	}{
		{nil, true},
		{map[string]string{"LANG": "de_DE.UTF-8"}, true},
		{map[string]string{"LC_ALL": "C.utf8", "LANG": "C"}, true},
		{map[string]string{"LANG": "C"}, false},
		{map[string]string{"LC_CTYPE": "de_DE.ISO-8859-1", "LANG": "de_DE.UTF-8"}, false},
	} {
		if got := Env(func(name string) string { return test.environment[name] }).IsUTF8(); got != test.want {
			t.Errorf("%v: %v, want %v", test.environment, got, test.want)
		}
	}
}
