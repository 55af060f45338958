package conformance

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"unicode/utf8"
)

// A Case is one SKILL.md.
type Header struct {
	ID        string // unique among all sets
	Directory string // the name of the skill's folder
	File      []byte
	Slips     []string // the kinds of slips in it, where it was made
}

// Sum returns the SHA-256 of the file, in hexadecimal.
func (c Header) Sum() string {
	sum := sha256.Sum256(c.File)
	return hex.EncodeToString(sum[:])
}

// written is a case in a file of JSON lines. Of text and base64 exactly one is there.
type written struct {
	ID        string  `json:"id"`
	Directory string  `json:"directory"`
	Text      *string `json:"text,omitempty"`
	Base64    *string `json:"base64,omitempty"`
}

// MarshalJSON writes the file as text, or in base64 where it is not UTF-8.
func (c Header) MarshalJSON() ([]byte, error) {
	w := written{ID: c.ID, Directory: c.Directory}
	if utf8.Valid(c.File) {
		text := string(c.File)
		w.Text = &text
	} else {
		code := base64.StdEncoding.EncodeToString(c.File)
		w.Base64 = &code
	}
	return json.Marshal(w)
}

// UnmarshalJSON reads what MarshalJSON writes.
func (c *Header) UnmarshalJSON(data []byte) error {
	var w written
	if err := json.Unmarshal(data, &w); err != nil {
		return err
	}
	if w.ID == "" || w.Directory == "" {
		return errors.New("a case needs an id and a directory")
	}
	c.ID, c.Directory = w.ID, w.Directory
	switch {
	case (w.Text == nil) == (w.Base64 == nil):
		return errors.New("a case needs either text or base64")
	case w.Text != nil:
		c.File = []byte(*w.Text)
		return nil
	}
	var err error
	c.File, err = base64.StdEncoding.DecodeString(*w.Base64)
	return err
}
