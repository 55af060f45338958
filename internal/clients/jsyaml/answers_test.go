package jsyaml

import (
	"bufio"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
)

// An answer is a line of testdata/answers.jsonl. A nil result means an error.
type answer struct {
	Text string  `json:"text"`
	V3   *string `json:"v3"`
	V4   *string `json:"v4"`
	V43  *string `json:"v43"`
}

// TestAnswers compares Load with the recorded results of the library. JSYAML_ANSWERS sets another file.
func TestAnswers(t *testing.T) {
	name := os.Getenv("JSYAML_ANSWERS")
	if name == "" {
		name = "testdata/answers.jsonl"
	}
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	count, wrong := 0, 0
	for lines.Scan() {
		var a answer
		if err := json.Unmarshal(lines.Bytes(), &a); err != nil {
			t.Fatal(err)
		}
		count++
		for _, c := range []struct {
			version Version
			want    *string
		}{{V3, a.V3}, {V4, a.V4}, {V43, a.V43}} {
			got, err := Load(a.Text, c.version)
			if matches(got, err, c.want) {
				continue
			}
			if wrong++; wrong <= 40 {
				t.Errorf("version %d, %q:\n got %s\nwant %s", c.version, a.Text, formatResult(got, err), formatWant(c.want))
			}
		}
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	t.Logf("%d texts, %d answers differ", count, wrong)
	if count < 1000 {
		t.Errorf("only %d texts", count)
	}
}

func matches(got *Value, err error, want *string) bool {
	if err != nil || want == nil {
		return err != nil && want == nil
	}
	return printValue(got, nil) == *want
}

func formatResult(v *Value, err error) string {
	if err != nil {
		return "error: " + err.Error()
	}
	return printValue(v, nil)
}

func formatWant(want *string) string {
	if want == nil {
		return "an error"
	}
	return *want
}

// printValue formats a value like testdata/record.mjs.
func printValue(v *Value, holders []*Value) string {
	if up := slices.Index(holders, v); up >= 0 {
		return fmt.Sprintf("^%d", len(holders)-up)
	}
	holders = append(slices.Clone(holders), v)
	var parts []string
	switch v.Kind {
	case String:
		return printText(v.Text)
	case Date:
		date, _ := parseDate(v.Text)
		return fmt.Sprintf("date(%d)", date.UnixMilli())
	case Binary:
		return "bytes(" + hex.EncodeToString(decodeBinary(v.Text)) + ")"
	case List:
		for _, item := range v.Items {
			parts = append(parts, printValue(item, holders))
		}
		return "[" + strings.Join(parts, ", ") + "]"
	case Map:
		for _, m := range v.Members {
			parts = append(parts, printText(m.Key)+": "+printValue(m.Value, holders))
		}
		slices.SortFunc(parts, func(a, b string) int { return strings.Compare(a, b) })
		return "{" + strings.Join(parts, ", ") + "}"
	}
	return v.String()
}

func printText(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, c := range s {
		i := strings.IndexRune("\"\\\n\r\t", c)
		switch {
		case i >= 0:
			b.WriteByte('\\')
			b.WriteByte(`"\nrt`[i])
		case c < ' ' || c == 0x7F:
			fmt.Fprintf(&b, `\x%02x`, c)
		default:
			b.WriteRune(c)
		}
	}
	b.WriteByte('"')
	return b.String()
}
