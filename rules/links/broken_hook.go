package links

import (
	"fmt"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/facts/link"
)

// brokenHooks reports scripts of hooks and servers that are not there, and returns all places of such
// scripts: what a header says there is no path of a text.
func brokenHooks(pass *analysis.Pass, resolver *link.Resolver, index *index) map[analysis.Location]bool {
	places := map[analysis.Location]bool{}
	for file, hooks := range link.HookFact.All(pass.Store) {
		for _, h := range hooks {
			places[h.At] = true
			l := resolver.Resolve(file, &h.Target)
			f := l.Fault
			if f == link.OtherCase && file.Kind&analysis.Markdown == 0 {
				f = link.Missing // links/case reads Markdown only
			}
			if f != link.Missing || h.Guarded || isBuilt(l.Path) || l.InExample() ||
				file.Kind == analysis.Agent && file.Plugin { // whose hooks are not run
				continue
			}
			near := file.Tree.OtherCase(l.To)
			if near == "" {
				near = index.near(&l)
			}
			at := h.At
			d := analysis.Diagnostic{Location: &at, Message: hookMessage(&l, h.Server, near)}
			if to, ok := l.Instead(near); ok {
				d.SuggestedFixes = []analysis.SuggestedFix{{Title: "write " + quote.Text(to), Edits: []analysis.Edit{{Range: at.Range, Text: to}}}}
			}
			pass.Report(d)
		}
	}
	return places
}

func hookMessage(l *link.Link, server bool, near string) string {
	what := "the hook fails each time that it is run"
	if server {
		what = "the server does not start"
	}
	text := quote.Text(l.Written)
	if l.To != l.Written {
		text += fmt.Sprintf(" leads to %s, which", quote.Text(l.To))
	}
	text += " is not there, so " + what
	if to, ok := l.Instead(near); ok {
		return text + "; write " + to
	}
	return text + "; add it, or remove the command"
}

// isBuilt reports whether a path begins in a folder that a build or an installation makes, so that it may
// be missing in the source.
func isBuilt(rel string) bool {
	first, _, _ := strings.Cut(rel, "/")
	switch first {
	case "dist", "build", "out", "target", "generated", "node_modules", "bin", "release", "vendor", ".venv", "venv":
		return true
	}
	return false
}
