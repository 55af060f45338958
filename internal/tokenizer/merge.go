package tokenizer

import (
	"math/bits"
	"slices"
)

// A merger computes the tokens of pieces: it merges the pair of neighbors whose token has the lowest rank, the
// first of several, until no pair is a token. Its slices are reused for each piece.
type merger struct {
	vocabulary
	ids   []uint32
	ranks []uint32 // rank of each token merged with its right neighbor

	// For long pieces only:
	next, previous []int32
	queue          *queue
}

// short is the number of bytes up to which searching for the lowest rank is faster than a queue.
const short = 96

// merge returns the tokens of a piece. They are valid until the next call.
func (m *merger) merge(piece []byte) []uint32 {
	m.ids, m.ranks = slices.Grow(m.ids[:0], len(piece)), slices.Grow(m.ranks[:0], len(piece))
	for i, b := range piece {
		m.ids = append(m.ids, uint32(m.vocabulary[b]))
		if i > 0 {
			m.ranks = append(m.ranks, m.merged(m.ids[i-1], m.ids[i]))
		}
	}
	m.ranks = append(m.ranks, none)
	if len(piece) > short {
		m.mergeLong()
	} else {
		m.mergeShort()
	}
	return m.ids
}

func (m *merger) mergeShort() {
	ids, ranks := m.ids, m.ranks
	for {
		best := 0
		for i, r := range ranks {
			if r < ranks[best] {
				best = i
			}
		}
		if ranks[best] == none {
			break
		}
		ids[best] = ranks[best]
		ids = append(ids[:best+1], ids[best+2:]...)
		ranks = append(ranks[:best+1], ranks[best+2:]...)
		if best > 0 {
			ranks[best-1] = m.merged(ids[best-1], ids[best])
		}
		ranks[best] = none
		if best+1 < len(ids) {
			ranks[best] = m.merged(ids[best], ids[best+1])
		}
	}
	m.ids = ids
}

// mergeLong is mergeShort in linear time. A merged token and a neighbor make a token of higher rank, so one
// pass over the ranks in ascending order is enough. All pairs of a rank arise during the pass over one other
// rank, from left to right, so they are queued in order.
func (m *merger) mergeLong() {
	n := len(m.ids)
	m.next, m.previous = slices.Grow(m.next[:0], n), slices.Grow(m.previous[:0], n)
	for i := range n {
		m.next, m.previous = append(m.next, int32(i+1)), append(m.previous, int32(i-1))
	}
	if m.queue == nil {
		m.queue = newQueue()
	}
	q := m.queue
	q.reset(n)
	for i, r := range m.ranks {
		q.push(r, int32(i))
	}
	for r := q.lowest(0); r != none; r = q.lowest(r) {
		for i := q.pop(r); i >= 0; i = q.pop(r) {
			if m.ranks[i] == r {
				m.join(i, r)
			}
		}
	}
	kept := m.ids[:0]
	for i := int32(0); i < int32(n); i = m.next[i] {
		kept = append(kept, m.ids[i])
	}
	m.ids = kept
}

// join merges the token at i with its right neighbor.
func (m *merger) join(i int32, id uint32) {
	gone, n := m.next[i], int32(len(m.ids))
	m.ids[i], m.ranks[i], m.ranks[gone] = id, none, none
	m.next[i] = m.next[gone]
	if right := m.next[i]; right < n {
		m.previous[right] = i
		m.ranks[i] = m.merged(id, m.ids[right])
		m.queue.push(m.ranks[i], i)
	}
	if left := m.previous[i]; left >= 0 {
		m.ranks[left] = m.merged(m.ids[left], id)
		m.queue.push(m.ranks[left], left)
	}
}

// A queue contains positions by rank, those of equal rank in the order of insertion.
type queue struct {
	first, last []int32 // by rank: entries, counted from 1
	places      []int32 // by entry
	after       []int32 // by entry: the next entry of its rank
	filled      [tokens/64 + 1]uint64
}

func newQueue() *queue { return &queue{first: make([]int32, tokens), last: make([]int32, tokens)} }

// reset removes the entries, all of which were popped, and allocates space for those of n tokens.
func (q *queue) reset(n int) {
	q.places, q.after = append(slices.Grow(q.places[:0], 2*n), 0), append(slices.Grow(q.after[:0], 2*n), 0)
}

func (q *queue) push(rank uint32, place int32) {
	if rank == none {
		return
	}
	entry := int32(len(q.places))
	q.places, q.after = append(q.places, place), append(q.after, 0)
	if q.first[rank] == 0 {
		q.first[rank] = entry
		q.filled[rank/64] |= 1 << (rank % 64)
	} else {
		q.after[q.last[rank]] = entry
	}
	q.last[rank] = entry
}

// pop removes and returns the first position of a rank, or returns -1.
func (q *queue) pop(rank uint32) int32 {
	entry := q.first[rank]
	if entry == 0 {
		q.filled[rank/64] &^= 1 << (rank % 64)
		return -1
	}
	q.first[rank] = q.after[entry]
	return q.places[entry]
}

// lowest returns the lowest rank >= from that has positions, or none.
func (q *queue) lowest(from uint32) uint32 {
	word := q.filled[from/64] >> (from % 64) << (from % 64)
	for i := int(from / 64); ; word = q.filled[i] {
		if word != 0 {
			return uint32(i*64 + bits.TrailingZeros64(word))
		}
		if i++; i == len(q.filled) {
			return none
		}
	}
}
