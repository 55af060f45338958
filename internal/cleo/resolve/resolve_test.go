package resolve_test

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/cleo/resolve"
	"github.com/skilllint/skilllint/schema"
)

// tree is a file system of texts.
func tree(files map[string]string) fs.FS {
	t := fstest.MapFS{}
	for name, text := range files {
		t[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return t
}

// options returns options for a tree with values by --set.
func options(files map[string]string, set map[string]string) resolve.Options {
	d := schema.Lookup("cleo")
	return resolve.Options{Files: tree(files), Dialect: d, Values: resolve.NewValues(d, set, nil, nil, nil)}
}

// describe returns findings in a short form: rule, severity, place and message.
func describe(r *resolve.Resolver) []string {
	var all []string
	for _, f := range r.Findings() {
		all = append(all, fmt.Sprintf("%s %v %s:%d:%d %s", f.Rule, f.Severity, f.Place.Path, f.Place.Start.Line, f.Place.Start.Column, f.Message))
	}
	return all
}

const skill = "skills/ct-x/SKILL.md"

func part(o resolve.Options, source string) (string, *resolve.Resolver) {
	r := resolve.New(o)
	return r.Part([]byte(source), skill, "skills/ct-x"), r
}

func TestPart(t *testing.T) {
	files := map[string]string{
		"docs/a.md": "A {{X}}\n\n", "docs/b.md": "B\r\n", "docs/.hidden.md": "H", "docs/c.txt": "C", "docs/sub/d.md": "D",
		"skills/ct-x/own.md": "own", "LICENSE": "licence", "skills/_shared/s.md": "shared", "bom.md": "\ufeffbom",
		"empty.md": "", "nested.md": "- @docs/a.md\n", "code.md": "```\n@docs/a.md\n```\n", "skills/ct-x/docs/a.md": "shadow", "data.json": "{}",
	}
	tests := []struct{ name, source, want string }{
		{"nothing", "text\n\n", "text"},
		{"empty", "", ""},
		{"token in text and code", "{{X}} `{{X}}`\n```\n{{X}}\n```", "v `v`\n```\nv\n```"},
		{"token in the frontmatter", "---\nname: {{X}}\n---\nb", "---\nname: v\n---\nb"},
		{"unknown name", "{{UNDEFINED}}", "{{UNDEFINED}}"},
		{"other languages", "{{ X }} {{x}} ${{X}} {{{X}}} \\frac{{X}}", "{{ X }} {{x}} ${{X}} {{{X}}} \\frac{{X}}"},
		{"value with a token", "{{NEST}}", "{{X}}"},
		{"standard", "{{TASK_SHOW_CMD}}", "cleo show"},
		{"file", "@docs/a.md", "A v"},
		{"file in a sentence", "See @docs/a.md.", "See A v."},
		{"file with CR LF", "@docs/b.md\r\nx\r\n", "B\r\nx"},
		{"after a byte order mark", "\ufeff@docs/b.md", "B"},
		{"with a byte order mark", "@bom.md", "bom"},
		{"empty file", "a @empty.md b", "a  b"},
		{"in a file", "@nested.md", "- A v"},
		{"reference in code of a file", "@code.md", "```\n@docs/a.md\n```"},
		{"from the skill", "@own.md @./own.md @../_shared/s.md", "own own shared"},
		{"from a directory between", "@ct-x/own.md @_shared/*.md", "own shared"},
		{"root before skill", "@docs/a.md", "A v"},
		{"without extension", "@LICENSE", "licence"},
		{"other extension", "@data.json", "{}"},
		{"pattern", "@docs/*.md", "A v\nB"},
		{"pattern for directories", "@*/sub/?.md", "D"},
		{"in code", "`@docs/b.md` x\n\n    @docs/b.md\n\n```\n@docs/b.md\n```", "`@docs/b.md` x\n\n    @docs/b.md\n\n```\n@docs/b.md\n```"},
		{"not at the start of a word", "x@docs/b.md (@docs/b.md) \"@docs/b.md\" 文@docs/b.md", "x@docs/b.md (@docs/b.md) \"@docs/b.md\" 文@docs/b.md"},
		{"after an ideographic space", "文　@docs/b.md", "文　B"},
		{"no references", "@octocat @acme/tool @app.route @types/* a@b.md", "@octocat @acme/tool @app.route @types/* a@b.md"},
		{"list, quotation, table, link", "- @own.md\n> @own.md\n\n| a |\n|---|\n| @own.md |\n\n[x @own.md](y)", "- own\n> own\n\n| a |\n|---|\n| own |\n\n[x own](y)"},
		{"heading and HTML", "# @own.md\n\n<p>\n@own.md\n</p>", "# own\n\n<p>\nown\n</p>"},
		{"quoted example", "Bad:\n@docs/a.md\n", "Bad:\n@docs/a.md"},
		{"variable", "${X} ${HOME} ${LANG} $X", "v ${HOME} C $X"},
		{"directory of the skill", "`${SKILL_ROOT}/own.md`", "`skills/ct-x/own.md`"},
		{"variable in shell", "```sh\necho ${X}\n```\n```\n${X}\n```", "```sh\necho ${X}\n```\n```\nv\n```"},
		{"escaped variable", "\\${X} ${X:-y}", "\\${X} ${X:-y}"},
		{"command", "Date: !`date`", "Date: !`date`"},
	}
	for _, test := range tests {
		o := options(files, map[string]string{"X": "v", "NEST": "{{X}}"})
		o.Env = map[string]string{"LANG": "C"}
		got, _ := part(o, test.source)
		if got != test.want {
			t.Errorf("%s: Part(%q) is\n%q, want\n%q", test.name, test.source, got, test.want)
		}
	}
}

func TestWhole(t *testing.T) {
	r := resolve.New(options(nil, map[string]string{"A": "{{B}}", "B": "b"}))
	if got := r.Whole(r.Part([]byte("{{A}} {{C}}\n"), skill, "skills/ct-x")); got != "b {{C}}" {
		t.Errorf("Whole returned %q, want placeholders in values replaced", got)
	}
}

func TestFindings(t *testing.T) {
	files := map[string]string{
		"a.md": "x\n@b.md\n", "b.md": "@c.md", "c.md": "- @a.md", "self.md": "@self.md", "one.md": "1", "two.md": "@one.md",
		"latin.md": "\xff\xfe", "zero.md": "a\x00b", "large.md": strings.Repeat("x", 1<<20+1), "dir.md/x": "",
		skill: "@skills/ct-x/SKILL.md",
	}
	tests := []struct {
		name, source string
		want         []string
	}{
		{"no file", "# T\n\nsee @docs/no.md", []string{`tokens/reference error skills/ct-x/SKILL.md:3:5 file reference "@docs/no.md" does not exist`}},
		{"a directory", "@dir.md", []string{`tokens/reference error skills/ct-x/SKILL.md:1:1 file reference "@dir.md" does not exist`}},
		{"no match", "@docs/*.md", []string{`tokens/reference error skills/ct-x/SKILL.md:1:1 file reference "@docs/*.md" matches no file`}},
		{"outside the root", "@../../../x.md @/etc/x.md @~/x.md", []string{
			`tokens/reference error skills/ct-x/SKILL.md:1:1 file reference "@../../../x.md" is outside the repository`,
			`tokens/reference error skills/ct-x/SKILL.md:1:16 file reference "@/etc/x.md" is outside the repository`,
			`tokens/reference error skills/ct-x/SKILL.md:1:27 file reference "@~/x.md" is outside the repository`}},
		{"a cycle", "@a.md", []string{`tokens/reference error c.md:1:3 circular file reference: a.md → b.md → c.md → a.md`}},
		{"itself", "@self.md", []string{`tokens/reference error self.md:1:1 circular file reference: self.md → self.md`}},
		{"the skill itself", "@skills/ct-x/SKILL.md", []string{`tokens/reference error skills/ct-x/SKILL.md:1:1 circular file reference: skills/ct-x/SKILL.md → skills/ct-x/SKILL.md`}},
		{"duplicate", "@one.md\n@one.md\n@one.md", []string{`tokens/reference warning skills/ct-x/SKILL.md:2:1 "one.md" is already in this payload`}},
		{"duplicate in another file", "@one.md @two.md", []string{`tokens/reference warning two.md:1:1 "one.md" is already in this payload`}},
		{"not text", "@latin.md @zero.md", []string{
			`tokens/reference error skills/ct-x/SKILL.md:1:1 cannot inline "latin.md": file is not UTF-8 text`,
			`tokens/reference error skills/ct-x/SKILL.md:1:11 cannot inline "zero.md": file is not UTF-8 text`}},
		{"too large", "@large.md", []string{`tokens/reference error skills/ct-x/SKILL.md:1:1 cannot inline "large.md": file exceeds 1 MB`}},
		{"no value", "x\n{{UNDEFINED}} {{UNDEFINED}} {{TOKEN}}", []string{`tokens/unresolved error skills/ct-x/SKILL.md:2:1 unresolved placeholder {{UNDEFINED}}`}},
		{"quoted", "## Anti-patterns\n\n{{UNDEFINED}} @no.md", nil},
		{"unsure references", "@acme/tool @app.route @one.md/x.json", nil},
	}
	for _, test := range tests {
		_, r := part(options(files, nil), test.source)
		if diff := cmp.Diff(test.want, describe(r)); diff != "" {
			t.Errorf("%s: (-want +got)\n%s", test.name, diff)
		}
	}
}

// TestLinks checks that links do not give access to files outside of the root.
func TestLinks(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("secret.md", "secret")
	write("root/in/real.md", "real")
	for name, target := range map[string]string{"root/out.md": "../secret.md", "root/parent": "..", "root/in/good.md": "real.md", "root/in/loop.md": "loop.md"} {
		if err := os.Symlink(target, filepath.Join(dir, name)); err != nil {
			t.Skip("symbolic links are not supported: ", err)
		}
	}
	root, err := os.OpenRoot(filepath.Join(dir, "root"))
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	o := options(nil, nil)
	o.Files = root.FS()
	got, r := part(o, "@out.md @parent/secret.md @parent/*.md @in/*.md")
	if strings.Contains(got, "secret\n") || strings.HasPrefix(got, "secret") || !strings.Contains(got, "real\nreal") {
		t.Errorf("resolved to %q", got)
	}
	if n := len(r.Findings()); n < 3 {
		t.Errorf("findings %q, want one for each link that points outside the root", describe(r))
	}
}

func TestSteps(t *testing.T) {
	o := options(map[string]string{"d/a.md": "aa", "d/b.md": "b"}, map[string]string{"X": "v"})
	_, r := part(o, "{{X}} {{X}} @d/*.md ${SKILL_ROOT}\n!`date`\n")
	want := []resolve.Step{
		{Kind: "command", Token: "!`date`", Count: 1, Message: "is not run"},
		{Kind: "token", Token: "{{X}}", Count: 2, Message: `is "v" (from --set)`},
		{Kind: "reference", Token: "@d/*.md", Count: 1, Message: "is 2 of 2 files, 3 bytes"},
		{Kind: "environment", Token: "${SKILL_ROOT}", Count: 1, Message: `is the skill directory, "skills/ct-x"`},
	}
	if diff := cmp.Diff(want, r.Steps()); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

// TestHostile checks that input that grows exponentially is limited and reported.
func TestHostile(t *testing.T) {
	if testing.Short() {
		t.Skip("-short")
	}
	files := map[string]string{}
	for i := range 30 {
		files[fmt.Sprintf("f%d.md", i)] = strings.Repeat(fmt.Sprintf("@f%d.md\n", i+1), 20)
	}
	files["f30.md"] = strings.Repeat("x", 100_000)
	files["wide.md"] = strings.Repeat("@f30.md\n", 20_000)
	for name, source := range map[string]string{
		"deep": "@f0.md", "wide": "@wide.md", "tokens": strings.Repeat("{{X}}\n", 10_000), "values": strings.Repeat("{{LONG}}", 100_000),
		"signs": strings.Repeat("@", 1<<20), "stars": "@" + strings.Repeat("*a", 2_000) + ".md", "stars in directories": "@" + strings.Repeat("*/", 2_000) + "*.md",
		"dollars": strings.Repeat("$", 1<<20), "braces": strings.Repeat("${", 1<<19), "marks": strings.Repeat("!`", 1<<19), "ticks": "!" + strings.Repeat("`", 1<<20),
		"open": strings.Repeat("{{ ", 1<<18), "names": strings.Repeat("{{A", 1<<18), "backslashes": strings.Repeat("\\$", 1<<18),
	} {
		start := time.Now()
		o := options(files, map[string]string{"X": "v", "LONG": strings.Repeat("{{LONG}}", 1_000)})
		got, r := part(o, source)
		got = r.Whole(got)
		if took := time.Since(start); took > 30*time.Second || len(got) > 64<<20 {
			t.Errorf("%s: %d bytes in %v", name, len(got), took)
		}
		if n := len(r.Findings()); n > 1_000 {
			t.Errorf("%s: %d findings", name, n)
		}
		resolve.CheckPayload([]byte(source), "p", o.Dialect, nil)
	}
}

func TestRanges(t *testing.T) {
	r := resolve.New(options(map[string]string{"a.md": "A"}, map[string]string{"X": "v"}))
	got := r.Ranges([]byte("\ufeff{{X}} a\n@a.md\n{{X}}\n"), skill, "skills/ct-x", []analysis.Range{{Start: 0, End: 11}, {Start: 17, End: 23}})
	if diff := cmp.Diff([]string{"v a\n", "v\n"}, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

func FuzzPart(f *testing.F) {
	f.Add("{{X}} @a.md ${SKILL_ROOT} !`x`", "@*/?.md {{Y}} \ufeff@skills/ct-x/SKILL.md")
	f.Add("# Bad\n\n- Wrong:\n  @a.md\n```\n# bad\n{{X}}\n```", "> ```!\n> x\n> ```\n@./../a.md")
	f.Fuzz(func(t *testing.T, source, other string) {
		o := options(map[string]string{skill: source, "a.md": other, "skills/ct-x/b.md": source}, map[string]string{"X": "{{Y}}", "Y": other})
		text, r := part(o, source)
		checked := resolve.CheckPayload([]byte(r.Whole(text)), "p", o.Dialect, nil)
		if checked.Resolution.FullyResolved != (len(checked.Findings) == 0) {
			t.Fatalf("%+v", checked)
		}
	})
}
