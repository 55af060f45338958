package links

import (
	"fmt"
	"path"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/facts/link"
)

// brokenHooks reports missing scripts of hooks and servers. It returns the locations of all such scripts, because paths
// in the frontmatter that defines them are not links.
func brokenHooks(pass *analysis.Pass, resolver *link.Resolver, index *index) map[analysis.Location]bool {
	places := map[analysis.Location]bool{}
	for file, hooks := range link.HookFact.All(pass.Store) {
		for _, h := range hooks {
			places[h.At] = true
			l := resolver.Resolve(file, &h.Target)
			f := l.Problem
			if f == link.OtherCase && file.Kind&analysis.Markdown == 0 {
				f = link.Missing // links/case reads Markdown only
			}
			if f == link.Missing && l.Path != "" && file.Tree.Stat(path.Join(path.Dir(file.Rel), l.Path)) == analysis.IsFile {
				continue // a plugin without a manifest
			}
			if f != link.Missing || h.Guarded || h.Relative && l.Found != "" || isBuilt(strings.TrimPrefix(l.Path, "../")) || l.InExample() ||
				file.Kind == analysis.Agent && file.Plugin { // clients do not run the hooks of such files
				continue
			}
			near := file.Tree.OtherCase(l.To)
			if near == "" {
				near = index.near(&l)
			}
			pass.Report(brokenHook(&l, &h, near))
		}
	}
	return places
}

func brokenHook(l *link.Link, h *link.Hook, near string) analysis.Diagnostic {
	what, effect := "hook", "the hook fails whenever it runs"
	switch {
	case h.Server:
		what, effect = "server", "the server does not start"
	case h.Module:
		what, effect = "mod", "Claude Code does not load the mod"
	}
	at := h.At
	d := analysis.Diagnostic{Location: &at, Effect: effect,
		Message: fmt.Sprintf("%s runs a missing file: %s", what, quote.Text(l.To)),
		Help:    "add the file or remove the " + what}
	if to, ok := l.WithPath(near); ok {
		replacePath(&d, l, to, true)
	}
	return d
}

// isBuilt reports whether a path is in a directory that a build or an installation creates.
func isBuilt(rel string) bool {
	first, _, _ := strings.Cut(path.Clean(rel), "/")
	switch first {
	case "dist", "build", "out", "target", "generated", "node_modules", "bin", "release", "vendor", ".venv", "venv":
		return true
	}
	return strings.Contains(rel, "/target/release/") || strings.Contains(rel, "/node_modules/")
}
