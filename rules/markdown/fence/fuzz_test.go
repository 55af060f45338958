package fence_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/skilllint/skilllint/rules/markdown/fence"
)

// FuzzOf checks that problems and their repairs are inside the file, and that a repair changes it.
func FuzzOf(f *testing.F) {
	names, _ := filepath.Glob("testdata/*.md")
	for _, name := range names {
		source, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(source))
	}
	for _, seed := range []string{
		"```", "~~~\n```", "- ```sh\nx\n  ```", "> ```\n> x\n```\n", "1. ```\n\n```sh\n````\n", "<b>\n```sh\nx\n\n```\n</b>\n",
		"```sh\nx```\n", "\ufeff```\nx", "```\r\nx\r\n````\r\n", "\t```\n```a\n```", "````md\n```sh\n\\```\n```\n", "- - ```\n-\n```\n    ```\n",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		d := parse(text)
		if d.Body == nil {
			return
		}
		for _, p := range fence.Of(d).Problems {
			for _, r := range []struct{ start, end int }{{p.At.Start, p.At.End}, {p.Open.Start, p.Open.End}, {p.Close.Start, p.Close.End}, {p.Inner.Start, p.Inner.End}} {
				if r.start < 0 || r.start > r.end || r.end > len(d.Source) {
					t.Fatalf("%q: %+v", text, p)
				}
			}
			last := 0
			for _, e := range p.Edits {
				if e.Range.Start < last || e.Range.End < e.Range.Start || e.Range.End > len(d.Source) {
					t.Fatalf("%q: edits %+v", text, p.Edits)
				}
				last = e.Range.End
			}
			if len(p.Edits) > 0 && apply(string(d.Source), p.Edits) == string(d.Source) {
				t.Fatalf("%q: %+v changes nothing", text, p)
			}
		}
	})
}
