package registry

import (
	"path"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/facts/link"
	"github.com/skilllint/skilllint/schema"
)

// A suffixRule is a directory in which a client reads only files with a suffix other than ".md".
type suffixRule struct{ dialect, dir, suffix string }

func suffixRules() []suffixRule {
	var all []suffixRule
	for _, d := range schema.Discoveries() {
		for _, p := range d.Places {
			dir, pattern := p.Directory()
			if suffix := path.Ext(pattern); p.Kind == analysis.CursorRule.String() && p.Scope == "project" && suffix != ".md" {
				all = append(all, suffixRule{d.Dialect, dir, suffix})
			}
		}
	}
	return all
}

// unreadRules reports rules that their client does not read because of their suffix. It skips READMEs, which document the
// directory, files next to one with the same name and the right suffix, which may be its source, and those that a rule links or
// names by their path.
func unreadRules(pass *analysis.Pass) {
	type target struct {
		tree *analysis.Tree
		to   string
	}
	linked := map[target]bool{}
	for _, l := range link.Fact.Of(pass) {
		if l.From.Kind == analysis.CursorRule {
			linked[target{l.From.Tree, l.To}] = true
		}
	}
	seen := map[*analysis.Tree]bool{}
	all := suffixRules()
	for _, f := range pass.Workspace.Files {
		if f.Kind == analysis.CursorRule {
			for _, p := range pathsInRules(string(f.Tree.Read(f.Rel, maxCopy)), all) {
				linked[target{f.Tree, p}] = true
			}
		}
	}
	for _, f := range pass.Workspace.Files {
		if seen[f.Tree] {
			continue
		}
		seen[f.Tree] = true
		for _, p := range f.Tree.All() {
			name, md := strings.CutSuffix(p, ".md")
			if !md || strings.EqualFold(path.Base(name), "README") {
				continue
			}
			for _, s := range all {
				before, _, ok := strings.Cut("/"+p, "/"+s.dir+"/")
				if ok && !isApart(before+"/x") && !f.Tree.IsDir(p) && !f.Tree.Exists(name+s.suffix) && !linked[target{f.Tree, p}] {
					reportUnread(pass, f.Tree.Prefix+p, s)
				}
			}
		}
	}
}

// pathsInRules returns the Markdown files in directories of rules that a text names by their paths from the root.
func pathsInRules(text string, all []suffixRule) []string {
	var paths []string
	for _, s := range all {
		for rest := text; ; {
			at := strings.Index(rest, s.dir+"/")
			if at < 0 {
				break
			}
			rest = rest[at:]
			end := strings.IndexAny(rest, " \t\r\n`)\"'")
			if end < 0 {
				end = len(rest)
			}
			if strings.HasSuffix(rest[:end], ".md") {
				paths = append(paths, rest[:end])
			}
			rest = rest[min(end+1, len(rest)):]
		}
	}
	return paths
}

func reportUnread(pass *analysis.Pass, shown string, s suffixRule) {
	client := schema.Lookup(s.dialect).Title
	one := analysis.Position{Line: 1, Column: 1}
	severity := analysis.Warning
	if path.Base(shown) == "RULE.md" { // a form that Cursor announced in 2025
		severity = analysis.Info
	}
	pass.Report(analysis.Diagnostic{Location: &analysis.Location{Path: shown, Start: one, End: one}, Severity: severity,
		Message: "rule without the suffix " + quote.Text(s.suffix), Effect: client + " does not read it", Help: "rename it to " + quote.Text("*"+s.suffix),
		Group: analysis.Group{Key: path.Dir(shown), Message: analysis.Many + " rules without the suffix " + quote.Text(s.suffix), Effect: client + " does not read them",
			Help: "rename them to " + quote.Text("*"+s.suffix)}})
}
