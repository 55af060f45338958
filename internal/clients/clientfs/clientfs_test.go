package clientfs

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/skilllint/skilllint/internal/clients/catalog"
	"github.com/skilllint/skilllint/internal/clients/loader"
)

const plan = "---\nname: plan\ndescription: Plan it.\n---\n"

// write creates files below a directory. Texts that start with "->" are targets of links.
func write(t *testing.T, dir string, files map[string]string) {
	t.Helper()
	for name, text := range files {
		at := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(at), 0o755); err != nil {
			t.Fatal(err)
		}
		var err error
		if to, link := strings.CutPrefix(text, "->"); link {
			err = os.Symlink(filepath.FromSlash(to), at)
		} else {
			err = os.WriteFile(at, []byte(text), 0o644)
		}
		if err != nil {
			t.Skip(err)
		}
	}
}

// openSource returns the source of a client that is started below a directory.
func openSource(t *testing.T, dir, tree, home string) *Source {
	t.Helper()
	s, err := Open(Options{Dir: dir, Tree: tree, Home: home})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

// tempDir returns a temporary directory, with links resolved.
func tempDir(t *testing.T) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

func TestOpen(t *testing.T) {
	dir := tempDir(t)
	write(t, dir, map[string]string{"p/.git/HEAD": "", "p/sub/x/file": "", "q/x": "", "h/x": "", "link": "->p/sub", "w/.git": "gitdir: elsewhere"})
	at := func(name string) string { return filepath.ToSlash(filepath.Join(dir, name)) }
	for _, test := range []struct{ tree, start, project string }{
		{"p/sub/x", "p/sub/x", "p"}, {"p", "p", "p"}, {"link", "p/sub", "p"}, {"q", "q", "q"}, {"w", "w", "w"},
	} {
		s := openSource(t, dir, test.tree, "h")
		if s.Start != at(test.start) || s.Project != at(test.project) || s.Home != at("h") {
			t.Errorf("%s: %+v", test.tree, s.Request())
		}
	}
	s, err := Open(Options{Dir: dir, Tree: "p/sub/x", Ceilings: filepath.Join(dir, "p")})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if s.Project != at("p/sub/x") || s.Home != "" {
		t.Errorf("with a ceiling: %+v", s.Request())
	}
	for _, test := range []struct{ tree, home, want string }{
		{"nowhere", "", "nowhere does not exist"}, {"q/x", "", "q/x is a file; name a directory"},
		{"q", "nowhere", "--home: nowhere does not exist"}, {"q", "q/x", "--home: q/x is a file; name a directory"},
	} {
		if _, err := Open(Options{Dir: dir, Tree: test.tree, Home: test.home}); err == nil || err.Error() != test.want {
			t.Errorf("%s, home %q: %v, want %s", test.tree, test.home, err, test.want)
		}
	}
}

// Files outside of the project and the home directory are not read, whatever links lead to them.
func TestConfined(t *testing.T) {
	dir := tempDir(t)
	write(t, dir, map[string]string{
		"secret/SKILL.md": plan, "p/.git/HEAD": "", "h/there/SKILL.md": plan, "p/real/SKILL.md": plan, "p/real/deep/x": "",
		"p/s/out": "->../../secret", "p/s/absolute": "->" + filepath.Join(dir, "secret"), "p/s/home": "->../../h/there",
		"p/s/in": "->../real", "p/s/around": "->../../p/real", "p/s/back": "->../real/deep/..", "p/s/loop": "->loop", "p/s/twice": "->in",
		"p/s/root": "->/", "p/s/up": "->../..", "p/s/gone": "->nothing", "p/s/file": "->../real/SKILL.md", "p/s/through": "->../real/SKILL.md/x",
		"p/s/chain": "->out/SKILL.md", "p/s/whole": "->" + filepath.Join(dir, "p", "real"),
	})
	s := openSource(t, dir, "p", "h")
	real := filepath.ToSlash(filepath.Join(dir, "p/real"))
	for _, test := range []struct {
		name string
		kind catalog.EntryKind
		real string
	}{
		{"absolute", catalog.Other, ""}, {"around", catalog.LinkedDir, real}, {"back", catalog.LinkedDir, real}, {"chain", catalog.Other, ""},
		{"file", catalog.LinkedFile, real + "/SKILL.md"}, {"gone", catalog.Other, ""}, {"home", catalog.LinkedDir, s.Home + "/there"}, {"in", catalog.LinkedDir, real},
		{"loop", catalog.Other, ""}, {"out", catalog.Other, ""}, {"root", catalog.Other, ""}, {"through", catalog.Other, ""}, {"twice", catalog.LinkedDir, real},
		{"up", catalog.Other, ""}, {"whole", catalog.LinkedDir, real},
	} {
		entries := s.List(s.Project + "/s")
		i := slices.IndexFunc(entries, func(e catalog.Entry) bool { return e.Name == test.name })
		at := s.Project + "/s/" + test.name
		if got := s.Real(at); i < 0 || entries[i].Kind != test.kind || got != test.real {
			t.Errorf("%s: %v, resolves to %q, want %s, %q", test.name, entries, got, test.kind, test.real)
		}
		if test.kind == catalog.Other {
			if _, ok := s.Read(at + "/SKILL.md"); ok || s.List(at) != nil || s.Skill("codex", at+"/SKILL.md").Loads() {
				t.Errorf("%s was read", test.name)
			}
		}
	}
	for _, at := range []string{dir + "/secret", dir + "/secret/SKILL.md", "/", "/etc/passwd", s.Project + "/../secret/SKILL.md", dir} {
		if _, ok := s.Read(at); ok || s.List(filepath.ToSlash(at)) != nil || s.Skill("codex", at).Loads() {
			t.Errorf("%s was read", at)
		}
	}
	if source, ok := s.Read(s.Project + "/s/twice/SKILL.md"); !ok || string(source) != plan {
		t.Errorf("file in the project: %q, want %q", source, plan)
	}
	notes := strings.Join(s.Notes(), "\n")
	for _, name := range []string{"out", "absolute", "root"} {
		if !strings.Contains(notes, "/p/s/"+name+": link outside the project and the home directory, not followed") {
			t.Errorf("no note on %s:\n%s", name, notes)
		}
	}
	if without := openSource(t, dir, "p", ""); without.Real(without.Project+"/s/home") != "" {
		t.Error("followed a link into a home directory that is not in the options")
	}
}

func TestSkill(t *testing.T) {
	dir := tempDir(t)
	write(t, dir, map[string]string{"a/SKILL.md": plan, "b/SKILL.md": "---\nname: b\n---\n", "c/SKILL.md": "---\ndescription: First.\nwhen_to_use: Now.\ndisable-model-invocation: true\ntriggers: [x, 'y z']\n---\n",
		"big/SKILL.md": strings.Repeat("x", 9<<20), "big/read": strings.Repeat("x", 1<<20+1), "big/just": strings.Repeat("x", 1<<20)})
	s := openSource(t, dir, ".", "")
	a := s.Skill("codex", s.Start+"/a/SKILL.md")
	if a.Status != loader.Loads || a.Name != "plan" || a.Description != "Plan it." || a.At.Start.Line != 3 || a.At.Start.Column != 14 || a.At.Path != s.Start+"/a/SKILL.md" {
		t.Errorf("%+v", a)
	}
	if b := s.Skill("codex", s.Start+"/b/SKILL.md"); b.Status != loader.Rejected || b.Reason == "" || b.At.Start.Line != 1 {
		t.Errorf("%+v", b)
	}
	c := s.Skill("claude-code", s.Start+"/c/SKILL.md")
	if c.Name != "c" || c.WhenToUse != "Now." || !c.Manual || !slices.Equal(c.Triggers, []string{"x", "y z"}) {
		t.Errorf("%+v", c)
	}
	if big := s.Skill("codex", s.Start+"/big/SKILL.md"); big.Status != loader.Unknown || big.Reason == "" {
		t.Errorf("%+v", big)
	}
	if gone := s.Skill("codex", s.Start+"/nowhere/SKILL.md"); gone.Loads() || gone.Reason == "" {
		t.Errorf("%+v", gone)
	}
	if _, ok := s.Read(s.Start + "/big/read"); ok || !strings.Contains(strings.Join(s.Notes(), ""), "1 MiB") {
		t.Errorf("more than 1 MiB: read, or no note: %q", s.Notes())
	}
	if _, ok := s.Read(s.Start + "/big/just"); !ok {
		t.Error("1 MiB: not read")
	}
}

func TestLost(t *testing.T) {
	s := FromMap("/p", "/p", map[string][]byte{"/p/a/SKILL.md": []byte("---\nname: a\ndescription: >-\n  one\n  two three\n---\n")}, nil)
	skill := s.Skill("codex", "/p/a/SKILL.md")
	item := catalog.Item{State: catalog.Cut, Description: skill.Description, Shown: len("one two "), At: skill.At}
	if at := s.Lost("codex", item); at.Start.Line != 5 || at.Start.Column != 7 || at.End != skill.At.End {
		t.Errorf("%+v", at)
	}
	item.State = catalog.NameOnly
	if at := s.Lost("codex", item); at != skill.At {
		t.Errorf("%+v", at)
	}
}

func TestFromMap(t *testing.T) {
	s := FromMap("/p/sub", "/p", map[string][]byte{"/p/.agents/skills/a/SKILL.md": []byte(plan), "/other/x": nil},
		map[string]string{"/p/l": ".agents/skills", "/p/m": "/other", "/p/.agents/skills/b": "a"})
	got := s.List("/p/l")
	want := []catalog.Entry{{Name: "a", Kind: catalog.Directory}, {Name: "b", Kind: catalog.LinkedDir}}
	if !slices.Equal(got, want) || s.Real("/p/l/b/SKILL.md") != "/p/.agents/skills/a/SKILL.md" || s.Real("/p/m/x") != "/other/x" {
		t.Errorf("%v %q", got, s.Real("/p/l/b/SKILL.md"))
	}
	if got := s.List("/"); len(got) != 2 || got[0].Name != "other" {
		t.Errorf("%v", got)
	}
	if s.List("/p/.agents/skills/a/SKILL.md") != nil || s.List("/nowhere") != nil || s.Real("/nowhere") != "" {
		t.Error("lists or resolves paths that do not exist")
	}
	list, err := catalog.Lookup("codex").List(s, s.Request())
	if err != nil || list.Text != "- plan: Plan it. (file: r0/a/SKILL.md)\n" {
		t.Errorf("%q, %v", list.Text, err)
	}
}

// Another revision replaces the project only.
func TestWithProject(t *testing.T) {
	dir := tempDir(t)
	write(t, dir, map[string]string{"p/.git/HEAD": "", "p/.agents/skills/new/SKILL.md": plan, "h/.agents/skills/mine/SKILL.md": strings.Replace(plan, "plan", "mine", 1)})
	s := openSource(t, dir, "p", "h")
	base := s.WithProject(map[string][]byte{".agents/skills/old/SKILL.md": []byte(strings.Replace(plan, "plan", "old", 1))}, map[string]string{".agents/skills/l": "old"})
	list, err := catalog.Lookup("codex").List(base, base.Request())
	if err != nil || !strings.Contains(list.Text, "old: Plan it.") || !strings.Contains(list.Text, "mine: Plan it.") || strings.Contains(list.Text, "plan: ") {
		t.Errorf("%q, %v", list.Text, err)
	}
}
