package loader_test

import (
	"testing"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/clients/loader"
	"github.com/skilllint/skilllint/internal/load"
)

func TestIsManual(t *testing.T) {
	for written, want := range map[string]bool{
		"true": true, "True": true, `"true"`: true, "yes": true, "ON": true, "1": true, `" yes "`: true,
		"false": false, "no": false, "0": false, "": false, "[true]": false, "maybe": false, `""`: false,
	} {
		source := "---\nname: x\n" + loader.Manual + ": " + written + "\n---\n"
		d := load.Document(&analysis.File{Path: "SKILL.md", Rel: "SKILL.md", Kind: analysis.Skill}, []byte(source), false)
		if got := loader.IsManual(d.Data); got != want {
			t.Errorf("%q: %t, want %t", written, got, want)
		}
	}
	if loader.IsManual(nil) {
		t.Error("true without frontmatter")
	}
}
