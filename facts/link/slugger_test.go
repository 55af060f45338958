package link

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"math/rand"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/load"
)

// headingsFile is the environment variable with the path that TestHeadings writes to.
const headingsFile = "SKILLLINT_HEADINGS"

// TestHeadings writes the anchors of all headings of the corpus, and of random headings. .ci/markdown.mjs compares
// them with those of github-slugger.
func TestHeadings(t *testing.T) {
	name := os.Getenv(headingsFile)
	if name == "" {
		t.Skip(headingsFile + " is not set")
	}
	file, err := os.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	out, count := json.NewEncoder(file), 0
	write := func(name string, source []byte) {
		d := load.Document(&analysis.File{Path: "SKILL.md", Rel: "SKILL.md", Kind: analysis.Skill}, source, false)
		if d.Body == nil || len(d.Limits) > 0 {
			return
		}
		names := headingNames(d)
		count += len(names)
		line := map[string]any{"name": name, "text": string(source), "body": d.LineOf(d.BodyStart()) - 1, "names": append([]string{}, names...)}
		if err := out.Encode(line); err != nil {
			t.Fatal(err)
		}
	}
	const corpus = "../../../shared/corpus"
	if _, err := os.Stat(corpus); err == nil {
		err := filepath.WalkDir(corpus, func(path string, e fs.DirEntry, err error) error {
			if err != nil || !e.Type().IsRegular() || filepath.Ext(path) != ".md" {
				return err
			}
			source, err := os.ReadFile(path)
			write(path, source)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	r := rand.New(rand.NewSource(6))
	for i := range 1_000 {
		write(fmt.Sprintf("made up %d", i), []byte("# "+randomTitle(r)+"\n"))
	}
	t.Logf("%d names", count)
}

// randomTitle returns a heading of random pieces that slugs treat differently.
func randomTitle(r *rand.Rand) string {
	pieces := []string{"a", "B", "Éclair", "ß", "İ", "Σς", "技能", "한국어", "עברית", "हिन्दी", "e\u0301", "ﬁ", "Ⅳ", "²", "½", "①", "𝒳", "😀", "👩‍💻", "✅", "™", "—", "–", "…", "·", "•", "’", "«", "€",
		" ", " ", "  ", "-", "--", "_", "a_b", "‿", ".", ",", ":", ";", "!", "?", "'", "\"", "(", ")", "[x]", "{y}", "/", "\\_", "&", "&amp;", "+", "=", "%20", "@", "~", "^", "$x$",
		"`code_x`", "`<b>`", "*em*", "**strong**", "_em_", "~~gone~~", "[link](x.md)", "<b>html</b>", "<https://x.example>", "1.", "2", "\u00a0", "\u200b", "\u2028", "٣", "\u0331", "‑"}
	var b strings.Builder
	for range 1 + r.Intn(6) {
		b.WriteString(pieces[r.Intn(len(pieces))])
	}
	return b.String()
}
