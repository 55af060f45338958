package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"
)

// figuresFile has the recorded figures, from which pages are generated.
const figuresFile = "fixtures/judged/figures.json"

// judge compares reports with the verdicts in fixtures/judged and prints figures for each rule, with their difference from the
// recorded ones. reports is a directory of files OWNER+NAME@COMMIT.json, written with --format json. With record, it writes the
// figures; with list, it prints the findings without a verdict instead, in the columns of findings.tsv.
func judge(root, reports, mode string) error {
	set, err := readVerdicts(filepath.Join(root, "fixtures", "judged"))
	if err != nil {
		return err
	}
	found, checked, err := readReports(reports)
	if err != nil {
		return err
	}
	if mode == "list" {
		return set.listUnjudged(os.Stdout, found)
	}
	now := set.figures(found, checked)
	now.Date = time.Now().UTC().Format(time.DateOnly)
	recorded, err := readFigures(root)
	if err != nil {
		return err
	}
	if err := now.print(os.Stdout, recorded); err != nil || mode != "record" {
		return err
	}
	out, err := json.MarshalIndent(now, "", "  ")
	if err != nil {
		return err
	}
	return writeFile(filepath.Join(root, figuresFile), append(out, '\n'))
}

// A spot identifies a finding, a fix or a missed defect. rule is empty for a defect that several rules could report.
type spot struct{ repository, commit, path, line, rule string }

// A verdict is the decision of a reader.
type verdict struct {
	spot
	verdict string // findings: worth, pedantic or wrong; fixes: right or wrong
	fix     string // the title of the fix
}

// verdicts are the tables in fixtures/judged.
type verdicts struct {
	findings, fixes map[spot][]verdict
	misses          []spot
	second          []verdict
	untuned         map[string]bool // repositories that no rule was tuned to
}

// readTable reads a file of tab-separated columns and calls add with the columns of each line by name.
func readTable(file string, add func(row map[string]string) error) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	var names []string
	for n, line := range strings.Split(strings.TrimSuffix(string(text), "\n"), "\n") {
		columns := strings.Split(line, "\t")
		if n == 0 {
			names = columns
			continue
		}
		if len(columns) != len(names) {
			return fmt.Errorf("%s:%d: %d columns, want %d", file, n+1, len(columns), len(names))
		}
		row := map[string]string{}
		for i, name := range names {
			row[name] = columns[i]
		}
		if err := add(row); err != nil {
			return fmt.Errorf("%s:%d: %w", file, n+1, err)
		}
	}
	return nil
}

func readVerdicts(dir string) (*verdicts, error) {
	set := &verdicts{findings: map[spot][]verdict{}, fixes: map[spot][]verdict{}, untuned: map[string]bool{}}
	tables := []struct {
		name    string
		allowed []string
		add     func(v verdict, row map[string]string)
	}{
		{"collections.tsv", nil, func(v verdict, row map[string]string) { set.untuned[v.repository] = row["tuned"] == "no" }},
		{"findings.tsv", []string{"worth", "pedantic", "wrong"}, func(v verdict, row map[string]string) {
			for _, line := range append(strings.Fields(strings.ReplaceAll(row["also"], ",", " ")), row["line"]) {
				v.line = line
				set.findings[v.spot] = append(set.findings[v.spot], v)
			}
		}},
		{"second.tsv", []string{"worth", "pedantic", "wrong"}, func(v verdict, _ map[string]string) { set.second = append(set.second, v) }},
		{"misses.tsv", nil, func(v verdict, _ map[string]string) { set.misses = append(set.misses, v.spot) }},
		{"fixes.tsv", []string{"right", "wrong"}, func(v verdict, _ map[string]string) { set.fixes[v.spot] = append(set.fixes[v.spot], v) }},
	}
	for _, table := range tables {
		err := readTable(filepath.Join(dir, table.name), func(row map[string]string) error {
			v := verdict{spot{row["repository"], row["commit"], row["path"], row["line"], row["rule"]}, row["verdict"], row["fix"]}
			if table.allowed != nil && !slices.Contains(table.allowed, v.verdict) {
				return fmt.Errorf("invalid verdict %q", v.verdict)
			}
			if _, known := set.untuned[v.repository]; !known && table.name != "collections.tsv" {
				return fmt.Errorf("%s is not in collections.tsv", v.repository)
			}
			table.add(v, row)
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	return set, nil
}

// A reported finding is one of a report, with its repository.
type reported struct {
	repository, commit string

	Rule     string
	Severity string
	Message  string
	Path     string
	Range    struct{ Start, End struct{ Line int } }
	Related  []struct {
		Path  string
		Range struct{ Start struct{ Line int } }
	}
	Fixes []struct{ Title string }
}

func (r *reported) spot() spot {
	return spot{r.repository, r.commit, r.Path, strconv.Itoa(r.Range.Start.Line), r.Rule}
}

// readReports returns the findings of the reports in a directory, and the versions (repository@commit) they are of.
func readReports(dir string) (found []reported, checked map[string]bool, err error) {
	files, err := filepath.Glob(filepath.Join(dir, "*@*.json"))
	if err != nil {
		return nil, nil, err
	}
	checked = map[string]bool{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, nil, err
		}
		var report struct{ Findings []reported }
		if err := json.Unmarshal(text, &report); err != nil {
			return nil, nil, fmt.Errorf("%s: %w", file, err)
		}
		repository, commit, _ := strings.Cut(strings.TrimSuffix(filepath.Base(file), ".json"), "@")
		repository = strings.Replace(repository, "+", "/", 1)
		checked[repository+"@"+commit] = true
		for _, f := range report.Findings {
			f.repository, f.commit = repository, commit
			found = append(found, f)
		}
	}
	return found, checked, nil
}

// listUnjudged prints the findings that have no verdict.
func (v *verdicts) listUnjudged(w io.Writer, found []reported) error {
	out := bufio.NewWriter(w)
	for i := range found {
		f := &found[i]
		if len(v.findings[f.spot()]) == 0 {
			s := f.spot()
			fmt.Fprintln(out, strings.Join([]string{s.repository, s.commit, s.path, s.line, s.rule, f.Severity, "", strings.ReplaceAll(f.Message, "\t", " ")}, "\t"))
		}
	}
	return out.Flush()
}

// Figures are the results of a comparison, as recorded in figures.json.
type Figures struct {
	Date        string
	Collections int // with a report and a verdict
	Totals      Figure
	Serious     Figure // errors and warnings
	Untuned     Figure // errors and warnings of collections that no rule was tuned to
	Second      struct{ Judged, Agreed int }
	Rules       map[string]*Figure
}

// A Figure counts what is reported now, and what readers decided on it.
type Figure struct {
	Reported    int // findings
	Judged      int // those with a verdict
	Right       int // those that are right, worth acting on or not
	Worth       int // those that are worth acting on
	Collections int // with a verdict
	Known       int // defects that readers know
	Found       int // those that are reported
	Fixes       int // offered fixes with a verdict
	FixesRight  int

	in map[string]bool
}

// add counts a verdict on a finding.
func (f *Figure) add(v verdict) {
	f.Judged++
	if v.verdict != "wrong" {
		f.Right++
	}
	if v.verdict == "worth" {
		f.Worth++
	}
	if f.in == nil {
		f.in = map[string]bool{}
	}
	f.in[v.repository] = true
	f.Collections = len(f.in)
}

// addFixes counts the verdicts on a fix of a finding.
func (f *Figure) addFixes(fixes []verdict, title string) {
	for _, fix := range fixes {
		if fix.fix != title {
			continue
		}
		f.Fixes++
		if fix.verdict == "right" {
			f.FixesRight++
		}
	}
}

func (v *verdicts) figures(found []reported, checked map[string]bool) *Figures {
	all := &Figures{Rules: map[string]*Figure{}}
	rule := func(name string) *Figure {
		if all.Rules[name] == nil {
			all.Rules[name] = &Figure{}
		}
		return all.Rules[name]
	}
	places := map[spot]bool{} // reported places, without and with their rule
	for i := range found {
		f := &found[i]
		s := f.spot()
		groups := []*Figure{rule(f.Rule), &all.Totals}
		if f.Severity != "info" {
			groups = append(groups, &all.Serious)
			if v.untuned[s.repository] {
				groups = append(groups, &all.Untuned)
			}
		}
		for _, group := range groups {
			group.Reported++
			if vs := v.findings[s]; len(vs) > 0 {
				group.add(vs[0])
			}
			if len(f.Fixes) > 0 {
				group.addFixes(v.fixes[s], f.Fixes[0].Title)
			}
		}
		f.cover(places)
	}
	for _, s := range v.known() {
		if !checked[s.repository+"@"+s.commit] {
			continue
		}
		groups := []*Figure{&all.Totals, &all.Serious}
		if s.rule != "" {
			groups = append(groups, rule(s.rule))
		}
		if v.untuned[s.repository] {
			groups = append(groups, &all.Untuned)
		}
		for _, group := range groups {
			group.Known++
			if places[s] || places[spot{s.repository, s.commit, s.path, s.line, ""}] {
				group.Found++
			}
		}
	}
	v.compareReaders(all)
	all.Collections = all.Totals.Collections
	return all
}

// compareReaders counts how often a second reader agrees with the first.
func (v *verdicts) compareReaders(all *Figures) {
	for _, second := range v.second {
		if first := v.findings[second.spot]; len(first) > 0 {
			all.Second.Judged++
			if first[0].verdict == second.verdict {
				all.Second.Agreed++
			}
		}
	}
}

// cover adds the lines of a finding and of its related places, and the lines beside its own.
func (r *reported) cover(places map[spot]bool) {
	add := func(path string, line int) {
		s := spot{r.repository, r.commit, path, strconv.Itoa(line), r.Rule}
		places[s] = true
		s.rule = ""
		places[s] = true
	}
	for line := r.Range.Start.Line - 1; line <= min(r.Range.End.Line, r.Range.Start.Line+20)+1; line++ {
		add(r.Path, line)
	}
	for _, related := range r.Related {
		add(related.Path, related.Range.Start.Line)
	}
}

// known returns the defects that readers know: missed ones, and findings that are worth acting on.
func (v *verdicts) known() []spot {
	all := slices.Clone(v.misses)
	for s, vs := range v.findings {
		if vs[0].verdict == "worth" {
			all = append(all, s)
		}
	}
	return all
}

func readFigures(root string) (*Figures, error) {
	text, err := os.ReadFile(filepath.Join(root, figuresFile))
	if os.IsNotExist(err) {
		return &Figures{}, nil
	}
	if err != nil {
		return nil, err
	}
	all := &Figures{}
	return all, json.Unmarshal(text, all)
}

// print writes a line for each rule that is reported or known, and one for the totals.
func (f *Figures) print(w io.Writer, before *Figures) error {
	out := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(out, "rule\tfindings\tjudged\tright\tworth\tknown\tfound\tfixes\tright\t")
	line := func(name string, now, old *Figure) {
		if old == nil {
			old = &Figure{}
		}
		fmt.Fprintf(out, "%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t\n", name, changed(now.Reported, old.Reported), changed(now.Judged, old.Judged),
			percent(now.Right, now.Judged), percent(now.Worth, now.Judged), changed(now.Known, old.Known), percent(now.Found, now.Known),
			changed(now.Fixes, old.Fixes), percent(now.FixesRight, now.Fixes))
	}
	for _, name := range slices.Sorted(maps.Keys(f.Rules)) {
		line(name, f.Rules[name], before.Rules[name])
	}
	line("all", &f.Totals, &before.Totals)
	line("errors and warnings", &f.Serious, &before.Serious)
	line("errors and warnings, untuned", &f.Untuned, &before.Untuned)
	fmt.Fprintf(out, "judged twice: %d, same verdict: %s\n", f.Second.Judged, percent(f.Second.Agreed, f.Second.Judged))
	return out.Flush()
}

// changed writes a number, and its difference from the recorded one.
func changed(now, old int) string {
	if now == old || old == 0 {
		return strconv.Itoa(now)
	}
	return fmt.Sprintf("%d (%+d)", now, now-old)
}

func percent(part, whole int) string {
	if whole == 0 {
		return "–"
	}
	return strconv.Itoa((100*part+whole/2)/whole) + " %"
}
