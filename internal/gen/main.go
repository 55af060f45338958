// Command gen writes what follows from the rules: their pages and tables, and the first draft of
// a new one; and the vocabulary that tokens are counted with. It is no part of the program.
//
//	go run ./internal/gen rule group/name   begin a rule
//	go run ./internal/gen docs              write docs/rules and the table of README.md
//	go run ./internal/gen ranks FILE        pack o200k_base.tiktoken for package token
//	go run ./internal/gen workspaces DIR    lay all fixtures out, each as a repository
//	go run ./internal/gen site DIR          write the documentation as a site
//	go run ./internal/gen assets DIR [VERSION [DATE]]   write the manual page and what shells complete with, for a release
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
		return begin(root, args[1])
	case len(args) == 1 && args[0] == "docs":
		return writeDocs(root)
	case len(args) == 2 && args[0] == "ranks":
		return writeRanks(root, args[1])
	case len(args) == 2 && args[0] == "workspaces":
		return writeWorkspaces(root, args[1])
	case len(args) == 2 && args[0] == "site":
		return writeSite(root, args[1])
	case len(args) >= 2 && len(args) <= 4 && args[0] == "assets":
		args = append(args, "", "")
		return writeAssets(args[1], args[2], args[3])
	}
	return errors.New("write: gen rule group/name, gen docs, gen ranks FILE, gen workspaces DIR, gen site DIR, or: gen assets DIR")
}

// documented returns all rules that have a page.
func documented() []*analysis.Analyzer { return append(rules.All(), analysis.Broken) }

// moduleRoot returns the folder with go.mod, at or above the working directory.
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
			return "", errors.New("no go.mod here or above")
		}
		dir = parent
	}
}

// begin writes the first draft of a rule and says what comes next.
func begin(root, name string) error {
	d, err := newDraft(name)
	if err != nil {
		return err
	}
	written, err := d.write(root)
	if err != nil {
		return err
	}
	// The pages are written by a program that knows the new rule already.
	generate := exec.Command("go", "generate", "./rules")
	generate.Dir = root
	if out, err := generate.CombinedOutput(); err != nil {
		return fmt.Errorf("go generate ./rules: %w\n%s", err, out)
	}
	fmt.Printf("Wrote %s and the rule's page.\n", strings.Join(written, ", "))
	fmt.Printf(`
Next:
  1. Say in fixtures/%[1]s/found.txtar what the rule must find, in clean.txtar what it must not.
  2. Replace every TODO of rules/%[2]s; its doc comment is the rule's page.
  3. Until it passes: go test ./rules -run 'TestFixtures/%[1]s'
  4. go generate ./rules && go test ./...
`, name, d.File)
	return nil
}
