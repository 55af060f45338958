package main

import (
	"errors"
	"os"
	"path/filepath"

	"github.com/skilllint/skilllint/internal/cli"
	"github.com/skilllint/skilllint/rules"
)

// writeAssets writes the manual page and the completion scripts of a release.
func writeAssets(dir, version, date string) error {
	man, completions := filepath.Join(dir, "man"), filepath.Join(dir, "completions")
	if err := errors.Join(os.MkdirAll(man, 0o755), os.MkdirAll(completions, 0o755)); err != nil {
		return err
	}
	root := cli.Commands(rules.All())
	return errors.Join(
		os.WriteFile(filepath.Join(man, "skilllint.1"), []byte(manual(root, version, date)), 0o644),
		root.GenBashCompletionFileV2(filepath.Join(completions, "skilllint.bash"), true),
		root.GenZshCompletionFile(filepath.Join(completions, "_skilllint")),
		root.GenFishCompletionFile(filepath.Join(completions, "skilllint.fish"), true),
		root.GenPowerShellCompletionFileWithDesc(filepath.Join(completions, "skilllint.ps1")),
	)
}
