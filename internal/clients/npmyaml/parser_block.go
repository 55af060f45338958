package npmyaml

func (p *parser) blockMap(m *node) {
	it := m.items[len(m.items)-1]
	switch p.kind {
	case kNewline:
		p.onKeyLine = false
		p.addNewline(m, it)
		return
	case kSpace, kComment:
		switch {
		case it.value == nil && it.hasSep:
			it.sep = append(it.sep, p.current())
		default:
			p.addSpace(m, it)
		}
		return
	}
	if p.column >= m.indent {
		atIndent := !p.onKeyLine && p.column == m.indent
		atNext := atIndent && (it.hasSep || it.explicit) && p.kind != kSeqItem
		var start []token
		if atNext && it.hasSep && it.value == nil {
			start = it.nextStart(m.indent)
		}
		if p.addToOpenMap(m, it, start, atIndent, atNext) {
			return
		}
	}
	p.retry()
}

// addNewline adds a line feed to a block collection.
func (p *parser) addNewline(n *node, it *item) {
	switch {
	case it.value != nil:
		if v := it.value; v.ended && len(v.after) > 0 && v.after[len(v.after)-1].kind == kComment {
			v.after = append(v.after, p.current())
		} else {
			n.items = append(n.items, &item{start: []token{p.current()}})
		}
	case it.hasSep:
		it.sep = append(it.sep, p.current())
	default:
		it.start = append(it.start, p.current())
	}
}

// addSpace adds white space or a comment before an item of a block collection.
func (p *parser) addSpace(n *node, it *item) {
	if it.value != nil {
		n.items = append(n.items, &item{start: []token{p.current()}})
		return
	}
	if p.kind == kComment && p.column > n.indent && isWhite(it.start) && len(n.items) > 1 {
		if prev := n.items[len(n.items)-2].value; prev != nil && (prev.ended || prev.kind == kFlow) {
			prev.after = append(append(prev.after, it.start...), p.current())
			n.items = n.items[:len(n.items)-1]
			return
		}
	}
	it.start = append(it.start, p.current())
}

// isWhite reports whether tokens are only white space. It starts at the end, where a comment is most likely.
func isWhite(list []token) bool {
	for i := len(list) - 1; i >= 0; i-- {
		if list[i].kind != kNewline && list[i].kind != kSpace {
			return false
		}
	}
	return true
}

// nextStart removes the tokens of the next item from an item without a value, and returns them: all from its second
// empty line on.
func (it *item) nextStart(indent int) []token {
	var lines []int
	for i, t := range it.sep {
		switch {
		case t.kind == kNewline:
			lines = append(lines, i)
		case t.kind == kSpace, t.kind == kComment && t.indent <= indent:
		default:
			lines = lines[:0]
		}
	}
	if len(lines) < 2 {
		return nil
	}
	start := append([]token(nil), it.sep[lines[1]:]...)
	it.sep = it.sep[:lines[1]:lines[1]]
	return start
}

// addToOpenMap adds a token to a block mapping. It returns false if the mapping ends before it.
func (p *parser) addToOpenMap(m *node, it *item, start []token, atIndent, atNext bool) bool {
	switch p.kind {
	case kAnchor, kTag:
		switch {
		case atNext || it.value != nil:
			m.items = append(m.items, &item{start: append(start, p.current())})
			p.onKeyLine = true
		case it.hasSep:
			it.sep = append(it.sep, p.current())
		default:
			it.start = append(it.start, p.current())
		}
		return true
	case kExplicitKey:
		switch {
		case !it.hasSep && !it.explicit:
			it.start = append(it.start, p.current())
			it.explicit = true
		case atNext || it.value != nil:
			m.items = append(m.items, &item{start: append(start, p.current()), explicit: true})
		default:
			p.push(p.collection(kBlockMap, &item{start: []token{p.current()}, explicit: true}))
		}
		p.onKeyLine = true
		return true
	case kMapValue:
		if it.explicit {
			p.addExplicitValue(m, it, start, atNext)
		} else {
			p.addImplicitValue(m, it, start, atNext)
		}
		p.onKeyLine = true
		return true
	case kAlias, kScalar, kSingle, kDouble:
		n := p.single()
		switch {
		case atNext || it.value != nil:
			m.items = append(m.items, &item{start: start, key: n, hasSep: true})
			p.onKeyLine = true
		case it.hasSep:
			p.push(n)
		default:
			it.key, it.hasSep, it.sep = n, true, nil
			p.onKeyLine = true
		}
		return true
	}
	return p.addMapValue(m, it, start, atIndent)
}

func (p *parser) addMapValue(m *node, it *item, start []token, atIndent bool) bool {
	n := p.blockValue(m)
	switch {
	case n == nil:
		return false
	case n.kind == kBlockSeq && !it.explicit && it.hasSep && !includes(it.sep, kNewline):
		p.close(&node{token: token{kind: kError, at: p.at, text: p.text}})
		return true
	case n.kind != kBlockSeq && atIndent:
		m.items = append(m.items, &item{start: start})
	}
	p.push(n)
	return true
}

func (p *parser) addExplicitValue(m *node, it *item, start []token, atNext bool) {
	switch {
	case !it.hasSep:
		if includes(it.start, kNewline) {
			it.key, it.hasSep, it.sep = nil, true, []token{p.current()}
			return
		}
		p.push(p.collection(kBlockMap, p.valueOnly(keyProps(&it.start))))
	case it.value != nil:
		m.items = append(m.items, p.valueOnly(nil))
	case includes(it.sep, kMapValue):
		p.push(p.collection(kBlockMap, p.valueOnly(start)))
	case it.key.isFlow() && !includes(it.sep, kNewline):
		first := &item{start: keyProps(&it.start), key: it.key, hasSep: true, sep: append(it.sep, p.current())}
		it.key, it.hasSep, it.sep = nil, false, nil
		p.push(p.collection(kBlockMap, first))
	default:
		it.sep = append(append(it.sep, start...), p.current())
	}
}

func (p *parser) addImplicitValue(m *node, it *item, start []token, atNext bool) {
	switch {
	case !it.hasSep:
		it.key, it.hasSep, it.sep = nil, true, []token{p.current()}
	case it.value != nil || atNext:
		m.items = append(m.items, p.valueOnly(start))
	case includes(it.sep, kMapValue):
		p.push(p.collection(kBlockMap, p.valueOnly(nil)))
	default:
		it.sep = append(it.sep, p.current())
	}
}

func (p *parser) blockSeq(s *node) {
	it := s.items[len(s.items)-1]
	switch p.kind {
	case kNewline:
		p.addNewline(s, it)
		return
	case kSpace, kComment:
		p.addSpace(s, it)
		return
	case kAnchor, kTag:
		if it.value == nil && p.column > s.indent {
			it.start = append(it.start, p.current())
			return
		}
	case kSeqItem:
		if p.column == s.indent {
			if it.value != nil || includes(it.start, kSeqItem) {
				s.items = append(s.items, &item{start: []token{p.current()}})
			} else {
				it.start = append(it.start, p.current())
			}
			return
		}
	}
	if p.column > s.indent {
		if n := p.blockValue(s); n != nil {
			p.push(n)
			return
		}
	}
	p.retry()
}

func (p *parser) flow(f *node) {
	if p.kind == kFlowError {
		for {
			p.pop()
			if top := p.top(1); top == nil || top.kind != kFlow {
				return
			}
		}
	}
	if len(f.after) == 0 {
		p.addToOpenFlow(f)
		return
	}
	parent := p.top(2)
	switch {
	case parent.kind == kBlockMap && (p.kind == kMapValue && parent.indent == f.indent ||
		p.kind == kNewline && !parent.items[len(parent.items)-1].hasSep):
		p.retry()
	case p.kind == kMapValue && parent.kind != kFlow:
		f.fixItems()
		sep := append([]token(nil), f.after[1:]...)
		f.after = f.after[:1:1]
		p.replaceByMap(f, sep)
	default:
		p.addAfter(f)
	}
}

// addToOpenFlow adds a token to a flow collection that is open.
func (p *parser) addToOpenFlow(f *node) {
	var it *item
	if len(f.items) > 0 {
		it = f.items[len(f.items)-1]
	}
	done := it == nil || it.value != nil
	switch p.kind {
	case kComma, kExplicitKey:
		if it == nil || it.hasSep {
			f.items = append(f.items, &item{start: []token{p.current()}})
		} else {
			it.start = append(it.start, p.current())
		}
	case kMapValue:
		switch {
		case done:
			f.items = append(f.items, p.valueOnly(nil))
		case it.hasSep:
			it.sep = append(it.sep, p.current())
		default:
			it.key, it.hasSep, it.sep = nil, true, []token{p.current()}
		}
	case kSpace, kComment, kNewline, kAnchor, kTag:
		switch {
		case done:
			f.items = append(f.items, &item{start: []token{p.current()}})
		case it.hasSep:
			it.sep = append(it.sep, p.current())
		default:
			it.start = append(it.start, p.current())
		}
	case kAlias, kScalar, kSingle, kDouble:
		switch {
		case done:
			f.items = append(f.items, &item{key: p.single(), hasSep: true})
		case it.hasSep:
			p.push(p.single())
		default:
			it.key, it.hasSep, it.sep = p.single(), true, nil
		}
	case kFlowMapEnd, kFlowSeqEnd:
		f.ended, f.after = true, append(f.after, p.current())
	default:
		if n := p.blockValue(f); n != nil {
			p.push(n)
		} else {
			p.retry()
		}
	}
}
