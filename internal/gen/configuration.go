package main

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"

	"github.com/skilllint/skilllint/rules"
)

// configured is the number of rules that the example on the page changes. The page shows how many others remain.
const configured = 2

var unchangedRules = regexp.MustCompile(`\d+ rules as by default`)

// configurationPage returns docs/configuration.md with the options and the number of all rules.
func configurationPage(root string, pages []page) ([]byte, error) {
	name := filepath.Join("docs", "configuration.md")
	text, err := os.ReadFile(filepath.Join(root, name))
	if err != nil {
		return nil, err
	}
	out, err := replacePart(name, string(text), "options", "\n"+allOptions(pages)+"\n")
	left := fmt.Sprintf("%d rules as by default", len(rules.All())-configured)
	return []byte(unchangedRules.ReplaceAllString(out, left)), err
}

// allOptions returns the options of all rules as a Markdown table.
func allOptions(pages []page) string {
	var b strings.Builder
	b.WriteString("| rule | option | type | default | meaning |\n|---|---|---|---|---|\n")
	for _, p := range pages {
		if p.rule.Options == nil {
			continue
		}
		name := fmt.Sprintf("[%[1]s](rules/%[1]s.md)", p.rule.Name)
		defaults := reflect.ValueOf(p.rule.Options).Elem()
		for i := range defaults.NumField() {
			fmt.Fprintf(&b, "| %s | %s |\n", name, optionCells(defaults, i))
			name = ""
		}
	}
	return b.String()
}
