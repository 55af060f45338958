package skilllint_test

import (
	"encoding/json"
	"encoding/xml"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"
)

// A span is the start and end of a finding. Columns start at 1.
type span struct{ Line, Column, EndLine, EndColumn int }

// TestColumns lints broken links after characters of all widths. It checks the columns in every format that has them, in
// the unit of the format.
func TestColumns(t *testing.T) {
	target := regexp.MustCompile(`nowhere\d\.md`) // different on each line: equal links are reported once
	source := "\ufeff---\r\nname: x\r\ndescription: \"Shows where things are. Use when columns are counted.\"\r\n---\r\n# Title\r\n\r\n"
	for i, before := range []string{"", "é ", "技能 ", "🚀🚀 ", "e\u0301 ", "a\tb ", "👩‍👩‍👧 ", "\u202f", "한국어 é🚀 "} {
		source += fmt.Sprintf("%s[a](nowhere%d.md) b\r\n\r\n", before, i)
	}
	dir := t.TempDir()
	skill := filepath.Join(dir, "skills", "x", "SKILL.md")
	if err := os.MkdirAll(filepath.Dir(skill), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(skill, []byte(source), 0o644); err != nil {
		t.Fatal(err)
	}
	var runes, bytes []span
	for i, line := range strings.Split(source, "\r\n") {
		if at := target.FindStringIndex(line); at != nil {
			column := utf8.RuneCountInString(line[:at[0]]) + 1
			runes = append(runes, span{i + 1, column, i + 1, column + at[1] - at[0]})
			bytes = append(bytes, span{i + 1, at[0] + 1, i + 1, at[1] + 1})
		}
	}
	var starts []span
	for _, s := range runes {
		starts = append(starts, span{Line: s.Line, Column: s.Column})
	}
	binary := build(t)
	for format, test := range map[string]struct {
		read func(t *testing.T, out string) []span
		want []span
	}{
		"text": {matchSpans(`(?m)^skills/x/SKILL.md:(\d+):(\d+): `), starts}, "json": {jsonSpans, runes}, "sarif": {sarifSpans, runes},
		"rdjson": {rdSpans, bytes}, "checkstyle": {checkstyleSpans, starts}, "junit": {matchSpans(`skills/x/SKILL.md:(\d+):(\d+): `), starts},
		"github":   {matchSpans(`(?m)^::error file=skills/x/SKILL.md,line=(\d+),endLine=\d+,col=(\d+),`), starts},
		"markdown": {matchSpans("SKILL.md:(\\d+):(\\d+)`"), starts}, "html": {matchSpans(`(?m)(?:^|"findings":\[)\[\d+,(\d+),(\d+),`), starts},
	} {
		cmd := exec.Command(binary, "--select", "links/broken", "--fail-on", "never", "--format", format)
		cmd.Dir = dir
		out, err := cmd.Output()
		if err != nil {
			t.Fatalf("%s: %v", format, err)
		}
		if got := test.read(t, string(out)); !slices.Equal(got, test.want) {
			t.Errorf("%s: spans %v, want %v\n%s", format, got, test.want, out)
		}
		if format == "json" {
			for _, f := range jsonFindings(t, string(out)) {
				if got := source[f.Range.Start.Offset:f.Range.End.Offset]; target.FindString(got) != got {
					t.Errorf("json: offsets of %q, want those of the link target", got)
				}
			}
		}
	}
}

// matchSpans returns a function that finds the matches of a pattern with groups for line and column.
func matchSpans(pattern string) func(*testing.T, string) []span {
	place := regexp.MustCompile(pattern)
	return func(t *testing.T, out string) []span {
		var all []span
		for _, m := range place.FindAllStringSubmatch(out, -1) {
			line, _ := strconv.Atoi(m[1])
			column, _ := strconv.Atoi(m[2])
			all = append(all, span{Line: line, Column: column})
		}
		return all
	}
}

type jsonPlace struct {
	Range struct {
		Start, End struct{ Line, Column, Offset int }
	}
}

func jsonFindings(t *testing.T, out string) []jsonPlace {
	var r struct{ Findings []jsonPlace }
	unmarshal(t, out, &r)
	return r.Findings
}

func unmarshal(t *testing.T, out string, to any) {
	t.Helper()
	if err := json.Unmarshal([]byte(out), to); err != nil {
		t.Fatal(err)
	}
}

func jsonSpans(t *testing.T, out string) []span {
	var all []span
	for _, f := range jsonFindings(t, out) {
		all = append(all, span{f.Range.Start.Line, f.Range.Start.Column, f.Range.End.Line, f.Range.End.Column})
	}
	return all
}

func sarifSpans(t *testing.T, out string) []span {
	var log struct {
		Runs []struct {
			ColumnKind string
			Results    []struct {
				Locations []struct {
					PhysicalLocation struct {
						Region struct{ StartLine, StartColumn, EndLine, EndColumn int }
					}
				}
			}
		}
	}
	unmarshal(t, out, &log)
	if kind := log.Runs[0].ColumnKind; kind != "unicodeCodePoints" {
		t.Errorf("sarif: columnKind is %q", kind)
	}
	var all []span
	for _, r := range log.Runs[0].Results {
		p := r.Locations[0].PhysicalLocation.Region
		all = append(all, span{p.StartLine, p.StartColumn, p.EndLine, p.EndColumn})
	}
	return all
}

func rdSpans(t *testing.T, out string) []span {
	var r struct {
		Diagnostics []struct {
			Location struct {
				Range struct{ Start, End struct{ Line, Column int } }
			}
		}
	}
	unmarshal(t, out, &r)
	var all []span
	for _, d := range r.Diagnostics {
		p := d.Location.Range
		all = append(all, span{p.Start.Line, p.Start.Column, p.End.Line, p.End.Column})
	}
	return all
}

func checkstyleSpans(t *testing.T, out string) []span {
	var r struct {
		Errors []struct {
			Line   int `xml:"line,attr"`
			Column int `xml:"column,attr"`
		} `xml:"file>error"`
	}
	if err := xml.Unmarshal([]byte(out), &r); err != nil {
		t.Fatal(err)
	}
	var all []span
	for _, e := range r.Errors {
		all = append(all, span{Line: e.Line, Column: e.Column})
	}
	return all
}
