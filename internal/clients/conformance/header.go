package conformance

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"unicode/utf8"
)

// A Header is a generated or real SKILL.md.
type Header struct {
	ID        string // unique among all sets
	Directory string // name of the skill's directory
	File      []byte
	Slips     []string // kinds of the mistakes in a generated file
}

// Sum returns the SHA-256 of the file, in hexadecimal.
func (c Header) Sum() string {
	sum := sha256.Sum256(c.File)
	return hex.EncodeToString(sum[:])
}

// headerJSON is the JSON form of a Header. Exactly one of Text and Base64 is set.
type headerJSON struct {
	ID        string  `json:"id"`
	Directory string  `json:"directory"`
	Text      *string `json:"text,omitempty"`
	Base64    *string `json:"base64,omitempty"`
}

// MarshalJSON encodes the file as text, or in base64 if it is not UTF-8.
func (c Header) MarshalJSON() ([]byte, error) {
	w := headerJSON{ID: c.ID, Directory: c.Directory}
	if utf8.Valid(c.File) {
		text := string(c.File)
		w.Text = &text
	} else {
		code := base64.StdEncoding.EncodeToString(c.File)
		w.Base64 = &code
	}
	return json.Marshal(w)
}

// UnmarshalJSON decodes the output of MarshalJSON.
func (c *Header) UnmarshalJSON(data []byte) error {
	var w headerJSON
	if err := json.Unmarshal(data, &w); err != nil {
		return err
	}
	if w.ID == "" || w.Directory == "" {
		return errors.New("case without id or directory")
	}
	c.ID, c.Directory = w.ID, w.Directory
	switch {
	case (w.Text == nil) == (w.Base64 == nil):
		return errors.New("case must have either text or base64")
	case w.Text != nil:
		c.File = []byte(*w.Text)
		return nil
	}
	var err error
	c.File, err = base64.StdEncoding.DecodeString(*w.Base64)
	return err
}
