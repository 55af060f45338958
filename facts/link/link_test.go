package link_test

import (
	"net/url"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/link"
)

// A workspace is a tree with skills and plugins.
type workspace struct {
	tree     *analysis.Tree
	files    map[string]*analysis.File
	resolver *link.Resolver
}

func newWorkspace(paths ...string) *workspace {
	p := &workspace{tree: analysis.NewTree(""), files: map[string]*analysis.File{}}
	p.tree.MarkWalked(".")
	w := &analysis.Workspace{}
	for _, rel := range paths {
		for dir := path.Dir(rel); dir != "."; dir = path.Dir(dir) {
			p.tree.Add(dir, true)
		}
		if base, ok := strings.CutSuffix(rel, "/"); ok {
			p.tree.Add(base, true)
			continue
		}
		p.tree.Add(rel, false)
		f := &analysis.File{Path: rel, Rel: rel, Tree: p.tree, Kind: analysis.Reference, Plugin: strings.HasPrefix(rel, "plugins/")}
		if path.Base(rel) == "SKILL.md" {
			f.Kind = analysis.Skill
		}
		for dir := path.Dir(rel); f.Plugin && f.PluginRoot == "" && dir != "."; dir = path.Dir(dir) {
			if slices.ContainsFunc(paths, func(at string) bool { return strings.HasPrefix(at, dir+"/.claude-plugin/") }) {
				f.PluginRoot = dir
			}
		}
		p.files[rel] = f
		w.Files = append(w.Files, f)
	}
	p.resolver = link.NewResolver(w)
	return p
}

var testWorkspace = newWorkspace(
	"skills/one/SKILL.md", "skills/one/references/a.md", "skills/one/references/b c.md", "skills/one/scripts/run.py", "skills/one/empty/",
	"skills/two/SKILL.md", "docs/guide.md", "README.md",
	"plugins/tools/.claude-plugin/plugin.json", "plugins/tools/skills/lint/SKILL.md", "plugins/tools/bin/run.sh", "plugins/tools/commands/go.md",
	"plugins/tools/inner/.claude-plugin/plugin.json", "plugins/tools/inner/agents/x.md", "plugins/tools/inner/bin/y.sh",
)

func TestResolve(t *testing.T) {
	testWorkspace.tree.AddLink("skills/one/linked", "docs")
	tests := []struct {
		name, from string
		target     link.Target
		class      link.Class
		to         string
		standing   analysis.PathState
		found      string
	}{
		{"same directory", "skills/one/references/a.md", link.Target{Form: link.FormLink, Path: "b c.md"}, link.Local, "skills/one/references/b c.md", analysis.IsFile, ""},
		{"with dot segments", "skills/one/SKILL.md", link.Target{Form: link.FormLink, Path: "./references/../references/a.md"}, link.Local, "skills/one/references/a.md", analysis.IsFile, ""},
		{"directory", "skills/one/SKILL.md", link.Target{Form: link.FormLink, Path: "references/"}, link.Local, "skills/one/references", analysis.IsFolder, ""},
		{"itself", "skills/one/SKILL.md", link.Target{Form: link.FormLink, Fragment: "x"}, link.Local, "skills/one/SKILL.md", analysis.IsFile, ""},
		{"another skill", "skills/one/SKILL.md", link.Target{Form: link.FormLink, Path: "../two/SKILL.md"}, link.Local, "skills/two/SKILL.md", analysis.IsFile, ""},
		{"other case", "skills/one/SKILL.md", link.Target{Form: link.FormLink, Path: "References/A.md"}, link.Local, "skills/one/References/A.md", analysis.Absent, ""},
		{"relative to the skill", "skills/one/references/a.md", link.Target{Form: link.FormLink, Path: "references/b c.md"}, link.Local, "skills/one/references/references/b c.md", analysis.Absent, "skills/one/references/b c.md"},
		{"relative to the root", "skills/one/SKILL.md", link.Target{Form: link.FormLink, Path: "docs/guide.md"}, link.Local, "skills/one/docs/guide.md", analysis.Absent, "docs/guide.md"},
		{"code is relative to the skill first", "skills/one/references/a.md", link.Target{Form: link.FormCode, Path: "scripts/run.py"}, link.Local, "skills/one/scripts/run.py", analysis.IsFile, ""},
		{"to the root", "skills/one/SKILL.md", link.Target{Form: link.FormLink, Path: "../../README.md"}, link.Local, "README.md", analysis.IsFile, ""},
		{"the root itself", "skills/one/SKILL.md", link.Target{Form: link.FormLink, Path: "../.."}, link.Local, ".", analysis.IsFolder, ""},
		{"outside the root", "skills/one/SKILL.md", link.Target{Form: link.FormLink, Path: "../../../x.md"}, link.Outside, "../x.md", analysis.Absent, ""},
		{"outside the root and back", "README.md", link.Target{Form: link.FormLink, Path: "../main/README.md"}, link.Outside, "../main/README.md", analysis.Absent, ""},
		{"far outside the root", "README.md", link.Target{Form: link.FormLink, Path: strings.Repeat("../", 5000)}, link.Outside, strings.Repeat("../", 4999) + "..", analysis.Absent, ""},
		{"name that begins with dots", "README.md", link.Target{Form: link.FormLink, Path: "..x"}, link.Local, "..x", analysis.Absent, ""},
		{"empty directory", "skills/one/SKILL.md", link.Target{Form: link.FormLink, Path: "empty/x.md"}, link.Local, "skills/one/empty/x.md", analysis.Unknown, ""},
		{"below a file", "skills/one/SKILL.md", link.Target{Form: link.FormLink, Path: "SKILL.md/x.md"}, link.Local, "skills/one/SKILL.md/x.md", analysis.Unknown, ""},
		{"through a symlink", "skills/one/SKILL.md", link.Target{Form: link.FormLink, Path: "linked/guide.md"}, link.Local, "skills/one/linked/guide.md", analysis.IsFile, ""},
		{"missing file through a symlink", "skills/one/SKILL.md", link.Target{Form: link.FormLink, Path: "linked/gone.md"}, link.Local, "skills/one/linked/gone.md", analysis.Absent, ""},
		{"rooted", "skills/one/SKILL.md", link.Target{Form: link.FormLink, Path: "/docs/guide.md"}, link.Rooted, "", analysis.Absent, ""},
		{"UNC path", "skills/one/SKILL.md", link.Target{Form: link.FormLink, Path: `\\host\x`}, link.Rooted, "", analysis.Absent, ""},
		{"drive letter", "skills/one/SKILL.md", link.Target{Form: link.FormLink, Path: `C:\x.md`}, link.Absolute, "", analysis.Absent, ""},
		{"drive letter with slashes", "skills/one/SKILL.md", link.Target{Form: link.FormLink, Path: "c:/x.md"}, link.Absolute, "", analysis.Absent, ""},
		{"home", "skills/one/SKILL.md", link.Target{Form: link.FormLink, Path: "~/x.md"}, link.Absolute, "", analysis.Absent, ""},
		{"file: URL", "skills/one/SKILL.md", link.Target{Form: link.FormLink, Path: "FILE:///x.md"}, link.Absolute, "", analysis.Absent, ""},
		{"name that begins with a tilde", "skills/one/SKILL.md", link.Target{Form: link.FormLink, Path: "~x.md"}, link.Local, "skills/one/~x.md", analysis.Absent, ""},
		{"skill variable", "skills/one/references/a.md", link.Target{Form: link.FormVariable, Base: "CLAUDE_SKILL_DIR", Path: "scripts/run.py"}, link.Local, "skills/one/scripts/run.py", analysis.IsFile, ""},
		{"skill variable outside of skills", "docs/guide.md", link.Target{Form: link.FormVariable, Base: "CLAUDE_SKILL_DIR", Path: "x.py"}, link.Local, "", analysis.Unknown, ""},
		{"plugin variable", "plugins/tools/skills/lint/SKILL.md", link.Target{Form: link.FormVariable, Base: "CLAUDE_PLUGIN_ROOT", Path: "bin/run.sh"}, link.Local, "plugins/tools/bin/run.sh", analysis.IsFile, ""},
		{"plugin variable outside of plugins", "skills/one/SKILL.md", link.Target{Form: link.FormVariable, Base: "CLAUDE_PLUGIN_ROOT", Path: "bin/run.sh"}, link.Local, "", analysis.Unknown, ""},
		{"plugin variable in a nested plugin", "plugins/tools/inner/agents/x.md", link.Target{Form: link.FormVariable, Base: "CLAUDE_PLUGIN_ROOT", Path: "bin/y.sh"}, link.Local, "plugins/tools/inner/bin/y.sh", analysis.IsFile, ""},
		{"nested plugin, file of the outer plugin", "plugins/tools/inner/agents/x.md", link.Target{Form: link.FormVariable, Base: "CLAUDE_PLUGIN_ROOT", Path: "bin/run.sh"}, link.Local, "plugins/tools/inner/bin/run.sh", analysis.Absent, ""},
		{"relative to the plugin", "plugins/tools/commands/go.md", link.Target{Form: link.FormLink, Path: "bin/run.sh"}, link.Local, "plugins/tools/commands/bin/run.sh", analysis.Absent, "plugins/tools/bin/run.sh"},
	}
	for _, test := range tests {
		l := testWorkspace.resolver.Resolve(testWorkspace.files[test.from], &test.target)
		if l.Class != test.class || l.To != test.to || l.Standing != test.standing || l.Found != test.found {
			t.Errorf("%s: class %d, to %q, standing %d, found %q; want %d, %q, %d, %q", test.name,
				l.Class, l.To, l.Standing, l.Found, test.class, test.to, test.standing, test.found)
		}
	}
}

func TestSlashed(t *testing.T) {
	for written, want := range map[string]string{
		`references\a.md`:     "skills/one/references/a.md",
		`.\references\b c.md`: "skills/one/references/b c.md",
		`references\gone.md`:  "",
		`..\..\..\x.md`:       "",
		`\references\a.md`:    "",
		`C:\x.md`:             "",
		`..\two`:              "skills/two",
	} {
		l := testWorkspace.resolver.Resolve(testWorkspace.files["skills/one/SKILL.md"], &link.Target{Form: link.FormLink, Path: written})
		if got := l.Slashed(); got != want {
			t.Errorf("%s resolves to %q with slashes, want %q", written, got, want)
		}
	}
}

func TestInstead(t *testing.T) {
	tests := []struct {
		form              link.Form
		dir, written, to  string
		want              string
		cannotBeExpressed bool
	}{
		{form: link.FormLink, dir: "a", written: "x.md", to: "a/y.md", want: "y.md"},
		{form: link.FormLink, dir: "a/b", written: "x.md", to: "c/y.md", want: "../../c/y.md"},
		{form: link.FormLink, dir: ".", written: "x.md?raw=1#top", to: "y.md", want: "y.md?raw=1#top"},
		{form: link.FormLink, dir: ".", written: "#top", to: "y.md", want: "y.md#top"},
		{form: link.FormLink, dir: ".", written: "a&#32;b.md", to: "a c.md", want: "a%20c.md"},
		{form: link.FormLink, dir: ".", written: "a&#32;b.md#x", to: "a c.md", want: "a%20c.md#x"},
		{form: link.FormLink, dir: ".", written: "x", to: "a(b) 100%?#.md", want: "a%28b%29%20100%25%3F%23.md"},
		{form: link.FormLink, dir: ".", written: "x", to: "R&amp;D.md", want: "R%26amp;D.md"},
		{form: link.FormLink, dir: ".", written: "x", to: "note:1.md", want: "./note:1.md"},
		{form: link.FormLink, dir: ".", written: "x", to: "~/y.md", want: "./~/y.md"},
		{form: link.FormLink, dir: ".", written: "x", to: "参考.md", want: "参考.md"},
		{form: link.FormLink, dir: "a", written: "x", to: "a", want: "./"},
		{form: link.FormCode, dir: "a", written: "x", to: "a/y z.md", cannotBeExpressed: true, want: "y z.md"},
		{form: link.FormCode, dir: "a", written: "x", to: "a/scripts/y.sh", want: "scripts/y.sh"},
		{form: link.FormVariable, dir: "a", written: "x", to: "b/y.sh", want: "../b/y.sh"},
		{form: link.FormLink, dir: "a", written: "x", to: "", cannotBeExpressed: true},
	}
	for _, test := range tests {
		l := link.Link{Target: &link.Target{Form: test.form, Written: test.written, Path: test.written}, Dir: test.dir, From: testWorkspace.files["README.md"]}
		if got, ok := l.WithPath(test.to); got != test.want || ok == test.cannotBeExpressed {
			t.Errorf("in %s, %s for %s: %q, %v; want %q", test.dir, test.to, test.written, got, ok, test.want)
		}
	}
	l := link.Link{Target: &link.Target{Form: link.FormLink, Written: "reference/", Path: "reference/"}, Dir: "skills/one", From: testWorkspace.files["README.md"]}
	if got, _ := l.WithPath("skills/one/references"); got != "references/" {
		t.Errorf("reference to a directory: %q", got)
	}
}

func TestInExample(t *testing.T) {
	for _, test := range []struct {
		from, path string
		standing   analysis.PathState
		want       bool
	}{
		{"skills/one/SKILL.md", "gone.md", analysis.Absent, false},
		{"skills/one/assets/page.md", "gone.md", analysis.Absent, true},
		{"skills/one/Templates/page.md", "gone.md", analysis.Absent, true},
		{"skills/one/page-template.md", "gone.md", analysis.Absent, true},
		{"skills/one/SKILL.md", "path/to/x.md", analysis.Absent, true},
		{"skills/one/SKILL.md", "docs/YYYY-MM-DD.md", analysis.Absent, true},
		{"skills/one/SKILL.md", "file.md", analysis.Absent, true},
		{"skills/one/SKILL.md", "file.md", analysis.IsFile, false},
		{"skills/one/SKILL.md", "files.md", analysis.Absent, false},
	} {
		l := link.Link{Target: &link.Target{Path: test.path}, From: &analysis.File{Rel: test.from}, Standing: test.standing}
		if got := l.InExample(); got != test.want {
			t.Errorf("%s in %s: InExample() = %v, want %v", test.path, test.from, got, test.want)
		}
	}
}

// FuzzInstead checks that the reference that Instead returns resolves to the path from every directory.
func FuzzInstead(f *testing.F) {
	for _, seed := range [][2]string{{"a/b", "a/c d.md"}, {".", "x:y"}, {"a", "a"}, {"~", "~/~"}, {"a/../..", "b"}, {"%", "%41?#&amp;.md"}, {"..", "../x"}} {
		f.Add(seed[0], seed[1])
	}
	f.Fuzz(func(t *testing.T, dir, to string) {
		dir, to = path.Join(".", path.Clean("/" + dir)[1:]), path.Clean("/" + to)[1:]
		if dir == "" {
			dir = "."
		}
		if to == "" || len(dir)+len(to) > analysis.MaxPath {
			return
		}
		for _, form := range []link.Form{link.FormLink, link.FormCode} {
			l := link.Link{Target: &link.Target{Form: form, Written: "x?q#f", Path: "x"}, Dir: dir, From: testWorkspace.files["README.md"]}
			written, ok := l.WithPath(to)
			if !ok {
				continue
			}
			if form == link.FormLink {
				tail := "?q#f"
				if !strings.HasSuffix(written, tail) {
					t.Fatalf("%q from %q: %q lacks %s", to, dir, written, tail)
				}
				written = strings.TrimSuffix(written, tail)
				u, err := url.Parse(written)
				if err != nil || u.Scheme != "" || u.Host != "" || u.RawQuery != "" || u.Fragment != "" || strings.ContainsAny(written, " ()<>\"&\\") {
					t.Fatalf("%q from %q: %q is not a relative URL: %v", to, dir, written, err)
				}
				written = u.Path
			}
			if got := path.Join(dir, written); got != to {
				t.Errorf("%q from %q: %q resolves to %q", to, dir, written, got)
			}
		}
	})
}
