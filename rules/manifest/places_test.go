package manifest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/skilllint/skilllint/analysis"
)

// TestPlaces compares the ranges and the beginnings of the messages of findings in small manifests.
func TestPlaces(t *testing.T) {
	tests := []struct {
		name, source string
		want         []string
	}{
		{"empty lines in a truncated entry", "{\n\n\"a\":1\n\n{\"id\":\"x\"}\n", []string{
			"1:1-3:6 entry is cut off on line 3",
		}},
		{"empty lines at the end, the last without line feed", "{}\n\n  ", []string{
			"2:1-3:3 2 empty lines",
			"  delete the empty lines",
		}},
		{"empty lines between a truncated list and the end", "[\n\n{}\n\n", []string{
			"1:1-1:2 unclosed JSON list",
		}},
		{"empty lines after a conflict marker", "<<<<<<< a\n\n=======\n", []string{
			"2:1-3:1 empty line",
			"  delete the empty line",
			"1:1-1:10 unresolved merge conflict",
			"  3:1 other side starts here",
		}},
		{"conflict marker in a truncated entry", "{\n\"a\":\n<<<<<<< a\n{}\n>>>>>>> b\n", []string{
			"1:1-2:5 entry is cut off on line 2",
			"3:1-3:10 unresolved merge conflict",
			"  5:1 end of the other side",
		}},
		{"two opening conflict markers", "<<<<<<< a\n<<<<<<< b\n=======\n>>>>>>> c\n", []string{
			"1:1-1:10 unresolved merge conflict",
			"2:1-2:10 unresolved merge conflict",
			"  3:1 other side starts here",
			"  4:1 end of the other side",
		}},
		{"more conflict markers than git writes", "<<<<<<< a\n=======\n=======\n=======\n=======\n>>>>>>> c\n", []string{
			"1:1-1:10 unresolved merge conflict",
			"  2:1 other side starts here",
			"  3:1 other side starts here",
			"  4:1 other side starts here",
		}},
		{"no line feed after an entry over two lines", "{\n}", []string{
			"1:1-2:2 entry spans 2 lines",
			"  write the entry on one line",
		}},
		{"no line feed after CR LF", "{}\r\n{}", []string{
			"2:3-2:3 missing line feed at the end of the file",
			"  add a line feed",
		}},
		{"no line feed after a truncated entry", "{}\n{\"a\":", []string{
			"2:1-2:6 entry is cut off at the end of the line",
		}},
		{"duplicate key in a list of entries", "[\n{\"a\":1,\"a\":2}\n]\n", []string{
			`2:8-2:11 duplicate key "a"`,
			"  2:2 first used here",
			"1:1-1:2 JSON list around the entries",
			"  3:1 end of the list",
		}},
		{"duplicate key in a line with another error", "{\"a\":1,\"a\":2,}\n", []string{
			"1:13-1:14 invalid JSON: trailing comma",
			"  remove the comma",
		}},
		{"unclosed list", "  [\n{}\n", []string{
			"1:3-1:4 unclosed JSON list",
		}},
		{"indented list", "  [\n{}\n  ]\n", []string{
			"1:3-1:4 JSON list around the entries",
			"  3:3 end of the list",
		}},
		{"entry after an entry over two lines", "{\n}\n{\n}\n", []string{
			"1:1-2:2 entry spans 2 lines",
			"  write the entry on one line",
			"3:1-4:2 entry spans 2 lines",
			"  write the entry on one line",
		}},
		{"quotation mark after a backslash", "{\"a\":\n\"x\\\"}\"\n}\n{}\n", []string{
			"1:1-3:2 entry spans 3 lines",
			"  write the entry on one line",
		}},
		{"string over two lines", "{\"a\":\"x\ny\"}\n{}\n", []string{
			"1:1-2:4 entry spans 2 lines because of a line break in a string",
		}},
		{"entry in a list in an entry", "{\"a\":[\n{\"id\":1}\n]}\n", []string{
			"1:1-1:7 entry is cut off at the end of the line",
			`3:1-3:2 invalid JSON: unexpected "]"`,
		}},
		{"entry after a value in a list", "{\"a\":[1\n{\"id\":1}\n", []string{
			"1:1-1:8 entry is cut off at the end of the line",
		}},
		{"entry after a colon", "{\"a\":\n{\"id\":1}\n}\n", []string{
			"1:1-1:6 entry is cut off at the end of the line",
			`3:1-3:2 invalid JSON: unexpected "}"`,
		}},
		{"entry after a string", "{\"a\":\"b\"\n{\"id\":1}\n", []string{
			"1:1-1:9 entry is cut off at the end of the line",
		}},
		{"entry after a number", "{\"a\":1\n{\"id\":1}\n", []string{
			"1:1-1:7 entry is cut off at the end of the line",
		}},
		{"entry after a closed list", "{\"a\":[1]\n{\"id\":1}\n", []string{
			"1:1-1:9 entry is cut off at the end of the line",
		}},
		{"brackets deeper than the limit", "{\"a\":\n" + strings.Repeat(strings.Repeat("[", 90)+"\n", 3) + strings.Repeat("]", 269) + "\n]\n}\n{}\n", []string{
			"1:1-7:2 entry spans 7 lines and is invalid JSON (line 3: nested more than 100 levels deep)",
		}},
		{"superfluous closing bracket in a list", "[\n{}\n]]\n{}\n", []string{
			"1:1-1:2 JSON list around the entries",
			"  3:2 end of the list",
		}},
		{"values that are not entries", "1\n\"a\"\nnull\n", []string{
			"1:1-1:2 line must be an object",
			"2:1-2:4 line must be an object",
			"3:1-3:5 line must be an object",
		}},
		{"UTF-16", "{\"id\":\"T1\",\"title\":\"Ab\"}\n{\x00}\x00\n\x00{\x00}\x00\n\x00", []string{
			"2:1-2:3 invalid JSON: text is encoded as UTF-16 (little endian)",
		}},
		{"many duplicate keys", "{\"a\":0" + strings.Repeat(",\"a\":0", 6) + "}\n", []string{
			`1:8-1:11 duplicate key "a"`,
			"  1:2 first used here",
			`1:14-1:17 duplicate key "a"`,
			"  1:2 first used here",
			`1:20-1:23 duplicate key "a"`,
			"  1:2 first used here",
			`1:26-1:29 duplicate key "a"`,
			"  1:2 first used here",
			`1:32-1:35 duplicate key "a" (and 1 more on this line)`,
			"  1:2 first used here",
		}},
		{"five duplicate keys", "{\"a\":0" + strings.Repeat(",\"a\":0", 5) + "}\n", []string{
			`1:8-1:11 duplicate key "a"`,
			"  1:2 first used here",
			`1:14-1:17 duplicate key "a"`,
			"  1:2 first used here",
			`1:20-1:23 duplicate key "a"`,
			"  1:2 first used here",
			`1:26-1:29 duplicate key "a"`,
			"  1:2 first used here",
			`1:32-1:35 duplicate key "a"`,
			"  1:2 first used here",
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
