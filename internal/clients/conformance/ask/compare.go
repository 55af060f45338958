package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/skilllint/skilllint/internal/clients/conformance"
)

// report writes in Markdown what newer programs answer otherwise than the recorded ones did. It
// returns an error when there is something.
func report(out io.Writer, asked []*agent, sets []conformance.HeaderSet, now []*conformance.Recording, folder string) error {
	before := make([]*conformance.Recording, len(sets))
	for i, s := range sets {
		var err error
		if before[i], err = readRecording(folder, s.Name); err != nil {
			return err
		}
	}
	var b strings.Builder
	total := 0
	b.WriteString("# What the agents make of skills, then and now\n")
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
		return fmt.Errorf("%d answers are not the recorded ones", total)
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
		if was := old[c.ID]; was.Sum == c.Sum {
			score.Add(c.ID, was.Answers[id], c.Answers[id])
		} else {
			stale++
		}
	}
	files := map[string][]byte{}
	for _, c := range s.Cases {
		files[c.ID] = c.File
	}
	if stale > 0 {
		fmt.Fprintf(b, "%d cases of %s are not the ones that were recorded, and were not compared.\n\n", stale, s.Name)
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
			file = code(fmt.Sprintf("%.300q", files[d.ID]))
		}
		fmt.Fprintf(b, "| %s | %s | %s | %s | %s |\n", d.ID, file, d.What, code(d.A.String()), code(d.B.String()))
	}
	b.WriteString("\n")
	return stale + len(score.Differences)
}

// code makes a text fit for a cell of a table.
func code(s string) string {
	s = strings.NewReplacer("|", "\\|", "\n", " ", "`", "ˋ").Replace(s)
	return "`" + s + "`"
}
