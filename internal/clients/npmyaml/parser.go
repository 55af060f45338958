package npmyaml

// A parser builds a tree from tokens without validation. The composer reports errors.
type parser struct {
	token           // the current one
	atNewLine  bool // white space and sequence indicators are indentation
	column     int  // indentation of the current line
	onKeyLine  bool // on the line of a key of a block mapping
	stack      []*node
	out        func(*node) // receives documents and the nodes between them
	steps      int
	isTooLarge bool
}

// maxSteps bounds how often tokens are passed from one open node to another.
const maxSteps = 4 << 20

func (p *parser) next(text string, mark kind) {
	p.text, p.indent = text, p.column
	switch mark {
	case kScalar:
		p.atNewLine, p.kind = false, kScalar
		p.step()
		p.at += len(text)
		return
	case kDocMode, kFlowError:
		p.kind = mark
		p.step()
		return
	}
	p.kind = kindOf(text)
	if p.kind == kError {
		p.close(p.single())
		p.at += len(text)
		return
	}
	p.step()
	switch p.kind {
	case kNewline:
		p.atNewLine, p.column = true, 0
	case kSpace:
		if p.atNewLine && text[0] == ' ' {
			p.column += len(text)
		}
	case kExplicitKey, kMapValue, kSeqItem:
		if p.atNewLine {
			p.column += len(text)
		}
	default:
		p.atNewLine = false
	}
	p.at += len(text)
}

func (p *parser) finish() {
	for len(p.stack) > 0 {
		p.pop()
	}
}

// current returns the current token, with the indentation of its line.
func (p *parser) current() token {
	t := p.token
	t.indent = p.column
	return t
}

func (p *parser) single() *node { return &node{token: p.current()} }

func (p *parser) push(n *node) { p.stack = append(p.stack, n) }

func (p *parser) top(n int) *node {
	if len(p.stack) < n {
		return nil
	}
	return p.stack[len(p.stack)-n]
}

// step passes the current token to the innermost open node.
func (p *parser) step() {
	if p.steps++; p.steps > maxSteps {
		p.isTooLarge = true
		return
	}
	top := p.top(1)
	if p.kind == kDocEnd && (top == nil || top.kind != kDocEnd) {
		p.finish()
		p.push(p.single())
		return
	}
	if top == nil {
		p.stream()
		return
	}
	switch top.kind {
	case kDocument:
		p.document(top)
	case kAlias, kScalar, kSingle, kDouble:
		p.scalar(top)
	case kBlockScalar:
		p.blockScalar(top)
	case kBlockMap:
		p.blockMap(top)
	case kBlockSeq:
		p.blockSeq(top)
	case kFlow:
		p.flow(top)
	case kDocEnd:
		if p.kind != kDocMode {
			top.after = append(top.after, p.current())
			if p.kind == kNewline {
				p.pop()
			}
		}
	default:
		p.pop()
	}
}

// retry closes the innermost node, and passes the token to its parent.
func (p *parser) retry() {
	p.pop()
	p.step()
}

// pop closes the innermost node.
func (p *parser) pop() {
	if len(p.stack) == 0 {
		return
	}
	n := p.stack[len(p.stack)-1]
	p.stack = p.stack[:len(p.stack)-1]
	p.close(n)
}

// close adds a complete node to its parent.
func (p *parser) close(n *node) {
	top := p.top(1)
	if top == nil {
		p.out(n)
		return
	}
	switch {
	case n.kind == kBlockScalar && top.kind == kDocument, n.kind == kFlow && top.kind == kDocument:
		n.indent = 0
	case n.kind == kBlockScalar:
		n.indent = top.indent
	}
	if n.kind == kFlow {
		n.fixItems()
	}
	switch top.kind {
	case kDocument:
		top.value = n
	case kBlockScalar:
		top.props = append(top.props, n.token)
	case kBlockMap:
		if !p.addToMap(top, n) {
			return
		}
	case kBlockSeq:
		if it := top.items[len(top.items)-1]; it.value != nil {
			top.items = append(top.items, &item{value: n})
		} else {
			it.value = n
		}
	case kFlow:
		top.addToFlow(n)
		return
	default:
		p.pop()
		p.close(n)
	}
	if top.kind == kDocument || top.kind == kBlockMap || top.kind == kBlockSeq {
		top.adoptComments(n)
	}
}

// addToMap adds a value or a key. It returns false for a key.
func (p *parser) addToMap(top, n *node) bool {
	it := top.items[len(top.items)-1]
	switch {
	case it.value != nil:
		top.items = append(top.items, &item{key: n, hasSep: true})
		p.onKeyLine = true
		return false
	case it.hasSep:
		it.value = n
		return true
	}
	it.key, it.hasSep, it.sep = n, true, nil
	p.onKeyLine = !it.explicit
	return false
}

func (n *node) addToFlow(part *node) {
	var it *item
	if len(n.items) > 0 {
		it = n.items[len(n.items)-1]
	}
	switch {
	case it == nil || it.value != nil:
		n.items = append(n.items, &item{key: part, hasSep: true})
	case it.hasSep:
		it.value = part
	default:
		it.key, it.hasSep, it.sep = part, true, nil
	}
}

// adoptComments moves comments from the end of a block collection to its parent if they are indented less than its items.
func (n *node) adoptComments(part *node) {
	if part.kind != kBlockMap && part.kind != kBlockSeq || len(part.items) == 0 {
		return
	}
	last := part.items[len(part.items)-1]
	if last.hasSep || last.value != nil || len(last.start) == 0 || !isBlankList(last.start) {
		return
	}
	if part.indent != 0 {
		for _, t := range last.start {
			if t.kind == kComment && t.indent >= part.indent {
				return
			}
		}
	}
	if n.kind == kDocument {
		n.ended, n.after = true, last.start
	} else {
		n.items = append(n.items, &item{start: last.start})
	}
	part.items = part.items[:len(part.items)-1]
}

// fixItems turns keys without ":" in a flow sequence into values.
func (n *node) fixItems() {
	if n.text != "[" {
		return
	}
	for _, it := range n.items {
		if !it.hasSep || it.value != nil || includes(it.start, kExplicitKey) || includes(it.sep, kMapValue) {
			continue
		}
		it.value, it.key = it.key, nil
		if it.value.isFlow() {
			it.value.ended, it.value.after = true, append(it.value.after, it.sep...)
		} else {
			it.start = append(it.start, it.sep...)
		}
		it.hasSep, it.sep = false, nil
	}
}

func (p *parser) stream() {
	switch p.kind {
	case kDocMode, kDocStart:
		doc := &node{token: token{kind: kDocument, at: p.at}}
		if p.kind == kDocStart {
			doc.start = append(doc.start, p.current())
		}
		p.push(doc)
		return
	}
	p.out(p.single())
}

func (p *parser) document(doc *node) {
	if doc.value != nil {
		p.addAfter(doc)
		return
	}
	switch p.kind {
	case kDocStart:
		if !isBlankList(doc.start) {
			p.retry()
		} else {
			doc.start = append(doc.start, p.current())
		}
		return
	case kAnchor, kTag, kSpace, kComment, kNewline:
		doc.start = append(doc.start, p.current())
		return
	}
	if n := p.blockValue(doc); n != nil {
		p.push(n)
		return
	}
	p.out(&node{token: token{kind: kError, at: p.at, text: p.text}})
}
