// Package market lints a source of a marketplace, and writes or reuses its part of the output.
package market

import (
	"context"
	"encoding/hex"
	"fmt"
	"path"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/integrations/beam/internal/cluster"
	"github.com/skilllint/skilllint/integrations/beam/internal/source"
	"github.com/skilllint/skilllint/integrations/beam/internal/table"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/rules"
)

// maxTime limits the analysis of one source.
const maxTime = 10 * time.Minute

// Rows are the rows of one source.
type Rows struct {
	Source   table.Source
	Findings []table.Finding
	Files    []table.File
	Skills   []table.Skill
}

// lintTree returns the rows of a source. With trust, its configuration and suppression comments apply.
func lintTree(ctx context.Context, id, uri string, tree *source.Tree, trust bool) (*Rows, error) {
	ctx, cancel := context.WithTimeout(ctx, maxTime)
	defer cancel()
	texts := map[string]cluster.Text{}
	result, err := lint.Run(ctx, tree.Tree, lint.Options{
		Analyzers: append(slices.Clip(rules.All()), collect(texts)), MinSeverity: analysis.Info, Jobs: 1,
		Isolated: !trust, Trust: trust,
	})
	if err != nil {
		return nil, err
	}
	r := &Rows{Source: table.Source{Source: id, URI: uri, Hash: tree.Hash, Entries: int64(tree.Files), Bytes: tree.Bytes,
		Skipped: int64(tree.Skipped), Checked: int64(len(result.Files))}}
	for i := range result.Findings {
		r.addFinding(id, &result.Findings[i])
	}
	for i := range result.Files {
		r.addFile(id, &result.Files[i], texts)
	}
	return r, nil
}

func (r *Rows) addFinding(id string, f *lint.Finding) {
	switch f.Severity {
	case analysis.Error:
		r.Source.Errors++
	case analysis.Warning:
		r.Source.Warnings++
	default:
		r.Source.Infos++
	}
	at := f.Location
	r.Findings = append(r.Findings, table.Finding{Source: id, Path: utf8(at.Path),
		Line: int64(at.Start.Line), Column: int64(at.Start.Column), EndLine: int64(at.End.Line), EndColumn: int64(at.End.Column),
		Rule: f.Rule, Severity: f.Severity.String(), Message: utf8(f.Message), Effect: utf8(f.Effect), Help: utf8(f.Help),
		Fixable: len(f.Fixes) > 0, Fingerprint: f.Fingerprint})
}

func (r *Rows) addFile(id string, f *lint.File, texts map[string]cluster.Text) {
	hash := ""
	if f.Hash != [32]byte{} {
		hash = hex.EncodeToString(f.Hash[:])
	}
	r.Files = append(r.Files, table.File{Source: id, Path: utf8(f.Path), Kind: f.Kind.String(), Dialect: f.Dialect, Size: f.Size, Hash: hash})
	text, ok := texts[f.Path]
	if f.Kind != analysis.Skill || !ok {
		return
	}
	name := f.Name
	if name == "" {
		name = path.Base(path.Dir(f.Path))
	}
	r.Source.Skills++
	r.Skills = append(r.Skills, table.Skill{Source: id, Path: utf8(f.Path), Name: utf8(name), Description: utf8(f.Description), Dialect: f.Dialect,
		Hash: hash, Words: cluster.Pack(text.Words), Minima: cluster.Pack(text.Minima[:])})
}

// utf8 replaces invalid bytes, which JSON and Parquet strings cannot contain.
func utf8(s string) string { return strings.ToValidUTF8(s, "\uFFFD") }

// textFact computes the data of a skill for the comparison across sources.
var textFact = analysis.NewFact("marketplace-text", "words of a skill", analysis.PerDocument, analysis.Skill,
	func(pass *analysis.Pass) (cluster.Text, error) {
		d, description := pass.Document, ""
		if v := d.Data.Get("description"); v != nil && v.IsString() {
			description = v.Text
		}
		return cluster.NewText(description, string(d.Source[min(d.BodyStart(), len(d.Source)):])), nil
	})

// collect returns an analyzer that adds the texts of all skills to a map.
func collect(to map[string]cluster.Text) *analysis.Analyzer {
	return &analysis.Analyzer{
		Name: "marketplace/text", Doc: "collects the words of skills", Scope: analysis.PerWorkspace, Severity: analysis.Info,
		Source:   analysis.Source{Kind: analysis.Opinion, Name: "the authors of this linter", Checked: "2026-11-23"},
		Requires: []*analysis.Analyzer{textFact.Analyzer},
		Run: func(pass *analysis.Pass) error {
			for f, text := range textFact.All(pass.Store) {
				to[f.Path] = text
			}
			return nil
		},
	}
}

// slots limits the sources that a worker has in memory at a time.
var slots = sync.OnceValue(func() chan struct{} { return make(chan struct{}, runtime.GOMAXPROCS(0)) })

// protect turns a panic into an error.
func protect(err *error) {
	if p := recover(); p != nil {
		*err = fmt.Errorf("internal error: %v", p)
	}
}
