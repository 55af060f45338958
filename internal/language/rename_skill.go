package language

import (
	"bytes"
	"errors"
	"fmt"
	"net/url"
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/facts/graph"
	"github.com/skilllint/skilllint/facts/link"
	"github.com/skilllint/skilllint/facts/registry"
)

// maxSkillName is the specification's limit, in bytes.
const maxSkillName = 64

// skillTarget checks whether a skill can be renamed.
func (s *Snapshot) skillTarget(d *Document, n *nameRef, node *graph.MapNode) (*renameTarget, error) {
	old := d.Text(n.rng)
	switch {
	case node.Kind != analysis.Skill:
		return nil, fmt.Errorf("%s is not a skill; %w", quote.Text(node.Name), errNoRename)
	case node.Unfiled:
		return nil, fmt.Errorf("the skill %s has no file", quote.Text(node.Name))
	case !slices.Contains(node.Names, old):
		return nil, errNoRename
	case node.Name != old && node.Name != "":
		return nil, fmt.Errorf("the skill is called %s", quote.Text(node.Name))
	}
	if own := ownName(node.File.Rel); own != "" && own != old {
		return nil, fmt.Errorf("the skill %s is in %s; give both the same name first", quote.Text(old), quote.Text(own))
	}
	return &renameTarget{at: n.rng, old: old, file: node.File, skill: true}, nil
}

// ownName returns the name that a skill has from its path: that of its directory for SKILL.md, or else that of the file without
// extension. It is "" for a SKILL.md in the root.
func ownName(rel string) string {
	base := path.Base(rel)
	if !strings.EqualFold(base, "SKILL.md") {
		return strings.TrimSuffix(base, path.Ext(base))
	}
	if dir := path.Base(path.Dir(rel)); dir != "." {
		return dir
	}
	return ""
}

// A skillRename is the state of renaming a skill.
type skillRename struct {
	*Snapshot
	*Rename
	file     *analysis.File
	old, new string
	dir      string // the directory or file that is moved, or ""
}

// renameSkill returns the edits that rename a skill, its directory, and references to them.
func (s *Snapshot) renameSkill(target *renameTarget, to string) (*Rename, error) {
	if err := checkSkillName(target.old, to); err != nil {
		return nil, err
	}
	r := &skillRename{s, &Rename{}, target.file, target.old, to, ""}
	if to == target.old {
		return r.Rename, nil
	}
	g, _ := workspaceFact(s.Facts, graph.Fact)
	if node, ok := g.Resolve(target.file, to, dependencyRule("skill")); ok {
		return nil, fmt.Errorf("the skill %s exists already: %s", quote.Text(to), quote.Text(g.Nodes[node].File.Path))
	}
	if err := r.move(); err != nil {
		return nil, err
	}
	for _, step := range []func() error{r.names, r.registries, r.qualified, r.categories, r.links, r.plugins, r.configs} {
		if err := step(); err != nil {
			return nil, err
		}
	}
	return r.finish()
}

// checkSkillName rejects names that some client does not accept. Underscores are allowed if the old name has any.
func checkSkillName(old, name string) error {
	letters := "abcdefghijklmnopqrstuvwxyz0123456789-"
	if strings.Contains(old, "_") {
		letters += "_"
	}
	if name == "" || len(name) > maxSkillName || strings.Trim(name, letters) != "" ||
		strings.HasPrefix(name, "-") || strings.HasSuffix(name, "-") || strings.Contains(name, "--") {
		return errors.New("a skill name has at most 64 lowercase letters, digits and single hyphens between them")
	}
	return nil
}

// move moves the directory or file of the skill, unless it is a SKILL.md in the root.
func (r *skillRename) move() error {
	if ownName(r.file.Rel) == "" {
		return nil
	}
	m := Move{Tree: r.file.Tree, From: path.Dir(r.file.Rel), IsDir: true}
	ext := ""
	if base := path.Base(r.file.Rel); !strings.EqualFold(base, "SKILL.md") {
		m.From, m.IsDir, ext = r.file.Rel, false, path.Ext(base)
	}
	m.To, r.dir = path.Join(path.Dir(m.From), r.new+ext), m.From
	if r.file.Tree.Exists(m.To) || r.file.Tree.OtherCase(m.To) != "" {
		return fmt.Errorf("%s exists already", quote.Text(m.To))
	}
	for _, l := range r.Result.Links {
		if strings.HasPrefix(path.Base(l.Path), ".#") {
			continue // a lock file of Emacs
		}
		if link.Inside(r.file.Tree.Prefix+m.From, l.Path) || strings.Contains(l.Target, r.old) {
			return fmt.Errorf("the symbolic link %s may refer to the skill; change it first", quote.Text(l.Path))
		}
	}
	r.Moves = append(r.Moves, m)
	return nil
}

// names changes the name of the skill in its file and in files that refer to it by name.
func (r *skillRename) names() error {
	m, _ := workspaceFact(r.Facts, graph.MapFact)
	node := nodeOf(m, r.file)
	if node < 0 {
		return errNoRename
	}
	d, err := r.Document(r.file)
	if err != nil {
		return err
	}
	if v := d.Data.Get("name"); v.IsString() {
		if at, ok := innerName(d, v.Range, r.old); ok {
			r.add(r.file, at, r.new)
		}
	}
	for i := range m.Edges {
		e := &m.Edges[i]
		if e.To != node || e.Kind == graph.References || e.At.Range.Len() == 0 {
			continue
		}
		if err := r.name(r.File(e.At.Path), e.At, e.Kind == graph.Lists); err != nil {
			return err
		}
	}
	g, _ := workspaceFact(r.Facts, graph.Fact)
	for i := range g.Missing { // names that the client does not find because it searches elsewhere
		if x := &g.Missing[i]; x.Need.Name == r.old && x.File.Tree == r.file.Tree && g.Elsewhere(*x) == path.Dir(r.file.Rel) {
			if err := r.name(x.File, x.Need.At, false); err != nil {
				return err
			}
		}
	}
	return nil
}

// name changes the name of the skill, or a path to it, at a location.
func (r *skillRename) name(in *analysis.File, at analysis.Location, list bool) error {
	if in == nil {
		return nil
	}
	d, err := r.Document(in)
	if err != nil {
		return fmt.Errorf("%s: %w", quote.Text(at.Path), err)
	}
	if at.Range.End > len(d.Source) {
		return errStale
	}
	if list && bytes.IndexByte(d.Source[at.Range.Start:at.Range.End], '/') >= 0 {
		r.renameInPath(d, at.Range)
		return nil
	}
	if inner, ok := innerName(d, at.Range, r.old); ok {
		r.add(in, inner, r.new)
	}
	return nil
}

// errStale is returned if facts and files differ.
var errStale = errors.New("the files have changed; try again")

// registries changes names and paths in registries and evaluations that are not dependencies.
func (r *skillRename) registries() error {
	for _, f := range r.Result.Files {
		if f.Tree != r.file.Tree || f.Kind&(analysis.Registry|analysis.Evals) == 0 || f.Kind == analysis.Evals && !link.Inside(path.Dir(r.file.Rel), f.Rel) {
			continue
		}
		d, err := r.Document(f)
		if err != nil {
			return fmt.Errorf("%s: %w", quote.Text(f.Path), err)
		}
		for _, name := range r.registryNames(d) {
			if inner, ok := innerName(d, name.Location.Range, r.old); ok && name.skill == r.file {
				r.add(f, inner, r.new)
			}
		}
		if e, ok := FactOf(d, registry.EvalsFact); ok {
			if inner, ok := innerName(d, e.Skill.Location.Range, r.old); ok && (e.Skill.Value == r.old || strings.HasSuffix(e.Skill.Value, ":"+r.old)) {
				r.add(f, inner, r.new)
			}
		}
		if entries, ok := FactOf(d, registry.Fact); ok && r.dir != "" {
			for i := range entries.Entries {
				e := &entries.Entries[i]
				if skill := r.finder().Skill(f, e.Path.Value, e.Name.Value); skill == nil || !link.Inside(r.dir, skill.Rel) {
					continue
				}
				for _, ref := range append(e.References, e.Path) {
					r.renameInPath(d, ref.Location.Range)
				}
			}
		}
	}
	return nil
}

// qualified changes the name after that of its plugin in texts, such as "/plugin:name", unless the plugin has a command or subagent
// of the name, too.
func (r *skillRename) qualified() error {
	home := r.file.PluginRoot
	if home == "" || r.file.Tree.Exists(path.Join(home, "commands", r.old+".md")) || r.file.Tree.Exists(path.Join(home, "agents", r.old+".md")) {
		return nil
	}
	var plugins []string
	var texts []*Document
	for _, f := range r.Result.Files {
		if f.Tree != r.file.Tree || f.Kind&(analysis.Plugin|analysis.Text) == 0 || f.Kind&analysis.Plugin != 0 && registry.Home(f) != home {
			continue
		}
		d, err := r.Document(f)
		if err != nil {
			return fmt.Errorf("%s: %w", quote.Text(f.Path), err)
		}
		if p, ok := FactOf(d, registry.PluginFact); ok {
			plugins = append(plugins, p.Name.Value)
		} else if bytes.Contains(d.Source, []byte(":"+r.old)) {
			texts = append(texts, d)
		}
	}
	for _, d := range texts {
		found, _ := FactOf(d, graph.QualifiedFact)
		for _, q := range found {
			if at := q.At.Range; q.Name == r.old && slices.Contains(plugins, q.Plugin) {
				r.add(d.File, analysis.Range{Start: at.Start + len(q.Plugin) + 1, End: at.End}, r.new)
			}
		}
	}
	return nil
}

// categories changes the name after that of its category in texts, such as `security/review-login`.
func (r *skillRename) categories() error {
	category := path.Base(path.Dir(r.dir))
	for _, f := range r.Result.Files {
		if r.dir == "" || f.Tree != r.file.Tree || f.Kind&analysis.Text == 0 {
			continue
		}
		d, err := r.Document(f)
		if err != nil {
			return fmt.Errorf("%s: %w", quote.Text(f.Path), err)
		}
		if !bytes.Contains(d.Source, []byte("`"+category+"/"+r.old+"`")) {
			continue
		}
		found, _ := FactOf(d, graph.CategoryFact)
		for _, n := range found {
			if n.Dir == category && n.Name == r.old {
				r.add(d.File, analysis.Range{Start: n.At.Range.Start + len(n.Dir) + 1, End: n.At.Range.End}, r.new)
			}
		}
	}
	return nil
}

// renameInPath changes the part of a path that names the moved directory. The path may be relative to any parent directory.
func (r *skillRename) renameInPath(d *Document, at analysis.Range) {
	if r.dir == "" || at.Start < 0 || at.End > len(d.Source) || at.Start > at.End {
		return
	}
	text := d.Text(at)
	for end := len(text); end > 0; {
		i := strings.LastIndexAny(text[:end], `/"'`)
		part := text[i+1 : end]
		before := strings.TrimLeft(path.Clean(strings.Trim(text[:end], `"'`)), "./")
		if part == path.Base(r.dir) && (before == r.dir || strings.HasSuffix(r.dir, "/"+before)) {
			r.add(d.File, analysis.Range{Start: at.Start + i + 1, End: at.Start + end}, r.base())
			return
		}
		end = i
	}
}

// base returns the new base name of the moved directory or file.
func (r *skillRename) base() string { return path.Base(r.Moves[0].To) }

// links changes links to files in the moved directory.
func (r *skillRename) links() error {
	if r.dir == "" {
		return nil
	}
	files := r.filesWithLink(func(l *link.Link) bool {
		return l.From.Tree == r.file.Tree && (link.Inside(r.dir, l.To) || l.Found != "" && link.Inside(r.dir, l.Found))
	})
	for _, f := range r.Result.Files { // hooks and @references
		if f.Tree == r.file.Tree && f.Kind&(analysis.JSON|analysis.Text) != 0 && r.mentions(f) && !slices.Contains(files, f) {
			files = append(files, f)
		}
	}
	for _, f := range files {
		d, all, err := r.allLinks(f)
		if err != nil {
			return err
		}
		for i := range all {
			if err := r.link(d, &all[i]); err != nil {
				return err
			}
		}
	}
	return nil
}

// mentions reports whether a file contains the old name.
func (r *skillRename) mentions(f *analysis.File) bool {
	d, err := r.Document(f)
	return err == nil && bytes.Contains(d.Source, []byte(r.old))
}

// link changes the part of a link that names the moved directory.
func (r *skillRename) link(d *Document, l *resolvedLink) error {
	base, to := l.Dir, l.To
	if l.Standing == analysis.Absent && l.Found != "" {
		to = l.Found
		base = strings.TrimSuffix(strings.TrimSuffix(l.Found, path.Clean(l.Path)), "/")
	}
	if l.Class != link.Local || l.Path == "" || !link.Inside(r.dir, to) {
		return nil
	}
	written := l.Written
	if i := strings.IndexAny(written, "?#"); i >= 0 {
		written = written[:i]
	}
	start := bytes.Index(d.Source[l.at.Start:min(l.at.End, len(d.Source))], []byte(written))
	if base == "" {
		base = "."
	}
	for at, now := 0, base; at <= len(written); {
		end := len(written)
		if i := strings.IndexByte(written[at:], '/'); i >= 0 {
			end = at + i
		}
		part := written[at:end]
		if decoded, err := url.PathUnescape(part); err == nil && l.Form != link.FormCode {
			part = decoded
		}
		now = path.Join(now, part)
		if now == r.dir && part == path.Base(r.dir) {
			if start < 0 {
				return fmt.Errorf("the link at %s:%d cannot be changed", quote.Text(d.Path), d.LineOf(l.at.Start))
			}
			from := l.at.Start + start + at
			r.add(d.File, analysis.Range{Start: from, End: from + end - at}, r.base())
		}
		at = end + 1
	}
	return nil
}
