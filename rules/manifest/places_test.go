package manifest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/skilllint/skilllint/analysis"
)

// TestPlaces compares what is found in small manifests, from where to where, and what it begins
// to say.
func TestPlaces(t *testing.T) {
	tests := []struct {
		name, source string
		want         []string
	}{
		{"blank lines in a torn entry belong to it", "{\n\n\"a\":1\n\n{\"id\":\"x\"}\n", []string{
			"1:1-3:6 an entry begins here and breaks off on line 3",
		}},
		{"blank lines at the end, the last without line feed", "{}\n\n  ", []string{
			"2:1-3:3 2 blank lines stand in the manifest",
			"  delete blank lines",
		}},
		{"blank lines between a list that is torn and the end", "[\n\n{}\n\n", []string{
			"1:1-1:2 a JSON list begins here and is never closed",
		}},
		{"blank lines behind a marker", "<<<<<<< a\n\n=======\n", []string{
			"2:1-3:1 a blank line stands in the manifest",
			"  delete blank lines",
			"1:1-1:10 a merge left this conflict marker behind",
			"  3:1 the other side begins here",
		}},
		{"a marker in a torn entry", "{\n\"a\":\n<<<<<<< a\n{}\n>>>>>>> b\n", []string{
			"1:1-2:5 an entry begins here and breaks off on line 2",
			"3:1-3:10 a merge left this conflict marker behind",
			"  5:1 the other side ends here",
		}},
		{"two markers that open", "<<<<<<< a\n<<<<<<< b\n=======\n>>>>>>> c\n", []string{
			"1:1-1:10 a merge left this conflict marker behind",
			"2:1-2:10 a merge left this conflict marker behind",
			"  3:1 the other side begins here",
			"  4:1 the other side ends here",
		}},
		{"more markers than git writes", "<<<<<<< a\n=======\n=======\n=======\n=======\n>>>>>>> c\n", []string{
			"1:1-1:10 a merge left this conflict marker behind",
			"  2:1 the other side begins here",
			"  3:1 the other side begins here",
			"  4:1 the other side begins here",
		}},
		{"no line feed behind an entry over two lines", "{\n}", []string{
			"1:1-2:2 an entry is spread over 2 lines",
			"  write the entry on one line",
		}},
		{"no line feed behind CR LF", "{}\r\n{}", []string{
			"2:3-2:3 no line feed ends the last line",
			"  end the last line",
		}},
		{"no line feed behind a torn entry", "{}\n{\"a\":", []string{
			"2:1-2:6 the entry breaks off at the end of the line",
		}},
		{"a key twice in a list around the entries", "[\n{\"a\":1,\"a\":2}\n]\n", []string{
			`2:8-2:11 "a" stands twice in this object: most readers keep the last value and lose the first`,
			"  2:2 it stands here first",
			"1:1-1:2 the entries stand in a JSON list",
			"  3:1 the list ends here",
		}},
		{"a key twice in a line that parses otherwise", "{\"a\":1,\"a\":2,}\n", []string{
			`1:13-1:14 readers lose this line or stop at it: a comma stands before "}"`,
			"  delete the comma",
		}},
		{"a list that is never closed", "  [\n{}\n", []string{
			"1:3-1:4 a JSON list begins here and is never closed",
		}},
		{"a list, indented", "  [\n{}\n  ]\n", []string{
			"1:3-1:4 the entries stand in a JSON list",
			"  3:3 the list ends here",
		}},
		{"an entry behind an entry over two lines", "{\n}\n{\n}\n", []string{
			"1:1-2:2 an entry is spread over 2 lines",
			"  write the entry on one line",
			"3:1-4:2 an entry is spread over 2 lines",
			"  write the entry on one line",
		}},
		{"a quotation mark behind a backslash", "{\"a\":\n\"x\\\"}\"\n}\n{}\n", []string{
			"1:1-3:2 an entry is spread over 3 lines",
			"  write the entry on one line",
		}},
		{"a text over two lines", "{\"a\":\"x\ny\"}\n{}\n", []string{
			"1:1-2:4 a line break inside a text tears the entry into 2 lines",
		}},
		{"an entry in a list in an entry", "{\"a\":[\n{\"id\":1}\n]}\n", []string{
			"1:1-1:7 the entry breaks off at the end of the line",
			`3:1-3:2 readers lose this line or stop at it: "]" cannot stand here in JSON; delete it`,
		}},
		{"an entry behind a value in a list", "{\"a\":[1\n{\"id\":1}\n", []string{
			"1:1-1:8 the entry breaks off at the end of the line",
		}},
		{"an entry behind a colon", "{\"a\":\n{\"id\":1}\n}\n", []string{
			"1:1-1:6 the entry breaks off at the end of the line",
			`3:1-3:2 readers lose this line or stop at it: "}" cannot stand here in JSON; delete it`,
		}},
		{"an entry behind a text", "{\"a\":\"b\"\n{\"id\":1}\n", []string{
			"1:1-1:9 the entry breaks off at the end of the line",
		}},
		{"an entry behind a number", "{\"a\":1\n{\"id\":1}\n", []string{
			"1:1-1:7 the entry breaks off at the end of the line",
		}},
		{"an entry behind a closed list", "{\"a\":[1]\n{\"id\":1}\n", []string{
			"1:1-1:9 the entry breaks off at the end of the line",
		}},
		{"brackets deeper than are followed", "{\"a\":\n" + strings.Repeat(strings.Repeat("[", 90)+"\n", 3) + strings.Repeat("]", 269) + "\n]\n}\n{}\n", []string{
			"1:1-7:2 an entry is spread over 7 lines and is no JSON either (line 3: brackets are nested deeper than 100 here; what lies deeper is not read); write it on one line",
		}},
		{"a closing bracket too many in a list", "[\n{}\n]]\n{}\n", []string{
			"1:1-1:2 the entries stand in a JSON list",
			"  3:2 the list ends here",
		}},
		{"values that are no entries", "1\n\"a\"\nnull\n", []string{
			"1:1-1:2 the line holds the number 1 and no entry",
			"2:1-2:4 the line holds a text and no entry",
			"3:1-3:5 the line holds null and no entry",
		}},
		{"UTF-16", "{\"id\":\"T1\",\"title\":\"Ab\"}\n{\x00}\x00\n\x00{\x00}\x00\n\x00", []string{
			"2:1-2:3 readers lose this line or stop at it: the text is UTF-16 (little endian)",
		}},
		{"many keys twice", "{\"a\":0" + strings.Repeat(",\"a\":0", 6) + "}\n", []string{
			`1:8-1:11 "a" stands twice in this object: most readers keep the last value and lose the first`,
			"  1:2 it stands here first",
			`1:14-1:17 "a" stands twice in this object: most readers keep the last value and lose the first`,
			"  1:2 it stands here first",
			`1:20-1:23 "a" stands twice in this object: most readers keep the last value and lose the first`,
			"  1:2 it stands here first",
			`1:26-1:29 "a" stands twice in this object: most readers keep the last value and lose the first`,
			"  1:2 it stands here first",
			`1:32-1:35 "a" stands twice in this object: most readers keep the last value and lose the first`,
			"  1:2 it stands here first",
		}},
		{"five keys twice", "{\"a\":0" + strings.Repeat(",\"a\":0", 5) + "}\n", []string{
			`1:8-1:11 "a" stands twice in this object: most readers keep the last value and lose the first`,
			"  1:2 it stands here first",
			`1:14-1:17 "a" stands twice in this object: most readers keep the last value and lose the first`,
			"  1:2 it stands here first",
			`1:20-1:23 "a" stands twice in this object: most readers keep the last value and lose the first`,
			"  1:2 it stands here first",
			`1:26-1:29 "a" stands twice in this object: most readers keep the last value and lose the first`,
			"  1:2 it stands here first",
			`1:32-1:35 "a" stands twice in this object: most readers keep the last value and lose the first`,
			"  1:2 it stands here first",
		}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			found, _ := read(t, []byte(tt.source))
			d := analysis.NewDocument(&analysis.File{Path: "m"}, []byte(tt.source))
			var got []string
			for _, f := range found {
				inFile(t, d, f.Range, *f.Location)
				message, _, _ := strings.Cut(f.Message, ", ")
				got = append(got, fmt.Sprintf("%d:%d-%d:%d %s", f.Location.Start.Line, f.Location.Start.Column, f.Location.End.Line, f.Location.End.Column, message))
				for _, r := range f.Related {
					inFile(t, d, r.Location.Range, r.Location)
					got = append(got, fmt.Sprintf("  %d:%d %s", r.Location.Start.Line, r.Location.Start.Column, r.Message))
				}
				for _, fix := range f.SuggestedFixes {
					got = append(got, "  "+fix.Title)
				}
			}
			if strings.Join(got, "\n") != strings.Join(tt.want, "\n") {
				t.Errorf("%q:\n%s\nwant\n%s", tt.source, strings.Join(got, "\n"), strings.Join(tt.want, "\n"))
			}
		})
	}
}
