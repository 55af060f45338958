// Command gen generates the pages of rules, the reference pages, the documentation site and drafts of new
// rules. It is a development tool and not part of skilllint.
//
//	go run ./internal/gen rule GROUP/NAME   create a rule from a template
//	go run ./internal/gen docs              write the generated pages and parts of pages
//	go run ./internal/gen judge DIR [record|list]   compare reports with the verdicts in fixtures/judged (see scripts/judge)
//	go run ./internal/gen ranks FILE        convert o200k_base.tiktoken for package tokenizer
//	go run ./internal/gen workspaces DIR    write each fixture as a git repository
//	go run ./internal/gen site DIR          write the documentation as a website, with the playground
//	go run ./internal/gen assets DIR [VERSION [DATE]]   write the manual page and the shell completions of a release
//	go run ./internal/gen mutate [-tests PACKAGES] [-jobs N] FILE...   change a file in many ways; its tests must fail
package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/rules"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "gen:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	root, err := moduleRoot()
	if err != nil {
		return err
	}
	switch {
	case len(args) == 2 && args[0] == "rule":
		return createRule(root, args[1])
	case len(args) == 1 && args[0] == "docs":
		return writeDocs(root)
	case len(args) >= 2 && len(args) <= 3 && args[0] == "judge":
		return judge(root, args[1], strings.Join(args[2:], ""))
	case len(args) == 2 && args[0] == "ranks":
		return writeRanks(root, args[1])
	case len(args) == 2 && args[0] == "workspaces":
		return writeWorkspaces(root, args[1])
	case len(args) == 2 && args[0] == "site":
		return errors.Join(writeSite(root, args[1]), writePlayground(root, args[1]))
	case len(args) >= 2 && args[0] == "mutate":
		return mutate(args[1:])
	case len(args) >= 2 && len(args) <= 4 && args[0] == "assets":
		args = append(args, "", "")
		return writeAssets(args[1], args[2], args[3])
	}
	return errors.New("usage: gen rule GROUP/NAME | docs | judge DIR [record|list] | ranks FILE | workspaces DIR | site DIR | assets DIR [VERSION [DATE]] | mutate FILE [FILE …]")
}

// documented returns all rules that have a page.
func documented() []*analysis.Analyzer { return append(rules.All(), analysis.Broken) }

// moduleRoot returns the directory with go.mod, at or above the working directory.
func moduleRoot() (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir, nil
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return "", errors.New("go.mod not found in the working directory or above")
		}
		dir = parent
	}
}

// createRule writes the draft of a rule and prints the next steps.
func createRule(root, name string) error {
	d, err := newDraft(name)
	if err != nil {
		return err
	}
	written, err := d.write(root)
	if err != nil {
		return err
	}
	// This program was built without the new rule, so another one has to generate the page.
	generate := exec.Command("go", "generate", "./rules")
	generate.Dir = root
	if out, err := generate.CombinedOutput(); err != nil {
		return fmt.Errorf("go generate ./rules: %w\n%s", err, out)
	}
	fmt.Printf("Wrote %s and the rule's page.\n", strings.Join(written, ", "))
	fmt.Printf(`
Next:
  1. Describe in fixtures/%[1]s/found.txtar what the rule must report, and in clean.txtar what it must not.
  2. Replace every TODO in rules/%[2]s. Its doc comment becomes the rule's page.
  3. Run until it passes: go test ./rules -run 'TestFixtures/%[1]s'
  4. go generate ./rules && go test ./...
`, name, d.File)
	return nil
}
