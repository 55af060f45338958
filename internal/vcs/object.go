package vcs

import (
	"crypto/sha1"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash"
)

// Object returns the object name of a regular file, or "" for other entries and inside submodules. Files with the same
// object name have the same content.
func (t *Tree) Object(rel string) string {
	if e := t.entry(rel); e != nil && e.mode.IsRegular() {
		return e.object
	}
	return ""
}

// IsObject reports whether an object name belongs to a content.
func IsObject(content []byte, name string) bool {
	var sum hash.Hash
	switch len(name) {
	case hex.EncodedLen(sha1.Size):
		sum = sha1.New()
	case hex.EncodedLen(sha256.Size):
		sum = sha256.New()
	default:
		return false
	}
	fmt.Fprintf(sum, "blob %d\x00", len(content))
	sum.Write(content)
	return hex.EncodeToString(sum.Sum(nil)) == name
}
