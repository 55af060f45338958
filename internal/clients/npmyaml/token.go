package npmyaml

// A kind is the kind of a token, or of a node that the parser builds from tokens.
type kind uint8

const (
	kNone kind = iota // the kind depends on the text
	kError
	kBOM
	kDocMode   // start of a document
	kFlowError // a flow collection ends too early
	kScalar
	kDocStart
	kDocEnd
	kNewline
	kSeqItem
	kExplicitKey
	kMapValue
	kFlowMapStart
	kFlowMapEnd
	kFlowSeqStart
	kFlowSeqEnd
	kComma
	kSpace
	kComment
	kDirective
	kAlias
	kAnchor
	kTag
	kSingle
	kDouble
	kBlockHeader

	kDocument
	kBlockScalar
	kBlockMap
	kBlockSeq
	kFlow
)

// A token is a part of the text.
type token struct {
	kind   kind
	at     int
	indent int
	text   string
}

func (t token) end() int { return t.at + len(t.text) }

// A node is a token with its child tokens and nodes.
type node struct {
	token
	start []token // of a document
	items []*item // of a collection
	props []token // of a block scalar: its header
	ended bool
	after []token // after the node; in a flow collection, the closing bracket first
	value *node   // of a document
	lines int8    // whether it contains a line feed: 1 yes, -1 no, 0 unknown
}

// An item is an item of a collection.
type item struct {
	start    []token
	key      *node
	hasSep   bool
	sep      []token
	value    *node
	explicit bool // a "?" precedes the key
}

// kindOf returns the kind of a token by its text.
func kindOf(text string) kind {
	if k, ok := wholeKinds[text]; ok {
		return k
	}
	if k, ok := firstKinds[text[0]]; ok {
		return k
	}
	return kError
}

// wholeKinds are the kinds of tokens with a fixed text.
var wholeKinds = map[string]kind{
	byteOrderMark: kBOM, "---": kDocStart, "...": kDocEnd, "\n": kNewline, "\r\n": kNewline, "-": kSeqItem, "?": kExplicitKey, ":": kMapValue,
	"{": kFlowMapStart, "}": kFlowMapEnd, "[": kFlowSeqStart, "]": kFlowSeqEnd, ",": kComma,
}

// firstKinds are the kinds of other tokens by their first byte.
var firstKinds = map[byte]kind{
	' ': kSpace, '\t': kSpace, '#': kComment, '%': kDirective, '*': kAlias, '&': kAnchor, '!': kTag, '\'': kSingle, '"': kDouble, '|': kBlockHeader, '>': kBlockHeader,
}

func (k kind) isFlowScalar() bool { return k == kAlias || k == kScalar || k == kSingle || k == kDouble }

// isFlow reports whether a node may be an implicit key.
func (n *node) isFlow() bool { return n != nil && (n.kind.isFlowScalar() || n.kind == kFlow) }

func includes(list []token, k kind) bool {
	for _, t := range list {
		if t.kind == k {
			return true
		}
	}
	return false
}

// isBlankList reports whether tokens are only white space and comments.
func isBlankList(list []token) bool {
	for _, t := range list {
		if t.kind != kSpace && t.kind != kComment && t.kind != kNewline {
			return false
		}
	}
	return true
}

// hasNewline reports whether a key spans several lines.
func (n *node) hasNewline() bool {
	if n == nil {
		return false
	}
	if n.lines == 0 {
		n.lines = -1
		if n.spansLines() {
			n.lines = 1
		}
	}
	return n.lines > 0
}

func (n *node) spansLines() bool {
	switch {
	case n.kind.isFlowScalar():
		for i := range len(n.text) {
			if n.text[i] == '\n' {
				return true
			}
		}
		return includes(n.after, kNewline)
	case n.kind == kFlow:
		for _, it := range n.items {
			if includes(it.start, kNewline) || includes(it.sep, kNewline) || it.key.hasNewline() || it.value.hasNewline() {
				return true
			}
		}
		return false
	}
	return true
}
