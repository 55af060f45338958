package conformance

import (
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"
)

// RealTrees returns trees of real skills: each collection of a file system unchanged, its skills in one directory,
// and samples of all collections.
func RealTrees(fsys fs.FS) ([]*Tree, error) {
	entries, err := fs.ReadDir(fsys, ".")
	if err != nil {
		return nil, err
	}
	r := NewRandom(3)
	var all []*Tree
	var every []clientFile
	for _, entry := range entries {
		if !entry.IsDir() {
			continue
		}
		own, err := collect(fsys, entry.Name())
		if err != nil {
			return nil, err
		}
		every = append(every, own...)
		if len(own) == 0 {
			continue
		}
		all = append(all, unchangedTree(entry.Name(), agents, own), unchangedTree(entry.Name(), Project+"/.codex/skills", own))
		for _, root := range rootNames[:5] {
			all = append(all, flatTree("real-"+entry.Name()+"-flat-"+strings.Trim(path.Dir(root), "."), path.Join(Project, root), skillsOf(own)))
		}
	}
	for i, n := range []int{1, 3, 5, 10, 10, 20, 20, 40, 40, 80, 80, 120, 1000} {
		some := skillsOf(every)
		for j := range some {
			k := j + r.Below(len(some)-j)
			some[j], some[k] = some[k], some[j]
		}
		t := flatTree(fmt.Sprintf("real-some-%02d", i+1), agents, some[:min(n, len(some))])
		if r.Percent(60) {
			t.Window = 500 + r.Below(n*4000)
		}
		all = append(all, t)
	}
	return all, nil
}

// A clientFile is a file that clients read for their skill list.
type clientFile struct {
	path string
	data []byte
}

// collect returns the files of a collection that clients read.
func collect(fsys fs.FS, dir string) ([]clientFile, error) {
	var all []clientFile
	err := fs.WalkDir(fsys, dir, func(p string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.Type().IsRegular() || !slices.Contains([]string{"SKILL.md", "plugin.json", "openai.yaml"}, entry.Name()) {
			return err
		}
		data, err := fs.ReadFile(fsys, p)
		all = append(all, clientFile{p, data})
		return err
	})
	return all, err
}

func skillsOf(files []clientFile) []clientFile {
	var some []clientFile
	for _, f := range files {
		if path.Base(f.path) == "SKILL.md" {
			some = append(some, f)
		}
	}
	return some
}

func unchangedTree(collection, root string, files []clientFile) *Tree {
	t := &Tree{ID: "real-" + collection + "-" + strings.Trim(path.Base(path.Dir(root)), "."), Start: Project, Git: true}
	for _, f := range files {
		t.Files = append(t.Files, File{path.Join(root, strings.TrimPrefix(f.path, collection+"/")), f.data})
	}
	t.excludeRandom()
	return t
}

func flatTree(id, root string, skills []clientFile) *Tree {
	t := &Tree{ID: id, Start: Project, Git: true}
	for _, f := range skills {
		t.add(path.Join(root, path.Base(path.Dir(f.path)), "SKILL.md"), string(f.data))
	}
	t.excludeRandom()
	return t
}

var nameLine = regexp.MustCompile(`(?m)^name: *(.*)$`)

// excludeRandom excludes the clients that keep a random one of two skills with the same name.
func (t *Tree) excludeRandom() {
	t.exclude(later...)
	t.exclude(slow...)
	seen := map[string]bool{}
	for _, f := range t.Files {
		name := nameLine.FindSubmatch(f.Data)
		if path.Base(f.Path) != "SKILL.md" || name == nil {
			continue
		}
		if seen[string(name[1])] {
			t.exclude("opencode", "gemini")
		}
		seen[string(name[1])] = true
	}
}
