package yamltree

import (
	"testing"

	"gopkg.in/yaml.v3"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/syntax/libyaml"
)

// Frontmatter of a typical size: 300 bytes.
const typical = `name: sort-mail
description: Sorts mail by sender and date, and files it into folders. Use when the inbox is full, when mail has to be found again, or when somebody asks for it.
license: MIT
allowed-tools:
  - Read
  - Write
  - Bash
metadata:
  author: the mail team
  version: "1.2.0"
`

// BenchmarkParse and BenchmarkYAML compare this package with yaml.v3.
func BenchmarkParse(b *testing.B) {
	src := []byte(typical)
	b.ReportAllocs()
	for range b.N {
		if Parse(src, analysis.Range{End: len(src)}).Root == nil {
			b.Fatal("no root")
		}
	}
}

func BenchmarkYAML(b *testing.B) {
	src := []byte(typical)
	b.ReportAllocs()
	for range b.N {
		var n yaml.Node
		if err := yaml.Unmarshal(src, &n); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkOutline(b *testing.B) {
	src := []byte(typical)
	b.ReportAllocs()
	for range b.N {
		libyaml.Read(src, variant)
	}
}
