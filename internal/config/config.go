// Package config reads .skilllint.yaml and computes the effective settings of a file: severities and options of rules,
// dialect, exclusion.
//
// A [Finder] finds the configuration of a directory, nearest first. [Parse] decodes one file strictly: a misspelled key is
// an error with a position. [Config.Settings] combines a configuration with the [Selection] of the command line.
package config

import (
	"fmt"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/analysis/suggest"
	"github.com/skilllint/skilllint/internal/finding"
	"github.com/skilllint/skilllint/internal/sorting"
	"github.com/skilllint/skilllint/internal/syntax/yamltree"
	"github.com/skilllint/skilllint/rules/house"
	"github.com/skilllint/skilllint/schema"
)

// Name is the name of a configuration file.
const Name = ".skilllint.yaml"

// Limits of a configuration, so that an untrusted one cannot slow down a run.
const (
	maxBytes  = 64 << 10
	maxErrors = 10
)

// A Config is a decoded configuration file merged with the files that it extends. It is read-only. The zero
// Config is the default.
type Config struct {
	Path    string   // for messages; empty: no file
	Dir     string   // base of its globs, below the root of the tree; "." for the root
	Extends []string // all merged files, as shown in messages; later ones take precedence
	Sources []string // all files read, including itself and schemas, relative to the root
	Notices []string // notices for its author, such as renamed rules

	Dialects     []Pin
	Targets      []string // clients that every skill must work with, sorted, unique
	Exclude      []Glob
	Manifest     Manifest
	Ledgers      []Ledger
	Suppression  Suppression
	Baseline     File              // zero: none
	TrustedHosts []string          // hosts whose code may be run, see [analysis.File]
	MinSeverity  analysis.Severity // lowest reported severity; Off: the default

	profile     profile
	parts       []part        // later ones take precedence
	customRules []*house.Rule // sorted by name
	extends     []namedFile
	baseline    namedFile
	rules       layer // rules, budgets and conventions are merged from all parts
	budgets     *analysis.Budgets
	conventions *analysis.Conventions
	views       *views     // nil: no overrides
	globCache   *globCache // nil: no globs
	base        *Config    // of a view: the configuration without its overrides
	schemaFiles []kindSchema
	extras      map[analysis.Kind]*schema.Extra
	hasTargets  bool // targets is set, possibly to an empty list
}

// A File is a file that a configuration names.
type File struct {
	Rel    string // relative to the root, with "/"
	Origin Origin
}

// A Suppression is the configuration of suppression comments.
type Suppression struct {
	RequireReason bool // each comment must give a reason
	Security      bool // comments also suppress protected rules; only in the configuration of a root

	isSet, securitySet bool
}

// Below converts a path relative to the root into one relative to the configuration's directory.
func (c *Config) Below(rel string) string {
	if c.Dir == "." {
		return rel
	}
	return strings.TrimPrefix(rel, c.Dir+"/")
}

// A Pin sets the dialect of the files that match a glob.
type Pin struct {
	Glob    Glob
	Dialect string
}

// A Manifest is the configuration of MANIFEST.jsonl files.
type Manifest struct {
	Claimed bool   // profile or paths was set: the files follow this protocol regardless of their content
	Files   string // "siblings" (default) or "required": whether files in entries must exist
	Paths   []Glob // additional manifests

	profile profile // zero: that of the configuration
}

// A profile is how strictly files must follow the protocol of their dialect.
type profile struct {
	name string // "tolerant" or "strict"; empty: not set, which is tolerant
	at   Origin
}

func (p profile) isStrict() bool { return p.name == "strict" }

// or returns the profile, or another one if it is not set.
func (p profile) or(other profile) profile {
	if p.name == "" {
		return other
	}
	return p
}

// manifestProfile returns the profile of manifests and outputs.
func (c *Config) manifestProfile() profile { return c.Manifest.profile.or(c.profile) }

// A Ledger assigns a schema to the lines of JSON Lines files that do not follow the manifest protocol.
type Ledger struct {
	Glob Glob

	file   namedFile
	schema *schema.Extra
}

// A Schema lists the names that a configuration may use.
type Schema struct {
	Rules    []*analysis.Analyzer // facts are ignored
	Dialects []string
	Targets  []string // clients
}

// Errors are the errors of one configuration, sorted by position.
type Errors []*finding.FileError

// Error returns a line for each error.
func (e Errors) Error() string {
	lines := make([]string, 0, len(e))
	for i, one := range e {
		if i == maxErrors {
			lines = append(lines, fmt.Sprintf("%s: … and %d more", one.Path, len(e)-i))
			break
		}
		lines = append(lines, one.Error())
	}
	return strings.Join(lines, "\n")
}

// Parse decodes a configuration without the ones that it extends. path is for messages, and globs are relative
// to dir. The error is an [Errors].
func Parse(source []byte, path, dir string, schema Schema) (*Config, error) {
	d := &decoder{
		doc:    analysis.NewDocument(&analysis.File{Path: path}, source),
		path:   path,
		schema: schema,
		config: &Config{Path: path, Dir: dir, parts: []part{{rules: layer{}}}, globCache: newGlobCache()},
	}
	if root := d.parse(source); root != nil {
		d.file(root)
	}
	if len(d.errs) > 0 {
		sorting.By(d.errs, func(a, b *finding.FileError) int {
			if a.Position.Line != b.Position.Line {
				return a.Position.Line - b.Position.Line
			}
			return a.Position.Column - b.Position.Column
		})
		return nil, d.errs
	}
	if len(d.config.extends) == 0 {
		if err := d.config.checkCustomRules(); err != nil {
			return nil, err
		}
	}
	d.config.resolve()
	return d.config, nil
}

// A decoder decodes a tree of values into a Config and collects all errors.
type decoder struct {
	doc    *analysis.Document
	path   string
	schema Schema
	config *Config
	part   *part // the part being decoded
	errs   Errors

	customKey string // the key of custom rules that was used, "" if none so far
}

func (d *decoder) failf(r analysis.Range, format string, args ...any) {
	d.errs = append(d.errs, &finding.FileError{
		Path: d.path, Position: d.doc.Position(r.Start), Message: fmt.Sprintf(format, args...),
	})
}

// parse returns the root value of the file, or nil if it is empty or unusable.
func (d *decoder) parse(source []byte) *analysis.Value {
	if len(source) > maxBytes {
		d.errs = append(d.errs, &finding.FileError{Path: d.path,
			Message: fmt.Sprintf("file is %d bytes long (limit %d)", len(source), maxBytes)})
		return nil
	}
	content := analysis.Range{End: len(source)}
	if strings.HasPrefix(string(source), "\ufeff") {
		content.Start = len("\ufeff")
	}
	tree := yamltree.Parse(source, content)
	if tree.Broken != nil {
		d.failf(tree.Broken.Range, "invalid YAML: %s; %s", tree.Broken.Message, tree.Broken.Help)
		return nil
	}
	for _, l := range tree.Limits {
		d.failf(l.Range, "%s", l.Message)
	}
	for _, o := range tree.Warnings {
		d.parseWarning(o)
	}
	if len(d.errs) > 0 {
		return nil
	}
	return tree.Root
}

func (d *decoder) parseWarning(o analysis.ParseWarning) {
	switch o.Kind {
	case analysis.DuplicateKey:
		d.failf(o.Range, "duplicate key %s (first used on line %d)",
			quote.Text(strings.Trim(d.doc.Text(o.Range), `"'`)), d.doc.LineOf(o.First.Start))
	case analysis.Anchor, analysis.BadAlias:
		d.failf(o.Range, noAliases)
	case analysis.CoreTag, analysis.UnknownTag:
		d.failf(o.Range, noTags)
	default:
		d.failf(o.Range, "%s", o.Message)
	}
}

const (
	noAliases = "anchors and aliases are not supported; write the value itself"
	noTags    = "tags are not supported; write the value alone"
)

// plain reports whether a value has no alias, anchor or tag. If it has one, plain records an error.
func (d *decoder) plain(v *analysis.Value) bool {
	switch {
	case v.Note&analysis.Anchored != 0:
		d.failf(v.Range, noAliases)
	case v.Note&analysis.Tagged != 0:
		d.failf(v.Range, noTags)
	default:
		return true
	}
	return false
}

// entries returns the members of a mapping, or records an error.
func (d *decoder) entries(v *analysis.Value, what string) []analysis.Member {
	if !d.plain(v) {
		return nil
	}
	if v.Kind != analysis.Map {
		d.failf(v.Range, "%s must be a mapping, not %s", what, kindOf(v))
		return nil
	}
	out := make([]analysis.Member, 0, len(v.Members))
	for _, m := range v.Members {
		if m.Merged {
			d.failf(m.KeyRange, "merge keys are not supported; write the keys themselves")
			return nil
		}
		out = append(out, m)
	}
	return out
}

// text returns a string, or records an error.
func (d *decoder) text(v *analysis.Value, what string) (string, bool) {
	if !d.plain(v) {
		return "", false
	}
	if v.Kind != analysis.String {
		d.failf(v.Range, "%s must be a string, not %s%s", what, kindOf(v), quotable(v))
		return "", false
	}
	return v.Text, true
}

// oneOf returns a string that must be one of words, or records an error.
func (d *decoder) oneOf(v *analysis.Value, what string, words []string) (string, bool) {
	text, ok := d.text(v, what)
	if !ok {
		return "", false
	}
	if !slices.Contains(words, text) {
		d.failf(v.Range, "unknown %s %s%s", what, quote.Text(text), Hint(text, words))
		return "", false
	}
	return text, true
}

// list returns the items of a list. A single string is treated as a list of one item.
func (d *decoder) list(v *analysis.Value, what string) []*analysis.Value {
	if !d.plain(v) {
		return nil
	}
	switch v.Kind {
	case analysis.List:
		return v.Items
	case analysis.String:
		return []*analysis.Value{v}
	}
	d.failf(v.Range, "%s must be a list of strings, not %s", what, kindOf(v))
	return nil
}

func kindOf(v *analysis.Value) string {
	if v.Kind == analysis.Null {
		return "empty"
	}
	return "a " + v.Kind.String()
}

// quotable suggests quotes for a scalar that is not a string.
func quotable(v *analysis.Value) string {
	if v.Kind == analysis.Number || v.Kind == analysis.Bool {
		return fmt.Sprintf("; write %q", v.Text)
	}
	return ""
}

// Suggestion returns a suggestion for an unknown word ("; did you mean …?"), or "".
func Suggestion(word string, words []string) string {
	if best, ok := suggest.Best(word, words); ok {
		return fmt.Sprintf("; did you mean %q?", best)
	}
	if parts := suggest.Part(word, words); len(parts) > 0 {
		return "; did you mean " + quote.List(parts, "or") + "?"
	}
	return ""
}

// Hint returns a suggestion for an unknown word, or else the list of available words.
func Hint(word string, words []string) string {
	if hint := Suggestion(word, words); hint != "" {
		return hint
	}
	const most = 30
	if len(words) == 0 || len(words) > most {
		return ""
	}
	return " (available: " + strings.Join(words, ", ") + ")"
}
