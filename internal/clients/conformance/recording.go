// Package conformance compares the models of clients with recorded answers of the clients' own programs.
//
// It generates the skills for internal/clients/loader (headers) and the directories for internal/clients/catalog
// (trees), with the same bytes on every machine. It stores the answers of each program, and compares them with those
// of a model or a newer program. Command ask records the answers.
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

// An Answer is the result of loading a skill in a client.
type Answer struct {
	Loads       bool   `json:"loads,omitempty"`
	Name        string `json:"name,omitempty"` // as shown to the model, if the skill loads
	Description string `json:"description,omitempty"`
	Error       string `json:"error,omitempty"` // message of the program, if any; for display only
}

// Hashed returns the answer with its texts replaced by hashes.
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

// A Recording is a set of recorded answers.
type Recording struct {
	Set      string            `json:"set"`
	Date     string            `json:"date"`     // YYYY-MM-DD
	Programs map[string]string `json:"programs"` // by agent ID: the npm package and its version
	Hashed   bool              `json:"hashed,omitempty"`
	Cases    []Case            `json:"-"`
}

// A Case has the recorded answers for one skill.
type Case struct {
	ID      string            `json:"id"`
	Sum     string            `json:"sum"`     // SHA-256 of the skill's bytes
	Answers map[string]Answer `json:"answers"` // by agent ID
}

// Write writes the recording as compressed JSON lines. The first line has the common fields.
func (r *Recording) Write(w io.Writer) error { return writeLines(w, r, r.Cases) }

// ReadRecording reads the output of Recording.Write.
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

// readLines calls take with each line of a compressed file, which must have at least one line.
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
