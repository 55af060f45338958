package fence

import "slices"

// outside continues a reading in which no block is open. gap is the cost of the lines before the mark. whole is set if all of
// them may belong to a block whose opening fence is missing.
func (s *search) outside(n *node, m *mark, gap int, whole bool, add func(*node)) {
	if m == nil {
		add(n.after(gap))
		return
	}
	if m.form == glued || m.form == escaped {
		add(n.after(gap))
		return
	}
	if m.isHidden() && !n.uncovers(m) {
		text := 0
		if m.form == plain && !s.isShown(m) {
			text = costHidden
		}
		add(n.after(gap + text))
		switch {
		case m.html:
			add(n.after(gap + costHTML + s.opening(m)).opened(m).with(edit{kind: HTML, at: m, open: m}))
		case m.isIndented():
			add(n.after(gap + costWrong + s.opening(m)).opened(m).with(edit{kind: OpenIndent, at: m, open: m, line: m.item}))
		}
		return
	}
	add(n.after(gap + s.opening(m)).opened(m))
	if !m.bare() {
		return
	}
	stray := costStray
	if m.line == s.prev+1 {
		stray = costDouble
	}
	add(n.after(gap + stray + s.closing(m)/2).with(edit{kind: Stray, at: m, open: m}))
	if p := s.opener(m); whole && p.line > 0 && !s.isEmpty(m.line-1) {
		next := n.after(p.cost + costOpen + s.closing(m)).with(edit{kind: NoOpening, at: m, open: m, line: p.line, sure: p.sure})
		next.blocks = &block{next.blocks, p.line + 1, m.line - 1}
		add(next)
	}
}

// uncovers reports whether a block of the reading is in the HTML that hides a fence: with its repairs, the HTML ends before the block.
func (n *node) uncovers(m *mark) bool {
	return m.html && n.blocks != nil && n.blocks.last >= m.tagged
}

// isShown reports whether a hidden fence is next to one that is hidden alike: both are meant to be shown.
func (g *group) isShown(m *mark) bool {
	i := g.index(m.line)
	return slices.ContainsFunc(g.marks[max(0, i-1):min(len(g.marks), i+2)], func(o mark) bool { return o.line != m.line && o.isHidden() && o.html == m.html })
}

// inside continues a reading in which a block is open.
func (s *search) inside(n *node, m *mark, add func(*node)) {
	x := n.outer
	if n.left == 0 && x.item > 0 && !(x.parse == opens && x.closed) {
		n.left = s.leaves(x.item, s.prev+1, s.end(m))
	}
	l := s.language(x)
	switch {
	case n.inner != nil:
		l = s.language(n.inner)
	case n.nested > 0 && l == unknown:
		l = markdown // a template
	case n.nested > 0 && l < unknown:
		l = unknown
	}
	gap := s.lines(l, s.prev+1, s.end(m))
	s.unclosed(n, m, l, add)
	if m == nil {
		return
	}
	if m.form == marker {
		add(n.after(gap))
		return
	}
	if n.left == 0 && m.indent < x.item && !(x.parse == opens && x.closed) {
		n.left = m.line
	}
	if n.inner != nil {
		s.nested(n, m, gap, add)
		return
	}
	s.close(n, m, gap, add)
	s.shown(n, m, gap, add)
}

// leaves returns the first line that is not part of a list item, or 0.
func (g *group) leaves(item, first, last int) int {
	for number := first; number <= last; number++ {
		if r := g.rows[number-g.first]; r.Len() > 0 && r.indent < item {
			return number
		}
	}
	return 0
}

// unclosed adds readings in which the closing fence of the block is missing before the mark.
func (s *search) unclosed(n *node, m *mark, l language, add func(*node)) {
	cost := costClose
	if n.inner != nil || n.edits != nil && n.edits.at == n.outer {
		cost += 90
	}
	var p split
	if n.left > 0 {
		p = s.closer(l, n.left-1, m)
		if n.left <= s.prev { // the block ended before the previous mark
			return
		}
	} else if s.splits[l] == nil {
		p = s.closer(l, s.end(m), m)
		s.splits[l] = &p
	} else {
		p = *s.splits[l]
	}
	if p.line == 0 {
		return
	}
	if p.line < n.outer.tag {
		cost += costCut
	}
	next := n.after(cost + p.cost).with(edit{kind: NoClosing, at: n.outer, open: n.outer, line: p.line, sure: p.sure})
	if n.nested > 0 {
		next.edits.sure = 0
	}
	next.closedAt(p.line)
	next.prev = n
	s.outside(next, m, 0, false, add)
}

// closer returns the best place of a missing closing fence after the previous mark.
func (s *search) closer(l language, limit int, m *mark) split {
	best := split{}
	end, depth, comment := s.end(m), 0, false
	for number := s.prev; number <= limit; number++ {
		if number > s.prev && s.isEmpty(number) {
			continue
		}
		cost := s.lines(l, s.prev+1, number) + s.lines(prose, number+1, end)
		if number > s.prev && (l == strict || l == list) {
			comment = isComment(s.text(number), comment)
			if depth += brackets(s.text(number)); depth > 0 || comment {
				cost += costCut
			}
		}
		switch {
		case number == s.prev:
			cost += 30
		case number == end && m != nil && isLabel(s.text(number)):
			cost += 20 // it introduces the next block
		case number == end && m != nil:
			cost += 10
		case number < end && !s.isEmpty(number+1) && number != limit:
			cost += 35
			if next := weighLine(s.text(number+1), 0); next[strict] > next[prose]+5 {
				cost -= 20
			}
		}
		best.add(number, cost)
	}
	return best
}

// brackets returns the number of opening brackets minus that of closing ones.
func brackets(line []byte) int {
	n := 0
	for _, c := range line {
		switch c {
		case '(', '[', '{':
			n++
		case ')', ']', '}':
			n--
		}
	}
	return n
}

// opener returns the best place of a missing opening fence before a mark.
func (s *search) opener(m *mark) split {
	best, empty := split{}, true
	for number := s.prev; number < m.line-1; number++ {
		if s.isEmpty(number + 1) {
			continue
		}
		cost := s.lines(prose, s.prev+1, number) + s.lines(list, number+1, m.line-1)
		if empty = number == s.prev || s.isEmpty(number); !empty && !isLabel(s.text(number)) {
			cost += 25
		}
		best.add(number, cost)
	}
	return best
}

func (p *split) add(line, cost int) {
	switch {
	case p.line == 0:
		*p = split{line, cost, maxBehind}
	case cost < p.cost:
		*p = split{line, cost, p.cost - cost}
	default:
		p.sure = min(p.sure, cost-p.cost)
	}
}

// close adds readings in which the mark closes the block.
func (s *search) close(n *node, m *mark, gap int, add func(*node)) {
	x := n.outer
	cost := gap + s.closing(m)
	if m.line == x.line+1 {
		cost += costEmpty
	}
	if m.line < x.tag {
		cost += costCut
	}
	wrong := func(kind Kind, more int) {
		if n.nested == 0 {
			add(n.after(cost + more).with(edit{kind: kind, at: m, open: x, line: n.left}).closedAt(m.line - 1))
		}
	}
	switch matches, level := m.matches(x), m.indent < x.item+4; {
	case m.form == glued:
		if matches {
			add(n.after(gap + costWrong).with(edit{kind: Glued, at: m, open: x}).closedAt(m.line - 1))
		}
	case m.form == escaped:
	case m.info != "":
		if matches && level && n.left == 0 {
			wrong(Info, s.infoCost(m, x))
		}
	case n.left > 0:
		if !matches {
			break
		}
		wrong(Left, costMoved+min(60, 2*(m.line-n.left)))
		if s.prev == x.line && n.nested == 0 && x.form == plain && n.left == s.skipEmpty(x.line+1) && m.indent < x.item {
			add(n.after(cost + costWrong).with(edit{kind: OpenIndent, at: x, open: x, line: m.indent}).closedAt(m.line - 1))
		}
	case matches && level:
		add(n.closedBy(m, cost))
	case matches:
		wrong(Indent, costWrong)
	case m.char != x.char && level:
		wrong(Char, costWrong)
	case level:
		wrong(TooShort, costWrong)
	}
}

// infoCost returns the cost of a reading in which the info string of a closing fence is a mistake.
func (s *search) infoCost(m, open *mark) int {
	cost := costInfo
	if m.info == open.info {
		cost = costRepeat
	}
	if !s.isEmpty(m.line + 1) { // code
		cost += 30
	}
	return cost
}

// closedBy returns the reading in which a mark closes the block as CommonMark specifies, unless blocks are nested in it.
func (n *node) closedBy(m *mark, cost int) *node {
	x, e := n.outer, n.edits
	if n.nested > 0 {
		e := edit{kind: Nested, at: x, open: x, line: m.line, sure: maxBehind}
		if m.length > n.nested {
			cost -= 30
			e.kind = Short
		}
		return n.after(cost).with(e).closedAt(m.line - 1)
	}
	if m.length > x.length {
		cost += 30
	}
	if m.indent != x.indent {
		cost += 5
	}
	isOfOpening := e != nil && e.at == x
	if isOfOpening && m.parse == ignored && (e.kind == HTML || e.kind == OpenIndent) && x.hides(m) {
		next := n.after(cost - costHTML).opened(nil) // CommonMark pairs both
		next.edits = e.prev
		return next
	}
	next := n.after(cost).closedAt(m.line - 1)
	if isOfOpening && e.kind == OpenIndent {
		alike := *e
		alike.line = m.indent
		next.edits = &alike
	}
	return next
}

// shown adds readings in which the mark is a part of the block.
func (s *search) shown(n *node, m *mark, gap int, add func(*node)) {
	x, l := n.outer, s.language(n.outer)
	if m.form != plain {
		add(n.after(gap))
		if m.form == escaped && l == markdown {
			next := n.after(gap)
			next.inner = m
			add(next)
		}
		return
	}
	bare := m.info == ""
	conflict := bare && m.matches(x) && m.indent < x.item+4
	open := [languages]int{strict: 50, list: 50, unknown: 10}[l]
	if bare {
		open = s.opening(m) + [languages]int{strict: 80, list: 80, unknown: 30, markdown: 10}[l]
	}
	if next := n.after(gap + open); conflict {
		add(next.nest(m))
	} else {
		next.inner = m
		add(next)
	}
	switch {
	case !conflict && m.matches(x):
		add(n.after(gap + costLone[l]))
	case !conflict && m.char != x.char:
		add(n.after(gap + [languages]int{strict: 60, list: 60, unknown: 45, markdown: 45}[l]))
	case conflict:
	case bare:
		add(n.after(gap + 30))
	default:
		add(n.after(gap + costSwapped))
	}
}

// nest makes the mark, which would close the outer block, a part of it.
func (n *node) nest(m *mark) *node {
	switch {
	case n.nested > 0:
	case languageOf(n.outer.info) == markdown:
		n.cost += costShown
	default:
		n.cost += costNested
	}
	n.nested = max(n.nested, m.length)
	if n.inner == nil {
		n.inner = m
	} else {
		n.inner = nil
	}
	return n
}

// nested continues a reading in which a block in a block is open.
func (s *search) nested(n *node, m *mark, gap int, add func(*node)) {
	x, y := n.outer, n.inner
	switch {
	case m.form == escaped && m.matches(y):
		next := n.after(gap)
		next.inner = nil
		add(next)
	case m.form != plain:
		add(n.after(gap))
	case m.info != "":
		swapped := costSwapped
		if y.matches(x) {
			swapped = costLone[s.language(x)]
		}
		next := n.after(gap + swapped)
		next.inner = m
		add(next)
		if !m.matches(y) {
			add(n.after(gap + 5))
		}
	default:
		conflict := m.matches(x) && m.indent < x.item+4 && n.left == 0
		if next := n.after(gap + s.closing(m)/2); m.matches(y) && conflict {
			add(next.nest(m))
		} else if m.matches(y) {
			next.inner = nil
			add(next)
		} else {
			add(n.after(gap + 5))
		}
		if conflict && n.nested == 0 {
			lone := 10
			switch {
			case y.matches(x):
				lone = costLone[s.language(x)]
			case y.bare() && y.char != x.char:
				lone = 40
			}
			add(n.after(gap + lone + s.closing(m)).closedAt(m.line - 1))
		}
	}
}
