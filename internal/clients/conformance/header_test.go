package conformance

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io/fs"
	"slices"
	"testing"
	"testing/fstest"
)

// sampleHeaders is a small corpus.
var sampleHeaders = fstest.MapFS{
	"a/tidy/SKILL.md":   {Data: []byte("---\nname: tidy\ndescription: Tidies.\n---\n\nBody.\n")},
	"b/count/SKILL.md":  {Data: []byte("---\nname: count\ndescription: >\n  Counts\n  words.\nlicense: MIT\n---\nBody.\n")},
	"b/plain/SKILL.md":  {Data: []byte("# No header\n")},
	"b/plain/README.md": {Data: []byte("none")},
}

// TestSameHeaders checks that the generated cases have the same bytes on every machine.
func TestSameHeaders(t *testing.T) {
	sums := map[string]string{
		"table": "61109d2bc1aa7f3b",
		"made":  "1e895910b83e4282",
		"real":  "f406459b1b8188b5",
		"slips": "fa6a8a76131da348",
	}
	for _, s := range headerSets(t, sampleHeaders) {
		all := sha256.New()
		for _, c := range s.Cases {
			all.Write([]byte(c.ID + "\n" + c.Directory + "\n" + c.Sum() + "\n"))
		}
		if got := hex.EncodeToString(all.Sum(nil)[:8]); got != sums[s.Name] {
			t.Errorf("%s: got checksum %s, want %s; after an intended change, record the answers again", s.Name, got, sums[s.Name])
		}
	}
}

func headerSets(t *testing.T, corpus fs.FS) []HeaderSet {
	all, err := HeaderSets(corpus)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func TestHeaderSets(t *testing.T) {
	seen := map[string]bool{}
	for _, s := range headerSets(t, sampleHeaders) {
		for _, c := range s.Cases {
			if seen[c.ID] {
				t.Errorf("duplicate ID %q", c.ID)
			}
			seen[c.ID] = true
			if c.Directory == "" || bytes.ContainsAny([]byte(c.Directory), "/\x00") || c.Directory == "." || c.Directory == ".." {
				t.Errorf("%s: invalid directory name %q", c.ID, c.Directory)
			}
		}
		switch {
		case s.Name == "made" && len(s.Cases) < 2000, s.Name == "slips" && len(s.Cases) < 1000, s.Name == "table" && len(s.Cases) < 140, s.Name == "real" && len(s.Cases) != 3:
			t.Errorf("%s has %d cases", s.Name, len(s.Cases))
		}
	}
	if own := headerSets(t, nil); len(own) != 2 {
		t.Errorf("got %d sets without a corpus, want 2", len(own))
	}
}

// TestMistakeKinds checks that every kind of mistake occurs, and on different files.
func TestMistakeKinds(t *testing.T) {
	var kinds []string
	for _, s := range mistakes {
		kinds = append(kinds, s.kind)
	}
	if unique := slices.Compact(slices.Sorted(slices.Values(kinds))); len(unique) != len(kinds) {
		t.Errorf("got %d kinds of mistakes with %d names", len(kinds), len(unique))
	}
	for _, s := range headerSets(t, sampleHeaders) {
		if s.Name != "made" && s.Name != "slips" {
			continue
		}
		count, files := map[string]int{}, map[string]int{}
		for _, c := range s.Cases {
			files[c.Sum()]++
			for _, kind := range c.Slips {
				count[kind]++
			}
		}
		for _, kind := range kinds {
			if count[kind] < len(s.Cases)/len(kinds)/2 {
				t.Errorf("%s: %d cases with the mistake %q, of %d", s.Name, count[kind], kind, len(s.Cases))
			}
		}
		if s.Name == "made" && len(files) < len(s.Cases)*9/10 {
			t.Errorf("%s: only %d different files of %d", s.Name, len(files), len(s.Cases))
		}
	}
}

func TestBases(t *testing.T) {
	all := bases()
	if len(all) < 55 {
		t.Errorf("%d bases", len(all))
	}
	for _, header := range all {
		if !bytes.Contains([]byte(header), []byte("NAME")) {
			t.Errorf("base without NAME:\n%s", header)
		}
	}
}

func TestHeaderJSON(t *testing.T) {
	for _, c := range []Header{
		{ID: "text", Directory: "d", File: []byte("---\nname: d\n---\n\u2028<&>")},
		{ID: "bytes", Directory: "d", File: []byte("\xff\xfe\x00")},
		{ID: "none", Directory: "d", File: []byte{}},
	} {
		data, err := json.Marshal(c)
		if err != nil {
			t.Fatal(err)
		}
		var back Header
		if err := json.Unmarshal(data, &back); err != nil {
			t.Fatalf("%s: %v", data, err)
		}
		if back.ID != c.ID || back.Directory != c.Directory || !bytes.Equal(back.File, c.File) {
			t.Errorf("%s became %+v", data, back)
		}
	}
	for _, data := range []string{`{"id":"a","directory":"a"}`, `{"id":"a","directory":"a","text":"","base64":""}`, `{"directory":"a","text":""}`, `{"id":"a","text":""}`, `{"id":"a","directory":"a","base64":"*"}`} {
		if json.Unmarshal([]byte(data), new(Header)) == nil {
			t.Errorf("%s: no error", data)
		}
	}
}
