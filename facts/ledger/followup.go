package ledger

import "slices"

// A FollowUp is an item of an entry's needs_followup.
type FollowUp struct {
	Line int
	ID   string // of the entry
	Item string // cut to 200 bytes
}

// FollowUps are those that are still open: all but those that begin with a task for which a later
// entry is complete. Most are free text, of which nobody can tell when it is done.
type FollowUps struct {
	Omitted int // that were too many to be kept

	items  []FollowUp
	closed []bool
	byTask map[string][]int32
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
	if task := taskOf(item.Item); task != "" {
		if f.byTask == nil {
			f.byTask = map[string][]int32{}
		}
		f.byTask[task] = append(f.byTask[task], int32(len(f.items)))
	}
	f.items, f.closed = append(f.items, item), append(f.closed, false)
	f.count++
}

// close closes those that ask for the task of an entry.
func (f *FollowUps) close(id string) {
	task := taskOf(id)
	for _, i := range f.byTask[task] {
		f.closed[i] = true
		f.count--
	}
	delete(f.byTask, task)
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

// taskOf returns the task that a text begins with, as T123 of "T123-topic", or "".
func taskOf(text string) string {
	if text == "" || text[0] != 'T' {
		return ""
	}
	end := 1
	for end < len(text) && '0' <= text[end] && text[end] <= '9' {
		end++
	}
	if end == 1 || end < len(text) && (text[end] == '_' || 'a' <= text[end]|0x20 && text[end]|0x20 <= 'z' || text[end] >= 0x80) {
		return ""
	}
	return text[:end]
}
