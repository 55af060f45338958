// Command benchmark runs linters for agent skills on the same public collections and scores them on the verdicts of readers.
package main

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

func main() {
	var b benchmark
	flag.StringVar(&b.clones, "clones", "", "directory with a clone OWNER+NAME of each collection; those that are absent are skipped")
	flag.StringVar(&b.packages, "packages", "", "directory of npm packages: npm install --prefix DIR "+strings.Join(npmPackages(), " "))
	flag.StringVar(&b.reports, "reports", "", "directory with reports made elsewhere: TOOL/OWNER+NAME.sarif")
	flag.StringVar(&b.judged, "judged", "../../fixtures/judged", "directory of the verdicts")
	flag.StringVar(&b.program, "skilllint", "skilllint", "the program to compare with")
	list := flag.Bool("list", false, "print the findings of other tools without a verdict instead, in the columns of verdicts.tsv, with their messages")
	flag.Parse()
	if b.clones == "" || flag.NArg() > 0 {
		flag.Usage()
		os.Exit(2)
	}
	if err := b.run(*list); err != nil {
		fmt.Fprintln(os.Stderr, "benchmark:", err)
		os.Exit(1)
	}
}

// A benchmark has the directories of a run.
type benchmark struct{ clones, packages, reports, judged, program string }

// run lints each collection with each tool and prints the scores, or the findings of other tools without a verdict.
func (b *benchmark) run(list bool) error {
	set, err := readVerdicts(b.judged, "verdicts.tsv")
	if err != nil {
		return err
	}
	tools, err := b.tools()
	if err != nil {
		return err
	}
	for _, c := range set.collections {
		name := strings.ReplaceAll(c.repository, "/", "+")
		clone := filepath.Join(b.clones, name)
		if _, err := os.Stat(clone); err != nil {
			continue
		}
		tree, err := checkOut(clone, c.commit)
		if err != nil {
			fmt.Fprintf(os.Stderr, "skipped: %s: %v\n", c.repository, err)
			continue
		}
		for _, t := range tools {
			if err := t.lint(tree, filepath.Join(b.reports, t.name, name+".sarif")); err != nil {
				fmt.Fprintf(os.Stderr, "%s: %s: %v\n", c.repository, t.name, err)
				continue
			}
			t.score(set, c)
		}
		if err := os.RemoveAll(tree); err != nil {
			return err
		}
	}
	if list {
		return printUnjudged(os.Stdout, tools[1:])
	}
	return printScores(os.Stdout, tools)
}

// checkOut returns a temporary directory with the files of a commit.
func checkOut(clone, commit string) (string, error) {
	tree, err := os.MkdirTemp("", "benchmark-")
	if err != nil {
		return "", err
	}
	for _, args := range [][]string{{"clone", "-q", "--no-checkout", clone, tree}, {"-C", tree, "checkout", "-q", commit}} {
		if out, err := exec.Command("git", args...).CombinedOutput(); err != nil {
			return "", fmt.Errorf("git %s: %w: %s", args[0], err, strings.TrimSpace(string(out)))
		}
	}
	return tree, nil
}
