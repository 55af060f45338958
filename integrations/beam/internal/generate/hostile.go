package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"io"
	"os"
	"path/filepath"
	"strings"
)

const page = "---\nname: x\ndescription: Does what its name says. Use when needed.\n---\n# X\n"

// writeHostile writes archives with paths and links that point outside, and decompression bombs.
func writeHostile(dir string) error {
	archives := map[string][]tar.Header{
		"climbs":    {{Typeflag: tar.TypeReg, Name: "../../escaped/SKILL.md"}},
		"absolute":  {{Typeflag: tar.TypeReg, Name: "/tmp/escaped/SKILL.md"}},
		"duplicate": {{Typeflag: tar.TypeReg, Name: "skills/x/SKILL.md"}, {Typeflag: tar.TypeReg, Name: "skills/x/SKILL.md"}},
		"hardlink":  {{Typeflag: tar.TypeLink, Name: "skills/x/SKILL.md", Linkname: "/etc/passwd"}},
		"belowlink": {{Typeflag: tar.TypeSymlink, Name: "skills", Linkname: "/tmp"}, {Typeflag: tar.TypeReg, Name: "skills/x/SKILL.md"}},
	}
	for name, headers := range archives {
		var b bytes.Buffer
		w := tar.NewWriter(&b)
		for _, h := range headers {
			h.Mode = 0o644
			if h.Typeflag == tar.TypeReg {
				h.Size = int64(len(page))
			}
			if err := w.WriteHeader(&h); err != nil {
				return err
			}
			if h.Typeflag == tar.TypeReg {
				if _, err := io.WriteString(w, page); err != nil {
					return err
				}
			}
		}
		if err := w.Close(); err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(dir, "hostile-"+name+".tar"), b.Bytes(), 0o644); err != nil {
			return err
		}
	}
	if err := writeBomb(filepath.Join(dir, "hostile-bomb.tar.gz")); err != nil {
		return err
	}
	for name, content := range map[string]string{
		"hostile-truncated.tar.gz": "\x1f\x8b\x08\x00\x00\x00",
		"hostile-garbage.zip":      "PK\x03\x04" + strings.Repeat("\xff", 100),
		"hostile-empty.tar":        "",
		"hostile-pack.bundle":      "# v2 git bundle\n0123456789012345678901234567890123456789 HEAD\n\nPACK\x00\x00\x00\x02\xff\xff\xff\xff",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// writeBomb writes an archive of some 300 kB that contains 300 MiB.
func writeBomb(name string) error {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	w := tar.NewWriter(z)
	if err := w.WriteHeader(&tar.Header{Typeflag: tar.TypeReg, Name: "skills/x/SKILL.md", Mode: 0o644, Size: 300 << 20}); err != nil {
		return err
	}
	zeros := make([]byte, 1<<20)
	for range 300 {
		if _, err := w.Write(zeros); err != nil {
			return err
		}
	}
	if err := w.Close(); err != nil {
		return err
	}
	if err := z.Close(); err != nil {
		return err
	}
	return os.WriteFile(name, b.Bytes(), 0o644)
}
