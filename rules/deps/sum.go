package deps

import (
	"bytes"
	"encoding/binary"
	"math/bits"
	"strings"

	"github.com/skilllint/skilllint/analysis"
)

// A contentSum is a hash of a skill's name, description and body. Line ends, white space around the body
// and other fields are ignored.
type contentSum uint64

// sumFact computes the sum of a skill with valid frontmatter and a description. Clients treat other skills differently.
var sumFact = analysis.NewFact("sum", "hash of name, description and body of a skill", analysis.PerDocument, analysis.Skill, readSum).MarkShallow()

func readSum(pass *analysis.Pass) (contentSum, error) {
	d := pass.Document
	description := d.Data.Get("description")
	if d.Source == nil || !description.IsString() || strings.TrimSpace(description.Text) == "" {
		return 0, analysis.ErrNoFact
	}
	name := ""
	if v := d.Data.Get("name"); v.IsString() {
		name = strings.TrimSpace(v.Text)
	}
	h := newHash()
	h.add([]byte(name))
	h.add([]byte(strings.TrimSpace(description.Text)))
	body := bytes.TrimSpace(d.Source[d.BodyStart():])
	if bytes.IndexByte(body, '\r') < 0 {
		h.add(body)
		return contentSum(h), nil
	}
	var plain []byte
	for line := range bytes.Lines(body) {
		plain = append(append(plain, bytes.TrimRight(line, "\r\n")...), '\n')
	}
	h.add(bytes.TrimSuffix(plain, []byte{'\n'}))
	return contentSum(h), nil
}

// A hash is computed in words of eight bytes by the multiplication of wyhash, with odd constants from pi.
type hash uint64

func newHash() hash { return 0x243f6a8885a308d3 }

// add adds a text and its length.
func (h *hash) add(text []byte) {
	sum, length := uint64(*h), uint64(len(text))
	for ; len(text) >= 8; text = text[8:] {
		sum = mixWords(sum, binary.LittleEndian.Uint64(text))
	}
	var rest [8]byte
	copy(rest[:], text)
	*h = hash(mixWords(mixWords(sum, binary.LittleEndian.Uint64(rest[:])), length))
}

func mixWords(a, b uint64) uint64 {
	high, low := bits.Mul64(a^0x452821e638d01377, b^0x13198a2e03707345)
	return high ^ low
}
