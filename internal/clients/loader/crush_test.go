package loader

import (
	"strconv"
	"strings"
	"testing"
)

func TestCrush(t *testing.T) {
	const fine = `loads probe: "Folds paper."`
	var keys strings.Builder
	for i := range 2001 {
		keys.WriteString("k" + strconv.Itoa(i) + ": x\n")
	}
	checkReadings(t, crush, []reading{
		{whole, fine},
		{"\ufeff" + whole, fine},
		{"\n \n" + whole, fine},
		{"  ---\n" + name + "\n" + description + "\n  ---\n", fine},
		{strings.ReplaceAll(whole, "\n", "\r"), fine},
		{"Text.\n" + whole, "rejected no-header"},
		{"---\n" + name + "\n" + description, "rejected no-header"},
		{header(), "rejected no-name no-description"},
		{broken, "rejected syntax"},
		{header("- a"), "rejected not-a-mapping"},
		{header(name, name, description), "rejected duplicate-key"},
		{header("base: &b {description: Folds paper.}", name, "<<: *b"), fine},
		{header("name: PROBE", description), `loads PROBE: "Folds paper."`},
		{header("name: other", description), "rejected name-directory"},
		{header("name: İ", description), "rejected name-form"},
		{header(name, "description: "+strings.Repeat("字", 342)), "rejected description-bytes"},
		{header(name, "description: "+strings.Repeat("x", 1025)), "rejected description-length"},
		{header(name, "description: [a]"), "rejected description-type"},
		{header(name, description, "user-invocable: yes"), fine},
		{header(name, description, `user-invocable: maybe`), "rejected field-type"},
		{header(name, description, "metadata: {a: [b]}"), "rejected field-type"},
		{header(name, description, "metadata: a"), "rejected field-type"},
		{header(name, description, keys.String()), "unknown too-large"},
	})
}
