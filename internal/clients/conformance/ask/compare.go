package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/skilllint/skilllint/internal/clients/conformance"
)

// report writes a Markdown report of answers that differ from the recorded ones. It returns an error if there are
// any.
func report(out io.Writer, asked []*agent, sets []conformance.HeaderSet, now []*conformance.Recording, dir string) error {
	before := make([]*conformance.Recording, len(sets))
	for i, s := range sets {
		var err error
		if before[i], err = readRecording(dir, s.Name); err != nil {
			return err
		}
	}
	var b strings.Builder
	total := 0
	b.WriteString("# Changes to loaded skills\n")
	for _, a := range asked {
		fmt.Fprintf(&b, "\n## %s: %s → %s\n\n", a.ID, before[0].Programs[a.ID], now[0].Programs[a.ID])
		changed := 0
		for i, s := range sets {
			changed += reportSet(&b, a.ID, s, before[i], now[i])
		}
		if changed == 0 {
			b.WriteString("Every answer is the same.\n")
		}
		total += changed
	}
	if _, err := io.WriteString(out, b.String()); err != nil {
		return err
	}
	if total > 0 {
		return differ(total, "answers differ from the recorded ones")
	}
	return nil
}

// reportSet writes the changes of one agent in one set, and returns their number.
func reportSet(b *strings.Builder, id string, s conformance.HeaderSet, before, now *conformance.Recording) int {
	old := map[string]conformance.Case{}
	for _, c := range before.Cases {
		old[c.ID] = c
	}
	var score conformance.Score
	stale := 0
	for _, c := range now.Cases {
		if previous := old[c.ID]; previous.Sum == c.Sum {
			score.Add(c.ID, previous.Answers[id], c.Answers[id])
		} else {
			stale++
		}
	}
	files := map[string][]byte{}
	for _, c := range s.Cases {
		files[c.ID] = c.File
	}
	if stale > 0 {
		fmt.Fprintf(b, "%d cases of %s differ from the recorded cases and were not compared.\n\n", stale, s.Name)
	}
	if len(score.Differences) == 0 {
		return stale
	}
	fmt.Fprintf(b, "%s: %d of %d answers changed.\n\n| case | file | changed | then | now |\n|---|---|---|---|---|\n", s.Name, len(score.Differences), score.Cases)
	const most = 100
	for i, d := range score.Differences {
		if i == most {
			fmt.Fprintf(b, "\nand %d more.\n", len(score.Differences)-most)
			break
		}
		file := ""
		if !s.Others {
			file = codeCell(fmt.Sprintf("%.300q", files[d.ID]))
		}
		fmt.Fprintf(b, "| %s | %s | %s | %s | %s |\n", d.ID, file, d.What, codeCell(d.A.String()), codeCell(d.B.String()))
	}
	b.WriteString("\n")
	return stale + len(score.Differences)
}

// codeCell formats a text as code for a table cell.
func codeCell(s string) string {
	s = strings.NewReplacer("|", "\\|", "\n", " ", "`", "ˋ").Replace(s)
	return "`" + s + "`"
}
