package yamltree

// A shapeKind is what a node is, as far as its place in the tree goes.
type shapeKind uint8

const (
	scalarShape shapeKind = iota
	sequenceShape
	mappingShape
	aliasShape
)

// A shape is the place of a node. Anchor and tag stand before it and are not part of it; what is
// not written at all has an empty range behind its key or dash.
type shape struct {
	kind       shapeKind
	token      tokenKind // of a scalar, its style
	start, end int
}

// A property is the anchor or tag of a shape.
type property struct {
	shape      int
	kind       tokenKind
	start, end int
}

// A frame is a collection that is not finished.
type frame struct {
	kind  tokenKind // the token that opened it; blockEntry when its list is not indented
	start int
	key   int // of a mapping: shape of the last key; -1 before
}

// A shaper follows YAML's grammar over the tokens, as yaml.v3's parser does, and notes the shape
// of each node in the order in which that makes its nodes.
type shaper struct {
	*scanner
	next       int // index of the token that is looked at
	shapes     []shape
	properties []property
	frames     []frame
	anchors    map[string]bool
	end        int // of the last token with characters that was passed
}

// outline scans src and returns its shapes. When fault is set they end there, and the frames are
// those that were open.
func outline(src []byte) *shaper {
	p := &shaper{scanner: scan(src)}
	found := p.fault
	p.fault = nil
	p.shapes = make([]shape, 0, 1+len(p.tokens)/2)
	p.stream()
	if p.fault == nil {
		return p
	}
	if found != nil && found.at <= p.fault.at {
		found.token = p.fault.token
		p.fault = found
	}
	return p
}

func (p *shaper) kind() tokenKind { return p.tokens[p.next].kind }

// pass moves on to the next token. The last one is never passed.
func (p *shaper) pass() token {
	t := p.tokens[p.next]
	if t.end > t.start {
		p.end = t.end
	}
	p.next++
	return t
}

// expected notes that the token here cannot stand here.
func (p *shaper) expected(code faultCode) {
	p.stop(code, p.tokens[p.next].start)
}

func (p *shaper) stop(code faultCode, from int) {
	if p.fault == nil {
		p.fault = &fault{code: code, from: from, at: p.tokens[p.next].start, token: p.next}
	}
}

// add notes a shape and returns its index.
func (p *shaper) add(s shape) int {
	if len(p.shapes) == maxNodes {
		p.stop(tooManyNodes, s.start)
	} else {
		p.shapes = append(p.shapes, s)
	}
	return len(p.shapes) - 1
}

// nothing notes a value that is not written.
func (p *shaper) nothing() { p.add(shape{token: plainScalar, start: p.end, end: p.end}) }

// open begins a collection and returns its shape's index.
func (p *shaper) open(kind shapeKind) int {
	if len(p.frames) == maxDepth {
		p.stop(tooDeep, p.tokens[p.next].start)
	}
	t := p.tokens[p.next]
	p.frames = append(p.frames, frame{kind: t.kind, start: t.start, key: -1})
	return p.add(shape{kind: kind, start: t.start, end: t.start})
}

// close ends the collection at the end of what was passed last.
func (p *shaper) close(index int) {
	if p.fault == nil {
		p.shapes[index].end = p.end
		p.frames = p.frames[:len(p.frames)-1]
	}
}

// finish passes the token that ends the collection, and ends it.
func (p *shaper) finish(index int) {
	if p.fault == nil {
		p.pass()
		p.close(index)
	}
}

// stream reads the one document that there may be.
func (p *shaper) stream() {
	explicit := p.kind() == documentStart
	if explicit {
		p.pass()
	}
	switch p.kind() {
	case streamEnd, documentEnd, documentStart:
		switch {
		case explicit:
			p.nothing()
		case p.kind() == documentEnd:
			p.expected(expectedValue)
		}
	default:
		p.node(true, false)
	}
	for p.fault == nil && p.kind() == documentEnd {
		p.pass()
	}
	if p.fault == nil && p.kind() != streamEnd {
		p.expected(secondDocument)
	}
}

// node reads a node. block: outside of brackets. indentless: a list may begin at the indentation
// of its key.
func (p *shaper) node(block, indentless bool) {
	if p.kind() == aliasMark {
		t := p.tokens[p.next]
		if !p.anchors[string(p.src[t.start+1:t.end])] {
			p.expected(unknownAlias)
			return
		}
		p.pass()
		p.add(shape{kind: aliasShape, start: t.start, end: t.end})
		return
	}
	named := p.readProperties()
	switch k := p.kind(); {
	case k == blockEntry && indentless:
		p.indentlessSequence()
	case k.isScalar():
		t := p.pass()
		p.add(shape{token: k, start: t.start, end: t.end})
	case k == flowSequenceStart:
		p.flowSequence()
	case k == flowMappingStart:
		p.flowMapping()
	case k == blockSequenceStart && block:
		p.blockSequence()
	case k == blockMappingStart && block:
		p.blockMapping()
	case named:
		p.nothing()
	default:
		p.expected(expectedValue)
	}
}

// readProperties reads the anchor and the tag before a node.
func (p *shaper) readProperties() bool {
	var seen [2]bool
	for {
		k := p.kind()
		if k != anchorMark && k != tagMark || seen[k-anchorMark] {
			return seen[0] || seen[1]
		}
		seen[k-anchorMark] = true
		t := p.pass()
		p.properties = append(p.properties, property{len(p.shapes), k, t.start, t.end})
		if k == anchorMark {
			if p.anchors == nil {
				p.anchors = map[string]bool{}
			}
			p.anchors[string(p.src[t.start+1:t.end])] = true
		}
	}
}

func (p *shaper) indentlessSequence() {
	list := p.open(sequenceShape)
	for p.fault == nil && p.kind() == blockEntry {
		p.pass()
		switch p.kind() {
		case blockEntry, keyMark, valueMark, blockEnd:
			p.nothing()
		default:
			p.node(true, false)
		}
	}
	p.close(list)
}

func (p *shaper) blockSequence() {
	list := p.open(sequenceShape)
	p.pass()
	for p.fault == nil && p.kind() != blockEnd {
		if p.kind() != blockEntry {
			p.expected(expectedEntry)
			return
		}
		p.pass()
		if k := p.kind(); k == blockEntry || k == blockEnd {
			p.nothing()
		} else {
			p.node(true, false)
		}
	}
	p.finish(list)
}

func (p *shaper) blockMapping() {
	mapping := p.open(mappingShape)
	p.pass()
	for p.fault == nil && p.kind() != blockEnd {
		if p.kind() != keyMark {
			p.expected(expectedKey)
			return
		}
		p.pass()
		p.key()
		p.blockPart()
		if p.fault == nil && p.kind() == valueMark {
			p.pass()
			p.blockPart()
		} else {
			p.nothing()
		}
	}
	p.finish(mapping)
}

// key notes that the next shape is a key of the innermost mapping.
func (p *shaper) key() { p.frames[len(p.frames)-1].key = len(p.shapes) }

// blockPart reads the key or the value of a block mapping.
func (p *shaper) blockPart() {
	switch p.kind() {
	case keyMark, valueMark, blockEnd:
		p.nothing()
	default:
		p.node(true, true)
	}
}

func (p *shaper) flowSequence() {
	list := p.open(sequenceShape)
	p.pass()
	for first := true; p.fault == nil && p.kind() != flowSequenceEnd; first = false {
		if !first {
			if p.kind() != flowEntry {
				p.expected(expectedComma)
				return
			}
			p.pass()
		}
		switch p.kind() {
		case keyMark:
			p.pair()
		case flowSequenceEnd:
		default:
			p.node(false, false)
		}
	}
	p.finish(list)
}

// pair reads "key: value" in a list in brackets: a mapping of its own.
func (p *shaper) pair() {
	mapping := p.open(mappingShape)
	p.pass()
	p.key()
	if k := p.kind(); k == valueMark || k == flowEntry || k == flowSequenceEnd {
		p.pass() // as yaml.v3 does; what follows is hardly ever right then
		p.nothing()
	} else {
		p.node(false, false)
	}
	p.flowValue(flowSequenceEnd)
	p.close(mapping)
}

// flowValue reads what follows a key in brackets.
func (p *shaper) flowValue(end tokenKind) {
	if p.fault == nil && p.kind() == valueMark {
		p.pass()
		if k := p.kind(); k != flowEntry && k != end {
			p.node(false, false)
			return
		}
	}
	p.nothing()
}

func (p *shaper) flowMapping() {
	mapping := p.open(mappingShape)
	p.pass()
	for first := true; p.fault == nil && p.kind() != flowMappingEnd; first = false {
		if !first {
			if p.kind() != flowEntry {
				p.expected(expectedComma)
				return
			}
			p.pass()
		}
		p.key()
		switch p.kind() {
		case flowMappingEnd:
		case keyMark:
			p.pass()
			if k := p.kind(); k == valueMark || k == flowEntry || k == flowMappingEnd {
				p.nothing()
			} else {
				p.node(false, false)
			}
			p.flowValue(flowMappingEnd)
		default:
			p.node(false, false)
			p.nothing()
		}
	}
	p.finish(mapping)
}
