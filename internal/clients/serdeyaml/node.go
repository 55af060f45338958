package serdeyaml

import (
	"strings"

	"github.com/skilllint/skilllint/internal/syntax/libyaml"
)

// variant is serde_yaml's translation of libyaml. The parser is recursive, so the depth is limited.
var variant = libyaml.Variant{MaxNodes: MaxBytes, MaxDepth: 1000, Directives: true, Incremental: true, StrictTags: true,
	FlowColons: true, SlashEscape: true, ByteKeys: true, MarkColumn: true}

// A builder converts the shapes of a text to nodes.
type builder struct {
	*libyaml.Outline
	shape, property int
	anchors         map[string]int // anchor numbers by name
	targets         map[int]*Node  // by anchor number
	aliases         []*Node
	aliasNumbers    []int // the anchor number of each alias
}

// build returns the root of a valid text, or nil if the document is empty.
func build(o *libyaml.Outline) *Node {
	if len(o.Shapes) == 0 {
		return nil
	}
	b := builder{Outline: o, anchors: map[string]int{}, targets: map[int]*Node{}}
	root := b.node()
	for i, alias := range b.aliases {
		alias.target = b.targets[b.aliasNumbers[i]]
	}
	return root
}

// node converts the next shape and its children.
func (b *builder) node() *Node {
	s := b.Shapes[b.shape]
	n := &Node{Form: s.Form, Start: s.Start}
	b.properties(n)
	b.shape++
	switch s.Form {
	case libyaml.Scalar:
		n.Text, n.Plain = b.Text(s), s.Style == libyaml.PlainScalar
	case libyaml.Alias:
		b.aliases = append(b.aliases, n)
		b.aliasNumbers = append(b.aliasNumbers, b.anchors[string(b.Src[s.Start+1:s.End])])
	case libyaml.Sequence:
		for b.shape < s.Next {
			n.Items = append(n.Items, b.node())
		}
	case libyaml.Mapping:
		for b.shape < s.Next {
			key := b.node()
			n.Members = append(n.Members, Member{key, b.node()})
		}
	}
	return n
}

// properties reads the anchor and the tag of the next shape.
func (b *builder) properties(n *Node) {
	for ; b.property < len(b.Properties) && b.Properties[b.property].Shape == b.shape; b.property++ {
		p := b.Properties[b.property]
		if p.Kind == libyaml.TagMark {
			n.Tag = b.Tag(p)
			continue
		}
		// serde_yaml reuses numbers after an anchor is redefined. Aliases with a number refer to its last target.
		name := string(b.Src[p.Start+1 : p.End])
		number := len(b.anchors)
		b.anchors[name] = number
		b.targets[number] = n
	}
}

// messages describe the errors of libyaml.
var messages = map[libyaml.Code]string{
	libyaml.StrayColon:         `unquoted ": " in a value`,
	libyaml.StrayEntry:         `unexpected "-"`,
	libyaml.StrayKey:           `unexpected "?"`,
	libyaml.MissingColon:       "text without a colon in place of a key",
	libyaml.TabIndent:          "tab used for indentation",
	libyaml.UnclosedTag:        "unclosed tag",
	libyaml.UnnamedTag:         "a tag without a name",
	libyaml.TagCharacter:       "a character that no tag can have",
	libyaml.TagPercent:         "incomplete %-escape in a tag",
	libyaml.TagOctets:          "an incomplete %-escape in a tag",
	libyaml.TagRune:            "invalid %-escape in a tag",
	libyaml.BadBlockHeader:     "text on the line of a block scalar indicator",
	libyaml.ZeroIndent:         "block scalar with an indentation of 0",
	libyaml.Directive:          "YAML directive",
	libyaml.BadVersion:         "a version of YAML other than 1.1 and 1.2",
	libyaml.BadHandle:          "a %TAG without a handle that ends with !",
	libyaml.TextAfterDirective: "text after a directive",
	libyaml.SecondDirective:    "a second directive of a kind",
	libyaml.LoneDirective:      `directive without "---" after it`,
	libyaml.ExpectedKey:        "line that is not a key",
	libyaml.ExpectedEntry:      `line in a list without "-"`,
	libyaml.ExpectedValue:      "missing value",
	libyaml.SecondDocument:     "text after the end of the YAML",
}

// explain returns the error of a text, with the offset at which libyaml stops.
func explain(o *libyaml.Outline) *Error {
	f := o.Err
	at := string(o.Src[f.At:min(f.At+1, len(o.Src))])
	switch f.Code {
	case libyaml.StrayCharacter:
		if at == "\t" {
			return &Error{f.At, messages[libyaml.TabIndent]}
		}
		return &Error{f.At, "unquoted value starts with " + at}
	case libyaml.UnclosedQuote:
		if f.At < len(o.Src) {
			return &Error{f.At, "line \"---\" or \"...\" inside quotes"}
		}
		return &Error{f.From, "unclosed quote"}
	case libyaml.BadEscape:
		if kind := string(o.Src[f.At+1 : min(f.At+2, len(o.Src))]); kind != "" && strings.Contains("xuU", kind) {
			return &Error{f.At, `a \` + kind + " without the number of a character"}
		}
		return &Error{f.At, "invalid escape sequence in double quotes"}
	case libyaml.FlowColon:
		return &Error{f.At, `a ":" before "` + string(o.Src[f.At+1]) + `" in an unquoted value`}
	case libyaml.MalformedName:
		return &Error{f.From, "a " + string(o.Src[f.From]) + " with an invalid name after it"}
	case libyaml.UnknownHandle:
		t := o.Tokens[f.Token]
		handle, _ := libyaml.SplitTag(string(o.Src[t.Start:t.End]))
		return &Error{f.At, "a tag with the handle " + handle + " that no %TAG defines"}
	case libyaml.UnknownAlias:
		t := o.Tokens[f.Token]
		name := string(o.Src[t.Start+1 : t.End])
		return &Error{f.At, "undefined alias *" + name}
	case libyaml.ExpectedComma:
		if o.Frames[len(o.Frames)-1].Kind == libyaml.FlowSequenceStart {
			return &Error{f.At, `missing "," or "]" in a list`}
		}
		return &Error{f.At, `missing "," or "}" in a mapping`}
	}
	return &Error{f.At, messages[f.Code]}
}
