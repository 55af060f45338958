package manifest

import (
	"path"
	"strings"

	"github.com/skilllint/skilllint/facts/ledger"
)

// resolveFile follows the path of an entry, if it has one that can be followed.
func resolveFile(r *ledger.Resolver, e ledger.Entry) ledger.Target {
	file := e.Get(ledger.File)
	if strings.Trim(file, blanks) == "" || len(tokensOf(file)) > 0 {
		return ledger.Target{}
	}
	return r.Resolve(file)
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
