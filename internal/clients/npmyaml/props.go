package npmyaml

import "strings"

// props are the properties and indicators before a node.
type props struct {
	comma, found, anchor, tag, newlineAfter *token
	hasNewline                              bool
	comment                                 bool
	start, end                              int
}

// A context describes a position where properties are expected.
type context struct {
	inFlow    bool
	indicator kind
	next      *token
	offset    int
	parent    int // indentation of the collection
	onNewline bool
}

// A propsReader reads properties token by token.
type propsReader struct {
	c *composer
	x context
	props
	atNewline, hasSpace, needsSpace bool
	tab                             *token
	started                         bool
}

func (c *composer) props(tokens []token, x context) props {
	r := propsReader{c: c, x: x, atNewline: x.onNewline, hasSpace: x.onNewline}
	for i := range tokens {
		r.read(&tokens[i])
	}
	r.end = x.offset
	if len(tokens) > 0 {
		r.end = tokens[len(tokens)-1].end()
	}
	next := x.next
	if r.needsSpace && next != nil && next.kind != kSpace && next.kind != kNewline && next.kind != kComma && (next.kind != kScalar || next.text != "") {
		c.fail(next.at, Other, "no space after a tag or anchor")
	}
	isBlock := next != nil && (next.kind == kBlockMap || next.kind == kBlockSeq)
	if r.tab != nil && (r.atNewline && r.tab.indent <= x.parent || isBlock) {
		c.fail(r.tab.at, Other, "tab used for indentation")
	}
	if !r.started {
		r.start = r.end
	}
	return r.props
}

func (r *propsReader) read(t *token) {
	r.checkPending(t)
	switch {
	case t.kind == kSpace:
		if r.mustIndent() && strings.Contains(t.text, "\t") {
			r.tab = t
		}
		r.hasSpace = true
	case t.kind == kComment:
		if !r.hasSpace {
			r.c.fail(t.at, Other, "no space before a comment")
		}
		r.comment = true
		r.atNewline = false
	case t.kind == kNewline:
		r.atNewline, r.hasNewline, r.hasSpace = true, true, true
		if r.anchor != nil || r.tag != nil {
			r.newlineAfter = t
		}
	case t.kind == kAnchor, t.kind == kTag:
		r.property(t)
	case t.kind == r.x.indicator:
		r.indicator(t)
	case t.kind == kComma && r.x.inFlow:
		if r.comma != nil {
			r.c.fail(t.at, Other, "unexpected comma")
		}
		r.comma = t
		r.atNewline, r.hasSpace = false, false
	default:
		r.c.fail(t.at, Other, "unexpected text")
		r.atNewline, r.hasSpace = false, false
	}
}

// checkPending reports a missing space or a tab that the token after it makes an error.
func (r *propsReader) checkPending(t *token) {
	if r.needsSpace {
		if t.kind != kSpace && t.kind != kNewline && t.kind != kComma {
			r.c.fail(t.at, Other, "no space after a tag or anchor")
		}
		r.needsSpace = false
	}
	if r.tab != nil {
		if r.atNewline && t.kind != kComment && t.kind != kNewline {
			r.c.fail(r.tab.at, Other, "tab used for indentation")
		}
		r.tab = nil
	}
}

// mustIndent reports whether white space may be indentation: not in a flow collection, and not before one after "---".
func (r *propsReader) mustIndent() bool {
	return !r.x.inFlow && (r.x.indicator != kDocStart || r.x.next == nil || r.x.next.kind != kFlow)
}

func (r *propsReader) indicator(t *token) {
	if r.anchor != nil || r.tag != nil {
		r.c.fail(t.at, Other, "tag or anchor before "+t.text)
	}
	if r.found != nil {
		r.c.fail(t.at, Other, "unexpected "+t.text)
	}
	r.found = t
	r.atNewline = r.x.indicator == kSeqItem || r.x.indicator == kExplicitKey
	r.hasSpace = false
}

func (r *propsReader) property(t *token) {
	known := &r.anchor
	if t.kind == kTag {
		known = &r.tag
	}
	if *known != nil {
		r.c.fail(t.at, Other, "two tags or two anchors")
	}
	*known = t
	if !r.started {
		r.started, r.start = true, t.at
	}
	r.atNewline, r.hasSpace, r.needsSpace = false, false, true
}
