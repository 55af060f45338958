package main

import (
	"bytes"
	"cmp"
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
	out["docs/rules/README.md"] = []byte("<!-- Written by go generate ./rules. -->\n\n# Rules\n\n" + table(pages))
	if out["docs/loaders.md"], err = loadersPage(root); err != nil {
		return nil, err
	}
	if out["docs/protocol.md"], err = protocolPage(); err != nil {
		return nil, err
	}
	if out["docs/configuration.md"], err = configurationPage(root, pages); err != nil {
		return nil, err
	}
	out["docs/dialects.md"] = dialectsPage()
	out["README.md"], err = readme(root, groups(pages))
	return out, err
}

// subjects say what the rules of a group are about; of a group that is begun nothing is said yet.
var subjects = map[string]string{
	"budget":      "what a skill costs a context window, and what is lost where that is too much",
	"deps":        "how skills, agents and personas hang together",
	"files":       "names, bytes, links, and what is not to be shipped",
	"frontmatter": "the YAML header, as the loader of each dialect reads it",
	"internal":    "rules that break",
	"links":       "the files that a skill refers to",
	"manifest":    "`MANIFEST.jsonl`, line by line and against its past",
	"markdown":    "the body: fences, sections, comments, tags",
	"portability": "what other agents make of a skill",
	"protocol":    "what CLEO's subagents owe their orchestrator",
	"registry":    "`manifest.json`, `plugin.json`, `marketplace.json`",
	"security":    "what a skill tells a model behind its reader's back",
	"suppression": "comments that suppress findings",
	"tokens":      "what has to be resolved before a model reads it",
}

// groups returns the rules as a Markdown table with a row for each group.
func groups(pages []page) string {
	var b strings.Builder
	b.WriteString("| group | is about | rules |\n|---|---|---|")
	last := ""
	for _, p := range pages {
		group, name, _ := strings.Cut(p.rule.Name, "/")
		if group != last {
			fmt.Fprintf(&b, " |\n| %s | %s | ", group, cmp.Or(subjects[group], "–"))
			last = group
		} else {
			b.WriteString(", ")
		}
		fmt.Fprintf(&b, "[%s](docs/rules/%s.md)", name, p.rule.Name)
	}
	return strings.Replace(b.String(), "|---|---|---| |\n", "|---|---|---|\n", 1) + " |\n"
}

// table returns the rules as a Markdown table.
func table(pages []page) string {
	var b strings.Builder
	b.WriteString("| rule | severity | what it finds | fix |\n|---|---|---|---|\n")
	for _, p := range pages {
		level := p.rule.Severity.String()
		if p.rule.Severity == analysis.Off {
			level = "off"
		}
		fmt.Fprintf(&b, "| [%[1]s](%[1]s.md) | %[2]s | %[3]s | %[4]s |\n",
			p.rule.Name, level, cell(p.rule.Doc), strings.Replace(p.fixes, "none", "–", 1))
	}
	return b.String()
}
