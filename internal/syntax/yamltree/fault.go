package yamltree

// A faultCode says where YAML's grammar, or one of our limits, stops.
type faultCode uint8

// The codes. Those of the scanner come first; cause.go says what people did to meet them.
const (
	noFault        faultCode = iota
	strayCharacter           // no token begins with it
	strayColon               // ":" where no key can end
	strayEntry               // "- " where no list can begin
	strayKey                 // "? " where no key can begin
	missingColon             // the line must be a key and has no colon
	tabIndent                // a tab in the indentation
	unclosedQuote            //
	badEscape                //
	malformedName            // of an anchor or alias
	malformedTag             //
	unknownHandle            // "!name!"
	badBlockMark             // text behind "|" or ">"
	directive                // "%" at the start of a line
	expectedKey              // something else in a block mapping
	expectedEntry            // something else than "- " in a block sequence
	expectedComma            // or a closing bracket
	expectedValue            // nothing that could be one
	secondDocument           // there must be one
	unknownAlias             //
	tooManyNodes             // limits
	tooDeep                  //
)

// A fault is the first place where the text is not YAML that we read.
type fault struct {
	code  faultCode
	from  int // where the piece that is broken begins
	at    int // where it shows
	token int // index of the token that it shows at
}
