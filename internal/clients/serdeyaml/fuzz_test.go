package serdeyaml

import (
	"errors"
	"strings"
	"testing"
	"time"
	"unicode/utf8"
)

// FuzzLoad checks that no text makes the parser panic or hang, and that all offsets are within the text.
func FuzzLoad(f *testing.F) {
	for _, seed := range []string{"", "a: b\nc: [d, {e: f}]\n", "- &a |\n  b\n- *a\n- !t 'c'\n", "%TAG ! x\n--- >+\n a\n\n...", "? \"\\x41\\\n b\"\n: c", "[? : ,", "&a &b *a", "\ufeff\u0085\u2028"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if !utf8.ValidString(text) {
			t.Skip()
		}
		root, err := Load(text)
		var failure *Error
		if errors.As(err, &failure) && (failure.Offset < 0 || failure.Offset > len(text)) {
			t.Errorf("%q: offset %d", text, failure.Offset)
		}
		if err != nil || root == nil {
			return
		}
		checkOffsets(t, root, len(text))
		if err := root.Check(); err == nil {
			root.Depth()
		} else if errors.As(err, &failure) && (failure.Offset < 0 || failure.Offset > len(text)) {
			t.Errorf("%q: offset %d", text, failure.Offset)
		}
	})
}

func checkOffsets(t *testing.T, n *Node, limit int) {
	if n.Start < 0 || n.Start > limit {
		t.Errorf("offset %d of %d", n.Start, limit)
	}
	for _, item := range n.Items {
		checkOffsets(t, item, limit)
	}
	for _, m := range n.Members {
		checkOffsets(t, m.Key, limit)
		checkOffsets(t, m.Value, limit)
	}
}

// TestHostile checks that texts designed to be slow with lookahead or backtracking do not take long.
func TestHostile(t *testing.T) {
	if testing.Short() {
		t.Skip("-short")
	}
	for _, part := range []string{"[", "{", "- ", "? ", ": ", "a: ", "[a, ", "{a: ", "\"", "'", "\n", "\n ", " \n", "\t", "#\n", "&a ", "&a\n", "*a ", "!t ", "%41", "|\n", ">\n\n", "a\n", "a: b\n", "- a\n", "a:\n- b\n",
		"\\", "\"\\\n", "---\n", "...\n", "%YAML 1.1\n", "é", "\u2028", "[[],", "&a [*a, ", "a: &a [*a]\n", "- &a x\n- *a\n", "? a\n", "!<a> ", "a b ", "- - ", "1", "0x1"} {
		for _, head := range []string{"", "a: ", "a: \"", "[", "|\n ", "!", "%TAG ! ", "- &x [y]\n"} {
			text := head + strings.Repeat(part, (64<<10-len(head))/len(part))
			start := time.Now()
			if root, err := Load(text); err == nil {
				if err := root.Check(); err == nil && root != nil {
					root.Depth()
				}
			}
			if took := time.Since(start); took > 30*time.Second {
				t.Errorf("%q and many %q: %v", head, part, took)
			}
		}
	}
}
