package libyaml

// A Code identifies where YAML's grammar, or a limit, stops.
type Code uint8

// The codes. Those of the scanner come first.
const (
	NoFault         Code = iota
	StrayCharacter       // no token begins with it
	StrayColon           // ":" where no key can end
	StrayEntry           // "- " where no list can begin
	StrayKey             // "? " where no key can begin
	MissingColon         // the line must be a key and has no colon
	TabIndent            // a tab in the indentation
	UnclosedQuote        //
	BadEscape            //
	FlowColon            // ":" in text in brackets, before another indicator
	MalformedName        // of an anchor or alias
	UnclosedTag          // "!<" without ">"
	UnnamedTag           // "!!" or "!<>"
	TagCharacter         // one that no tag can have
	TagPercent           // "%" without two digits
	TagOctets            // too few for a character
	TagRune              // octets that are no character
	UnknownHandle        // "!name!"
	BadBlockMark         // text behind "|" or ">"
	ZeroIndent           // "|0"
	Directive            // "%" at the start of a line
	BadVersion           // of YAML, in a directive
	BadHandle            // of tags, in a directive
	BehindDirective      // text on its line
	SecondDirective      // for the same
	LoneDirective        // without "---" behind it
	ExpectedKey          // something else in a block mapping
	ExpectedEntry        // something else than "- " in a block sequence
	ExpectedComma        // or a closing bracket
	ExpectedValue        // nothing that could be one
	SecondDocument       // there must be one
	UnknownAlias         //
	TooManyNodes         // limits
	TooDeep              //
)

// IsMalformed reports whether the fault is within an anchor, an alias, a tag or the mark of a block scalar.
func (c Code) IsMalformed() bool { return c >= MalformedName && c <= ZeroIndent }

// A Fault is the first place where the text is not YAML that we read.
type Fault struct {
	Code  Code
	From  int // where the piece that is broken begins
	At    int // where it shows
	Token int // index of the token that it shows at
}
