package manifest

// visitNew adds the lines that have no counterpart in the base.
func (r *rows) visitNew() {
	origins, holders := r.origins()
	for at := r.same; at < r.now.length; at++ {
		if !r.isFresh(at) {
			r.close()
			continue
		}
		one := row{first: at, last: at}
		record := r.now.at(at)
		holder, held := holders[record.id]
		switch origin := origins[record.sum]; {
		case origin != at:
			one.change, one.origin = doubled, origin
		case held && holder != noHolder:
			one.change, one.origin = reused, holder
			if holder < 0 {
				one.origin, one.lost = -1, &r.lost[-1-holder]
			}
		case at < r.end:
			one.change = inserted
		}
		r.add(one)
	}
	r.close()
}

// noHolder marks an id that no line of the base has.
const noHolder = 1 << 40

// origins returns the first line of now for each sum of fresh lines, and the line of the base for each of their ids: a line
// of now, or -1-i for the lost line i.
func (r *rows) origins() (origins map[[16]byte]int, holders map[uint64]int) {
	origins, holders = map[[16]byte]int{}, map[uint64]int{}
	for at := r.same; at < r.now.length; at++ {
		if r.isFresh(at) {
			record := r.now.at(at)
			if _, ok := origins[record.sum]; !ok {
				origins[record.sum] = at
			}
			if record.id != 0 {
				holders[record.id] = noHolder
			}
		}
	}
	if len(origins) == 0 {
		return origins, holders
	}
	for i := range r.lost {
		if holders[r.lost[i].id] == noHolder {
			holders[r.lost[i].id] = -1 - i
		}
	}
	for at := r.now.length - 1; at >= 0; at-- { // backwards, so that the first line wins
		if r.isFresh(at) {
			continue
		}
		record := r.now.at(at)
		if _, ok := origins[record.sum]; ok {
			origins[record.sum] = at
		}
		if _, ok := holders[record.id]; ok && record.id != 0 {
			holders[record.id] = at
		}
	}
	return origins, holders
}
