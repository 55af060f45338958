package conformance

import (
	"bytes"
	"strings"
	"testing"
)

func TestScore(t *testing.T) {
	loads := Answer{Loads: true, Name: "a", Description: "b"}
	tests := []struct {
		name string
		b    Answer
		want string // what differs
	}{
		{"same", loads, ""},
		{"rejected", Answer{Error: "x"}, "verdict"},
		{"name", Answer{Loads: true, Name: "A", Description: "b"}, "name"},
		{"description", Answer{Loads: true, Name: "a", Description: "b\n"}, "description"},
		{"both", Answer{Loads: true, Name: "A", Description: "B"}, "name, description"},
	}
	var all Score
	for _, test := range tests {
		var s Score
		s.Add(test.name, loads, test.b)
		all.Add(test.name, loads, test.b)
		got := ""
		for _, d := range s.Differences {
			got += d.What
		}
		if got != test.want {
			t.Errorf("%s: got difference %q, want %q", test.name, got, test.want)
		}
		if (s.Least() == 1) != (test.want == "") {
			t.Errorf("%s: got agreement %v", test.name, s.Least())
		}
	}
	if got, want := all.String(), "verdict 4/5 80.00 %, name 2/4 50.00 %, description 2/4 50.00 %"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	var rejected Score
	rejected.Add("", Answer{Error: "a"}, Answer{Error: "b"})
	if rejected.Least() != 1 {
		t.Error("two rejections differ")
	}
}

func TestHashed(t *testing.T) {
	a := Answer{Loads: true, Name: "secret", Description: "words", Error: "of others"}.Hashed()
	if !a.Loads || len(a.Name) != 16 || len(a.Description) != 16 || a.Error != "" || a.Name == a.Description {
		t.Errorf("hashed: %+v", a)
	}
	if got := (Answer{Error: "says words"}).Hashed(); got != (Answer{}) {
		t.Errorf("hashed rejection: %+v", got)
	}
}

func TestWriteRead(t *testing.T) {
	r := &Recording{Set: "made", Date: "2025-01-02", Programs: map[string]string{"codex": "@openai/codex 1"}, Cases: []Case{
		{ID: "a", Sum: "1", Answers: map[string]Answer{"codex": {Loads: true, Name: "<n>", Description: "line\nend\u2028"}}},
		{ID: "b", Sum: "2", Answers: map[string]Answer{"codex": {Error: "no"}}},
	}}
	var first, second bytes.Buffer
	if err := r.Write(&first); err != nil {
		t.Fatal(err)
	}
	data := bytes.Clone(first.Bytes())
	back, err := ReadRecording(&first)
	if err != nil {
		t.Fatal(err)
	}
	if err := back.Write(&second); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(second.Bytes(), data) {
		t.Error("recording changed after reading and writing")
	}
	if got := back.Cases[0].Answers["codex"]; got != r.Cases[0].Answers["codex"] {
		t.Errorf("an answer became %+v", got)
	}
	if _, err := ReadRecording(bytes.NewReader(data[:len(data)-12])); err == nil {
		t.Error("no error for a truncated recording")
	}
	if _, err := ReadRecording(strings.NewReader("text")); err == nil {
		t.Error("no error for text")
	}
}
