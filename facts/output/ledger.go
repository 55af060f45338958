package output

import (
	"path"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/cleo/ledger"
)

// A verdict is what a ledger is.
type verdict uint8

const (
	unknown verdict = iota // there is none in this run
	ours                   // of this protocol
	other                  // of another format
)

// ledgers are the manifests of a workspace by their folders.
type ledgers map[place]verdict

// A place is a folder of a tree.
type place struct {
	tree *analysis.Tree
	dir  string
}

func newLedgers(pass *analysis.Pass) ledgers {
	l := ledgers{}
	for f, protocol := range ledger.Fact.All(pass.Store) {
		l[place{f.Tree, path.Dir(f.Rel)}] = map[bool]verdict{true: ours, false: other}[protocol]
	}
	return l
}

// of returns what the ledger of a file is, the nearest one at or above it, and whether it stands
// right beside the file.
func (l ledgers) of(f *analysis.File) (v verdict, beside bool) {
	own := path.Dir(f.Rel)
	for dir := own; ; dir = path.Dir(dir) {
		if v, ok := l[place{f.Tree, dir}]; ok {
			return v, dir == own
		}
		if dir == "." || dir == "/" {
			return unknown, false
		}
	}
}
