package lint

import (
	"maps"

	"github.com/skilllint/skilllint/internal/lint/cache"
)

// lastWalk returns the walk to replay or record, or nil if that is not possible.
func (r *run) lastWalk() *cache.Walk {
	w := r.Cache.Walk()
	if r.policy.single != nil || r.Memory != nil || r.Stdin != nil || r.Overlay != nil || r.Simulation != nil || r.source.open != nil {
		return nil
	}
	return w
}

// keepWalk stores the walk of a completed run for the next one.
func (r *run) keepWalk() {
	w, p := r.walk, r.policy
	if w == nil {
		return
	}
	p.mu.Lock()
	w.Settings, w.Comments, w.Misnamed, w.Excludes = maps.Clone(p.settings), maps.Clone(p.comments), maps.Clone(p.misnamed), p.excludes.Load()
	p.mu.Unlock()
	r.Cache.KeepWalk(w)
}

// restoreWalk restores the state that the policy of an earlier run had after the replayed walk.
func (p *policy) restoreWalk(w *cache.Walk) {
	p.mu.Lock()
	defer p.mu.Unlock()
	maps.Copy(p.settings, w.Settings)
	maps.Copy(p.comments, w.Comments)
	maps.Copy(p.misnamed, w.Misnamed)
	p.excludes.Store(w.Excludes)
}
