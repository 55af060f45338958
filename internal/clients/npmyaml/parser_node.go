package npmyaml

// keyProps removes the properties of a key from the end of a list, and returns them.
func keyProps(list *[]token) []token {
	if list == nil {
		return nil
	}
	tokens := *list
	i := len(tokens) - 1
loop:
	for ; i >= 0; i-- {
		switch tokens[i].kind {
		case kDocStart, kExplicitKey, kMapValue, kSeqItem, kNewline:
			break loop
		}
	}
	for i++; i < len(tokens) && tokens[i].kind == kSpace; i++ {
	}
	*list = tokens[:i:i]
	return append([]token(nil), tokens[i:]...)
}

// lastProps returns the list that ends with the properties of the next node.
func (n *node) lastProps() *[]token {
	switch n.kind {
	case kDocument:
		return &n.start
	case kBlockMap:
		it := n.items[len(n.items)-1]
		if it.hasSep {
			return &it.sep
		}
		return &it.start
	case kBlockSeq:
		return &n.items[len(n.items)-1].start
	}
	return nil
}

// replaceByMap replaces a node by a mapping with the node as its first key.
func (p *parser) replaceByMap(key *node, sep []token) {
	start := keyProps(p.top(2).lastProps())
	m := &node{token: token{kind: kBlockMap, at: key.at, indent: key.indent},
		items: []*item{{start: start, key: key, hasSep: true, sep: append(sep, p.current())}}}
	p.onKeyLine = true
	p.stack[len(p.stack)-1] = m
}

func (p *parser) scalar(n *node) {
	if p.kind != kMapValue {
		p.addAfter(n)
		return
	}
	sep := n.after
	n.ended, n.after = false, nil
	p.replaceByMap(n, sep)
}

func (p *parser) blockScalar(n *node) {
	switch p.kind {
	case kSpace, kComment, kNewline:
		n.props = append(n.props, p.current())
	case kScalar:
		n.text = p.text
		p.atNewLine, p.column = true, 0
		p.pop()
	default:
		p.retry()
	}
}

// addAfter adds the tokens after a node on its line.
func (p *parser) addAfter(n *node) {
	switch p.kind {
	case kComma, kDocStart, kDocEnd, kFlowSeqEnd, kFlowMapEnd, kMapValue:
		p.retry()
		return
	case kNewline:
		p.onKeyLine = false
	}
	n.ended, n.after = true, append(n.after, p.current())
	if p.kind == kNewline {
		p.pop()
	}
}

// blockValue returns the node that starts with the current token, or nil.
func (p *parser) blockValue(parent *node) *node {
	switch p.kind {
	case kAlias, kScalar, kSingle, kDouble:
		return p.single()
	case kBlockHeader:
		t := p.current()
		return &node{token: token{kind: kBlockScalar, at: t.at, indent: t.indent}, props: []token{t}}
	case kFlowMapStart, kFlowSeqStart:
		t := p.current()
		t.kind = kFlow
		return &node{token: t}
	case kSeqItem:
		return p.collection(kBlockSeq, &item{start: []token{p.current()}})
	case kExplicitKey:
		p.onKeyLine = true
		start := keyProps(parent.lastProps())
		return p.collection(kBlockMap, &item{start: append(start, p.current()), explicit: true})
	case kMapValue:
		p.onKeyLine = true
		return p.collection(kBlockMap, p.valueOnly(keyProps(parent.lastProps())))
	}
	return nil
}

func (p *parser) collection(k kind, first *item) *node {
	return &node{token: token{kind: k, at: p.at, indent: p.column}, items: []*item{first}}
}

// valueOnly returns an item with an empty key.
func (p *parser) valueOnly(start []token) *item {
	return &item{start: start, hasSep: true, sep: []token{p.current()}}
}
