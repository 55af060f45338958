package lsp

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"github.com/skilllint/skilllint/internal/config"
	"github.com/skilllint/skilllint/internal/finding"
	"github.com/skilllint/skilllint/internal/lint"
)

// TestRandomEdits makes random changes and compares the diagnostics with those of a new run on a copy in which all documents are
// saved.
//
//	SKILLLINT_THOROUGH=100000 go test ./internal/lsp -run RandomEdits -timeout 2h
func TestRandomEdits(t *testing.T) {
	edits := 250
	if n, err := strconv.Atoi(os.Getenv("SKILLLINT_THOROUGH")); err == nil {
		edits = n
	} else if os.Getenv("SKILLLINT_THOROUGH") != "" {
		edits = 2_000
	} else if testing.Short() {
		edits = 80
	}
	for _, encoding := range []string{"utf-8", "utf-16"} {
		t.Run(encoding, func(t *testing.T) {
			s := newSession(t, encoding, int64(len(encoding)))
			s.compare("start")
			for n := 0; n < edits/2; {
				var done []string
				for range 1 + s.random.Intn(6) {
					done = append(done, s.step())
					n++
				}
				s.compare(strings.Join(done, ", "))
			}
		})
	}
}

// A session is a server, and a copy of its files in which all documents are saved.
type session struct {
	*client
	t        *testing.T
	random   *rand.Rand
	encoding encoding
	mirror   string
	open     map[string]string
	version  int
}

func newSession(t *testing.T, encoded string, seed int64) *session {
	files := map[string]string{
		"skills/manifest.json": `{"skills": [{"name": "s1", "path": "skills/s1"}, {"name": "gone", "path": "skills/gone"}]}`,
		".gitignore":           "",
		".claude/agents/a.md":  "---\nname: a\ndescription: Reviews code. Use when asked for a review.\nskills: s1, s2\ntools: Read, Grep\n---\n# A\n",
	}
	for i := range 8 {
		files[fmt.Sprintf("skills/s%d/SKILL.md", i)] = fmt.Sprintf("---\nname: s%d\ndescription: Does %d. Use when it is needed.\n---\n# s%d\n\n[next](../s%d/SKILL.md) [more](references/more.md)\n", i, i, i, i+1)
		files[fmt.Sprintf("skills/s%d/references/more.md", i)] = "# More\n\n## Part\n"
	}
	dir := writeTree(t, files)
	s := &session{t: t, random: rand.New(rand.NewSource(seed)), encoding: encoding(encoded), mirror: writeTree(t, files), open: map[string]string{}}
	s.client = start(t, dir, `{"general":{"positionEncodings":["`+encoded+`"]},"workspace":{"didChangeWatchedFiles":{"dynamicRegistration":true}}}`)
	<-s.registered
	return s
}

// fragments are texts that change the structure of a file.
var fragments = []string{"\n", " ", "\n\n", "# ", "## Part\n", "```", "---\n", "😀", "é", "[x](../s1/SKILL.md)", "[y](references/none.md#part)", "name: s2\n", "description: ",
	"tools: Read, Grepp\n", ": ", "<!-- skilllint-disable-next-line links/broken -->\n", "{{X}}", "\r\n", "\t", "\xff", "a", "skills: [s1, s9]\n", "\"", "$ARGUMENTS"}

func (s *session) name() string {
	names := []string{fmt.Sprintf("skills/s%d/SKILL.md", s.random.Intn(8)), fmt.Sprintf("skills/s%d/references/more.md", s.random.Intn(8)),
		fmt.Sprintf("skills/s%d/SKILL.md", s.random.Intn(8)), ".claude/agents/a.md", "skills/manifest.json", fmt.Sprintf("skills/s%d/references/none.md", s.random.Intn(8)),
		fmt.Sprintf("skills/s%d/references/link.md", s.random.Intn(8)), fmt.Sprintf("skills/s%d/NOTES.md", s.random.Intn(8))}
	return names[s.random.Intn(len(names))]
}

// step makes one change.
func (s *session) step() string {
	name := s.name()
	if s.isTwinOpen(name) {
		return "nothing"
	}
	switch n := s.random.Intn(26); {
	case n < 14:
		return s.edit(name)
	case n < 16:
		if _, open := s.open[name]; open {
			return s.closeDocument(name)
		}
		return s.edit(name)
	case n < 18:
		return s.save(name)
	case n < 19:
		return s.configure()
	case n < 20:
		return s.move()
	case n < 22:
		return s.ignore()
	case n < 24:
		return s.createOrRemove()
	}
	return s.link()
}

// twins are names of files and of links to them in the same directory.
var twins = map[string]string{"link.md": "more.md", "more.md": "link.md", "NOTES.md": "SKILL.md", "SKILL.md": "NOTES.md"}

// isTwinOpen reports whether the file is or may be open under another name. Which of the documents applies is then undefined.
func (s *session) isTwinOpen(name string) bool {
	twin := twins[path.Base(name)]
	if _, open := s.open[path.Join(path.Dir(name), twin)]; twin != "" && open {
		return true
	}
	if base := path.Base(name); base != "link.md" && base != "NOTES.md" {
		return false
	}
	_, err := os.Stat(filepath.Join(s.dir, filepath.FromSlash(name))) // a link may have lost its target
	return err != nil
}

// ignore changes an ignore file on the disk or in an editor.
func (s *session) ignore() string {
	names := []string{".gitignore", "skills/.gitignore", fmt.Sprintf("skills/s%d/.gitignore", s.random.Intn(8))}
	name, texts := names[s.random.Intn(len(names))], []string{"", "s1/\n", "references/\n", "*.md\n!SKILL.md\n", "/skills/s2\n", "more.md\n", "SKILL.md\n"}
	if _, open := s.open[name]; open && s.random.Intn(2) == 0 {
		return s.closeDocument(name)
	}
	text := texts[s.random.Intn(len(texts))]
	s.version++
	if s.random.Intn(2) == 0 {
		s.client.open(s.t, name, s.version, text)
		s.open[name] = text
		s.writeCopy(name, text)
		return name + " opened"
	}
	if _, open := s.open[name]; open {
		return "nothing"
	}
	write(s.t, filepath.Join(s.dir, filepath.FromSlash(name)), text)
	s.writeCopy(name, text)
	s.events(name)
	return fmt.Sprintf("%s saved as %q", name, text)
}

// createOrRemove creates a file on the disk, or removes it.
func (s *session) createOrRemove() string {
	n := s.random.Intn(8)
	names := []string{"AGENTS.md", "skills/new/SKILL.md", "skills/new/references/deep/x.md", fmt.Sprintf("skills/s%d/AGENTS.md", n), fmt.Sprintf("skills/s%d/scripts/run.sh", n),
		fmt.Sprintf("skills/s%d/SKILL.md", n), fmt.Sprintf("skills/s%d/references/more.md", n), "MANIFEST.jsonl", ".claude/commands/c.md"}
	name := names[s.random.Intn(len(names))]
	if _, open := s.open[name]; open || s.isTwinOpen(name) {
		return "nothing"
	}
	if path := filepath.Join(s.dir, filepath.FromSlash(name)); os.Remove(path) == nil {
		_ = os.Remove(filepath.Join(s.mirror, filepath.FromSlash(name)))
		s.events(name)
		return name + " removed"
	}
	text := fmt.Sprintf("---\nname: n%d\ndescription: Does %d. Use when it is needed.\n---\n# N\n\n[x](../s%d/SKILL.md)\n", n, n, n)
	if name == "MANIFEST.jsonl" {
		text = `{"id": "T1", "file": "skills/new/x.md", "agent_type": "research", "key_findings": []}` + "\n"
	}
	write(s.t, filepath.Join(s.dir, filepath.FromSlash(name)), text)
	s.writeCopy(name, text)
	s.events(name)
	return name + " created"
}

// link creates or removes a symbolic link.
func (s *session) link() string {
	n := s.random.Intn(8)
	links := [][2]string{{fmt.Sprintf("skills/s%d/references/link.md", n), "more.md"}, {fmt.Sprintf("skills/s%d/NOTES.md", n), "SKILL.md"}, {"skills/linked", fmt.Sprintf("s%d", n)},
		{".claude/skills", "../skills"}, {".claude/agents/linked.md", "../../skills/s1/SKILL.md"}, {fmt.Sprintf("skills/s%d/references/gone.md", n), "../../none.md"}}
	l := links[s.random.Intn(len(links))]
	name := filepath.FromSlash(l[0])
	if _, open := s.open[l[0]]; open || twins[path.Base(name)] != "" && s.open[path.Join(path.Dir(l[0]), l[1])] != "" {
		return "nothing"
	}
	if os.Remove(filepath.Join(s.dir, name)) == nil {
		_ = os.Remove(filepath.Join(s.mirror, name))
		s.events(l[0])
		return "the link " + l[0] + " removed"
	}
	if _, err := os.Lstat(filepath.Dir(filepath.Join(s.dir, name))); err != nil {
		return "nothing"
	}
	for _, dir := range []string{s.dir, s.mirror} {
		if err := os.Symlink(filepath.FromSlash(l[1]), filepath.Join(dir, name)); err != nil {
			s.t.Fatal(err)
		}
	}
	s.events(l[0])
	return "the link " + l[0] + " created"
}

// content returns the content of a file on the disk; "" if it does not exist.
func content(dir, name string) string {
	text, _ := os.ReadFile(filepath.Join(dir, filepath.FromSlash(name)))
	return string(text)
}

// writeCopy writes a file of the copy.
func (s *session) writeCopy(name, text string) {
	write(s.t, filepath.Join(s.mirror, filepath.FromSlash(name)), text)
}

// edit changes a range of an open document.
func (s *session) edit(name string) string {
	s.version++
	text, open := s.open[name]
	if !open {
		text = content(s.dir, name)
		if !isText(text) {
			text = ""
		}
		s.client.open(s.t, name, s.version, text)
		s.version++
	}
	d := newText(text)
	from := s.random.Intn(len(text) + 1)
	to := min(len(text), from+s.random.Intn(8)*s.random.Intn(2))
	r := Range{d.position(from, s.encoding), d.position(to, s.encoding)}
	from, to = d.offset(r.Start, s.encoding), d.offset(r.End, s.encoding) // whole characters
	insert := strings.ToValidUTF8(fragments[s.random.Intn(len(fragments))], "?")
	if len(text) > 600 {
		insert = ""
	}
	s.notify(s.t, "textDocument/didChange", map[string]any{"textDocument": map[string]any{"uri": s.uri(name), "version": s.version},
		"contentChanges": []any{map[string]any{"range": r, "text": insert}}})
	s.open[name] = text[:from] + insert + text[to:]
	s.writeCopy(name, s.open[name])
	return "an edit of " + name
}

func isText(text string) bool { return strings.ToValidUTF8(text, "") == text }

// closeDocument closes a document without saving it.
func (s *session) closeDocument(name string) string {
	delete(s.open, name)
	s.client.close(s.t, name)
	if _, err := os.Lstat(filepath.Join(s.dir, filepath.FromSlash(name))); err == nil {
		s.writeCopy(name, content(s.dir, name))
	} else {
		s.prune(name)
	}
	return name + " closed"
}

// prune removes a file of the copy, and directories that exist only for it.
func (s *session) prune(name string) {
	_ = os.Remove(filepath.Join(s.mirror, filepath.FromSlash(name)))
	for dir := filepath.Dir(filepath.FromSlash(name)); dir != "."; dir = filepath.Dir(dir) {
		if _, err := os.Lstat(filepath.Join(s.dir, dir)); err == nil {
			return
		}
		_ = os.Remove(filepath.Join(s.mirror, dir))
	}
}

// events reports changes on the disk.
func (s *session) events(names ...string) {
	var changes []FileEvent
	for _, name := range names {
		kind := 1
		if _, err := os.Lstat(filepath.Join(s.dir, filepath.FromSlash(name))); err != nil {
			kind = 3
		}
		changes = append(changes, FileEvent{s.uri(name), kind})
	}
	s.notify(s.t, "workspace/didChangeWatchedFiles", map[string]any{"changes": changes})
}

// save writes a file, from its document if it is open.
func (s *session) save(name string) string {
	text, open := s.open[name]
	if !open {
		text = content(s.dir, name) + fragments[s.random.Intn(len(fragments))]
	}
	write(s.t, filepath.Join(s.dir, filepath.FromSlash(name)), text)
	s.writeCopy(name, text)
	s.events(name)
	return name + " saved"
}

// configure changes the configuration.
func (s *session) configure() string {
	texts := []string{"", "rules: {'links/*': off}\n", "exclude: ['skills/s1']\n", "dialects: {'skills/s2/**': claude-code}\n", "rules: {links/broken: info}\n", "min-severity: error\n", "rules: [\n", "tokens: {known: [X]}\n"}
	text := texts[s.random.Intn(len(texts))]
	if name := ".skilllint.yaml"; s.random.Intn(2) == 0 {
		delete(s.open, name)
		s.client.close(s.t, name)
		s.open[name] = text
		return s.save(name) + s.closeDocument(name)
	}
	s.version++
	s.open[".skilllint.yaml"] = text
	s.client.open(s.t, ".skilllint.yaml", s.version, text)
	s.writeCopy(".skilllint.yaml", text)
	return "a configuration"
}

// move renames or removes a directory without open documents.
func (s *session) move() string {
	from, to := fmt.Sprintf("skills/s%d", s.random.Intn(8)), fmt.Sprintf("skills/s%d", s.random.Intn(9))
	for name := range s.open {
		if strings.HasPrefix(name, from+"/") || strings.HasPrefix(name, to+"/") {
			return "nothing"
		}
	}
	for _, dir := range []string{s.dir, s.mirror} {
		_ = os.Rename(filepath.Join(dir, from), filepath.Join(dir, to)) // fails if the source does not exist or the target does
	}
	s.events(from, to)
	return from + " moved to " + to
}

// compare waits until all changes are processed, and compares the diagnostics with those of a new run.
func (s *session) compare(after string) {
	s.t.Helper()
	s.call(s.t, "workspace/symbol", map[string]any{"query": "none"}, nil)
	got := map[string][]string{}
	for len(s.published) > 0 {
		p := <-s.published
		s.latest[p.URI] = p
	}
	for uri, p := range s.latest {
		if len(p.Diagnostics) > 0 {
			got[strings.TrimPrefix(uri, uriOf(s.dir))] = describe(p.Diagnostics, s.dir)
		}
	}
	want := map[string][]string{}
	for uri, list := range newRun(s.t, s.mirror, s.encoding) {
		want[strings.TrimPrefix(uri, uriOf(s.mirror))] = describe(list, s.mirror)
	}
	if diff := gocmp.Diff(want, got); diff != "" {
		s.t.Fatalf("after %s (-new run +server):\n%s", after, diff)
	}
}

// describe returns diagnostics as sorted JSON texts without the directory.
func describe(list []Diagnostic, dir string) []string {
	all := []string{}
	for _, d := range list {
		body, err := json.Marshal(d)
		if err != nil {
			panic(err)
		}
		all = append(all, strings.ReplaceAll(string(body), uriOf(dir), ""))
	}
	slices.SortFunc(all, cmp.Compare)
	return all
}

// newRun returns the diagnostics of a run without cache and open documents.
func newRun(t *testing.T, dir string, e encoding) map[string][]Diagnostic {
	t.Helper()
	s := &server{Options: options(), ctx: context.Background(), encoding: e}
	w := newWorkspace(s, dir, dir)
	w.uris = map[string]string{}
	s.workspaces = []*workspace{w}
	req := s.Request
	req.Dir, req.Paths, req.Limit, req.AllowEmpty, req.Baseline.Configured = dir, []string{dir}, true, true, true
	result, err := lint.Run(context.Background(), req)
	found := map[string][]Diagnostic{}
	var one *finding.FileError
	var several config.Errors
	switch {
	case errors.As(err, &one), errors.As(err, &several):
		w.fail(err, nil, found)
		return found
	case err != nil:
		t.Fatal(err)
	}
	w.newView(result, nil).diagnostics(found)
	return found
}
