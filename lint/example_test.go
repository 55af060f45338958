package lint_test

import (
	"context"
	"fmt"
	"log"

	"github.com/skilllint/skilllint/lint"
)

// A service lints an uploaded skill and lists the fixes and files.
func Example() {
	tree, err := lint.NewTree(map[string][]byte{
		"skills/deploy/SKILL.md": []byte("---\nname: deploy\n" +
			"description: Deploys the service. Use when a release is due.\nallowed-tools: Read Grepp\n---\n" +
			"# Deploy\n\nFollow [the list](references/cheklist.md).\n"),
		"skills/deploy/references/checklist.md": []byte("# Checklist\n"),
	})
	if err != nil {
		log.Fatal(err)
	}
	result, err := lint.Run(context.Background(), tree, lint.Options{})
	if err != nil {
		log.Fatal(err)
	}
	for _, f := range result.Findings {
		fmt.Printf("%s:%d:%d: %v: %s [%s]\n", f.Location.Path, f.Location.Start.Line, f.Location.Start.Column, f.Severity, f.Message, f.Rule)
		for _, fix := range f.Fixes {
			fmt.Println("  fix:", fix.Title)
		}
	}
	for _, f := range result.Files {
		fmt.Println(f.Kind, f.Path, f.Name)
	}
	// Output:
	// skills/deploy/SKILL.md:4:21: warning: unknown tool "Grepp" [frontmatter/tool]
	//   fix: rename it to "Grep"
	// skills/deploy/SKILL.md:8:19: error: broken link: file "references/cheklist.md" does not exist [links/broken]
	//   fix: replace with "references/checklist.md"
	// skill skills/deploy/SKILL.md deploy
	// reference skills/deploy/references/checklist.md
}
