package cli

import (
	"path"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/internal/config"
)

// A newlyKnown is a baseline of the tree that is not that of the commit, and what is lost by it.
type newlyKnown struct {
	*book
	to *lossBy
}

// compareBaselines finds out what baselines of the tree would leave out.
func (o *otherwise) compareBaselines(result *analysed) {
	byPair := map[[2]*config.Config]*newlyKnown{}
	for _, f := range result.files {
		was, now := o.pair(f)
		if was == nil || now.Baseline.Rel == "" {
			continue
		}
		pair := [2]*config.Config{was, now}
		if _, known := byPair[pair]; !known {
			byPair[pair] = o.newlyKnown(f.Tree, was, now)
		}
	}
	for i := range result.report.Findings {
		f := &result.report.Findings[i]
		if f.File == nil || isInternal(f) || o.s.enforces(f.Analyzer) {
			continue
		}
		was, now := o.pair(f.File)
		if k := byPair[[2]*config.Config{was, now}]; k != nil {
			if e, ok := k.entry(f); ok && allows(e, f) {
				k.to.known++
			}
		}
	}
}

// pair returns the configurations of a file by the commit and by the tree; nil when it has not got both.
func (o *otherwise) pair(f *analysis.File) (was, now *config.Config) {
	if f.Tree != o.root.Tree {
		return nil, nil
	}
	was, err := o.s.config(f.Tree, path.Dir(f.Rel))
	if err != nil {
		return nil, nil
	}
	if now, err = o.now.config(path.Dir(f.Rel)); err != nil {
		return nil, nil
	}
	return was, now
}

// newlyKnown reads the baseline that a configuration of the tree names; nil when it is that of the commit.
func (o *otherwise) newlyKnown(tree *analysis.Tree, was, now *config.Config) *newlyKnown {
	k := &newlyKnown{}
	switch {
	case o.state(now.Baseline.Rel) != asBefore:
		k.to = o.at(now.Baseline.Rel)
	case was.Baseline.Rel != now.Baseline.Rel:
		k.to = o.blame(was, now)
	}
	if k.to == nil {
		return nil
	}
	file, shown, err := o.now.Open(now.Baseline)
	if err != nil {
		return nil // it is said when the configuration counts
	}
	defer file.Close()
	if k.book, err = readBook(file, shown); err != nil {
		k.to.broken = err
		return nil
	}
	var before *book
	if was.Baseline.Rel != "" {
		if file, shown, err := o.s.openNamed(tree, was.Baseline); err == nil {
			defer file.Close()
			before, _ = readBook(file, shown)
		}
	}
	for _, e := range k.All() {
		if before != nil {
			if old, ok := before.Find(e.Fingerprint); ok && old.Measured >= e.Measured {
				continue
			}
		}
		k.to.entries++
	}
	return k
}
