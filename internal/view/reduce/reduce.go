// Package reduce makes a small example of a finding: the files, lines and words without which it would not be reported.
package reduce

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/finding"
	"github.com/skilllint/skilllint/internal/lint"
	"github.com/skilllint/skilllint/internal/load"
	"github.com/skilllint/skilllint/internal/safefile"
	"github.com/skilllint/skilllint/internal/treefs"
)

// maxRuns limits the runs of one reduction. An example is valid, but larger, if they do not suffice.
const maxRuns = 3000

// A file is an entry of the tree.
type file struct {
	path    string
	mode    fs.FileMode
	content []byte // or the target of a link
}

// A reduction is the state of a reduction: the tree so far, which has the finding.
type reduction struct {
	ctx   context.Context
	req   lint.Request
	want  Finding
	files []file
	runs  int
}

// A Finding identifies a finding in a tree.
type Finding struct {
	Path     string // relative to the root
	Rule     string
	Severity analysis.Severity
	Message  string
}

// Tree returns a small tree in which a rule reports the same, and the finding in it. Words that are not needed have other letters.
// req is a request for the rule; its paths are ignored.
func Tree(ctx context.Context, req lint.Request, root treefs.FS, want Finding) (*treefs.Memory, Finding, error) {
	r := &reduction{ctx: ctx, req: req, want: want}
	if err := r.read(root, "."); err != nil {
		return nil, want, err
	}
	if !r.has(r.files, want) {
		return nil, want, errors.New("the finding depends on more than the files of the repository, such as its history")
	}
	r.removeDirs(".")
	r.removeLines()
	r.removeDirs(".")
	r.replaceWords()
	if err := ctx.Err(); err != nil {
		return nil, want, err
	}
	tree, err := memory(r.files)
	return tree, r.want, err
}

// read reads a directory, except for the data of git.
func (r *reduction) read(root treefs.FS, dir string) error {
	entries, err := root.ReadDir(dir)
	if err != nil {
		return fmt.Errorf("read the repository: %w", err)
	}
	for _, e := range entries {
		name := path.Join(dir, e.Name())
		switch {
		case e.Name() == ".git":
		case e.IsDir():
			if err := r.read(root, name); err != nil {
				return err
			}
		case e.Type()&fs.ModeSymlink != 0:
			to, err := root.ReadLink(name)
			if err != nil {
				return err
			}
			r.files = append(r.files, file{name, fs.ModeSymlink | 0o777, []byte(to)})
		case e.Type().IsRegular():
			if err := r.readFile(root, name); err != nil {
				return err
			}
		}
	}
	return nil
}

// readFile reads a file. What is too large to be linted counts only as existing.
func (r *reduction) readFile(root treefs.FS, name string) error {
	f, err := root.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	var content []byte
	if info.Size() <= load.MaxJSON {
		if content, err = load.ReadAtMost(f, load.MaxJSON); err != nil {
			return err
		}
	}
	r.files = append(r.files, file{name, info.Mode(), content})
	return nil
}

// has reports whether files have a finding.
func (r *reduction) has(files []file, want Finding) bool {
	if r.runs++; r.runs > maxRuns || r.ctx.Err() != nil {
		return false
	}
	tree, err := memory(files)
	if err != nil {
		return false
	}
	req := r.req
	req.Dir, req.Memory, req.Paths, req.AllowEmpty, req.Output = "/", tree, nil, true, &safefile.Writer{}
	result, err := lint.Run(r.ctx, req)
	if err != nil {
		return false
	}
	return slices.ContainsFunc(result.Report.Findings, func(f finding.Finding) bool {
		return f.Rule == want.Rule && f.Rel == want.Path && f.Severity == want.Severity && shape(f.Message) == shape(want.Message)
	})
}

func memory(files []file) (*treefs.Memory, error) {
	tree := treefs.NewMemory()
	for _, f := range files {
		if err := tree.Add(f.path, f.mode, f.content); err != nil {
			return nil, err
		}
	}
	return tree, nil
}

// shape returns a message without what it quotes, and without numbers.
func shape(message string) string {
	var b strings.Builder
	for i, part := range strings.Split(message, `"`) {
		if i%2 == 0 {
			b.WriteString(strings.Map(func(c rune) rune {
				if c >= '0' && c <= '9' {
					return -1
				}
				return c
			}, part))
		}
	}
	return b.String()
}
