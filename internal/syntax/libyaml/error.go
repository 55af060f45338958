package libyaml

// A Code identifies a syntax error or an exceeded limit.
type Code uint8

// The codes. Those of the scanner come first.
const (
	NoError            Code = iota
	StrayCharacter          // no token begins with it
	StrayColon              // ":" where no key can end
	StrayEntry              // "- " where no list can begin
	StrayKey                // "? " where no key can begin
	MissingColon            // the line must be a key and has no colon
	TabIndent               // a tab in the indentation
	UnclosedQuote           //
	BadEscape               //
	FlowColon               // ":" in text in brackets, before another indicator
	MalformedName           // of an anchor or alias
	UnclosedTag             // "!<" without ">"
	UnnamedTag              // "!!" or "!<>"
	TagCharacter            // not allowed in tags
	TagPercent              // "%" without two digits
	TagOctets               // too few for a character
	TagRune                 // octets that are not valid UTF-8
	UnknownHandle           // "!name!"
	BadBlockHeader          // text after "|" or ">"
	ZeroIndent              // "|0"
	Directive               // "%" at the start of a line
	BadVersion              // of YAML, in a directive
	BadHandle               // of tags, in a directive
	TextAfterDirective      // text after a directive
	SecondDirective         // for the same
	LoneDirective           // without "---" after it
	ExpectedKey             // something else in a block mapping
	ExpectedEntry           // something else than "- " in a block sequence
	ExpectedComma           // or a closing bracket
	ExpectedValue           // no value starts with the token
	SecondDocument          // after the only one allowed
	UnknownAlias            //
	TooManyNodes            // limits
	TooDeep                 //
)

// IsMalformed reports whether the error is within an anchor, an alias, a tag or the header of a block scalar.
func (c Code) IsMalformed() bool { return c >= MalformedName && c <= ZeroIndent }

// An Error is the first syntax error, or the limit that was exceeded.
type Error struct {
	Code  Code
	From  int // start of the invalid construct
	At    int // where the error was detected
	Token int // index of the token at which it was detected
}
