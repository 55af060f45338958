package main

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// enough is the number of verdicts from which a share is given for a rule.
const enough = 10

// judged returns how often findings of the rule were right, for its page.
func (p page) judged() string {
	f := p.figure
	if f == nil || f.Judged == 0 {
		return "not yet"
	}
	text := fmt.Sprintf("%s in %s", counted(f.Judged, "finding"), counted(f.Collections, "collection"))
	if f.Judged < enough {
		return fmt.Sprintf("%s, %d right, %d worth acting on", text, f.Right, f.Worth)
	}
	return fmt.Sprintf("%s: %s right, %s worth acting on", text, percent(f.Right, f.Judged), percent(f.Worth, f.Judged))
}

func counted(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// accuracyPage returns docs/accuracy.md with the recorded figures.
func accuracyPage(root string, figures *Figures) ([]byte, error) {
	text, err := os.ReadFile(filepath.Join(root, "docs", "accuracy.md"))
	if err != nil {
		return nil, err
	}
	var b strings.Builder
	fmt.Fprintf(&b, "\nRecorded on %s, with the checkouts of %s:\n\n", figures.Date, counted(figures.Collections, "collection"))
	b.WriteString("| findings | reported | judged | right | worth acting on | known defects | found | fixes right |\n|---|---|---|---|---|---|---|---|\n")
	row := func(name string, f *Figure) {
		fixes := "–"
		if f.Fixes > 0 {
			fixes = fmt.Sprintf("%d of %d", f.FixesRight, f.Fixes)
		}
		fmt.Fprintf(&b, "| %s | %d | %d | %s | %s | %d | %s | %s |\n", name, f.Reported, f.Judged, percent(f.Right, f.Judged),
			percent(f.Worth, f.Judged), f.Known, percent(f.Found, f.Known), fixes)
	}
	row("errors and warnings of collections that no rule was tuned to", &figures.Untuned)
	row("errors and warnings", &figures.Serious)
	row("all", &figures.Totals)
	for _, name := range slices.Sorted(maps.Keys(figures.Rules)) {
		if f := figures.Rules[name]; f.Judged+f.Known > 0 {
			row(fmt.Sprintf("[%s](rules/%s.md)", name, name), f)
		}
	}
	if figures.Second.Judged > 0 {
		fmt.Fprintf(&b, "\n%s were judged by a second reader, who came to the same verdict for %s of them.\n",
			counted(figures.Second.Judged, "finding"), percent(figures.Second.Agreed, figures.Second.Judged))
	}
	page, err := replacePart("docs/accuracy.md", string(text), "figures", b.String()+"\n")
	return []byte(page), err
}

// accuracy returns the sentence of README.md with the totals.
func (f *Figures) accuracy() string {
	t, what := &f.Totals, "of public skills"
	if f.Untuned.Judged >= enough {
		t, what = &f.Untuned, "that no rule was tuned to"
	}
	return fmt.Sprintf("\nReaders judged %d findings in %s %s: %s are right, %s worth acting on. [Accuracy](docs/accuracy.md)\nhas the figures of each rule.\n\n",
		t.Judged, counted(t.Collections, "collection"), what, percent(t.Right, t.Judged), percent(t.Worth, t.Judged))
}
