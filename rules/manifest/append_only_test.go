package manifest

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/load"
)

// compare returns the findings on the changes of a manifest to a base.
func compare(t testing.TB, base, now string) []analysis.Diagnostic {
	t.Helper()
	f := &analysis.File{Path: "MANIFEST.jsonl", Kind: analysis.Manifest}
	r := new(records)
	if _, err := load.Lines(strings.NewReader(now), f, func(l *analysis.Line) error { r.next(l); return nil }); err != nil {
		t.Fatal(err)
	}
	var facts analysis.FactSet
	pass := analysis.NewPass(context.Background(), recordsFact.Analyzer, &facts, nil)
	facts.Start(pass)
	*facts.Value(recordsFact.Analyzer).(*records) = *r
	pass = analysis.NewPass(context.Background(), changesFact.Analyzer, &facts, nil)
	pass.File = f
	pass.Base = &analysis.Base{Ref: "main", Lines: func(see func(*analysis.Line) error) error {
		return load.RawLines(strings.NewReader(base), f, see)
	}}
	found, err := compareWithBase(pass)
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// TestAppendOnlyValid checks that the rule accepts a manifest if and only if it extends the base without repeating a line
// or an id.
func TestAppendOnlyValid(t *testing.T) {
	if testing.Short() {
		t.Skip("-short")
	}
	random := rand.New(rand.NewPCG(1, 2))
	line := func() string { return fmt.Sprintf(`{"id":"T%d","n":%d}`, random.IntN(4), random.IntN(2)) }
	some := func(most int) []string {
		var lines []string
		for range random.IntN(most + 1) {
			lines = append(lines, line())
		}
		return lines
	}
	silent := 0
	for range 5_000 {
		base := some(4)
		now := some(4)
		if random.IntN(2) == 0 {
			now = append(slices.Clone(base), some(2)...)
		}
		found := compare(t, text(base), text(now))
		if want := continues(base, now); want != (len(found) == 0) {
			t.Fatalf("base %q\nnow  %q\naccepted: %v, want %v: %v", base, now, len(found) == 0, want, found)
		}
		if len(found) == 0 {
			silent++
		}
	}
	if silent < 500 {
		t.Errorf("only %d were accepted", silent)
	}
}

func text(lines []string) string {
	var b strings.Builder
	for _, l := range lines {
		b.WriteString(l + "\n")
	}
	return b.String()
}

// continues is an independent implementation of the rule.
func continues(base, now []string) bool {
	if len(now) < len(base) || !slices.Equal(now[:len(base)], base) {
		return false
	}
	id := func(line string) string { return line[:len(`{"id":"T0"`)] }
	for i, line := range now[len(base):] {
		if slices.Contains(now[:len(base)+i], line) ||
			slices.ContainsFunc(base, func(old string) bool { return id(old) == id(line) }) {
			return false
		}
	}
	return true
}

// TestAppendOnlyRealManifest checks that each change of a line of a published manifest is exactly one correct finding.
func TestAppendOnlyRealManifest(t *testing.T) {
	source, err := os.ReadFile("../../../shared/corpus/kryptobaseddev+cleo/.cleo/agent-outputs/MANIFEST.jsonl")
	if err != nil {
		t.Skipf("corpus not found next to the checkout: %v", err)
	}
	base := strings.Split(strings.TrimSuffix(string(source), "\n"), "\n")
	change := func(i int, with ...string) []string { return slices.Concat(base[:i], with, base[i+1:]) }
	for i, line := range base {
		changes := map[string][]string{
			" was changed":               change(i, line[:len(line)-1]+`,"x":1}`),
			" was deleted":               change(i),
			" was reformatted":           change(i, "{ "+line[1:]),
			"repeats line ":              append(slices.Clone(base), line),
			"new line is not at the end": change(i, `{"id":"T0-new"}`, line),
			" was moved":                 append(change(i), `{"id":"T0-new"}`, line),
			"":                           append(slices.Clone(base), `{"id":"T0-new"}`),
		}
		if ids := strings.SplitN(line, `"`, 5); ids[1] == "id" { // {"id":"…
			changes["duplicate id "] = append(slices.Clone(base), `{"id":"`+ids[3]+`"}`)
		}
		for want, now := range changes {
			found := compare(t, string(source), text(now))
			if want == " was moved" && i == len(base)-1 {
				want = "new line is not at the end" // its order is unchanged
			}
			if want == "" && len(found) == 0 {
				continue
			}
			if len(found) != 1 || want == "" || !strings.Contains(found[0].Message, want) {
				t.Errorf("line %d: want %q once, got %d: %v", i+1, want, len(found), found)
			}
		}
	}
}

func TestValueSum(t *testing.T) {
	tests := []struct {
		a, b string
		same bool
	}{
		{"1", "1.0", true}, {"1", "10e-1", true}, {"0", "-0.00E5", true}, {"100", "1e2", true}, {"0.5", "5e-1", true}, {"-1", "1", false},
		{"12345678901234567890", "12345678901234567891", false}, {"10", "1", false}, {`"1"`, "1", false}, {"null", "false", false},
		{`{"a":1,"b":2}`, `{ "b":2, "a":1 }`, true}, {`{"a":1,"b":2}`, `{"a":2,"b":1}`, false}, {`{"a":[]}`, `{"a":{}}`, false},
		{`[1,2]`, `[2,1]`, false}, {`["ab",""]`, `["a","b"]`, false}, {`"\u00e9"`, `"é"`, true}, {`[[1],2]`, `[1,[2]]`, false}, {`{"a":{"b":1}}`, `{"b":{"a":1}}`, false},
	}
	for _, test := range tests {
		if a, b := valueOf(t, test.a), valueOf(t, test.b); (a == b) != test.same {
			t.Errorf("%s and %s: %x, %x; want equal: %v", test.a, test.b, a, b, test.same)
		}
	}
}

func valueOf(t *testing.T, text string) uint64 {
	t.Helper()
	var sum uint64
	_, err := load.Lines(strings.NewReader(text), &analysis.File{}, func(l *analysis.Line) error {
		sum = valueSum(l.Data)
		return nil
	})
	if err != nil || sum == 0 {
		t.Fatalf("%s: %v, %x", text, err, sum)
	}
	return sum
}

// TestAppendOnlyLimit checks that changes beyond the limit are counted.
func TestAppendOnlyLimit(t *testing.T) {
	var base, now strings.Builder
	for i := range 3 * mostFound {
		fmt.Fprintf(&base, "{\"id\":\"T%d-a\",\"n\":1}\n", i)
		fmt.Fprintf(&now, "{\"id\":\"T%d-a\",\"n\":2}\n", i)
	}
	found := compare(t, base.String(), now.String())
	if last := found[len(found)-1].Message; len(found) != mostFound+1 || last != "19,998 more changes to lines of main" {
		t.Errorf("%d findings, the last: %s", len(found), last)
	}
}

// BenchmarkAppendOnly shows that the time for manifests that are hard to compare is linear in their length.
func BenchmarkAppendOnly(b *testing.B) {
	const lines = 100_000
	same := make([]string, lines)
	counted := make([]string, lines)
	for i := range counted {
		same[i] = `{"id":"T1-a"}`
		counted[i] = fmt.Sprintf(`{"id":"T%d-a","n":1}`, i)
	}
	reversed := slices.Clone(counted)
	slices.Reverse(reversed)
	shuffled := slices.Clone(counted)
	rand.New(rand.NewPCG(1, 2)).Shuffle(lines, func(i, j int) { shuffled[i], shuffled[j] = shuffled[j], shuffled[i] })
	edited := strings.ReplaceAll(text(counted), `"n":1`, `"n":2`)
	shapes := []struct{ name, base, now string }{
		{"unchanged", text(counted), text(counted)},
		{"first removed", text(counted), text(counted[1:])},
		{"reversed", text(counted), text(reversed)},
		{"shuffled", text(counted), text(shuffled)},
		{"edited", text(counted), edited},
		{"identical", text(same), "{}\n" + text(same)},
		{"emptied", text(counted), ""},
		{"from empty", "\n", text(same)},
		{"twice", text(counted), text(counted) + text(reversed)},
	}
	for _, s := range shapes {
		b.Run(s.name, func(b *testing.B) {
			for b.Loop() {
				compare(b, s.base, s.now)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/lines, "ns/line")
		})
	}
}
