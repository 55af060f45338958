package links

import (
	"bytes"
	"iter"
	"path"
	"strings"

	"github.com/skilllint/skilllint/analysis"
)

// maxOutside limits the texts outside of a skill that are read.
const maxOutside = 5_000

// around are files that may mention the files of a skill, in its directory or in directories above.
var around = []string{"hooks/hooks.json", ".claude-plugin/plugin.json", ".codex-plugin/plugin.json", ".cursor-plugin/plugin.json",
	"gemini-extension.json", ".mcp.json", ".claude/settings.json", "settings.json", "package.json", "CLAUDE.md", "AGENTS.md", "GEMINI.md"}

// outside searches other skills, subagents, commands, hooks and context files for mentions of the remaining files. Links in
// files that were read are already known.
func outside(w *analysis.Workspace, searches []*search, read map[*analysis.File]bool) {
	o := &others{named: map[*analysis.Tree]map[string][]*search{}, lost: map[*analysis.Tree]map[string][]*file{}, of: map[*file]*search{}, seen: map[key]bool{}}
	for _, s := range searches {
		if s.left > 0 {
			o.add(s)
		}
	}
	if len(o.of) == 0 {
		return
	}
	for _, f := range w.Files {
		if o.lost[f.Tree] != nil && f.Kind&(analysis.Skill|analysis.Agent|analysis.Command) != 0 {
			o.text(key{f.Tree, f.Rel})
		}
	}
	if len(o.texts) > maxOutside { // too many to read all
		for _, s := range searches {
			s.every(func(string) bool { return true })
		}
		return
	}
	for _, f := range w.Files {
		if o.lost[f.Tree] != nil && f.Kind == analysis.Reference && !read[f] {
			o.text(key{f.Tree, f.Rel})
		}
	}
	for _, k := range o.texts {
		text := k.tree.Read(k.rel, maxText)
		o.paths(o.lost[k.tree], text)
		o.installed(k, text)
	}
	o.references(w)
}

// references searches the references of other skills for install paths.
func (o *others) references(w *analysis.Workspace) {
	count := 0
	for _, f := range w.Files {
		if k := (key{f.Tree, f.Rel}); f.Kind == analysis.Reference && len(o.named[f.Tree]) > 0 && !o.seen[k] {
			if count++; count > maxOutside {
				return
			}
			o.installed(k, f.Tree.Read(f.Rel, maxText))
		}
	}
}

// installed reaches the files and directories of other skills that a text refers to by a path with the name of the skill,
// such as .claude/skills/name/templates/, with any directory of installed skills.
func (o *others) installed(from key, text []byte) {
	var name []byte
	for start, at := range parents(text) {
		name = appendLower(name[:0], text[start:at])
		for _, s := range o.named[from.tree][string(name)] {
			if s.left == 0 || below(s.dir, from.rel) {
				continue
			}
			end := at + 1
			for end < len(text) && end-at < maxInstalled && bytes.IndexByte([]byte(" \t\r\n\"'`()[]<>,;|"), text[end]) < 0 {
				end++
			}
			tail, _, isPattern := strings.Cut(strings.TrimRight(string(text[at+1:end]), ".:"), "*")
			if isPattern {
				tail = tail[:strings.LastIndexByte(tail, '/')+1]
			}
			if tail = strings.TrimRight(tail, "/"); tail != "" {
				s.path(path.Join(s.dir, tail))
			}
		}
	}
}

// maxInstalled is the maximum length of such a path below a skill.
const maxInstalled = 500

// ending returns the suffix by which other texts mention a path, in lower case: directory and file, because the name alone
// is ambiguous.
func ending(rel string) string {
	parent, base := strings.ToLower(path.Base(path.Dir(rel))), strings.ToLower(path.Base(rel))
	if !isWord(parent) {
		return base
	}
	return parent + "/" + base
}

// paths reaches the files whose endings occur in a text.
func (o *others) paths(lost map[string][]*file, text []byte) {
	var end []byte
	name := func(from, to int) {
		end = appendLower(end[:0], bytes.TrimRight(text[from:to], "."))
		for _, f := range lost[string(end)] {
			o.of[f].reach(f, nil, nil, true)
		}
		delete(lost, string(end))
	}
	for from, slash := range parents(text) {
		to := slash + 1
		for to < len(text) && isNameByte(lower(text[to])) {
			to++
		}
		name(from, to)
	}
	if o.bare {
		for from, to := range words(text) {
			name(from, to)
		}
	}
}

// parents returns the offsets of the words that precede a slash, and of the slash.
func parents(text []byte) iter.Seq2[int, int] {
	return func(yield func(from, slash int) bool) {
		for slash := 0; slash < len(text); slash++ {
			n := bytes.IndexByte(text[slash:], '/')
			if n < 0 {
				return
			}
			slash += n
			from := slash
			for from > 0 && isNameByte(lower(text[from-1])) {
				from--
			}
			if from < slash && !yield(from, slash) {
				return
			}
		}
	}
}

func lower(c byte) byte {
	if 'A' <= c && c <= 'Z' {
		return c + 'a' - 'A'
	}
	return c
}

func appendLower(to, text []byte) []byte {
	for _, c := range text {
		to = append(to, lower(c))
	}
	return to
}

// others holds the texts outside of skills that are searched.
type others struct {
	named map[*analysis.Tree]map[string][]*search // by the name of their directory, in lower case
	lost  map[*analysis.Tree]map[string][]*file   // by ending
	of    map[*file]*search
	bare  bool // some ending has no directory
	texts []key
	seen  map[key]bool
}

// add adds the unreferenced files of a skill, and the texts in the directories above it.
func (o *others) add(s *search) {
	tree := s.skill.Tree
	if o.lost[tree] == nil {
		o.lost[tree], o.named[tree] = map[string][]*file{}, map[string][]*search{}
	}
	if s.dir != "." {
		name := strings.ToLower(path.Base(s.dir))
		o.named[tree][name] = append(o.named[tree][name], s)
	}
	for _, f := range s.files {
		if !f.reached && !f.exempt {
			end := ending(f.rel)
			o.bare = o.bare || !strings.Contains(end, "/")
			o.lost[tree][end] = append(o.lost[tree][end], f)
			o.of[f] = s
		}
	}
	for dir := s.dir; ; dir = path.Dir(dir) {
		for _, name := range around {
			if k := (key{tree, path.Join(dir, name)}); tree.Exists(k.rel) {
				o.text(k)
			}
		}
		if dir == "." {
			return
		}
	}
}

func (o *others) text(k key) {
	if !o.seen[k] {
		o.seen[k] = true
		o.texts = append(o.texts, k)
	}
}
