package manifest

import (
	"strings"

	"github.com/skilllint/skilllint/internal/cleo/ledger"
)

// resolveFile follows the path of an entry, if it has one that can be followed.
func resolveFile(r *ledger.Resolver, e ledger.Entry) ledger.Target {
	file := e.Get(ledger.File)
	if strings.Trim(file, blanks) == "" || len(tokensOf(file)) > 0 {
		return ledger.Target{}
	}
	return r.Resolve(file)
}
