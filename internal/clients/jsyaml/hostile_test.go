package jsyaml

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
)

// hostile returns texts of about the given size, each designed to take long.
func hostile(size int) map[string]string {
	repeat := func(s string) string { return strings.Repeat(s, size/len(s)) }
	tokens := []string{"a", ": ", "a: ", "a: b\n", "- ", "- a\n", "? ", "? a\n", ": a\n", "\"", "'", "\"a\",", "|", ">", "|\n", "[", "{", "[]", "{}",
		",", "#", "# a\n", " ", "\t", "\n", "\n ", "\n\t", "\r", "&a ", "&a\n", "&a b\n", "&a b: ", "- &a b\n", "*a ", "!", "!t ", "!!str\n", "<<: ", "---\n", "...\n", "--- a\n", "%a\n", "%TAG !a! b\n",
		"\\", "\\x41", "0", "1_", "1:", "0x1", "1e", "2024-01-01 ", "a #b ", "a\n\n", "a:\n", "[a: b, ", "{a: ", "[? ", "\x00", "\uFEFF", "\u2028", "é"}
	texts := map[string]string{}
	for _, t := range tokens {
		texts[t] = repeat(t)
		texts["x: "+t] = "x: " + repeat(t)
		texts["quoted "+t] = `"` + repeat(t) + `"`
		texts["brackets "+t] = "[" + repeat(t) + "]"
		texts["block "+t] = "x: >\n " + repeat(t)
	}
	var deep, chain, keys, list, merges, digits, grow strings.Builder
	for i := 0; deep.Len() < size; i++ {
		fmt.Fprintf(&deep, "%sa:\n", strings.Repeat(" ", i))
	}
	chain.WriteString("- &a0 {k: v}\n")
	for i := 1; chain.Len() < size; i++ {
		fmt.Fprintf(&chain, "- &a%d {<<: *a%d, k%d: v}\n", i, i-1, i)
	}
	fmt.Fprintf(&keys, "- &a %s\n", strings.Repeat("k", size/2))
	for keys.Len() < size {
		keys.WriteString("- *a : 1\n")
	}
	fmt.Fprintf(&list, "- &a [%s]\n", strings.Repeat("k,", size/4))
	for list.Len() < size {
		list.WriteString("- ? *a\n")
	}
	fmt.Fprintf(&merges, "- &a [%s]\n- ", strings.Repeat("{},", size/6))
	for merges.Len() < size {
		merges.WriteString("<<: *a\n  ")
	}
	grow.WriteString("- &a0 [x, x]\n")
	for i := 1; grow.Len() < size; i++ {
		fmt.Fprintf(&grow, "- &a%d [*a%d, *a%d]\n", i, i-1, i-1)
	}
	digits.WriteString("a: 1")
	digits.WriteString(strings.Repeat("0", size))
	for name, b := range map[string]*strings.Builder{"deep": &deep, "chain of merges": &chain, "long keys": &keys, "list as keys": &list,
		"merges of empty maps": &merges, "doubling": &grow, "digits": &digits} {
		texts[name] = b.String()
	}
	return texts
}

// TestHostile checks that no text takes long.
func TestHostile(t *testing.T) {
	if testing.Short() {
		t.Skip("-short")
	}
	for name, text := range hostile(MaxText - 200) {
		for _, v := range []Version{V3, V4, V43} {
			start := time.Now()
			value, err := Load(text, v)
			if err == nil {
				_ = value.String()
			}
			if took := time.Since(start); took > 30*time.Second { // normally some milliseconds; quadratic time would take minutes
				t.Errorf("version %d takes %v for %.20q…", v, took, name)
			} else if took > 15*time.Millisecond {
				t.Logf("version %d: %v for %.20q…", v, took, name)
			}
		}
	}
}

// TestTooLarge checks that the limits are enforced.
func TestTooLarge(t *testing.T) {
	texts := hostile(MaxText - 200)
	tooLarge := map[string]string{
		"long text": strings.Repeat("a", MaxText+1),
		"brackets":  texts["["],
		"dashes":    texts["- "],
		"merges":    texts["chain of merges"],
		"keys":      texts["long keys"],
		"lists":     texts["list as keys"],
	}
	for name, text := range tooLarge {
		for _, v := range []Version{V3, V4, V43} {
			_, err := Load(text, v)
			var limit *Error // of 4.3.2
			if !errors.Is(err, ErrTooLarge) && !(v == V43 && slices.Contains([]string{"brackets", "dashes", "merges"}, name) && errors.As(err, &limit)) {
				t.Errorf("%s, version %d: %v", name, v, err)
			}
		}
	}
	for _, text := range []string{strings.Repeat("a", MaxText), strings.Repeat("[", 900) + strings.Repeat("]", 900), texts["doubling"]} {
		if _, err := Load(text, V4); err != nil {
			t.Errorf("%.20q…: %v", text, err)
		}
	}
}

func FuzzLoad(f *testing.F) {
	for _, row := range rows {
		f.Add(row.text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, v := range []Version{V3, V4, V43} {
			value, err := Load(text, v)
			var failure *Error
			switch {
			case err == nil:
				checkValue(t, value, len(text), map[*Value]bool{})
				_ = value.String()
			case errors.As(err, &failure) && (failure.Offset < 0 || failure.Offset > len(text)):
				t.Errorf("offset %d in a text of %d bytes", failure.Offset, len(text))
			case value != nil:
				t.Errorf("got a value and the error %v", err)
			}
		}
	})
}

// checkValue checks that all offsets are in the text and keys are unique.
func checkValue(t *testing.T, v *Value, size int, seen map[*Value]bool) {
	if seen[v] {
		return
	}
	seen[v] = true
	if v.Start < 0 || v.Start > size {
		t.Errorf("%v begins at %d of %d", v.Kind, v.Start, size)
	}
	for _, item := range v.Items {
		checkValue(t, item, size, seen)
	}
	keys := map[string]bool{}
	for _, m := range v.Members {
		if keys[m.Key] || m.KeyStart < 0 || m.KeyStart > size {
			t.Errorf("key %q at %d of %d, or twice", m.Key, m.KeyStart, size)
		}
		keys[m.Key] = true
		checkValue(t, m.Value, size, seen)
	}
}
