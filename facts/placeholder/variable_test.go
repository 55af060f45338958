package placeholder_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/markdown"
	"github.com/skilllint/skilllint/facts/placeholder"
	"github.com/skilllint/skilllint/internal/load"
)

var (
	forms         = map[placeholder.Form]string{placeholder.Braced: "braced", placeholder.Arguments: "arguments", placeholder.Indexed: "indexed", placeholder.Position: "position", placeholder.Named: "named"}
	variableKinds = map[markdown.Context]string{markdown.InText: "text", markdown.InHeader: "header", markdown.InSpan: "span", markdown.InBlock: "block", markdown.InShell: "shell"}
)

func TestVariables(t *testing.T) {
	tests := []struct {
		name, source string
		want         []string // form, name, index, kind, place; backslashes
	}{
		{"braces", "${A_1} ${a} ${_}", []string{"braced A_1 0 text 1:1", "braced a 0 text 1:8", "braced _ 0 text 1:13"}},
		{"braces with more than a name", "${A:-x} ${A.b} ${ A } ${{A}} ${1} ${} ${A", nil},
		{"all arguments", "$ARGUMENTS. $ARGUMENTS.input ($ARGUMENTS)", []string{"arguments ARGUMENTS 0 text 1:1", "arguments ARGUMENTS 0 text 1:13", "arguments ARGUMENTS 0 text 1:31"}},
		{"indexed arguments", "$ARGUMENTS[0] $ARGUMENTS[12] $ARGUMENTS[x] $ARGUMENTS[]", []string{"indexed ARGUMENTS 0 text 1:1", "indexed ARGUMENTS 12 text 1:15", "arguments ARGUMENTS 0 text 1:30", "arguments ARGUMENTS 0 text 1:44"}},
		{"longer names", "$ARGUMENTS_X $ARGUMENT", []string{"named ARGUMENTS_X 0 text 1:1", "named ARGUMENT 0 text 1:14"}},
		{"positions", "$0 $1, $12.50 $5k", []string{"position 0 0 text 1:1", "position 1 1 text 1:4", "position 12 12 text 1:8", "position 5 5 text 1:15"}},
		{"number too large", "$99999999999999999999", []string{"position 99999999999999999999 -1 text 1:1"}},
		{"names", "$name $_x $é", []string{"named name 0 text 1:1", "named _x 0 text 1:7"}},
		{"within a word", "A$B x$1", []string{"named B 0 text 1:2", "position 1 1 text 1:6"}},
		{"two dollars", "$$ $$A $$1 $$${A}", nil},
		{"other characters", "$ $( $[ $\" $", nil},
		{"backslashes", `\$1 \\$2 \${A} \\\$ARGUMENTS`, []string{`position 1 1 text 1:2 \`, `position 2 2 text 1:7 \\`, `braced A 0 text 1:11 \`, `arguments ARGUMENTS 0 text 1:19 \\\`}},
		{"code", "`$1` x $2\n\n    $3\n\n```js\n${a}\n```\n```sh\n$4\n```\n~~~ bash\n$5\n~~~\n", []string{
			"position 1 1 span 1:2", "position 2 2 text 1:8", "position 3 3 block 3:5", "braced a 0 block 6:1", "position 4 4 shell 9:1", "position 5 5 shell 12:1"}},
		{"frontmatter", "---\nx: $1\n---\n$2", []string{"position 1 1 header 2:4", "position 2 2 text 4:1"}},
		{"byte order mark, CR LF", "\ufeff$1\r\n`$2`\r\n", []string{"position 1 1 text 1:2", "position 2 2 span 2:2"}},
		{"table, HTML, list, heading", "# $1\n- $2\n\n| x |\n|---|\n| `$3` |\n\n<b>\n$4\n</b>\n", []string{
			"position 1 1 text 1:3", "position 2 2 text 2:3", "position 3 3 span 6:4", "position 4 4 text 9:1"}},
	}
	for _, test := range tests {
		d := load.Document(&analysis.File{Path: "a.md", Rel: "a.md", Kind: analysis.Skill}, []byte(test.source), false)
		var got []string
		for _, v := range placeholder.VariablesIn(d) {
			at := d.Position(v.Range.Start)
			text := fmt.Sprintf("%s %s %d %s %d:%d", forms[v.Form], v.Name, v.Index, variableKinds[v.Kind], at.Line, at.Column)
			if v.Escapes > 0 {
				text += " " + d.Text(analysis.Range{Start: v.Range.Start - v.Escapes, End: v.Range.Start})
			}
			got = append(got, text)
		}
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%s: %q (-want +got)\n%s", test.name, test.source, diff)
		}
	}
}

func FuzzVariables(f *testing.F) {
	f.Add("$1 ${A} \\$ARGUMENTS[3] $$ `$x` $ARGUMENTS[")
	f.Fuzz(func(t *testing.T, text string) {
		end := 0
		for _, v := range placeholder.ScanVariables([]byte(text)) {
			if v.Range.Start-v.Escapes < end || v.Range.End > len(text) || text[v.Range.Start] != '$' || v.Form == 0 {
				t.Fatalf("%+v in %q", v, text)
			}
			end = v.Range.End
		}
	})
}
