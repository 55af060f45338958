package term

import (
	"os"
	"runtime"
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

func TestHasLinks(t *testing.T) {
	env := func(pairs ...string) Env {
		return func(name string) string {
			for i := 0; i < len(pairs); i += 2 {
				if pairs[i] == name {
					return pairs[i+1]
				}
			}
			return ""
		}
	}
	file, err := os.Open(os.DevNull)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = file.Close() }()
	if env("FORCE_HYPERLINK", "0", "WT_SESSION", "x").HasLinks(file) || !env("FORCE_HYPERLINK", "1").HasLinks(file) {
		t.Error("FORCE_HYPERLINK has no effect")
	}
	if env("TERM", "xterm-kitty").HasLinks(file) {
		t.Error("links in a file")
	}
	for want, shows := range map[bool][]Env{
		true:  {env("VTE_VERSION", "7200"), env("TERM", "xterm-kitty"), env("TERM", "foot-extra"), env("TERM_PROGRAM", "vscode"), env("WT_SESSION", "1")},
		false: {env(), env("TERM", "xterm-256color"), env("VTE_VERSION", "4900"), env("TERM", "dumb", "TERM_PROGRAM", "vscode"), env("TERM_PROGRAM", "Apple_Terminal")},
	} {
		for i, e := range shows {
			if e.showsLinks() != want {
				t.Errorf("environment %d: want %v", i, want)
			}
		}
	}
}

func TestFileURL(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("paths of Unix")
	}
	for path, want := range map[string]string{"/a b/ü#?%\x1b.md": "file://host/a%20b/%C3%BC%23%3F%25%1B.md", "a": "", "/a": "file://host/a"} {
		if got := FileURL("host", path); got != want {
			t.Errorf("%q: %q, want %q", path, got, want)
		}
	}
}
