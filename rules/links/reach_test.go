package links

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/skilllint/skilllint/analysis"
)

// skill returns the bundle of a skill in s/ with some files.
func skill(rels ...string) *bundle {
	b := &bundle{skill: &analysis.File{Rel: "s/SKILL.md"}, dir: "s"}
	for _, rel := range append(rels, "SKILL.md") {
		f := &file{rel: "s/" + rel, of: b}
		b.files = append(b.files, f)
		if rel == "SKILL.md" {
			b.start = f
		}
	}
	slices.SortFunc(b.files, func(a, b *file) int { return strings.Compare(a.rel, b.rel) })
	return b
}

func namesIn(b *bundle, text string, code bool) []string {
	var found []string
	nameFiles(b).matches([]byte(text), code, func(m match) {
		switch {
		case m.file != nil:
			found = append(found, strings.TrimPrefix(m.file.rel, "s/"))
		case m.dir != "":
			found = append(found, strings.TrimPrefix(m.dir, "s/")+"/")
		default:
			found = append(found, fmt.Sprintf("%s*%s", m.begin, m.end))
		}
	})
	slices.Sort(found)
	return slices.Compact(found)
}

func TestNames(t *testing.T) {
	b := skill("forms.md", "extract_text.py", "scripts/run.py", "scripts/lib/steps.py", "references/a-b.md", "references/Deep Dive.md",
		"assets/page.html", "assets/de-strings.po", "assets/中文.md", "tool")
	const prose, code = false, true
	tests := []struct {
		text string
		code bool
		want string
	}{
		{"", prose, ""},
		{"the forms guide, and a run of scripts", prose, ""},
		{"see forms.md.", prose, "forms.md"},
		{"see Forms.MD, then", prose, "forms.md"},
		{"see forms.md5 and myforms.md", prose, ""},
		{"`forms`", prose, "forms.md"},
		{"[forms](x)", prose, "forms.md"},
		{"use extract_text", prose, "extract_text.py"},
		{"a/forms", prose, "forms.md"},
		{"references/", prose, "references/"},
		{"references/a-b.md", prose, "references/a-b.md"},
		{"references/<name>.md", prose, "references/"},
		{"references/*.md", prose, "references/"},
		{`references\`, prose, "references/"},
		{"the references are", prose, ""},
		{"the references folder", prose, "references/"},
		{"the **references** directory", prose, "references/"},
		{"`references`", prose, "references/"},
		{"## References", prose, ""},
		{"Deep Dive.md", prose, "references/Deep Dive.md"},
		{"(references/deep%20dive.md)", prose, "references/Deep Dive.md"},
		{"deep dive", prose, ""},
		{"读中文.md文件", prose, "assets/中文.md"},
		{"*.html", prose, "*.html"},
		{"*.md and {x}.md", prose, ""},
		{"<lang>-strings.po", prose, "*-strings.po"},
		{"de-<x>.po", prose, "*.po"},
		{"from steps import x", prose, "scripts/lib/steps.py"},
		{"python -m scripts.run", prose, "scripts/run.py"},
		{"from lib import x", code, ""},
		{"from lib import steps", code, "scripts/lib/steps.py"},
		{"import lib.steps", code, "scripts/lib/steps.py"},
		{"from scripts.lib.steps import x", code, "scripts/lib/steps.py"},
		{`join("lib", x)`, code, "scripts/lib/"},
		{"import steps", code, "scripts/lib/steps.py"},
		{"from .steps import x", code, "scripts/lib/steps.py"},
		{"require('./page')", code, "assets/page.html"},
		{`open(dir + "/" + name + ".po")`, code, "*.po"},
		{`open("%s.po" % name)`, code, "*.po"},
		{`cat "$name.po"`, code, "*.po"},
		{"importlib.import_module(name)", code, "*"},
		{"`${name}.po`", code, "*.po"},
		{"os.listdir(x)", code, "*"},
		{"exec tool", code, "tool"},
		{"a tool", prose, "tool"},
		{"./tool --x", prose, "tool"},
		{"SKILL.md", prose, ""},
	}
	for _, test := range tests {
		if got := strings.Join(namesIn(b, test.text, test.code), " "); got != test.want {
			t.Errorf("%q (code: %v) mentions %q, want %q", test.text, test.code, got, test.want)
		}
	}
}

func TestOthers(t *testing.T) {
	for text, want := range map[string]string{
		"s/references/A.md":               "s/references/a.md",
		"a.md and other/a.md":             "",
		"see ./references/a.md.":          "s/references/a.md",
		"`references` a.md, references a": "",
		`"${ROOT}/skills/s/hooks/x.sh"`:   "s/hooks/x.sh",
		"references/b.md, references/a.m": "",
		"hooks/x.sh hooks/x.sh":           "s/hooks/x.sh",
		"y.md":                            "s/a b/y.md",
	} {
		b := skill("references/a.md", "hooks/x.sh", "a b/y.md")
		o := &others{of: map[*file]*search{}, bare: true}
		s, lost := &search{bundle: b}, map[string][]*file{}
		for _, f := range b.files {
			lost[ending(f.rel)], o.of[f] = []*file{f}, s
		}
		o.paths(lost, []byte(text))
		got := ""
		for _, f := range b.files {
			if f.reached {
				got += f.rel
			}
		}
		if got != want {
			t.Errorf("%q mentions %q, want %q", text, got, want)
		}
	}
}

// TestPatternLimit checks that patterns over the limit match all files, once.
func TestPatternLimit(t *testing.T) {
	var b strings.Builder
	for i := range 2 * maxPatterns {
		fmt.Fprintf(&b, "*-%04d.x ", i)
	}
	patterns, all := 0, 0
	nameFiles(skill("a.x")).matches([]byte(b.String()), false, func(m match) {
		if m == (match{}) {
			all++
		} else {
			patterns++
		}
	})
	if patterns != maxPatterns || all != 1 {
		t.Errorf("%d patterns, all files reached %d times", patterns, all)
	}
}

func TestIsExempt(t *testing.T) {
	b := &bundle{dir: "s", skill: &analysis.File{Tree: &analysis.Tree{}}}
	for rel, want := range map[string]bool{
		"LICENSE": true, "license-MIT.txt": true, "OFL.txt": true, "README.zh-CN.md": true, "docs/README.md": true, "CHANGELOG.md": true, "creation-log.md": true,
		".editorconfig": true, ".git/x": true, "__init__.py": true, "package.json": true, "requirements-dev.txt": true, "tsconfig.build.json": true, "a.lock": true,
		"tests/data/x": true, "a/test_x.py": true, "x.test.ts": true, "x_test.go": true, "evals/a.json": true, "app.config.js": true, "config.json": true, "pytest.ini": true,
		"assets/a.tar.gz": true, "a.docx": false,
		"scripts/tool.exe": true, "a.orig": true, "assets/a.zip": true, "main.py": true, "index.html": true, "Dockerfile": true, "Dockerfile.dev": true,
		"SECURITY.md": true, "security.md": true, "references/SECURITY.md": true, "run.sh": true, "manifest.json": true,
		"references/security.md": false, "references/setup.md": false, "references/package.md": false,
		"main.md": false, "index.md": false, "references/a.md": false, "scripts/run.py": false, "testing.md": false, "contest.md": false, "licensing.md": false,
		"assets/logo.png": false, "latest/x.md": false, "blog.md": false, "a.json": false,
	} {
		if got := isExempt(b, "s/"+rel); got != want {
			t.Errorf("isExempt(%s) = %v, want %v", rel, got, want)
		}
	}
}

func FuzzNames(f *testing.F) {
	for _, seed := range []string{"`references/`", "*.html <x>-a.b", "a.b.c.forms", "\xff.md", "{}}>.po"} {
		f.Add(seed)
	}
	b := skill("forms.md", "a/b.html", "a/b c.md", "a/-x.po")
	f.Fuzz(func(t *testing.T, text string) {
		for _, code := range []bool{false, true} {
			if got := namesIn(b, text, code); slices.Contains(got, "SKILL.md") {
				t.Errorf("%q mentions SKILL.md", text)
			}
			if got := namesIn(b, text+" FORMS.MD", code); !slices.Contains(got, "forms.md") {
				t.Errorf("%q hides the name after it: %q", text, got)
			}
		}
	})
}
