package protocol

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/markdown"
	"github.com/skilllint/skilllint/internal/load"
	"github.com/skilllint/skilllint/schema"
)

// readText returns the parts of a text that relate to the protocol.
func readText(t *testing.T, source string) (*Text, *analysis.Document) {
	t.Helper()
	file := &analysis.File{Path: "a.md", Rel: "a.md", Kind: analysis.Skill, Dialect: schema.Lookup("cleo")}
	d := load.Document(file, []byte(source), false)
	var facts analysis.FactSet
	for _, a := range []*analysis.Analyzer{markdown.SectionFact.Analyzer, stepsFact.Analyzer} {
		pass := analysis.NewPass(context.Background(), a, &facts, nil)
		pass.Document, pass.File = d, d.File
		if err := facts.Compute(pass); err != nil {
			t.Fatalf("%q: %v", source, err)
		}
	}
	return facts.Value(stepsFact.Analyzer).(*Text), d
}

// describe returns the steps of a text in a short form: action, task, place and flags.
func describe(t *Text, d *analysis.Document) string {
	names := []string{"", "show", "focus", "write", "append", "overwrite", "complete", "link"}
	var all []string
	for _, b := range t.Blocks {
		for _, s := range b.Steps {
			text := fmt.Sprintf("%s %s [%s]", names[s.Action], s.Task, d.Text(s.At))
			for _, mark := range []struct {
				word string
				on   bool
			}{{" bad", s.Bad}, {" inside", s.Inside}, {" guard", s.Guard}} {
				if mark.on {
					text += mark.word
				}
			}
			if s.Under > 0 {
				text += fmt.Sprint(" under ", s.Under)
			}
			if s.Print.Pretty != OneLine {
				text += " pretty"
			}
			all = append(all, text)
		}
	}
	return strings.Join(all, "\n")
}

func TestSteps(t *testing.T) {
	tests := []struct{ name, script, want string }{
		{"nothing", "ls\necho cleo complete T1", ""},
		{"all", "cleo show T1\ncleo focus set T1\necho x > {{OUTPUT_DIR}}/a.md\necho y >> {{MANIFEST_PATH}}\ncleo complete T1\ncleo research link T1 x",
			"show T1 [cleo show T1]\nfocus T1 [cleo focus set T1]\nwrite  [> {{OUTPUT_DIR}}/a.md]\nappend  [>> {{MANIFEST_PATH}}]\ncomplete T1 [cleo complete T1]\nlink T1 [cleo research link T1 x]"},
		{"flags before the id", "cleo complete --notes 'done' T12", "complete T12 [cleo complete --notes 'done' T12]"},
		{"in a pipe and a substitution", "x=$(cleo show T1 | jq .)\ncleo complete T1 2>&1 | tail -1", "show T1 [cleo show T1]\ncomplete T1 [cleo complete T1]"},
		{"variables", "OUT=claudedocs/agent-outputs\nM=\"$OUT/MANIFEST.jsonl\"\necho '{\"a\":1}' >> \"$M\"", "append  [>> \"$M\"]"},
		{"variables in each other", "a=$b\nb=$a\necho x >> $a/MANIFEST.jsonl", "append  [>> $a/MANIFEST.jsonl]"},
		{"conditions", "if cleo complete T1; then echo x >> MANIFEST.jsonl; fi\ncleo complete T2 || cleo complete T3",
			"complete T1 [cleo complete T1] under 1\nappend  [>> MANIFEST.jsonl] under 1\ncomplete T2 [cleo complete T2] under 2\ncomplete T3 [cleo complete T3] under 2"},
		{"in a function", "f() { cleo complete T1; }", "complete T1 [cleo complete T1] inside"},
		{"after a test", "[ -f MANIFEST.jsonl ] || echo x > MANIFEST.jsonl", "overwrite  [> MANIFEST.jsonl] guard under 1"},
		{"redirected errors", "cleo complete T1 2>> MANIFEST.jsonl 2> x.md", "complete T1 [cleo complete T1]"},
		{"marked bad, then good", "# ❌ wrong\ncleo complete T1\n# ✅\ncleo complete T2", "complete T1 [cleo complete T1] bad\ncomplete T2 [cleo complete T2]"},
		{"other files", "echo x > a.md\necho x >> manifest.json\necho x >> MANIFEST.jsonl.bak\necho x >> manifest.jsonl", ""},
		{"copies", "cp draft.md {{OUTPUT_DIR}}/a.md\nmv a.md b.md\ncp {{OUTPUT_DIR}}/a.md .", "write  [cp draft.md {{OUTPUT_DIR}}/a.md]"},
		{"pretty", "jq . a >> MANIFEST.jsonl\necho '{\n\"a\":1}' >> MANIFEST.jsonl", "append  [>> MANIFEST.jsonl] pretty\nappend  [>> MANIFEST.jsonl] pretty"},
		{"objects on separate lines", "printf '{\"a\":\"}\"}\\n{\"b\":[1]}\\n' >> MANIFEST.jsonl", "append  [>> MANIFEST.jsonl]"},
	}
	for _, test := range tests {
		text, d := readText(t, "# A\n\n```bash\n"+test.script+"\n```\n")
		if got := describe(text, d); got != test.want {
			t.Errorf("%s: %q has the steps\n%s\nwant\n%s", test.name, test.script, got, test.want)
		}
	}
}

func TestSpans(t *testing.T) {
	tests := []struct {
		text string
		want bool
	}{
		{"", false}, {"text\nand more", false}, {`{"a":1}`, false}, {"{\"a\":1}\n{\"b\":2}\n", false}, {"\n\n{\"a\":1}\n\n", false},
		{"{\n\"a\":1}", true}, {"{\"a\":1,\n\"b\":2}", true}, {"{\"a\":1}\n{\"b\":\n2}", true}, {"{\"a\": \"x\ny\"}", true}, {"{\"a\":1", false},
		{"{\"a\":1\n", false}, {"{\"a\":1\n,", true}, {"{{A}}\n{{B}}\n", false}, {`{"a":{{B}}}`, false}, {"{a\n}", false}, {"[\n1]", false},
		{`{"a":"\"}` + "\n" + `"}`, true},
	}
	for _, test := range tests {
		if got := spansLines(test.text); got != test.want {
			t.Errorf("Spans(%q) = %v, want %v", test.text, got, test.want)
		}
	}
}

func FuzzSteps(f *testing.F) {
	f.Add("if cleo complete T1; then jq . <<A >> MANIFEST.jsonl\n{\n}\nA\nfi")
	f.Add("[ -f x ] || cat <<A | tee -a $M >> MANIFEST.jsonl\n{\"a\":\n1}\nA\nM=x f() { cleo show T1; }")
	f.Add("e=\"$(jq -n '{}')\"; echo \"$e\" > {{MANIFEST_PATH}} # bad\ncase a in b) cp a {{OUTPUT_DIR}}/a.md;; esac")
	f.Fuzz(func(t *testing.T, script string) {
		text, d := readText(t, "# A\n\n- ```bash\n  "+strings.ReplaceAll(script, "\n", "\n  ")+"\n  ```\n")
		describe(text, d)
	})
}
