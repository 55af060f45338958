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

// A spot is where a finding begins and ends: columns from 1.
type spot struct{ Line, Column, EndLine, EndColumn int }

// TestColumns lints links to nowhere behind characters of all widths, and looks in every format that
// has columns for where they are, in the format's own unit.
func TestColumns(t *testing.T) {
	target := regexp.MustCompile(`nowhere\d\.md`) // one for each line: of one link the first place is told
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
	var runes, bytes []spot
	for i, line := range strings.Split(source, "\r\n") {
		if at := target.FindStringIndex(line); at != nil {
			column := utf8.RuneCountInString(line[:at[0]]) + 1
			runes = append(runes, spot{i + 1, column, i + 1, column + at[1] - at[0]})
			bytes = append(bytes, spot{i + 1, at[0] + 1, i + 1, at[1] + 1})
		}
	}
	var starts []spot
	for _, s := range runes {
		starts = append(starts, spot{Line: s.Line, Column: s.Column})
	}
	binary := build(t)
	for format, test := range map[string]struct {
		read func(t *testing.T, out string) []spot
		want []spot
	}{
		"text": {spotsOf(`(?m)^skills/x/SKILL.md:(\d+):(\d+): `), starts}, "json": {jsonSpots, runes}, "sarif": {sarifSpots, runes},
		"rdjson": {rdSpots, bytes}, "checkstyle": {checkstyleSpots, starts}, "junit": {spotsOf(`skills/x/SKILL.md:(\d+):(\d+): `), starts},
		"github":   {spotsOf(`(?m)^::error file=skills/x/SKILL.md,line=(\d+),endLine=\d+,col=(\d+),`), starts},
		"markdown": {spotsOf("SKILL.md:(\\d+):(\\d+)`"), starts}, "html": {spotsOf(`<span class="dim">(\d+):(\d+)</span>`), starts},
	} {
		cmd := exec.Command(binary, "--select", "links/broken", "--fail-on", "never", "--format", format)
		cmd.Dir = dir
		out, err := cmd.Output()
		if err != nil {
			t.Fatalf("%s: %v", format, err)
		}
		if got := test.read(t, string(out)); !slices.Equal(got, test.want) {
			t.Errorf("%s: places %v, want %v\n%s", format, got, test.want, out)
		}
		if format == "json" {
			for _, f := range jsonFindings(t, string(out)) {
				if got := source[f.Range.Start.Offset:f.Range.End.Offset]; target.FindString(got) != got {
					t.Errorf("json: the offsets are those of %q", got)
				}
			}
		}
	}
}

// spotsOf returns a reader of places that a pattern finds: a line and a column.
func spotsOf(pattern string) func(*testing.T, string) []spot {
	place := regexp.MustCompile(pattern)
	return func(t *testing.T, out string) []spot {
		var all []spot
		for _, m := range place.FindAllStringSubmatch(out, -1) {
			line, _ := strconv.Atoi(m[1])
			column, _ := strconv.Atoi(m[2])
			all = append(all, spot{Line: line, Column: column})
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

func jsonSpots(t *testing.T, out string) []spot {
	var all []spot
	for _, f := range jsonFindings(t, out) {
		all = append(all, spot{f.Range.Start.Line, f.Range.Start.Column, f.Range.End.Line, f.Range.End.Column})
	}
	return all
}

func sarifSpots(t *testing.T, out string) []spot {
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
	var all []spot
	for _, r := range log.Runs[0].Results {
		p := r.Locations[0].PhysicalLocation.Region
		all = append(all, spot{p.StartLine, p.StartColumn, p.EndLine, p.EndColumn})
	}
	return all
}

func rdSpots(t *testing.T, out string) []spot {
	var r struct {
		Diagnostics []struct {
			Location struct {
				Range struct{ Start, End struct{ Line, Column int } }
			}
		}
	}
	unmarshal(t, out, &r)
	var all []spot
	for _, d := range r.Diagnostics {
		p := d.Location.Range
		all = append(all, spot{p.Start.Line, p.Start.Column, p.End.Line, p.End.Column})
	}
	return all
}

func checkstyleSpots(t *testing.T, out string) []spot {
	var r struct {
		Errors []struct {
			Line   int `xml:"line,attr"`
			Column int `xml:"column,attr"`
		} `xml:"file>error"`
	}
	if err := xml.Unmarshal([]byte(out), &r); err != nil {
		t.Fatal(err)
	}
	var all []spot
	for _, e := range r.Errors {
		all = append(all, spot{Line: e.Line, Column: e.Column})
	}
	return all
}
