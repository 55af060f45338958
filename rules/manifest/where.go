package manifest

import (
	"path"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/ledger"
)

// resolveFile follows the path of an entry, if it has one that can be followed.
func resolveFile(manifest *analysis.File, e *ledger.Entry) ledger.Target {
	file := e.Get(ledger.File)
	if strings.Trim(file, blanks) == "" || len(tokensOf(file)) > 0 {
		return ledger.Target{}
	}
	return ledger.Resolve(manifest.Tree, path.Dir(manifest.Rel), file)
}

// below returns a path from a folder to a file of the same tree.
func below(dir, rel string) string {
	up := ""
	for dir != "." {
		if rest, ok := strings.CutPrefix(rel, dir+"/"); ok {
			return up + rest
		}
		dir, up = path.Dir(dir), up+"../"
	}
	return up + rel
}
