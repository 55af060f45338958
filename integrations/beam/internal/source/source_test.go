package source

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/local"
)

// TestSourceFormats checks that a directory, its git archives and its bundle result in the same tree.
func TestSourceFormats(t *testing.T) {
	dir := t.TempDir()
	work := filepath.Join(dir, "work")
	git := func(arg ...string) {
		t.Helper()
		c := exec.Command("git", append([]string{"-C", work, "-c", "user.name=a", "-c", "user.email=a@example.com"}, arg...)...)
		if out, err := c.CombinedOutput(); err != nil {
			t.Fatalf("git %v: %v\n%s", arg, err, out)
		}
	}
	write := func(name, content string, mode os.FileMode) {
		t.Helper()
		name = filepath.Join(work, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(content), mode); err != nil {
			t.Fatal(err)
		}
	}
	write("skills/a/SKILL.md", strings.Repeat("# A line of this file\n", 200), 0o644)
	write("skills/a/run.sh", "#!/bin/sh\n", 0o755)
	if err := os.Symlink("../a/SKILL.md", filepath.Join(work, "skills/link.md")); err != nil {
		t.Fatal(err)
	}
	git("init", "-q", "-b", "main")
	git("add", ".")
	git("commit", "-qm", "one")
	for i := range 5 { // deltas
		write("skills/a/SKILL.md", strings.Repeat("# A line of this file\n", 200)+strings.Repeat("x", i+1), 0o644)
		git("commit", "-qam", "more")
	}
	git("gc", "-q")
	git("bundle", "create", "-q", "../x.bundle", "HEAD", "main")
	git("archive", "--format", "tar.gz", "--prefix", "repo-1/", "-o", "../x.tar.gz", "HEAD")
	git("archive", "--format", "zip", "--prefix", "repo-1/", "-o", "../x.zip", "HEAD")

	want, err := Read(context.Background(), work)
	if err != nil {
		t.Fatal(err)
	}
	if files := want.Tree.Files(); !slices.Equal(files, []string{"skills/a/SKILL.md", "skills/a/run.sh"}) {
		t.Errorf("%v", files)
	}
	for _, name := range []string{"x.bundle", "x.tar.gz", "x.zip"} {
		got, err := Read(context.Background(), filepath.Join(dir, name))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if got.Hash != want.Hash || got.Files != want.Files {
			t.Errorf("%s: %v", name, got.Tree.Files())
		}
	}
	bundle, err := os.ReadFile(filepath.Join(dir, "x.bundle"))
	if err != nil {
		t.Fatal(err)
	}
	for i := range bundle { // a damaged bundle is an error or another tree, but no panic
		if i%7 == 0 {
			damaged := slices.Clone(bundle)
			damaged[i] ^= 0x55
			_, _ = Unpack(damaged)
		}
	}
	git("bundle", "create", "-q", "../part.bundle", "main~1..main")
	if _, err := Read(context.Background(), filepath.Join(dir, "part.bundle")); err == nil || !strings.Contains(err.Error(), "requires commits") {
		t.Errorf("%v", err)
	}
}

// TestZipEntrySize checks that the content of an entry is not larger than its header declares.
func TestZipEntrySize(t *testing.T) {
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	in, err := w.CreateRaw(&zip.FileHeader{Name: "skills/x/SKILL.md", Method: zip.Store, CompressedSize64: 100, UncompressedSize64: 10})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := in.Write(make([]byte, 100)); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := Unpack(b.Bytes()); err == nil {
		t.Error("no error")
	}
}

func FuzzUnpack(f *testing.F) {
	f.Add([]byte("# v2 git bundle\n0123456789012345678901234567890123456789 HEAD\n\nPACK\x00\x00\x00\x02\x00\x00\x00\x01"))
	f.Add([]byte("PK\x05\x06" + strings.Repeat("\x00", 18)))
	f.Fuzz(func(_ *testing.T, content []byte) { _, _ = Unpack(content) })
}

func TestID(t *testing.T) {
	a, b := ID("gs://bucket/skills repo.tar.gz"), ID("s3://bucket/skills repo.tar.gz")
	if a == b || !strings.HasPrefix(a, "skills-repo-") || strings.ContainsAny(a, "/ =") {
		t.Errorf("%s, %s", a, b)
	}
	if id := ID("../"); strings.HasPrefix(id, ".") {
		t.Error(id)
	}
}

// TestAmbiguousArchives checks that archives of which other programs would extract something else are errors.
func TestAmbiguousArchives(t *testing.T) {
	archive := func(names ...string) []byte {
		var b bytes.Buffer
		w := tar.NewWriter(&b)
		for _, name := range names {
			if err := errors.Join(w.WriteHeader(&tar.Header{Name: name, Mode: 0o644, Size: 1}), func() error { _, err := w.Write([]byte("x")); return err }()); err != nil {
				t.Fatal(err)
			}
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		return b.Bytes()
	}
	zipped := func(content []byte) []byte {
		var b bytes.Buffer
		w := gzip.NewWriter(&b)
		_, err := w.Write(content)
		if err := errors.Join(err, w.Close()); err != nil {
			t.Fatal(err)
		}
		return b.Bytes()
	}
	plain := archive("skills/a/SKILL.md")
	for name, test := range map[string]struct {
		content []byte
		want    string
	}{
		"plain":                  {plain, ""},
		"padding":                {append(slices.Clone(plain), make([]byte, 4096)...), ""},
		"another archive":        {append(slices.Clone(plain), archive("skills/b/SKILL.md")...), "after the end"},
		"text":                   {append(slices.Clone(plain), "x"...), "after the end"},
		"another, compressed":    {zipped(append(slices.Clone(plain), archive("skills/b/SKILL.md")...)), "after the end"},
		"two compressed streams": {append(zipped(plain), zipped(archive("b"))...), "after the end"},
		"files":                  {archive("a/SKILL.md", "a/skill.md"), "only in case"},
		"directories":            {archive("a/SKILL.md", "A/x.md"), "only in case"},
		"directories above":      {archive("s/a/SKILL.md", "S/b/SKILL.md"), "only in case"},
	} {
		_, err := Unpack(test.content)
		if test.want == "" && err != nil || test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want)) {
			t.Errorf("%s: %v, want %q", name, err, test.want)
		}
	}
}
