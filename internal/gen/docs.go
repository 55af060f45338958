package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
)

// writeDocs writes what is not current, and removes pages of rules that are gone.
func writeDocs(root string) error {
	want, err := documents(root)
	if err != nil {
		return err
	}
	for _, path := range slices.Sorted(maps.Keys(want)) {
		full := filepath.Join(root, filepath.FromSlash(path))
		if old, err := os.ReadFile(full); err == nil && bytes.Equal(old, want[path]) {
			continue
		}
		if err := writeFile(full, want[path]); err != nil {
			return err
		}
	}
	gone, err := leftOver(root, want)
	for _, path := range gone {
		err = errors.Join(err, os.Remove(filepath.Join(root, path)))
	}
	return err
}

// leftOver returns the pages in docs/rules that are not wanted.
func leftOver(root string, want map[string][]byte) ([]string, error) {
	var gone []string
	err := filepath.WalkDir(filepath.Join(root, "docs", "rules"), func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		rel, err := filepath.Rel(root, path)
		if _, ok := want[filepath.ToSlash(rel)]; !ok {
			gone = append(gone, filepath.ToSlash(rel))
		}
		return err
	})
	return gone, err
}

// documents returns every document that follows from the rules, by path.
func documents(root string) (map[string][]byte, error) {
	declared, err := declarations(root)
	if err != nil {
		return nil, err
	}
	out := map[string][]byte{}
	var pages []page
	for _, rule := range documented() {
		p := page{rule: rule, declared: declared[rule.Name]}
		if p.declared.variable == "" {
			return nil, fmt.Errorf("no file declares %s", rule.Name)
		}
		if p.example, p.fixes, err = illustrate(root, rule); err != nil {
			return nil, err
		}
		pages = append(pages, p)
		out["docs/rules/"+rule.Name+".md"] = []byte(p.markdown())
	}
	slices.SortFunc(pages, func(a, b page) int { return strings.Compare(a.rule.Name, b.rule.Name) })
	out["docs/rules/README.md"] = []byte("<!-- Written by go generate ./rules. -->\n\n# Rules\n\n" + table(pages, ""))
	if out["docs/loaders.md"], err = loadersPage(root); err != nil {
		return nil, err
	}
	if out["docs/protocol.md"], err = protocolPage(); err != nil {
		return nil, err
	}
	out["docs/dialects.md"] = dialectsPage()
	out["README.md"], err = readme(root, table(pages, "docs/rules/"))
	return out, err
}

// table returns the rules as a Markdown table whose links begin with prefix.
func table(pages []page, prefix string) string {
	var b strings.Builder
	b.WriteString("| rule | severity | what it finds | fix |\n|---|---|---|---|\n")
	for _, p := range pages {
		level := p.rule.Severity.String()
		if p.rule.Severity == analysis.Off {
			level = "off"
		}
		fmt.Fprintf(&b, "| [%[1]s](%[2]s%[1]s.md) | %[3]s | %[4]s | %[5]s |\n",
			p.rule.Name, prefix, level, cell(p.rule.Doc), strings.Replace(p.fixes, "none", "–", 1))
	}
	return b.String()
}
