package main

import (
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/internal/fixture"
)

// writeWorkspaces writes every fixture as a separate git repository: the files of its git base are committed, and its
// files are added to the index.
func writeWorkspaces(root, to string) error {
	archives, err := filepath.Glob(filepath.Join(root, "fixtures", "*", "*", "*.txtar"))
	if err != nil {
		return err
	}
	for _, name := range archives {
		rel, err := filepath.Rel(filepath.Join(root, "fixtures"), name)
		if err == nil {
			err = writeWorkspace(name, filepath.Join(to, strings.ReplaceAll(strings.TrimSuffix(rel, ".txtar"), string(filepath.Separator), ".")))
		}
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return nil
}

func writeWorkspace(archive, dir string) error {
	data, err := os.ReadFile(archive)
	if err != nil {
		return err
	}
	a, err := fixture.Parse(data)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	var base []fixture.File
	for _, path := range slices.Sorted(maps.Keys(a.Base)) {
		base = append(base, fixture.File{Path: path, Data: a.Base[path]})
	}
	if _, err := fixture.Write(dir, base); err != nil {
		return err
	}
	const commit = "-c user.name=gen -c user.email=gen@example.org commit -q --allow-empty -m base --date 2020-01-01T00:00:00Z"
	for _, args := range []string{"init -q -b main", "add -Af", commit, "rm -rfq --ignore-unmatch ."} {
		if err := git(dir, strings.Fields(args)); err != nil {
			return err
		}
	}
	if _, err := fixture.Write(dir, a.Files); err != nil {
		return err
	}
	return git(dir, []string{"add", "-Af"})
}

func git(dir string, args []string) error {
	cmd := exec.Command("git", append([]string{"-C", dir}, args...)...)
	cmd.Stderr = os.Stderr
	return cmd.Run()
}
