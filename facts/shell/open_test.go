package shell

import (
	"math/rand"
	"strings"
	"testing"

	"mvdan.cc/sh/v3/syntax"
)

// TestMayBeOpen compares mayBeOpen with the parser's errors about quotes and here-documents.
func TestMayBeOpen(t *testing.T) {
	parts := []string{"'", "'", `"`, `"`, "\\", "#", " # it's\n", "<<E\n", "\nE\n", "$(", ")", "`", "${x", "}", "${x}", "$x", "$", "[", "echo ", "a", " ", "\n", ";", "it's"}
	random := rand.New(rand.NewSource(1))
	parser := syntax.NewParser()
	open := 0
	for range 40_000 {
		var b strings.Builder
		for range 1 + random.Intn(9) {
			b.WriteString(parts[random.Intn(len(parts))])
		}
		_, err := parser.Parse(strings.NewReader(b.String()), "")
		if err == nil || !strings.Contains(err.Error(), "quote") && !strings.Contains(err.Error(), "here-document") {
			continue
		}
		if open++; !mayBeOpen(b.String()) {
			t.Errorf("mayBeOpen(%q) = false: %v", b.String(), err)
		}
	}
	if open < 1000 {
		t.Errorf("only %d texts are open", open)
	}
	for _, text := range []string{"", "git commit -m \"it's\"", "a 'b' \\' # don't\nc", "a < b"} {
		if mayBeOpen(text) {
			t.Errorf("mayBeOpen(%q) = true", text)
		}
	}
}
