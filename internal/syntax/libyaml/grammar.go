package libyaml

// A Form is the type of a node in the tree.
type Form uint8

const (
	Scalar Form = iota
	Sequence
	Mapping
	Alias
)

// A Shape is the position of a node, without its anchor and tag. An omitted node has an empty range after its key
// or dash.
type Shape struct {
	Form       Form
	Style      Kind  // of a scalar: its token's; of a collection: that of the token that opened it
	Indent     int32 // of a scalar: its token's
	Start, End int
	Next       int // the next shape that is not in this one
}

// A Property is the anchor or tag of a shape.
type Property struct {
	Shape      int
	Kind       Kind
	Start, End int
}

// A Frame is an unfinished collection.
type Frame struct {
	Kind  Kind // the token that opened it; BlockEntry if its list is not indented
	Start int
	Key   int // of a mapping: shape of the last key; -1 before the first
}

// A parser applies YAML's grammar to the tokens and records the shape of each node.
type parser struct {
	*Outline
	next    int // index of the current token
	anchors map[string]bool
	end     int // of the last consumed token with characters
}

func (p *parser) kind() Kind { return p.Tokens[p.next].Kind }

// advance consumes the current token and returns it. The last one is never consumed.
func (p *parser) advance() Token {
	t := p.Tokens[p.next]
	if t.End > t.Start {
		p.end = t.End
	}
	p.next++
	return t
}

// expected records that the current token is not allowed here.
func (p *parser) expected(code Code) {
	p.stop(code, p.Tokens[p.next].Start)
}

func (p *parser) stop(code Code, from int) {
	if p.Err == nil {
		p.Err = &Error{Code: code, From: from, At: p.Tokens[p.next].Start, Token: p.next}
	}
}

// add appends a shape and returns its index.
func (p *parser) add(s Shape) int {
	if len(p.Shapes) == p.variant.MaxNodes {
		p.stop(TooManyNodes, s.Start)
	} else {
		s.Next = len(p.Shapes) + 1
		p.Shapes = append(p.Shapes, s)
	}
	return len(p.Shapes) - 1
}

// addEmpty adds an omitted value.
func (p *parser) addEmpty() { p.add(Shape{Style: PlainScalar, Start: p.end, End: p.end}) }

// open starts a collection and returns the index of its shape.
func (p *parser) open(kind Form) int {
	if len(p.Frames) == p.variant.MaxDepth {
		p.stop(TooDeep, p.Tokens[p.next].Start)
	}
	t := p.Tokens[p.next]
	p.Frames = append(p.Frames, Frame{Kind: t.Kind, Start: t.Start, Key: -1})
	return p.add(Shape{Form: kind, Style: t.Kind, Start: t.Start, End: t.Start})
}

// close ends the collection at the end of the last consumed token.
func (p *parser) close(index int) {
	if p.Err == nil {
		p.Shapes[index].End, p.Shapes[index].Next = p.end, len(p.Shapes)
		p.Frames = p.Frames[:len(p.Frames)-1]
	}
}

// finish consumes the closing token of the collection, and closes it.
func (p *parser) finish(index int) {
	if p.Err == nil {
		p.advance()
		p.close(index)
	}
}

// stream parses the only allowed document.
func (p *parser) stream() {
	p.directives()
	explicit := p.kind() == DocumentStart
	if explicit {
		p.advance()
	}
	switch p.kind() {
	case StreamEnd, DocumentEnd, DocumentStart, VersionDirective, TagDirective:
		switch {
		case explicit:
			p.addEmpty()
		case p.kind() == DocumentEnd:
			p.expected(ExpectedValue)
		}
	default:
		p.node(true, false)
	}
	for p.Err == nil && p.kind() == DocumentEnd {
		p.advance()
	}
	if p.Err == nil && p.kind() != StreamEnd {
		p.expected(SecondDocument)
	}
}

// node parses a node. block: outside of brackets. indentless: a list may start at the indentation of its key.
func (p *parser) node(block, indentless bool) {
	if p.kind() == AliasMark {
		t := p.Tokens[p.next]
		if !p.anchors[string(p.Src[t.Start+1:t.End])] {
			p.expected(UnknownAlias)
			return
		}
		p.advance()
		p.add(Shape{Form: Alias, Start: t.Start, End: t.End})
		return
	}
	named := p.readProperties()
	switch k := p.kind(); {
	case k == BlockEntry && indentless:
		p.indentlessSequence()
	case k.IsScalar():
		t := p.advance()
		p.add(Shape{Style: k, Indent: t.Indent, Start: t.Start, End: t.End})
	case k == FlowSequenceStart:
		p.flowSequence()
	case k == FlowMappingStart:
		p.flowMapping()
	case k == BlockSequenceStart && block:
		p.blockSequence()
	case k == BlockMappingStart && block:
		p.blockMapping()
	case named:
		p.addEmpty()
	default:
		p.expected(ExpectedValue)
	}
}

// readProperties parses the anchor and the tag before a node.
func (p *parser) readProperties() bool {
	var seen [2]bool
	for {
		k := p.kind()
		if k != AnchorMark && k != TagMark || seen[k-AnchorMark] {
			return seen[0] || seen[1]
		}
		seen[k-AnchorMark] = true
		if k == TagMark && !p.isHandleDefined(p.Tokens[p.next]) {
			p.expected(UnknownHandle)
			return true
		}
		t := p.advance()
		p.Properties = append(p.Properties, Property{len(p.Shapes), k, t.Start, t.End})
		if k == AnchorMark {
			if p.anchors == nil {
				p.anchors = map[string]bool{}
			}
			p.anchors[string(p.Src[t.Start+1:t.End])] = true
		}
	}
}

func (p *parser) indentlessSequence() {
	list := p.open(Sequence)
	for p.Err == nil && p.kind() == BlockEntry {
		p.advance()
		switch p.kind() {
		case BlockEntry, KeyMark, ValueMark, BlockEnd:
			p.addEmpty()
		default:
			p.node(true, false)
		}
	}
	p.close(list)
}

func (p *parser) blockSequence() {
	list := p.open(Sequence)
	p.advance()
	for p.Err == nil && p.kind() != BlockEnd {
		if p.kind() != BlockEntry {
			p.expected(ExpectedEntry)
			return
		}
		p.advance()
		if k := p.kind(); k == BlockEntry || k == BlockEnd {
			p.addEmpty()
		} else {
			p.node(true, false)
		}
	}
	p.finish(list)
}

func (p *parser) blockMapping() {
	mapping := p.open(Mapping)
	p.advance()
	for p.Err == nil && p.kind() != BlockEnd {
		if p.kind() != KeyMark {
			p.expected(ExpectedKey)
			return
		}
		p.advance()
		p.key()
		p.blockPart()
		if p.Err == nil && p.kind() == ValueMark {
			p.advance()
			p.blockPart()
		} else {
			p.addEmpty()
		}
	}
	p.finish(mapping)
}

// key records that the next shape is a key of the innermost mapping.
func (p *parser) key() { p.Frames[len(p.Frames)-1].Key = len(p.Shapes) }

// blockPart parses the key or the value of a block mapping.
func (p *parser) blockPart() {
	switch p.kind() {
	case KeyMark, ValueMark, BlockEnd:
		p.addEmpty()
	default:
		p.node(true, true)
	}
}

func (p *parser) flowSequence() {
	list := p.open(Sequence)
	p.advance()
	for first := true; p.Err == nil && p.kind() != FlowSequenceEnd; first = false {
		if !first {
			if p.kind() != FlowEntry {
				p.expected(ExpectedComma)
				return
			}
			p.advance()
		}
		switch p.kind() {
		case KeyMark:
			p.pair()
		case FlowSequenceEnd:
		default:
			p.node(false, false)
		}
	}
	p.finish(list)
}

// pair parses "key: value" in a list in brackets, which is a mapping.
func (p *parser) pair() {
	mapping := p.open(Mapping)
	p.advance()
	p.key()
	if k := p.kind(); k == ValueMark || k == FlowEntry || k == FlowSequenceEnd {
		p.advance() // as yaml.v3 does; what follows is rarely valid
		p.addEmpty()
	} else {
		p.node(false, false)
	}
	p.flowValue(FlowSequenceEnd)
	p.close(mapping)
}

// flowValue parses the value of a key in brackets.
func (p *parser) flowValue(end Kind) {
	if p.Err == nil && p.kind() == ValueMark {
		p.advance()
		if k := p.kind(); k != FlowEntry && k != end {
			p.node(false, false)
			return
		}
	}
	p.addEmpty()
}

func (p *parser) flowMapping() {
	mapping := p.open(Mapping)
	p.advance()
	for first := true; p.Err == nil && p.kind() != FlowMappingEnd; first = false {
		if !first {
			if p.kind() != FlowEntry {
				p.expected(ExpectedComma)
				return
			}
			p.advance()
		}
		p.key()
		switch p.kind() {
		case FlowMappingEnd:
		case KeyMark:
			p.advance()
			if k := p.kind(); k == ValueMark || k == FlowEntry || k == FlowMappingEnd {
				p.addEmpty()
			} else {
				p.node(false, false)
			}
			p.flowValue(FlowMappingEnd)
		default:
			p.node(false, false)
			p.addEmpty()
		}
	}
	p.finish(mapping)
}
