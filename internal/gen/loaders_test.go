package main

import (
	"strings"
	"testing"

	"github.com/skilllint/skilllint/internal/clients/loader"
)

func TestBehavior(t *testing.T) {
	opencode := loader.Lookup("opencode")
	tests := []struct {
		row  behavior
		want string
	}{
		{behavior{Header: "name: probe\ndescription: x"}, "✓"},
		{behavior{Header: "name: probe\ndescription: «x×3»", Show: "description"}, "✓ `xxx`"},
		{behavior{Header: "name: probe\ndescription: a `b`", Show: "description"}, "✓ `` a `b` ``"},
		{behavior{Header: "name: probe\ndescription: \"a\\n\"", Show: "description"}, "✓ `a\\n`"},
		{behavior{Header: "name: probe\ndescription: é", Latin1: true, Show: "description"}, "◐ encoding: `\ufffd`"},
		{behavior{Header: "name: probe\nmodel: x"}, "◐ no description, ignored field"},
		{behavior{Header: "name: 1"}, "✗ wrong type of name"},
		{behavior{File: "---js\n{}\n---\n"}, "?"},
		{behavior{File: "---\nname: probe\ndescription: x\n---\n$ARGUMENTS\n", Home: "claude-code"}, "◐ literal placeholder"},
	}
	for _, test := range tests {
		d, err := test.row.document("")
		if err != nil {
			t.Errorf("%+v: %v", test.row, err)
			continue
		}
		if got := test.row.verdict(opencode.Read(d)); got != test.want {
			t.Errorf("%+v: %s, want %s", test.row, got, test.want)
		}
	}
	if d, err := (behavior{Header: "name: x"}).document("type: mode\n"); err != nil || !strings.HasPrefix(string(d.Source), "---\ntype: mode\nname: x\n") {
		t.Errorf("the required fields are not before the first field: %v", err)
	}
	for _, row := range []behavior{{}, {Header: "a: b", File: "c"}, {File: "字", Latin1: true}, {File: "a", Home: "nobody"}} {
		if _, err := row.document(""); err == nil {
			t.Errorf("%+v: no error", row)
		}
	}
}
