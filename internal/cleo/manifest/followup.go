package manifest

import (
	"slices"
	"strings"
)

// A FollowUp is an item of an entry's needs_followup.
type FollowUp struct {
	Line int
	ID   string // of the entry
	Item string // cut to 200 bytes
}

// FollowUps are those that are still open: all but those that begin with the id of a later entry
// that is complete, or with its task. Most are free text, of which nobody can tell when it is done.
type FollowUps struct {
	Omitted int // that were too many to be kept

	items  []FollowUp
	closed []bool
	byID   map[string][]int32 // by task or id
	count  int
}

func (f *FollowUps) open(item FollowUp) {
	if len(f.items) == maxFollowUps {
		f.pack()
	}
	if len(f.items) == maxFollowUps {
		f.Omitted++
		return
	}
	if id := idAt(item.Item); id != "" {
		if f.byID == nil {
			f.byID = map[string][]int32{}
		}
		f.byID[id] = append(f.byID[id], int32(len(f.items)))
	}
	f.items, f.closed = append(f.items, item), append(f.closed, false)
	f.count++
}

// close closes those that ask for an entry or its task.
func (f *FollowUps) close(id string) {
	task, _, _ := strings.Cut(idAt(id), "-")
	for _, key := range []string{id, task} {
		for _, i := range f.byID[key] {
			f.closed[i] = true
			f.count--
		}
		delete(f.byID, key)
	}
}

// pack makes room where at least half were closed.
func (f *FollowUps) pack() {
	if f.count > maxFollowUps/2 {
		return
	}
	items := slices.Collect(f.All)
	*f = FollowUps{Omitted: f.Omitted}
	for _, item := range items {
		f.open(item)
	}
}

// Len returns how many are open and kept.
func (f *FollowUps) Len() int { return f.count }

// All shows those that are open, in the order of the file.
func (f *FollowUps) All(yield func(FollowUp) bool) {
	for i, item := range f.items {
		if !f.closed[i] && !yield(item) {
			return
		}
	}
}

// idAt returns the task or id that a text begins with, as T123 or T123-topic, or "".
func idAt(text string) string {
	id := text
	if end := strings.IndexAny(text, " \t\n:,;()"); end >= 0 {
		id = text[:end]
	}
	task, _, _ := strings.Cut(id, "-")
	if len(task) < 2 || task[0] != 'T' || strings.Trim(task[1:], "0123456789") != "" {
		return ""
	}
	return id
}
