package context

import (
	"testing"

	"github.com/skilllint/skilllint/internal/clients/catalog"
)

func TestSummary(t *testing.T) {
	l := &Skills{agent: catalog.Lookup("codex"), version: "0.171"}
	if got, want := l.summary(), "codex 0.171: 0 skills, 0 complete, 0 truncated, 0 without description, 0 omitted; 0 tokens, no limit"; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}
