package yamltree

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"gopkg.in/yaml.v3"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/syntax/libyaml"
)

// samples returns the seeds for fuzzing: every construct of YAML, every cause, and the output of every generator.
func samples() []string {
	all := []string{
		"", "a: b", "---\na\n...\n", "a: [b, {c: d}, 'e', \"f\"]\n", "a: |\n  b\n\n c\n", "a: >-2 # x\n   b\n", "? a\n: b\n",
		"a: &x !t b\nc: *x\n", "- - a\n  - b\n-\n", "a:\n- b\n-\nc:\n", "# c\n\t# d\na: b # c\n\t# x\nb: c\n",
		"a: 'b''c'\nd: \"e\\\n  f\\x41\"\n", "[a: b, ? c : d, : e]\n", "{a, b: c, ? d, e: }\n", "a: &a {b: c}\nd: {<<: *a}\n",
		"a: b\n  c\n # d\n e\n", "a: b\n---\nc\n", "%YAML 1.2\n", "a: .nan\nb: 1e999\nc: 2026-01-01\n", "\ufeffa: b\r\nc: d\r",
		"a: \u2028b\u0085c: d\n", "a: {{B}}\n", "a: [b?, c?d]\n", "技能: 値: 📮\n", "a: \xff\n", "a: \"b\nc: \"d\"\n", "a: 'b\nc: d's\n",
		"a: [b\nc: d\n", "a: b\n  c: d\n", "a:\n  - b\n  c: d\n", "a:b\nc: d\n", "a:\n    b: c\n  d: e\n", "!<x> a: !b%41 c\n",
	}
	for _, g := range generators {
		all = append(all, g.text(12))
	}
	return all
}

// FuzzParse checks invariants for arbitrary bytes: no panic, ranges within the content, a problem or limit for
// everything that is not parsed, and a tree of bounded size.
func FuzzParse(f *testing.F) {
	for _, s := range samples() {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, content []byte) {
		const before, after = "---\n", "---\n"
		src := before + string(content) + after
		within := analysis.Range{Start: len(before), End: len(src) - len(after)}
		tree := Parse([]byte(src), within)
		check := func(what string, r analysis.Range, mayBeEmpty bool) {
			if !within.Contains(r) || r.Start > r.End || !mayBeEmpty && r.Len() == 0 {
				t.Fatalf("%q: %s at %v of %v", content, what, r, within)
			}
		}
		if p := tree.Broken; p != nil {
			check("problem", p.Range, false)
			if tree.Root != nil || p.Cause == "" || p.Message == "" || p.Help == "" {
				t.Fatalf("%q: problem %+v, root %v", content, p, tree.Root)
			}
			if p.Fix != nil {
				checkFix(t, src, within, p)
			}
		}
		for _, o := range tree.Warnings {
			check(string(o.Kind), o.Range, o.Kind == analysis.NonStringKey)
		}
		for _, l := range tree.Limits {
			check("limit", l.Range, false)
		}
		if tree.Root != nil {
			n := 0
			checkValue(t, src, within, tree.Root, &n, 1)
			if n > variant.MaxNodes+maxExpanded+variant.MaxNodes {
				t.Fatalf("%q: %d values", content, n)
			}
		}
	})
}

// checkFix checks that a fix resolves the problem.
func checkFix(t *testing.T, src string, within analysis.Range, p *analysis.Problem) {
	out, from := "", 0
	for _, e := range p.Fix.Edits {
		if !within.Contains(e.Range) || e.Range.Start < from {
			t.Fatalf("%q: edit %+v", src, e)
		}
		out, from = out+src[from:e.Range.Start]+e.Text, e.Range.End
	}
	out += src[from:]
	within.End += len(out) - len(src)
	after := Parse([]byte(out), within)
	if after.Broken != nil && after.Broken.Range == p.Range && after.Broken.Cause == p.Cause {
		t.Fatalf("%q: after the fix: %q: %+v", src, out, after.Broken)
	}
	if e := p.Fix.Edits[0]; after.Root != nil && p.Cause == unquotedColon {
		before, now := src[e.Range.Start:e.Range.End], textAt(after.Root, e.Range.Start)
		if utf8.ValidString(before) && now != "" && !slices.Equal(strings.Fields(before), strings.Fields(now)) {
			t.Fatalf("%q: %q became %q", src, before, now)
		}
	}
}

// textAt returns the text of the string that begins at an offset, unless it is part of a key.
func textAt(v *analysis.Value, at int) string {
	if v.Kind == analysis.String && v.Range.Start == at {
		return v.Text
	}
	children := slices.Clone(v.Items)
	for _, m := range v.Members {
		children = append(children, m.Value)
	}
	for _, child := range children {
		if text := textAt(child, at); text != "" {
			return text
		}
	}
	return ""
}

func checkValue(t *testing.T, src string, within analysis.Range, v *analysis.Value, n *int, depth int) {
	*n++
	if !within.Contains(v.Range) || v.Range.Start > v.Range.End || v.Kind < analysis.Null || v.Kind > analysis.Map || depth > 2*variant.MaxDepth+2 {
		t.Fatalf("%q: value %+v at depth %d", src, v, depth)
	}
	text := src[v.Range.Start:v.Range.End]
	plain := v.Style == analysis.Plain && v.Note&analysis.Anchored == 0 && !strings.ContainsAny(text, "\r\n\u0085\u2028\u2029") && utf8.ValidString(text)
	if v.Kind != analysis.List && v.Kind != analysis.Map && plain && v.Text != text {
		t.Fatalf("%q: %q was parsed as %q", src, text, v.Text)
	}
	for _, item := range v.Items {
		checkValue(t, src, within, item, n, depth+1)
	}
	for _, m := range v.Members {
		if !within.Contains(m.KeyRange) {
			t.Fatalf("%q: key %+v", src, m)
		}
		if key := src[m.KeyRange.Start:m.KeyRange.End]; isKeyWord(key) && m.Key != key {
			t.Fatalf("%q: key %q was parsed as %q", src, key, m.Key)
		}
		checkValue(t, src, within, m.Value, n, depth+1)
	}
}

func isKeyWord(key string) bool {
	return key != "" && strings.Trim(key, "abcdefghijklmnopqrstuvwxyz_-") == "" && key[0] != '-'
}

// FuzzOutline compares scanner and grammar with yaml.v3: both must accept the same texts and return the same nodes
// with the same start positions and contents.
func FuzzOutline(f *testing.F) {
	for _, s := range samples() {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, src []byte) { compareOutline(t, src) })
}

// compareOutline compares the nodes of a text. It reports whether yaml.v3 can be the reference for the text.
func compareOutline(t *testing.T, src []byte) bool {
	t.Helper()
	forbidden, broken := libyaml.FindInvalid(src)
	if forbidden >= 0 || broken >= 0 || len(src) > 4000 || bytes.Contains(src, []byte("\ufeff")) ||
		bytes.Contains(src, []byte("?")) && bytes.ContainsAny(src, "[{") { // yaml.v3 has bugs here
		return false
	}
	p := libyaml.Read(src, variant)
	if p.Err != nil && (limit(p) != nil || p.Err.Code == libyaml.Directive) {
		return false
	}
	document, err := parseOne(src)
	if (p.Err == nil) != (err == nil) {
		t.Fatalf("%q: %+v, yaml.v3: %v", src, p.Err, err)
	}
	if err != nil {
		return true
	}
	var nodes []*yaml.Node
	flatten(document, &nodes)
	if len(nodes) != len(p.Shapes) {
		t.Fatalf("%q: %d shapes, %d nodes", src, len(p.Shapes), len(nodes))
	}
	for i, n := range nodes {
		compareShape(t, p, i, n)
	}
	return true
}

// TestRandomOutlines compares random texts like FuzzOutline. Every run checks that yaml.v3 would return the same tree.
func TestRandomOutlines(t *testing.T) {
	parts := strings.Split("a|b|é|: |:|- |\n|\n  | |? |?|[|]|{|}|, |# c|'|\"|&x |*x|!t |>|\n---\n|...|\t|\r\n|<<: |!!str |\u2028", "|")
	parts = append(parts, "|")
	random := rand.New(rand.NewPCG(1, 2))
	texts := 20_000
	if os.Getenv("SKILLLINT_THOROUGH") != "" {
		texts = 2_000_000
	}
	compared := 0
	for range texts {
		text := ""
		for range 1 + random.IntN(12) {
			text += parts[random.IntN(len(parts))]
		}
		if compareOutline(t, []byte(text)) {
			compared++
		}
	}
	if compared < texts/2 {
		t.Errorf("%d of %d texts were compared", compared, texts)
	}
}

// parseOne parses the only document of src with yaml.v3.
func parseOne(src []byte) (*yaml.Node, error) {
	decoder := yaml.NewDecoder(bytes.NewReader(src))
	var first, second yaml.Node
	if err := decoder.Decode(&first); errors.Is(err, io.EOF) {
		return &first, nil
	} else if err != nil {
		return nil, err
	}
	if err := decoder.Decode(&second); !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("second document: %w", err)
	}
	return &first, nil
}

func flatten(n *yaml.Node, out *[]*yaml.Node) {
	if n.Kind != yaml.DocumentNode && n.Kind != 0 {
		*out = append(*out, n)
	}
	for _, child := range n.Content {
		flatten(child, out)
	}
}

func compareShape(t *testing.T, p *libyaml.Outline, index int, n *yaml.Node) {
	s := p.Shapes[index]
	kind := map[yaml.Kind]libyaml.Form{yaml.ScalarNode: libyaml.Scalar, yaml.SequenceNode: libyaml.Sequence,
		yaml.MappingNode: libyaml.Mapping, yaml.AliasNode: libyaml.Alias}[n.Kind]
	if s.Form != kind || s.Start > s.End || s.End > len(p.Src) {
		t.Fatalf("%q: shape %d is %+v, node %+v", p.Src, index, s, n)
	}
	if s.Start == s.End { // omitted: yaml.v3 sets some position before the next token
		return
	}
	start := s.Start
	for _, q := range p.Properties {
		if q.Shape == index {
			start = min(start, q.Start)
		}
	}
	if line, column := lineAndColumn(p.Src, start); line != n.Line || column != n.Column {
		t.Fatalf("%q: shape %d is %+v at %d:%d, node %+v", p.Src, index, s, line, column, n)
	}
	if s.Form == libyaml.Scalar && p.Text(s) != n.Value {
		t.Fatalf("%q: shape %d: got %q, yaml.v3 returns %q", p.Src, index, p.Text(s), n.Value)
	}
}

// lineAndColumn counts lines and columns as yaml.v3 does.
func lineAndColumn(src []byte, at int) (line, column int) {
	line, start := 1, 0
	for i := 0; i < at; {
		w := libyaml.LineBreak(src, i)
		if i += max(w, 1); w > 0 {
			line, start = line+1, i
		}
	}
	return line, 1 + utf8.RuneCount(src[start:at])
}
