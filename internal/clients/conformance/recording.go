// Package conformance compares the models of clients with recorded answers of the clients' own programs.
//
// It generates the skills of internal/clients/loader (headers) and the directories of internal/clients/catalog (trees),
// with the same bytes on every machine, stores what each program made of them, and scores what a model, or a newer
// program, makes of them. Command ask records the answers.
package conformance

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
)

// An Answer is what an agent's program makes of a skill.
type Answer struct {
	Loads       bool   `json:"loads,omitempty"`
	Name        string `json:"name,omitempty"` // that the agent shows to its model, when it loads the skill
	Description string `json:"description,omitempty"`
	Error       string `json:"error,omitempty"` // what the program said, where it said something; for people
}

// Hashed returns the answer with the hashes of its texts in their place.
func (a Answer) Hashed() Answer {
	if a.Loads {
		a.Name, a.Description = hash(a.Name), hash(a.Description)
	}
	a.Error = ""
	return a
}

// hash returns the first 16 hexadecimal digits of a text's SHA-256.
func hash(s string) string {
	sum := sha256.Sum256([]byte(s))
	return hex.EncodeToString(sum[:8])
}

// A Recording is all answers about one set of cases.
type Recording struct {
	Set      string            `json:"set"`
	Date     string            `json:"date"`     // YYYY-MM-DD
	Programs map[string]string `json:"programs"` // by ID of the agent: the npm package and its version
	Hashed   bool              `json:"hashed,omitempty"`
	Cases    []Case            `json:"-"`
}

// A Case is the answers about one skill.
type Case struct {
	ID      string            `json:"id"`
	Sum     string            `json:"sum"`     // SHA-256 of the skill's bytes
	Answers map[string]Answer `json:"answers"` // by ID of the agent
}

// Write writes a recording as compressed JSON lines, the recording itself first.
func (r *Recording) Write(w io.Writer) error { return writeLines(w, r, r.Cases) }

// Read reads what Write has written.
func ReadRecording(from io.Reader) (*Recording, error) {
	var r Recording
	err := readLines(from, func(n int, line []byte) error {
		if n == 0 {
			return json.Unmarshal(line, &r)
		}
		var c Case
		err := json.Unmarshal(line, &c)
		r.Cases = append(r.Cases, c)
		return err
	})
	if err != nil {
		return nil, err
	}
	return &r, nil
}

// writeLines writes values as compressed JSON lines.
func writeLines[T any](w io.Writer, first any, rest []T) error {
	z, err := gzip.NewWriterLevel(w, gzip.BestCompression)
	if err != nil {
		return err
	}
	encoder := json.NewEncoder(z)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(first); err != nil {
		return err
	}
	for _, v := range rest {
		if err := encoder.Encode(v); err != nil {
			return err
		}
	}
	return z.Close()
}

// readLines hands out the lines of a compressed file, of which it needs one.
func readLines(from io.Reader, take func(n int, line []byte) error) error {
	z, err := gzip.NewReader(from)
	if err != nil {
		return err
	}
	lines := bufio.NewReader(z)
	for n := 0; ; n++ {
		line, err := lines.ReadBytes('\n')
		if err == io.EOF && len(line) == 0 && n > 0 {
			return nil
		}
		if err == nil {
			err = take(n, bytes.TrimSpace(line))
		}
		if err != nil {
			return fmt.Errorf("line %d: %w", n+1, err)
		}
	}
}
