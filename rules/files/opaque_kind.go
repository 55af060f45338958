package files

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"io"
	"path"
	"strings"
)

// isNative reports whether a file begins like a program for Linux, macOS or Windows.
func isNative(head []byte, rel string) bool {
	if len(head) < 4 {
		return false
	}
	switch binary.BigEndian.Uint32(head) {
	case 0x7F454C46, 0xFEEDFACE, 0xFEEDFACF, 0xCEFAEDFE, 0xCFFAEDFE:
		return true
	case 0xCAFEBABE: // universal binary; in Java classes, the number that follows is the version, which is larger
		return len(head) >= 8 && binary.BigEndian.Uint32(head[4:]) < 20
	}
	if binary.BigEndian.Uint32(head) == 0xD0CF11E0 && strings.EqualFold(path.Ext(rel), ".msi") {
		return true
	}
	return head[0] == 'M' && head[1] == 'Z' && bytes.IndexByte(head[:min(len(head), 64)], 0) > 0
}

// isBytecode reports whether a file is compiled Python, Java or Lua.
func isBytecode(head []byte, rel string) bool {
	if len(head) < 8 {
		return false
	}
	switch ext := strings.ToLower(path.Ext(rel)); {
	case isPython(rel):
		return head[2] == '\r' && head[3] == '\n'
	case ext == ".jar" || ext == ".war":
		return bytes.HasPrefix(head, zipEntry)
	}
	return binary.BigEndian.Uint32(head) == 0xCAFEBABE || bytes.HasPrefix(head, []byte("\x1bLua"))
}

var zipEntry = []byte("PK\x03\x04")

// isEncrypted reports whether a file is encrypted with age, GnuPG, OpenSSL or as a ZIP archive.
func isEncrypted(head []byte, rel string) bool {
	switch {
	case bytes.HasPrefix(head, []byte("age-encryption.org/v1")), bytes.HasPrefix(head, []byte("Salted__")):
		return true
	case bytes.HasPrefix(head, zipEntry):
		found := false
		zipEntries(head, func(_ string, isEncrypted bool) { found = found || isEncrypted })
		return found
	}
	switch strings.ToLower(path.Ext(rel)) {
	case ".gpg", ".pgp":
		return len(head) > 0 && head[0]&0x80 != 0 && !isPublicKey(head[0])
	}
	return false
}

// isPublicKey reports whether the first packet of an OpenPGP file is a public key (tag 6).
func isPublicKey(first byte) bool { return first&0x40 == 0 && first>>2&0xF == 6 || first == 0xC6 }

// zipEntries calls see for the entries at the start of a ZIP archive.
func zipEntries(head []byte, see func(name string, isEncrypted bool)) {
	for len(head) >= 30 && bytes.HasPrefix(head, zipEntry) {
		flags, size := binary.LittleEndian.Uint16(head[6:]), int(binary.LittleEndian.Uint32(head[18:]))
		name, extra := int(binary.LittleEndian.Uint16(head[26:])), int(binary.LittleEndian.Uint16(head[28:]))
		if 30+name > len(head) {
			return
		}
		see(string(head[30:30+name]), flags&1 != 0)
		next := 30 + name + extra + size
		if flags&8 != 0 && size == 0 { // the size follows the content
			n := bytes.Index(head[30+name:], zipEntry)
			if n < 0 {
				return
			}
			next = 30 + name + n
		}
		if next <= 0 || next > len(head) {
			return
		}
		head = head[next:]
	}
}

// isPacked reports whether a file begins like an archive whose contents are read.
func isPacked(head []byte) bool {
	return bytes.HasPrefix(head, zipEntry) || bytes.HasPrefix(head, []byte{0x1F, 0x8B}) || len(head) > 262 && string(head[257:262]) == "ustar"
}

// mostUnpacked limits the bytes of a compressed archive that are unpacked to read its names.
const mostUnpacked = 1 << 20

// archiveKind returns the category of the contents of an archive that users cannot review, or nil.
func archiveKind(head []byte, rel string) *category {
	var found *category
	note := func(name string) {
		if isArchive(name) {
			found = &nested
		}
	}
	switch {
	case bytes.HasPrefix(head, zipEntry):
		zipEntries(head, func(name string, _ bool) { note(name) })
	case bytes.HasPrefix(head, []byte{0x1F, 0x8B}):
		if plain, err := gzip.NewReader(bytes.NewReader(head)); err == nil {
			found = tarKind(io.LimitReader(plain, mostUnpacked), note, &found)
		}
	case len(head) > 262 && string(head[257:262]) == "ustar":
		found = tarKind(bytes.NewReader(head), note, &found)
	}
	return found
}

// tarKind reads the entries of a tar archive.
func tarKind(r io.Reader, note func(name string), found **category) *category {
	archive := tar.NewReader(r)
	for {
		entry, err := archive.Next()
		if err != nil {
			return *found
		}
		if note(entry.Name); *found != nil {
			return *found
		}
		start := make([]byte, 64)
		if n, _ := io.ReadFull(archive, start); isNative(start[:n], entry.Name) {
			return &packed
		}
	}
}

// isArchive reports whether a file is an archive, by its name.
func isArchive(name string) bool {
	for _, suffix := range archives.suffixes {
		if strings.HasSuffix(strings.ToLower(name), suffix) {
			return true
		}
	}
	return false
}
