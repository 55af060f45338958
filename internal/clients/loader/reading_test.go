package loader

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/load"
	"github.com/skilllint/skilllint/schema"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/text"
)

func TestUnreadFields(t *testing.T) {
	tests := []struct {
		client         *Client
		dialect, field string
		want           string // the text of the reason's range; empty: no reason
	}{
		{opencode, "agentskills", "allowed-tools: Read", "allowed-tools"},
		{opencode, "agentskills", "allowed-tools: []", ""},
		{opencode, "agentskills", "allowed-tools:", ""},
		{opencode, "agentskills", "hooks: {}", ""},
		{opencode, "agentskills", "license: MIT", ""},
		{opencode, "agentskills", "version: 1.0.0", ""},
		{opencode, "agentskills", "owner: me", ""},
		{gemini, "agentskills", "disable-model-invocation: true", "disable-model-invocation"},
		{gemini, "agentskills", "disable-model-invocation: YES", "disable-model-invocation"},
		{gemini, "agentskills", "disable-model-invocation: false", ""},
		{gemini, "agentskills", "user-invocable: true", ""},
		{gemini, "agentskills", "user-invocable: off", "user-invocable"},
		{gemini, "claude-code", "context: fork", "context"},
		{gemini, "claude-code", "context: inline", ""},
		{claudeCode, "claude-code", "context: fork", ""},
		{claudeCode, "agentskills", "allowed-tools: Read", ""},
		{gemini, "triagent", "requires: [a]", "requires"},
		{gemini, "claude-code", "requires: [a]", ""},
		{gemini, "agentskills", "tools: [a]", ""},
		{cursor, "agentskills", "paths: src", ""},
		{openclaw, "agentskills", "paths: src", "paths"},
	}
	for _, test := range tests {
		d := loadSkill(t, test.dialect, header(name, description, test.field))
		r := test.client.Read(d)
		got := ""
		for _, reason := range r.Reasons {
			got += d.Text(reason.Range)
		}
		if got != test.want || (r.Status == Loads) != (test.want == "") {
			t.Errorf("%s, %s, %s: %s, reasons on %q, want %q", test.client.ID, test.dialect, test.field, r.Status, got, test.want)
		}
	}
}

// Placeholders at the end of the file, in the frontmatter, and in a client without a model.
func TestPlaceholderPlaces(t *testing.T) {
	tests := []struct {
		client          *Client
		dialect, source string
		want            Status
	}{
		{opencode, "openclaw", "---\n" + name + "\n" + description + "\n---\n{baseDir}", Partial},
		{opencode, "cleo", header(name, "description: 'Folds {{TASK_ID}}.'"), Loads},
		{agentskills, "claude-code", header(name, description) + "$ARGUMENTS\n", Loads},
	}
	for _, test := range tests {
		if r := test.client.Read(loadSkill(t, test.dialect, test.source)); r.Status != test.want {
			t.Errorf("%s, %q: %s %v", test.client.ID, test.source, r.Status, r.Reasons)
		}
	}
}

func TestLiteralPlaceholders(t *testing.T) {
	tests := []struct {
		dialect, body string
		want          string // the placeholder that opencode does not replace; empty: none
	}{
		{"claude-code", "Review $ARGUMENTS now.", "$ARGUMENTS"},
		{"claude-code", "Write `$ARGUMENTS` for them.", ""},
		{"claude-code", "```\n$ARGUMENTS\n```", ""},
		{"claude-code", "    $ARGUMENTS", ""},
		{"claude-code", "<div>\n$ARGUMENTS\n</div>", ""},
		{"claude-code", "Text.\n\nWrite `$ARGUMENTS` for them.", ""},
		{"claude-code", strings.Repeat("`$ARGUMENTS` ", maxOccurrences-1) + "$ARGUMENTS", "$ARGUMENTS"},
		{"claude-code", strings.Repeat("`$ARGUMENTS` ", maxOccurrences) + "$ARGUMENTS", ""},
		{"claude-code", `Write \$ARGUMENTS.`, ""},
		{"agentskills", "Review $ARGUMENTS now.", ""},
		{"claude-code", "!`git status`", "!`git status`"},
		{"claude-code", "State: !`git status` of it", "!`git status`"},
		{"claude-code", "Careful!`git status`", ""},
		{"claude-code", "Write `` !`git status` `` for it.", ""},
		{"claude-code", "!`", ""},
		{"claude-code", "!`` it", ""},
		{"claude-code", "Run `${CLAUDE_SKILL_DIR}/x.sh`.", "${CLAUDE_SKILL_DIR}"},
		{"claude-code", "It is called `${CLAUDE_SKILL_DIR}`.", ""},
		{"claude-code", "In session ${CLAUDE_SESSION_ID}.", "${CLAUDE_SESSION_ID}"},
		{"claude-code", "${CLAUDE_", ""},
		{"cleo", "Begin `{{TASK_ID}}`.", "{{TASK_ID}}"},
		{"cleo", "Write {{x}} or ${{ y }}.", ""},
		{"openclaw", "Run {baseDir}/x.sh.", "{baseDir}"},
	}
	for _, test := range tests {
		d := loadSkill(t, test.dialect, "---\nname: probe\ndescription: Folds paper.\n---\n\n"+test.body+"\n")
		r := opencode.Read(d)
		got := ""
		for _, reason := range r.Reasons {
			got += d.Text(reason.Range)
		}
		if got != test.want {
			t.Errorf("%s: %q: reasons on %q, want %q", test.dialect, test.body, got, test.want)
		}
	}
}

// A paragraph may have megabytes and many placeholders: its code spans are parsed once for all clients.
func TestCodeSpansAreCached(t *testing.T) {
	d := loadSkill(t, "claude-code", header(name, description)+strings.Repeat("`$ARGUMENTS` `${CLAUDE_X}` ", 100))
	parsed := 0
	d.SetInlines(d.Source, func(ast.Node) ast.Node {
		parsed++
		inlines, span := ast.NewDocument(), ast.NewCodeSpan()
		span.AppendChild(span, ast.NewTextSegment(text.NewSegment(0, len(d.Source))))
		inlines.AppendChild(inlines, span)
		return inlines
	})
	f := newFile(d)
	for _, a := range Clients() {
		if r := a.readFile(f); r.Status == Partial {
			t.Errorf("%s: %v", a.ID, r.Reasons)
		}
	}
	if parsed != 1 {
		t.Errorf("parsed the paragraph %d times, want 1", parsed)
	}
}

func TestMisreadMessages(t *testing.T) {
	const misread = `"description" is not read as written; `
	tests := []struct {
		client       *Client
		source, want string
	}{
		{agentskills, header(name, "description: Folds --- paper"), misread + `skills-ref ends the description after "Folds"`},
		{agentskills, header(name, "description: Folds a sheet --- well"), misread + `skills-ref ends the description after "Folds a sheet"`},
		{agentskills, header(name, "description: Folds --- Caf\xe9"), misread + `skills-ref ends the description after "Folds"`},
		{agentskills, header(name, "description: "+strings.Repeat("Folds paper ", 9)+"--- well"), misread + `skills-ref ends the description after "Folds paper Folds paper Folds paper"`},
		{codex, header(name, "Description: Folds."), `missing field "description" ("Description" is another field); Codex skips the skill`},
		{gemini, header(name, "description: >-", "  Folds paper", "x: y: z"), misread + `Gemini CLI reads the description as ">- Folds paper"`},
		{gemini, header(name, "description: ~"), `"description" is empty; Gemini CLI shows "~" as the description`},
		{opencode, header(name, "description: Caf\xe9"), "invalid UTF-8 in the description; OpenCode shows replacement characters in the description"},
	}
	for _, test := range tests {
		r := test.client.Read(loadSkill(t, "agentskills", test.source))
		if len(r.Reasons) != 1 {
			t.Errorf("%s on %q: %+v", test.client.ID, test.source, r.Reasons)
			continue
		}
		reason := r.Reasons[0]
		if got := reason.Message + "; " + Sentence([]string{test.client.ID}, reason.Effect); got != test.want {
			t.Errorf("%s on %q: %s, want %s", test.client.ID, test.source, got, test.want)
		}
	}
}

func TestSentence(t *testing.T) {
	tests := []struct {
		ids          []string
		effect, want string
	}{
		{[]string{"codex"}, Skips, "Codex skips the skill"},
		{[]string{"codex", "agentskills"}, "does not read it", "Codex and skills-ref do not read it"},
		{[]string{"codex", "gemini", "copilot", "triagent"}, Skips, "Codex, Gemini CLI, Copilot and Triagent skip the skill"},
		{[]string{"codex", "gemini", "copilot", "triagent", "cursor"}, Skips, "Codex, Gemini CLI, Copilot and 2 more clients skip the skill"},
		{[]string{"codex", "gemini"}, "in {}, users can invoke the skill", "in Codex and Gemini CLI, users can invoke the skill"},
		{[]string{"openclaw", "cursor"}, undocumented, "the behavior of OpenClaw and Cursor is undocumented"},
		{[]string{"other"}, Skips, "other skips the skill"},
	}
	for _, test := range tests {
		if got := Sentence(test.ids, test.effect); got != test.want {
			t.Errorf("%v %s: %s, want %s", test.ids, test.effect, got, test.want)
		}
	}
	for _, e := range schema.Effects() {
		if one := lossEffect(e.Loss); !strings.Contains(one, "{}") && plural(one) == one {
			t.Errorf("%s: no plural of %q", e.Field, one)
		}
	}
}

func TestParseLines(t *testing.T) {
	tests := []struct{ text, want string }{
		{"name: a\ndescription: b: c", "name=a description=b: c"},
		{"name: 'it''s'\nx: \"a \\\"b\\\"\"", `name=it's x=a "b"`},
		{"x: >-\n  a\n  b\ny: |2 # why\n  c", "x=a\nb y=c"},
		{"x: a # b\ny: # b\nz: a#b", "x=a y= z=a#b"},
		{"x: a\n  b\n\n  c\ny:\n  - d", "x=a b c y=- d"},
		{"  x: a\n  y: b", "x=a y=b"},
		{"x: a\n  description: b", "x=a description=b"},
		{"x:\n  description: b", "x=description: b"},
		{"x: |\n  description: b", "x=description: b"},
		{"x:\n  a: b\n  c: d\ny:\n", "x=a: b\nc: d y="},
		{"x: |#\n  a", "x=|# a"},
		{"x: a\nstray\n  more\ny: b", "x=a y=b"},
		{"x: 1\nx: 2\n# c: d\n- e: f", "x=1"},
		{"x:a\r\ny: b\r\n", "y=b"},
		{"", ""},
	}
	for _, test := range tests {
		var got []string
		for _, m := range parseLines([]byte(test.text), analysis.Range{End: len(test.text)}) {
			got = append(got, m.key+"="+m.text)
			value := test.text[m.valueRange.Start:m.valueRange.End]
			if key := test.text[m.keyRange.Start:m.keyRange.End]; key != m.key || value == "" || strings.HasSuffix(value, "\r") {
				t.Errorf("%q: range of key %q is %q, range of its value %q", test.text, m.key, key, value)
			}
		}
		if g := strings.Join(got, " "); g != test.want {
			t.Errorf("parseLines(%q) = %q, want %q", test.text, g, test.want)
		}
	}
}

func TestParseLinesIsBounded(t *testing.T) {
	var b strings.Builder
	for i := range 2 * maxMembers {
		fmt.Fprintf(&b, "k%d: v\n", i)
	}
	if n := len(parseLines([]byte(b.String()), analysis.Range{End: b.Len()})); n < maxMembers || n > maxMembers+1 {
		t.Errorf("%d fields, want about %d", n, maxMembers)
	}
}

// A reason's range is the problem that skilllint's own parser found, or the key of an empty value.
func TestReasonRanges(t *testing.T) {
	tests := []struct {
		client       *Client
		source, want string
	}{
		{agentskills, header(name, "description: Folds: paper"), ": "},
		{triagent, header(name, "description:"), "description"},
		{claudeCode, header(name, "when_to_use: "+strings.Repeat("x", maxListed)), strings.Repeat("x", maxListed)},
		{openclaw, "---\n" + name + "\n" + description, "---"},
	}
	for _, test := range tests {
		d := loadSkill(t, "agentskills", test.source)
		r := test.client.Read(d)
		if len(r.Reasons) != 1 || d.Text(r.Reasons[0].Range) != test.want {
			t.Errorf("%s on %q: %+v, want one at %q", test.client.ID, test.source, r.Reasons, test.want)
		}
	}
}

// FuzzRead searches for panics, ranges outside of the file, and incomplete reasons.
func FuzzRead(f *testing.F) {
	for _, source := range []string{whole, broken, "---json\n{}\n---", "---\r\nname: &a [*a]\r\n---\r\n$ARGUMENTS !`x`", "\xff\xfe-\x00", "",
		"---\nname: |\n\tx\n  ---\n...", "---\n---\n", "\ufeff---\ndescription: 'a\xe9\n---\n{{A}}"} {
		f.Add([]byte(source))
	}
	dialects := []string{"agentskills", "claude-code", "cleo", "triagent", "duyetbot"}
	f.Fuzz(func(t *testing.T, source []byte) {
		dialect := schema.Lookup(dialects[len(source)%len(dialects)])
		d := load.Document(&analysis.File{Path: "a/probe/SKILL.md", Rel: "probe/SKILL.md", Kind: analysis.Skill, Dialect: dialect}, source, false)
		for _, a := range Clients() {
			r := a.Read(d)
			if (r.Status == Loads) != (len(r.Reasons) == 0) {
				t.Errorf("%s: %s with %d reasons", a.ID, r.Status, len(r.Reasons))
			}
			if !utf8.ValidString(r.Name) || !utf8.ValidString(r.Description) {
				t.Errorf("%s: name %q or description %q is not UTF-8", a.ID, r.Name, r.Description)
			}
			for i, reason := range r.Reasons {
				at := reason.Range
				if at.Start < 0 || at.End < at.Start || at.End > len(source) || reason.Message == "" || reason.Effect == "" || reason.Cause == "" {
					t.Errorf("%s: reason %+v in a file of %d bytes", a.ID, reason, len(source))
				}
				if i > 0 && at.Start < r.Reasons[i-1].Range.Start {
					t.Errorf("%s: reasons are not in the order of the file", a.ID)
				}
			}
		}
	})
}

// BenchmarkRead reads a skill of 5 kB with the models of all clients.
func BenchmarkRead(b *testing.B) {
	d := loadSkill(b, "claude-code", header(name, description, "allowed-tools: Read, Grep")+strings.Repeat("Fold the paper along the line, then `turn` it.\n", 100))
	b.ReportAllocs()
	for b.Loop() {
		for _, a := range Clients() {
			a.Read(d)
		}
	}
}
