package registry

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/syntax/jsontree"
	"github.com/skilllint/skilllint/schema"
)

// check runs the rule on a text.
func check(t *testing.T, kind analysis.Kind, dialect, source string) []analysis.Diagnostic {
	t.Helper()
	d := analysis.NewDocument(&analysis.File{Path: "x.json", Kind: kind, Dialect: schema.Lookup(dialect)}, []byte(source))
	tree := jsontree.Parse(d.Source, 0)
	d.Data, d.Broken, d.ParseWarnings = tree.Root, tree.Broken, tree.Warnings
	var found []analysis.Diagnostic
	pass := analysis.NewPass(context.Background(), Schema, nil, func(x analysis.Diagnostic) { found = append(found, x) })
	pass.Document, pass.File = d, d.File
	if err := checkSchema(pass); err != nil {
		t.Fatal(err)
	}
	for _, x := range found {
		if x.Range.Start < 0 || x.Range.End > len(source) || x.Range.Start >= x.Range.End && source != "" {
			t.Fatalf("range %v of %d bytes: %s", x.Range, len(source), x.Message)
		}
	}
	return found
}

// TestBounds checks that the last finding of a file with many problems reports the parts that were not checked.
func TestBounds(t *testing.T) {
	many := func(n int, form string) string {
		var parts []string
		for i := range n {
			parts = append(parts, fmt.Sprintf(form, i))
		}
		return strings.Join(parts, ",")
	}
	tests := []struct {
		name    string
		kind    analysis.Kind
		dialect string
		source  string
		most    int
		want    string // of the last finding
	}{
		{"entries", analysis.Registry, "cleo", `{"$schema":"x","skills":[` + many(20_000, "%d") + `]}`, mostProblems + chunk + 2,
			`more than 5,000 problems before item 5001 of "skills"`},
		{"one large entry", analysis.Registry, "cleo", `{"skills":[{"name":"a","version":"1.0.0","path":"a","own":[` + many(250_000, "%d") + `]},{}]}`, 10,
			`missing keys "name", "path" and "version" in item 2 of "skills"`},
		{"a large file", analysis.Plugin, "claude-code", `{"name":"a","metadata":[` + many(250_000, "%d") + `]}`, 1,
			`the file has more than 200,000 values`},
		{"duplicate keys", analysis.Plugin, "claude-code", `{"name":"a",` + many(5_000, `"k":%d`) + `}`, mostWarnings + 1,
			`unknown key "k"`},
		{"unknown keys", analysis.Plugin, "claude-code", `{"name":"a",` + many(5_000, `"k%d":1`) + `}`, mostUnknown,
			`unknown key "k999"`},
		{"strict keys", analysis.Plugin, "claude-code", `{"name":"a","userConfig":{"o":{"type":"string","title":"t","description":"d",` + many(5_000, `"k%d":1`) + `}}}`, 5_000,
			`unknown key "k999"`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			found := check(t, tt.kind, tt.dialect, tt.source)
			if len(found) == 0 || len(found) > tt.most {
				t.Fatalf("%d findings, want at most %d", len(found), tt.most)
			}
			if last := found[len(found)-1].Message; !strings.HasPrefix(last, tt.want) {
				t.Errorf("last finding: %s\nwant: %s", last, tt.want)
			}
		})
	}
}

// TestChunkIndices checks the index of an entry after thousands of others.
func TestChunkIndices(t *testing.T) {
	entry := `{"name":"a","source":"./a"},`
	source := `{"name":"house","owner":{"name":"x"},"plugins":[` + strings.Repeat(entry, 1_700) + `{"name":"a"}]}`
	found := check(t, analysis.Marketplace, "claude-code", source)
	if len(found) != 1 || !strings.HasPrefix(found[0].Message, `missing key "source" in item 1701 of "plugins"`) || found[0].Range.Start != strings.LastIndex(source, "{") {
		t.Errorf("findings: %+v", found)
	}
}

func FuzzSchema(f *testing.F) {
	for _, seed := range []string{
		`{"skills":[{"name":"ct-a"}],"_meta":{}}`, `{"name":"a","author":{},"userConfig":{"a":{"x":1}}}`, `{"plugins":[{"source":{"source":"url"}}],"owner":1}`,
		`[]`, `{"skills":{"0":1}}`, `{"skills":[[1]],"skills":2}`, `{"required":[{"token":1}]}`, `{"plugins":[],"renames":{"a":[]}}`, `{"a":1,"a":2,"\ud800":3}`, `{,}`,
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, source string) {
		check(t, analysis.Registry, "cleo", source)
		check(t, analysis.Placeholders, "cleo", source)
		check(t, analysis.Plugin, "claude-code", source)
		check(t, analysis.Marketplace, "claude-code", source)
	})
}
