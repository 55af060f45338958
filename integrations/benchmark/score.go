package main

import (
	"cmp"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

// A row is a line of a table by the names of its columns.
type row map[string]string

type collection struct{ repository, commit string }

// A place is a line of a file in a collection.
type place struct {
	path string
	line int
}

// A judgement identifies a finding with a verdict.
type judgement struct {
	tool string
	place
	rule string
}

// verdicts are what readers decided.
type verdicts struct {
	collections []collection
	worth       map[string]map[judgement]bool // findings with a verdict, by repository: whether they are worth acting on
	defects     map[string]map[place]bool     // known defects, by repository: whether a reader found them without a tool
}

// readVerdicts reads the tables of skilllint's verdicts in a directory, and the verdicts on findings of other tools.
func readVerdicts(dir, others string) (*verdicts, error) {
	set := &verdicts{worth: map[string]map[judgement]bool{}, defects: map[string]map[place]bool{}}
	judge := func(r row, tool, line string) {
		repository, at := r["repository"], place{r["path"], number(line)}
		isWorth := r["verdict"] == "worth"
		set.worth[repository][judgement{tool, at, r["rule"]}] = isWorth
		if isWorth {
			set.defects[repository][at] = set.defects[repository][at]
		}
	}
	tables := []struct {
		name string
		add  func(row)
	}{
		{filepath.Join(dir, "collections.tsv"), func(r row) {
			set.collections = append(set.collections, collection{r["repository"], r["commit"]})
			set.worth[r["repository"]], set.defects[r["repository"]] = map[judgement]bool{}, map[place]bool{}
		}},
		{filepath.Join(dir, "findings.tsv"), func(r row) {
			for _, line := range append(strings.Fields(strings.ReplaceAll(r["also"], ",", " ")), r["line"]) {
				judge(r, "skilllint", line)
			}
		}},
		{filepath.Join(dir, "misses.tsv"), func(r row) { set.defects[r["repository"]][place{r["path"], number(r["line"])}] = true }},
		{others, func(r row) { judge(r, r["tool"], r["line"]) }},
	}
	for _, t := range tables {
		text, err := os.ReadFile(t.name)
		if err != nil {
			return nil, err
		}
		lines := strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
		names := strings.Split(lines[0], "\t")
		for n, line := range lines[1:] {
			cells := strings.Split(line, "\t")
			if len(cells) != len(names) {
				return nil, fmt.Errorf("%s:%d: %d columns, want %d", t.name, n+2, len(cells), len(names))
			}
			r := row{}
			for i, name := range names {
				r[name] = cells[i]
			}
			if set.defects[r["repository"]] == nil && len(set.collections) > 0 && r["kind"] == "" {
				return nil, fmt.Errorf("%s:%d: %q is not in collections.tsv", t.name, n+2, r["repository"])
			}
			t.add(r)
		}
	}
	return set, nil
}

// number returns the number that decimal digits stand for, and 0 for other texts.
func number(text string) int {
	n, _ := strconv.Atoi(text)
	return n
}

// reach is the number of lines by which a finding may miss a defect.
const reach = 1

// score compares the findings of a collection with the verdicts.
func (t *tool) score(set *verdicts, c collection) {
	t.collections++
	lines, files := map[place]bool{}, map[string]bool{}
	for _, f := range t.found {
		t.findings++
		for d := -reach; d <= reach; d++ {
			lines[place{f.path, f.line + d}] = true
		}
		files[f.path] = true
		if slices.ContainsFunc(t.style, func(prefix string) bool { return strings.HasPrefix(f.rule, prefix) }) {
			t.inStyle++
			continue
		}
		isWorth, ok := set.worth[c.repository][judgement{t.name, place{f.path, f.line}, f.rule}]
		if !ok {
			t.unjudged = append(t.unjudged, row{"repository": c.repository, "path": f.path, "line": strconv.Itoa(f.line), "rule": f.rule, "message": f.message})
			continue
		}
		t.judged++
		if isWorth {
			t.worth++
		}
	}
	for at, isIndependent := range set.defects[c.repository] {
		t.defects++
		t.alone += count(isIndependent)
		t.inFile += count(files[at.path])
		t.atLine += count(lines[at])
		t.aloneAtLine += count(isIndependent && lines[at])
	}
}

func count(is bool) int {
	if is {
		return 1
	}
	return 0
}

// printScores prints a table in Markdown.
func printScores(w io.Writer, tools []*tool) error {
	fmt.Fprintln(w, "| tool | collections | findings | about form | judged | worth acting on | known defects | at the line | in the file | found without tools | at the line | wall time | CPU time | memory |")
	fmt.Fprintln(w, "|"+strings.Repeat("---|", 14))
	for _, t := range tools {
		name := cmp.Or(t.npm, t.name)
		_, err := fmt.Fprintf(w, "| %s | %d | %d | %d | %d | %s | %d | %s | %s | %d | %s | %s | %s | %d MB |\n", name, t.collections, t.findings, t.inStyle, t.judged, percent(t.worth, t.judged),
			t.defects, percent(t.atLine, t.defects), percent(t.inFile, t.defects), t.alone, percent(t.aloneAtLine, t.alone),
			t.wall.Round(100*time.Millisecond), t.cpu.Round(100*time.Millisecond), t.memory/1024)
		if err != nil {
			return err
		}
	}
	return nil
}

func percent(part, whole int) string {
	if whole == 0 {
		return "–"
	}
	return fmt.Sprintf("%.0f %%", 100*float64(part)/float64(whole))
}

// printUnjudged prints the findings that have no verdict.
func printUnjudged(w io.Writer, tools []*tool) error {
	for _, t := range tools {
		for _, r := range t.unjudged {
			_, err := fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t\t%s\n", t.name, r["repository"], r["path"], r["line"], r["rule"], strings.Join(strings.Fields(r["message"]), " "))
			if err != nil {
				return err
			}
		}
	}
	return nil
}
