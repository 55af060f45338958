package manifest

import (
	"slices"
	"strings"
)

// A FollowUp is an item of an entry's needs_followup.
type FollowUp struct {
	Line int
	ID   string // id of the entry
	Item string // truncated to 200 bytes
}

// FollowUps are the open follow-ups: all except those that begin with the id or task of a later complete
// entry. Most are free text, whose completion cannot be detected.
type FollowUps struct {
	Omitted int // number of follow-ups over the limit

	items  []FollowUp
	closed []bool
	byID   map[string][]int32 // indices of items by task or id
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

// close closes the follow-ups that refer to an entry or its task.
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

// pack removes closed follow-ups if they are at least half of all.
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

// Len returns the number of open follow-ups.
func (f *FollowUps) Len() int { return f.count }

// All visits the open follow-ups in the order of the file.
func (f *FollowUps) All(yield func(FollowUp) bool) {
	for i, item := range f.items {
		if !f.closed[i] && !yield(item) {
			return
		}
	}
}

// idAt returns the task or id at the start of a text, T123 or T123-topic, or "".
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
