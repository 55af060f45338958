package conformance

import (
	"bytes"
	_ "embed"
	"fmt"
	"io/fs"
	"path"
	"strings"
)

//go:embed bases.txt
var basesText string

// bases returns the frontmatter to which mistakes are applied. NAME is replaced by the directory.
func bases() []string { return strings.Split(basesText, "%%\n") }

var bodies = []string{"\nBody.\n", "\nBody.\n", "\n# Title\n\nText over\ntwo lines.\n\n- a list\n", "# Title\n\nBody.\n", ""}

// MadeHeaders returns n generated cases with one to three mistakes each. Their IDs start with prefix.
func MadeHeaders(prefix string, seed uint64, n int) []Header {
	r := NewRandom(seed)
	headers := bases()
	return applyMistakes(r, prefix, n, func(id string) *draft {
		var header string
		if r.Percent(75) {
			header = strings.ReplaceAll(Pick(r, headers), "NAME", id)
		} else {
			header = composeFrontmatter(r, id)
		}
		return newDraft(id, header, Pick(r, bodies))
	})
}

// MutatedHeaders returns n cases: real skills with one to three mistakes in their frontmatter.
func MutatedHeaders(real []Header, prefix string, seed uint64, n int) []Header {
	r := NewRandom(seed)
	var drafts []func(number string) *draft
	for _, c := range real {
		if header, body, ok := splitFrontmatter(c.File); ok {
			drafts = append(drafts, func(number string) *draft {
				own := c.Directory + number // different names, because some clients list each name only once
				return newDraft(own, strings.Replace(header, "name: "+c.Directory+"\n", "name: "+own+"\n", 1), body)
			})
		}
	}
	if len(drafts) == 0 {
		return nil
	}
	return applyMistakes(r, prefix, n, func(id string) *draft { return Pick(r, drafts)(strings.TrimPrefix(id, prefix)) })
}

// splitFrontmatter splits a skill with ordinary delimiters into its frontmatter and the start of its body.
func splitFrontmatter(file []byte) (header, body string, ok bool) {
	rest, ok := bytes.CutPrefix(file, []byte("---\n"))
	if !ok || bytes.Contains(file, []byte("\r")) {
		return "", "", false
	}
	head, tail, ok := bytes.Cut(rest, []byte("\n---\n"))
	if !ok {
		return "", "", false
	}
	const maxText = 400 // the body hardly matters, and cases should be small
	if len(tail) > maxText {
		tail = tail[:bytes.LastIndexByte(tail[:maxText], '\n')+1]
	}
	return string(head), string(tail), true
}

func applyMistakes(r *Random, prefix string, n int, start func(id string) *draft) []Header {
	cases := make([]Header, 0, n)
	for i := 0; len(cases) < n; i++ {
		id := fmt.Sprintf("%s-%05d", prefix, len(cases)+1)
		d := start(id)
		plain := d.render()
		kinds := []string{mistakes[i%len(mistakes)].kind}
		mistakes[i%len(mistakes)].make(r, d)
		for more := r.Below(10); more > 5 && len(kinds) < 3; more -= 3 {
			if len(d.lines) == 0 {
				break
			}
			s := Pick(r, mistakes)
			s.make(r, d)
			kinds = append(kinds, s.kind)
		}
		file := d.render()
		if bytes.Equal(file, plain) {
			continue
		}
		cases = append(cases, Header{ID: id, Directory: d.directory, File: file, Slips: kinds})
	}
	return cases
}

// RealHeaders returns every SKILL.md of a file system in the order of their paths, which are their IDs.
func RealHeaders(fsys fs.FS) ([]Header, error) {
	var cases []Header
	err := fs.WalkDir(fsys, ".", func(p string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || entry.Name() != "SKILL.md" || path.Dir(p) == "." {
			return err
		}
		file, err := fs.ReadFile(fsys, p)
		cases = append(cases, Header{ID: p, Directory: path.Base(path.Dir(p)), File: file})
		return err
	})
	return cases, err
}
