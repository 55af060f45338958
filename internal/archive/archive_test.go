package archive_test

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"errors"
	"io/fs"
	"slices"
	"strings"
	"testing"

	"github.com/skilllint/skilllint/internal/archive"
	"github.com/skilllint/skilllint/internal/treefs"
)

// An entry is an entry of an archive. The zero kind is a regular file.
type entry struct {
	name, content string
	kind          byte
	link          string
	mode          int64
}

// pack returns a tar archive.
func pack(t testing.TB, entries ...entry) []byte {
	t.Helper()
	var b bytes.Buffer
	w := tar.NewWriter(&b)
	for _, e := range entries {
		h := &tar.Header{Name: e.name, Typeflag: e.kind, Linkname: e.link, Mode: e.mode, Size: int64(len(e.content))}
		if e.kind == 0 {
			h.Typeflag = tar.TypeReg
		}
		if e.kind == tar.TypeXGlobalHeader {
			h = &tar.Header{Typeflag: e.kind, PAXRecords: map[string]string{"comment": e.content}}
		}
		if err := w.WriteHeader(h); err != nil {
			t.Fatal(err)
		}
		if e.kind != tar.TypeXGlobalHeader {
			if _, err := w.Write([]byte(e.content)); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func compress(t testing.TB, data []byte) []byte {
	t.Helper()
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	if _, err := w.Write(data); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// list returns a line for each entry of a tree: "mode path=content".
func list(t testing.TB, tree *treefs.Memory) string {
	t.Helper()
	var lines []string
	err := tree.All(func(name string, mode fs.FileMode, content []byte) error {
		lines = append(lines, mode.String()+" "+name+"="+string(content))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return strings.Join(lines, "\n")
}

func TestRead(t *testing.T) {
	files := pack(t, entry{name: "./", kind: tar.TypeDir, mode: 0o755}, entry{name: "./a/b.md", content: "text", mode: 0o644})
	const tree = "drwxr-xr-x a=\n-rw-r--r-- a/b.md=text"
	tests := []struct {
		name  string
		input []byte
		want  string
	}{
		{"tar", files, tree},
		{"gzip", compress(t, files), tree},
		{"gzip of two members", append(compress(t, files[:700]), compress(t, files[700:])...), tree},
		{"JSON", []byte(` {"a/b.md": "text"}`), tree},
		{"JSON with a byte sequence", []byte(`{"x": {"base64": "//4="}}`), "-rw-r--r-- x=\xff\xfe"},
		{"empty JSON", []byte(`{}`), ""},
		{"empty tar", pack(t), ""},
		{"name that starts like JSON", pack(t, entry{name: "{x}", content: "y"}), "---------- {x}=y"},
		{"commit of git archive", pack(t, entry{kind: tar.TypeXGlobalHeader, content: "0123"}, entry{name: "x", mode: 0o755}), "-rwxr-xr-x x="},
		{"links", pack(t, entry{name: "a", content: "1", mode: 0o600}, entry{name: "b", kind: tar.TypeSymlink, link: "a", mode: 0o777},
			entry{name: "c", kind: tar.TypeSymlink, link: "../out", mode: 0o777}, entry{name: "d", kind: tar.TypeLink, link: "./a"}),
			"-rw------- a=1\nLrwxrwxrwx b=a\nLrwxrwxrwx c=../out\n-rw------- d=1"},
		{"special files", pack(t, entry{name: "a", kind: tar.TypeFifo}, entry{name: "b", kind: tar.TypeChar}, entry{name: "c", kind: tar.TypeBlock}),
			"p--------- a=\nDc--------- b=\nD--------- c="},
		{"setuid", pack(t, entry{name: "a", mode: 0o4755}), "-rwxr-xr-x a="},
		{"directory twice, and after its file", pack(t, entry{name: "d/x"}, entry{name: "d/", kind: tar.TypeDir}, entry{name: "d", kind: tar.TypeDir}), "drwxr-xr-x d=\n---------- d/x="},
		{"name that is not UTF-8", pack(t, entry{name: "a\xff"}), "---------- a\xff="},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got, err := archive.Read(bytes.NewReader(test.input))
			if err != nil {
				t.Fatal(err)
			}
			if got := list(t, got); got != test.want {
				t.Errorf("got\n%s\nwant\n%s", got, test.want)
			}
		})
	}
}

// TestReadRejects checks invalid and malicious archives: those that write outside the tree, that tools extract differently,
// or that exhaust memory.
func TestReadRejects(t *testing.T) {
	file := pack(t, entry{name: "a", content: strings.Repeat("x", 2000)})
	zeros := compress(t, make([]byte, 1<<20))
	damaged := compress(t, file)
	damaged[len(damaged)-8] ^= 1
	tests := []struct {
		name  string
		input []byte
		want  string
	}{
		{"nothing", nil, "no data"},
		{"text", []byte("hello"), "must be a tar archive"},
		{"long text", bytes.Repeat([]byte("hello"), 1000), "must be a tar archive"},
		{"zip", append([]byte("PK\x03\x04"), make([]byte, 2000)...), "must be a tar archive"},
		{"gzip of text", compress(t, []byte("hello")), "must be a tar archive"},
		{"truncated gzip", compress(t, file)[:len(compress(t, file))-4], "truncated"},
		{"damaged gzip", damaged, "invalid checksum"},
		{"gzip without content", []byte{0x1f, 0x8b}, "gzip: "},
		{"truncated file", file[:1000], "truncated"},
		{"truncated between entries", file[:512+2048], "truncated"},
		{"second archive", append(slices.Clone(file), file...), "data after the end"},
		{"parent directory", pack(t, entry{name: "../a"}), `"../a": must be a relative path`},
		{"hidden parent directory", pack(t, entry{name: "a/../../b"}), "must be a relative path"},
		{"absolute path", pack(t, entry{name: "/etc/passwd"}), "must be a relative path"},
		{"root as a file", pack(t, entry{name: "./", kind: tar.TypeSymlink, link: "/"}), "must be a relative path"},
		{"duplicate", pack(t, entry{name: "a", content: "good"}, entry{name: "./a", content: "bad"}), `"./a": duplicate path`},
		{"file in place of a directory", pack(t, entry{name: "a/b"}, entry{name: "a"}), "duplicate path"},
		{"directory in place of a link", pack(t, entry{name: "a", kind: tar.TypeSymlink, link: "/"}, entry{name: "a", kind: tar.TypeDir}), "duplicate path"},
		{"below a link", pack(t, entry{name: "a", kind: tar.TypeSymlink, link: "/etc"}, entry{name: "a/passwd"}), "below a path that is not a directory"},
		{"below a file", pack(t, entry{name: "a"}, entry{name: "a/b/c"}), "below a path that is not a directory"},
		{"hard link to nothing", pack(t, entry{name: "a", kind: tar.TypeLink, link: "b"}), "hard link"},
		{"hard link out of the tree", pack(t, entry{name: "a", kind: tar.TypeLink, link: "/etc/passwd"}), "must be a relative path"},
		{"hard link through a link", pack(t, entry{name: "b", content: "x"}, entry{name: "a", kind: tar.TypeSymlink, link: "b"}, entry{name: "c", kind: tar.TypeLink, link: "a"}), "hard link"},
		{"unknown type", pack(t, entry{name: "a", kind: 'Z'}), "unsupported type"},
		{"deep path", pack(t, entry{name: strings.Repeat("d/", 300) + "x"}), "more than 4,096 bytes or 256 directories"},
		{"long path", pack(t, entry{name: strings.Repeat("d", 5000)}), "more than 4,096 bytes or 256 directories"},
		{"bomb", bytes.Repeat(zeros, 400), "archive of more than"},
		{"bomb in a file", bomb(t), "more than 256 MiB"},
		{"huge size", huge(t), "more than 256 MiB"},
		{"JSON list", []byte(`[]`), "must be a tar archive"},
		{"broken JSON", []byte(`{"a": "x",}`), "invalid JSON at line 1, column 10"},
		{"text after JSON", []byte(`{} {}`), "invalid JSON"},
		{"duplicate key", []byte(`{"a": "x", "a": "y"}`), "invalid JSON at line 1"},
		{"the same path twice", []byte(`{"a": "x", "./a": "y"}`), "duplicate path"},
		{"JSON path out of the tree", []byte(`{"../a": ""}`), "must be a relative path"},
		{"JSON directory", []byte(`{"a/": ""}`), "must be a relative path"},
		{"JSON empty path", []byte(`{"": ""}`), "must be a relative path"},
		{"JSON path with NUL", []byte(`{"a\u0000b": ""}`), "must be a relative path"},
		{"lone surrogate", []byte(`{"a": "\ud800"}`), "invalid JSON"},
		{"number", []byte(`{"a": 1}`), "must be a string"},
		{"two members", []byte(`{"a": {"base64": "", "x": ""}}`), "must be a string"},
		{"bad base64", []byte(`{"a": {"base64": "?"}}`), "invalid base64"},
		{"long JSON", []byte(`{"a": "` + strings.Repeat("x", 17<<20) + `"}`), "larger than 16 MB"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			tree, err := archive.Read(bytes.NewReader(test.input))
			if err == nil {
				t.Fatalf("accepted:\n%s", list(t, tree))
			}
			if !strings.Contains(err.Error(), test.want) {
				t.Errorf("%q, want %q", err, test.want)
			}
		})
	}
}

// bomb returns a small archive with a large file.
func bomb(t *testing.T) []byte {
	t.Helper()
	var header bytes.Buffer
	w := tar.NewWriter(&header)
	if err := w.WriteHeader(&tar.Header{Name: "a", Typeflag: tar.TypeReg, Size: 300 << 20}); err != nil {
		t.Fatal(err)
	}
	return append(compress(t, header.Bytes()), bytes.Repeat(compress(t, make([]byte, 1<<20)), 300)...)
}

// huge returns an archive with a sparse file of an exabyte.
func huge(t *testing.T) []byte {
	t.Helper()
	var b bytes.Buffer
	w := tar.NewWriter(&b)
	if err := w.WriteHeader(&tar.Header{Name: "a", Typeflag: tar.TypeReg, Size: 1 << 60, Format: tar.FormatGNU}); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestManyEntries(t *testing.T) {
	tree := treefs.NewMemory()
	var err error
	for i := 0; err == nil && i <= treefs.MaxEntries; i++ {
		name := string([]rune{rune('a' + i%26), rune('0' + i/26%10), rune(0x4e00 + i/260)})
		err = tree.Add(name, 0o644, nil)
	}
	if !errors.Is(err, treefs.ErrTooMany) {
		t.Errorf("%v, want %v", err, treefs.ErrTooMany)
	}
}

// FuzzRead checks that any input is either rejected or results in a tree that can be read completely.
func FuzzRead(f *testing.F) {
	f.Add(pack(f, entry{name: "a/SKILL.md", content: "x"}, entry{name: "b", kind: tar.TypeSymlink, link: "a"}))
	f.Add(compress(f, pack(f, entry{name: "../a", kind: tar.TypeLink, link: "b"})))
	f.Add([]byte(`{"a": "b", "c": {"base64": "eA=="}}`))
	f.Fuzz(func(t *testing.T, input []byte) {
		tree, err := archive.Read(bytes.NewReader(input))
		if err != nil {
			if tree != nil || err.Error() == "" {
				t.Fatalf("%v, %v", tree, err)
			}
			return
		}
		err = tree.All(func(name string, mode fs.FileMode, content []byte) error {
			if strings.HasPrefix(name, "/") || slices.Contains(strings.Split(name, "/"), "..") || strings.ContainsRune(name, 0) {
				t.Errorf("path %q", name)
			}
			info, err := tree.Lstat(name)
			if err != nil || info.Mode() != mode {
				t.Errorf("%q: %v, %v", name, info, err)
			}
			if mode.IsRegular() && string(treefs.ReadFile(tree, name, 1<<30)) != string(content) {
				t.Errorf("%q: content differs", name)
			}
			return nil
		})
		if err != nil {
			t.Error(err)
		}
	})
}
