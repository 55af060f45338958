package npmyaml

import (
	"strings"

	"github.com/skilllint/skilllint/internal/clients/jsyaml"
)

// A composer builds values from the nodes of the parser, and reports errors.
type composer struct {
	text         string
	doc          *Document
	err          *Error
	aliasErr     *Error
	atDirectives bool
	inside       bool // a collection is being composed
	depth        int
	merged       int // number of merged members
	isTooLarge   bool
	anchors      map[string]*anchorTarget
	open         []*anchorTarget // collections that are being composed
}

// An anchorTarget is a value with an anchor.
type anchorTarget struct {
	value  *jsyaml.Value
	count  int // one more than the number of aliases
	weight int // 0: not computed yet
	nested []*anchorTarget
	uses   []*anchorTarget // anchors of the aliases in it
}

// weigh returns how often a value of one anchor can occur in this one, as the library estimates it.
func (a *anchorTarget) weigh() int {
	if a.weight > 0 {
		return a.weight
	}
	weight := 1
	for _, inner := range a.nested {
		weight = max(weight, inner.weigh())
	}
	for _, used := range a.uses {
		if used != a {
			weight = max(weight, used.count*used.weight)
		}
	}
	return weight
}

func (c *composer) fail(at int, code Code, message string) {
	if c.err == nil {
		c.err = &Error{min(max(at, 0), len(c.text)), code, message}
	}
}

// failLate reports an error that the library finds after all other errors.
func (c *composer) failLate(at int, message string) {
	if c.aliasErr == nil {
		c.aliasErr = &Error{at, Alias, message}
	}
}

// next composes a document, or checks the text between documents.
func (c *composer) next(n *node) {
	switch n.kind {
	case kDirective:
		c.atDirectives = true
		c.directive(n)
	case kDocument:
		if c.doc != nil {
			c.fail(n.at, Other, "second YAML document")
			return
		}
		c.doc = &Document{}
		c.document(n)
		if c.atDirectives && !includes(n.start, kDocStart) {
			c.fail(n.at, Other, `no "---" after a directive`)
		}
		c.atDirectives = false
	case kBOM, kSpace, kComment, kNewline:
	case kDocEnd:
		if c.doc == nil {
			c.fail(n.at, Other, `"..." without a document`)
			return
		}
		c.checkAfter(n.after, 0, true)
	default:
		c.fail(n.at, Other, "unexpected text")
	}
}

func (c *composer) directive(n *node) {
	parts := strings.Fields(n.text)
	switch {
	case parts[0] == "%TAG" && len(parts) != 3:
		c.fail(n.at, Other, "%TAG needs two arguments")
	case parts[0] == "%YAML" && len(parts) != 2:
		c.fail(n.at, Other, "%YAML needs one argument")
	}
}

func (c *composer) finish() *Document {
	if c.doc == nil {
		c.doc = &Document{Value: &jsyaml.Value{Kind: jsyaml.Null}}
		if c.atDirectives {
			c.fail(len(c.text), Other, `no "---" after a directive`)
		}
	}
	if c.err == nil {
		c.err = c.aliasErr
	}
	c.doc.Err = c.err
	return c.doc
}

func (c *composer) document(n *node) {
	next := tokenOf(n.value)
	if next == nil && len(n.after) > 0 {
		next = &n.after[0]
	}
	props := c.props(n.start, context{indicator: kDocStart, next: next, offset: n.at, onNewline: true})
	if v := n.value; props.found != nil && v != nil && (v.kind == kBlockMap || v.kind == kBlockSeq) && !props.hasNewline {
		c.fail(props.end, Other, `block collection on the line of "---"`)
	}
	value, at := c.nodeOrEmpty(n.value, props, props.end, n.start)
	c.doc.Value = value
	c.checkAfter(n.after, at, false)
}

func tokenOf(n *node) *token {
	if n == nil {
		return nil
	}
	return &n.token
}

// nodeOrEmpty returns the value of a node or of an omitted one, and its end.
func (c *composer) nodeOrEmpty(n *node, p props, at int, before []token) (*jsyaml.Value, int) {
	if n != nil {
		return c.compose(n, p)
	}
	return c.emptyNode(p, at, before)
}

func (c *composer) emptyNode(p props, at int, before []token) (*jsyaml.Value, int) {
	for i := len(before) - 1; i >= 0; i-- {
		if k := before[i].kind; k == kSpace || k == kComment || k == kNewline {
			at -= len(before[i].text)
			continue
		}
		for i++; i < len(before) && before[i].kind == kSpace; i++ {
			at += len(before[i].text)
		}
		break
	}
	n := &node{token: token{kind: kScalar, at: at}}
	v := c.scalar(n, p.tag)
	c.anchor(p, v, 1)
	if p.comment {
		at = p.end
	}
	return v, at
}

func (c *composer) compose(n *node, p props) (v *jsyaml.Value, at int) {
	if c.depth++; c.depth > maxDepth {
		c.isTooLarge = true
		c.depth--
		return &jsyaml.Value{Kind: jsyaml.Null}, n.at
	}
	defer func() { c.depth-- }()
	switch n.kind {
	case kAlias:
		v = c.alias(n)
		if p.anchor != nil || p.tag != nil {
			c.fail(n.at, Other, "alias with a tag or anchor")
		}
		return v, c.checkAfter(n.after, n.end(), true)
	case kScalar, kSingle, kDouble:
		v = c.scalar(n, p.tag)
		c.anchor(p, v, 1)
		return v, c.checkAfter(n.after, n.end(), true)
	case kBlockScalar:
		v, at = c.blockScalar(n, p.tag)
		c.anchor(p, v, 1)
		return v, at
	case kBlockMap, kBlockSeq, kFlow:
		return c.collection(n, p)
	}
	c.fail(n.at, Other, "unexpected text")
	return c.emptyNode(p, n.at, nil)
}

func (c *composer) anchor(p props, v *jsyaml.Value, weight int) *anchorTarget {
	if p.anchor == nil {
		return nil
	}
	name := p.anchor.text[1:]
	if name == "" {
		c.fail(p.anchor.at, Other, "anchor without a name")
	}
	a := &anchorTarget{value: v, count: 1, weight: weight}
	if n := len(c.open); n > 0 {
		c.open[n-1].nested = append(c.open[n-1].nested, a)
	}
	c.anchors[name] = a
	return a
}

func (c *composer) alias(n *node) *jsyaml.Value {
	name := n.text[1:]
	if name == "" {
		c.fail(n.at, Other, "alias without a name")
	}
	a := c.anchors[name]
	message := ""
	if a == nil {
		message = "alias without an anchor"
	} else {
		a.count++
		a.weight = a.weigh()
		if a.count*a.weight > maxAliases {
			message = "too many aliases"
		}
		if n := len(c.open); n > 0 {
			c.open[n-1].uses = append(c.open[n-1].uses, a)
		}
	}
	if message != "" {
		c.failLate(n.at, message)
		return &jsyaml.Value{Kind: jsyaml.Null}
	}
	return a.value
}

// checkAfter checks the tokens after a node, and returns their end.
func (c *composer) checkAfter(after []token, at int, needsSpace bool) int {
	hasSpace := false
	for _, t := range after {
		switch t.kind {
		case kSpace, kNewline:
			hasSpace = true
		case kComment:
			if needsSpace && !hasSpace {
				c.fail(t.at, Other, "no space before a comment")
			}
		default:
			message := "unexpected text after a value"
			if strings.Trim(t.text, "\r") == "" {
				message = "carriage return after a value"
			}
			c.fail(t.at, Other, message)
		}
		at += len(t.text)
	}
	return at
}

// collection returns the value of a mapping or sequence.
func (c *composer) collection(n *node, p props) (*jsyaml.Value, int) {
	if n.kind == kBlockSeq {
		last := p.anchor
		if last == nil || p.tag != nil && p.tag.at > last.at {
			last = p.tag
		}
		if last != nil && (p.newlineAfter == nil || p.newlineAfter.at < last.at) {
			c.fail(last.at, Other, "block sequence on the line of its tag or anchor")
		}
	}
	tag := ""
	if p.tag != nil {
		tag = c.tagName(p.tag)
	}
	outermost := !c.inside
	c.inside = true
	v := &jsyaml.Value{Kind: jsyaml.List, Start: n.at}
	isMap := n.kind == kBlockMap || n.kind == kFlow && n.text == "{"
	if isMap {
		v.Kind = jsyaml.Map
	}
	if a := c.anchor(p, v, 0); a != nil {
		c.open = append(c.open, a)
		defer func() { c.open = c.open[:len(c.open)-1] }()
	}
	var at int
	switch n.kind {
	case kBlockMap:
		at = c.blockMap(n, v, outermost)
	case kBlockSeq:
		at = c.blockSeq(n, v)
	default:
		at = c.flow(n, v, outermost)
	}
	if strings.HasPrefix(tag, coreTags) {
		c.applyTag(p.tag, tag[len(coreTags):], v)
	}
	return v, at
}

// applyTag applies a tag to a collection.
func (c *composer) applyTag(t *token, name string, v *jsyaml.Value) {
	switch {
	case name == "set" && v.Kind == jsyaml.Map:
		for _, m := range v.Members {
			if m.Value.Kind != jsyaml.Null {
				c.fail(t.at, Other, "set with values")
				return
			}
		}
		v.Members = nil
	case name == "omap" && v.Kind == jsyaml.List, name == "pairs" && v.Kind == jsyaml.List:
		for _, item := range v.Items {
			if item.Kind == jsyaml.Map && len(item.Members) > 1 {
				c.fail(t.at, Other, "two pairs in one item")
			}
		}
		if name == "omap" {
			*v = jsyaml.Value{Kind: jsyaml.Map, Start: v.Start}
		}
	}
}
