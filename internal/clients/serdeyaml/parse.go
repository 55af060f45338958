package serdeyaml

// A parser puts tokens together.
type parser struct {
	tokens  []token
	next    int
	failure *Error // of the scanner, for the broken token
	handles map[string]string
	depth   int
	anchors map[string]int // their numbers
	targets map[int]*Node  // by number
	aliases []*Node        // in the order of ids
	ids     []int          // the numbers that the aliases stand for
}

// standard handles of tags.
const coreTag = "tag:yaml.org,2002:"

func (p *parser) peek() *token { return &p.tokens[p.next] }

func (p *parser) take() *token {
	t := &p.tokens[p.next]
	if p.next < len(p.tokens)-1 {
		p.next++
	}
	return t
}

// is reports whether the next token is one of these.
func (p *parser) is(kinds ...kind) bool {
	for _, k := range kinds {
		if p.tokens[p.next].kind == k {
			return true
		}
	}
	return false
}

// fail returns what is wrong at the next token: the scanner's failure when there is none.
func (p *parser) fail(message string) error {
	if p.is(broken) {
		return p.failure
	}
	return &Error{p.peek().start, message}
}

// document reads the whole text: one document, and nothing behind it.
func (p *parser) document() (*Node, error) {
	if p.is(endOfText) {
		return nil, nil
	}
	p.anchors, p.targets = map[string]int{}, map[int]*Node{}
	if err := p.directives(); err != nil {
		return nil, err
	}
	var root *Node
	if p.is(documentStart) {
		p.take()
		if p.is(documentEnd, endOfText, documentStart, versionDirective, tagDirective) {
			root = p.empty()
		}
	}
	if root == nil {
		var err error
		if root, err = p.node(true, false); err != nil {
			return nil, err
		}
	}
	for p.is(documentEnd) {
		p.take()
	}
	if !p.is(endOfText) {
		return nil, p.fail("text where the YAML is over, as a second document or a line that is indented less than the first")
	}
	for i, alias := range p.aliases {
		alias.target = p.targets[p.ids[i]]
	}
	return root, nil
}

// directives reads the directives before a document, which must have a start mark then.
func (p *parser) directives() error {
	p.handles = map[string]string{"!": "!", "!!": coreTag}
	own := map[string]bool{}
	version := false
	for p.is(versionDirective, tagDirective) {
		t := p.peek()
		if t.kind == versionDirective && version || t.kind == tagDirective && own[t.handle] {
			return p.fail("a second directive of a kind")
		}
		if t.kind == versionDirective {
			version = true
		} else {
			own[t.handle] = true
			p.handles[t.handle] = t.text
		}
		p.take()
	}
	if (version || len(own) > 0) && !p.is(documentStart) {
		return p.fail(`a directive without "---" behind it`)
	}
	return nil
}

// empty returns the value that is missing before the next token.
func (p *parser) empty() *Node {
	at := p.peek().start
	return &Node{Plain: true, Start: at, End: at}
}

// node reads a value: of a block collection or a flow one, and in the first case maybe a list
// that stands no further in than its key.
func (p *parser) node(block, flush bool) (*Node, error) {
	if p.is(aliasName) {
		return p.alias()
	}
	anchor, tag, err := p.properties()
	if err != nil {
		return nil, err
	}
	n := &Node{Start: p.peek().start}
	id := -1
	if anchor != "" {
		// Numbers may be given twice, when a name is; then what has the number later is meant by both.
		id = len(p.anchors)
		p.anchors[anchor] = id
		p.targets[id] = n
	}
	n.Tag = tag
	if p.depth++; p.depth > maxDepth {
		return nil, ErrTooLarge
	}
	defer func() { p.depth-- }()
	switch t := p.peek(); {
	case t.kind == blockEntry && flush:
		return n, p.flushSequence(n)
	case t.kind == scalarText:
		p.take()
		n.Text, n.Plain, n.End = t.text, t.plain, t.end
		return n, nil
	case t.kind == flowSequence:
		return n, p.flowSequence(n)
	case t.kind == flowMapping:
		return n, p.flowMapping(n)
	case t.kind == blockSequence && block:
		return n, p.blockSequence(n)
	case t.kind == blockMapping && block:
		return n, p.blockMapping(n)
	case id >= 0 || tag != "":
		n.Plain, n.End = true, n.Start
		return n, nil
	}
	return nil, p.fail("no value where one has to stand")
}

func (p *parser) alias() (*Node, error) {
	t := p.peek()
	id, known := p.anchors[t.text]
	if !known {
		return nil, p.fail("a reference, *" + t.text + ", to nothing: no &" + t.text + " stands before it")
	}
	p.take()
	n := &Node{Form: Alias, Start: t.start, End: t.end}
	p.aliases = append(p.aliases, n)
	p.ids = append(p.ids, id)
	return n, nil
}

// properties reads an anchor and a tag, in either order.
func (p *parser) properties() (anchor, tag string, err error) {
	for range 2 {
		switch t := p.peek(); {
		case t.kind == anchorName && anchor == "":
			anchor = t.text
			p.take()
		case t.kind == tagName && tag == "":
			prefix, known := p.handles[t.handle]
			if t.handle != "" && !known {
				return "", "", p.fail("a tag with the handle " + t.handle + " that no %TAG explains")
			}
			tag = prefix + t.text
			p.take()
		}
	}
	return anchor, tag, nil
}

func (p *parser) blockSequence(n *Node) error {
	n.Form = Sequence
	p.take()
	for p.is(blockEntry) {
		if err := p.item(n, blockEntry, blockEnd); err != nil {
			return err
		}
	}
	if !p.is(blockEnd) {
		return p.fail(`a line in a list that starts with no "-"`)
	}
	p.take()
	return nil
}

func (p *parser) flushSequence(n *Node) error {
	n.Form = Sequence
	for p.is(blockEntry) {
		if err := p.item(n, blockEntry, keyMark, valueMark, blockEnd); err != nil {
			return err
		}
	}
	return nil
}

// item reads a "-" and its value, which is missing when one of the tokens follows.
func (p *parser) item(n *Node, missing ...kind) error {
	n.End = p.take().end
	v, err := p.value(true, false, missing...)
	if err != nil {
		return err
	}
	n.Items, n.End = append(n.Items, v), max(v.End, n.End)
	return nil
}

// value reads a value, which is missing when one of the tokens follows.
func (p *parser) value(block, flush bool, missing ...kind) (*Node, error) {
	if p.is(missing...) {
		return p.empty(), nil
	}
	return p.node(block, flush)
}

func (p *parser) blockMapping(n *Node) error {
	n.Form = Mapping
	p.take()
	for p.is(keyMark) {
		p.take()
		key, err := p.value(true, true, keyMark, valueMark, blockEnd)
		if err != nil {
			return err
		}
		v := p.empty()
		if p.is(valueMark) {
			v.Start = p.take().end
			v.End = v.Start
			if !p.is(keyMark, valueMark, blockEnd) {
				if v, err = p.node(true, true); err != nil {
					return err
				}
			}
		}
		n.Members, n.End = append(n.Members, Member{key, v}), max(key.End, v.End)
	}
	if !p.is(blockEnd) {
		return p.fail("a line that is no key of the fields around it")
	}
	p.take()
	return nil
}

func (p *parser) flowSequence(n *Node) error {
	n.Form = Sequence
	p.take()
	for first := true; !p.is(flowSequenceEnd); first = false {
		if !first {
			if !p.is(flowEntry) {
				return p.fail(`a list in [] without "," or "]" behind a value`)
			}
			p.take()
			if p.is(flowSequenceEnd) {
				break
			}
		}
		var v *Node
		var err error
		if p.is(keyMark) {
			v, err = p.pair()
		} else {
			v, err = p.node(false, false)
		}
		if err != nil {
			return err
		}
		n.Items = append(n.Items, v)
	}
	n.End = p.take().end
	return nil
}

// pair reads "key: value" in a list: a mapping of its own.
func (p *parser) pair() (*Node, error) {
	p.take()
	n := &Node{Form: Mapping, Start: p.peek().start}
	if p.depth++; p.depth > maxDepth {
		return nil, ErrTooLarge
	}
	defer func() { p.depth-- }()
	var key *Node
	var err error
	if p.is(valueMark, flowEntry, flowSequenceEnd) {
		key = p.empty()
		p.take() // libyaml loses this token, even a comma or bracket
	} else if key, err = p.node(false, false); err != nil {
		return nil, err
	}
	v := p.empty()
	if p.is(valueMark) {
		p.take()
		if v, err = p.value(false, false, flowEntry, flowSequenceEnd); err != nil {
			return nil, err
		}
	}
	n.Members, n.End = []Member{{key, v}}, max(key.End, v.End)
	return n, nil
}

func (p *parser) flowMapping(n *Node) error {
	n.Form = Mapping
	p.take()
	for first := true; !p.is(flowMappingEnd); first = false {
		if !first {
			if !p.is(flowEntry) {
				return p.fail(`a mapping in {} without "," or "}" behind a value`)
			}
			p.take()
			if p.is(flowMappingEnd) {
				break
			}
		}
		m, err := p.flowMember()
		if err != nil {
			return err
		}
		n.Members = append(n.Members, m)
	}
	n.End = p.take().end
	return nil
}

func (p *parser) flowMember() (Member, error) {
	if !p.is(keyMark) {
		key, err := p.node(false, false)
		return Member{key, p.empty()}, err
	}
	p.take()
	key, err := p.value(false, false, valueMark, flowEntry, flowMappingEnd)
	if err != nil {
		return Member{}, err
	}
	v := p.empty()
	if p.is(valueMark) {
		p.take()
		v, err = p.value(false, false, flowEntry, flowMappingEnd)
	}
	return Member{key, v}, err
}
