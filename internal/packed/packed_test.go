package packed_test

import (
	"bytes"
	"errors"
	"io/fs"
	"slices"
	"strings"
	"testing"

	"github.com/skilllint/skilllint/internal/packed"
)

func TestArchive(t *testing.T) {
	files := map[string][]byte{"b/x.md": []byte("X"), "a.json": {}, "long": bytes.Repeat([]byte("long "), 10_000), strings.Repeat("n", 300): []byte("ü")}
	data, err := packed.Pack(files)
	if err != nil {
		t.Fatal(err)
	}
	again, _ := packed.Pack(files)
	if !bytes.Equal(data, again) || len(data) > 1_000 {
		t.Errorf("%d bytes, the same again: %v", len(data), bytes.Equal(data, again))
	}
	a := packed.Open(string(data))
	if names := a.Names(); len(names) != len(files) || !slices.IsSorted(names) {
		t.Errorf("names %q", names)
	}
	for name, want := range files {
		if got, err := a.ReadFile(name); err != nil || !bytes.Equal(got, want) || !a.Has(name) {
			t.Errorf("%s: %q, %v", name, got, err)
		}
	}
	if _, err := a.ReadFile("b"); !errors.Is(err, fs.ErrNotExist) || a.Has("b") {
		t.Errorf("error %v", err)
	}
}

func TestBroken(t *testing.T) {
	data, _ := packed.Pack(map[string][]byte{"a": []byte("text")})
	for n := range len(data) {
		func() {
			defer func() { _ = recover() }()
			if text, _ := packed.Open(string(data[:n])).ReadFile("a"); string(text) == "text" {
				t.Errorf("%d of %d bytes are enough", n, len(data))
			}
		}()
	}
}
