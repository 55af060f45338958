// Package table defines the tables of the output, and writes and reads their files.
package table

import (
	"cmp"
	"strings"
)

// The tables. Tables of a source are in its own directory, such as findings/source=ID/.
const (
	Sources    = "sources"
	Findings   = "findings"
	Files      = "files"
	Skills     = "skills"
	Names      = "names"
	Similar    = "similar"
	Lookalikes = "lookalikes"
	Failed     = "failed"
)

// PerSource lists the tables with a directory for each source, in the order in which they are written. The row of
// Sources is the last: it states that the others are complete.
var PerSource = []string{Findings, Files, Skills, Sources}

// Across lists the tables about all sources.
var Across = []string{Names, Similar, Lookalikes, Failed}

// A Source is a row for a source that was linted.
type Source struct {
	Source   string `parquet:"-" json:"source"` // its ID; in Parquet, the name of the directory
	URI      string `parquet:"uri" json:"uri"`
	Hash     string `parquet:"hash" json:"hash"`       // of its paths, modes and contents
	Program  string `parquet:"program" json:"program"` // version and options of the linter
	Entries  int64  `parquet:"entries" json:"entries"` // files
	Bytes    int64  `parquet:"bytes" json:"bytes"`     // of all files
	Skipped  int64  `parquet:"skipped" json:"skipped"` // devices, pipes and sockets
	Checked  int64  `parquet:"checked" json:"checked"` // files that rules apply to
	Skills   int64  `parquet:"skills" json:"skills"`
	Errors   int64  `parquet:"errors" json:"errors"`
	Warnings int64  `parquet:"warnings" json:"warnings"`
	Infos    int64  `parquet:"infos" json:"infos"`
}

// A Finding is a row for a finding.
type Finding struct {
	Source      string `parquet:"-" json:"source"`
	Path        string `parquet:"path,dict" json:"path"`
	Line        int64  `parquet:"line" json:"line"`
	Column      int64  `parquet:"column" json:"column"`
	EndLine     int64  `parquet:"end_line" json:"end_line"`
	EndColumn   int64  `parquet:"end_column" json:"end_column"`
	Rule        string `parquet:"rule,dict" json:"rule"`
	Severity    string `parquet:"severity,dict" json:"severity"`
	Message     string `parquet:"message" json:"message"`
	Effect      string `parquet:"effect,dict" json:"effect"`
	Help        string `parquet:"help" json:"help"`
	Fixable     bool   `parquet:"fixable" json:"fixable"`
	Fingerprint string `parquet:"fingerprint" json:"fingerprint"`
}

// A File is a row for a file that was checked.
type File struct {
	Source  string `parquet:"-" json:"source"`
	Path    string `parquet:"path" json:"path"`
	Kind    string `parquet:"kind,dict" json:"kind"`
	Dialect string `parquet:"dialect,dict" json:"dialect"`
	Size    int64  `parquet:"size" json:"size"`
	Hash    string `parquet:"hash" json:"hash"` // SHA-256; empty if the file is too large
}

// A Skill is a row for a skill.
type Skill struct {
	Source      string `parquet:"-" json:"source"`
	Path        string `parquet:"path" json:"path"`
	Name        string `parquet:"name" json:"name"`
	Description string `parquet:"description" json:"description"`
	Dialect     string `parquet:"dialect,dict" json:"dialect"`
	Hash        string `parquet:"hash" json:"hash"` // SHA-256 of SKILL.md

	// Data for the comparison across sources: 4 bytes, little-endian, for each value.
	Words  []byte `parquet:"description_words" json:"-"` // hashes of the words of the description
	Minima []byte `parquet:"body_minhash" json:"-"`      // minima of the body's words
}

// A Name is a row for a version of a skill whose name skills of several sources share.
type Name struct {
	Name       string  `parquet:"name" json:"name"`
	Hash       string  `parquet:"hash" json:"hash"`
	Relation   string  `parquet:"relation" json:"relation"`     // "origin", "drifted" or "unrelated"
	Similarity float64 `parquet:"similarity" json:"similarity"` // of the body to that of the origin, estimated
	Sources    int64   `parquet:"sources" json:"sources"`       // that contain the version
	Skills     int64   `parquet:"skills" json:"skills"`         // copies of the version
	Source     string  `parquet:"source" json:"source"`         // the first source with the version
	Path       string  `parquet:"path" json:"path"`
	Origin     string  `parquet:"origin_source" json:"origin_source"`
	OriginPath string  `parquet:"origin_path" json:"origin_path"`
}

// A Pair is a row for a skill that is nearly identical to one of another source with another name.
type Pair struct {
	Part       string  `parquet:"part" json:"part"` // "description" or "body"
	Similarity float64 `parquet:"similarity" json:"similarity"`
	Name       string  `parquet:"name" json:"name"`
	Source     string  `parquet:"source" json:"source"`
	Path       string  `parquet:"path" json:"path"`
	OtherName  string  `parquet:"other_name" json:"other_name"`
	Other      string  `parquet:"other_source" json:"other_source"`
	OtherPath  string  `parquet:"other_path" json:"other_path"`
}

// A Lookalike is a row for a name that is one edit away from a popular one.
type Lookalike struct {
	Name         string `parquet:"name" json:"name"`
	Sources      int64  `parquet:"sources" json:"sources"` // that use the name
	Source       string `parquet:"source" json:"source"`   // the first source
	Path         string `parquet:"path" json:"path"`
	Other        string `parquet:"other_name" json:"other_name"`
	OtherSources int64  `parquet:"other_sources" json:"other_sources"`
}

// A Failure is a row for a source that could not be linted.
type Failure struct {
	Source string `parquet:"source" json:"source"`
	URI    string `parquet:"uri" json:"uri"`
	Error  string `parquet:"error" json:"error"`
}

// Compare orders rows by name, then versions by the number of sources in descending order: the origin first.
func (n Name) Compare(o Name) int {
	return cmp.Or(strings.Compare(n.Name, o.Name), cmp.Compare(o.Sources, n.Sources), strings.Compare(n.Source, o.Source), strings.Compare(n.Path, o.Path), strings.Compare(n.Hash, o.Hash))
}

func (p Pair) Compare(o Pair) int {
	return cmp.Or(strings.Compare(p.Part, o.Part), strings.Compare(p.Source, o.Source), strings.Compare(p.Path, o.Path), strings.Compare(p.Name, o.Name),
		strings.Compare(p.Other, o.Other), strings.Compare(p.OtherPath, o.OtherPath))
}

func (l Lookalike) Compare(o Lookalike) int {
	return cmp.Or(strings.Compare(l.Name, o.Name), strings.Compare(l.Other, o.Other))
}

func (f Failure) Compare(o Failure) int { return strings.Compare(f.Source, o.Source) }
