package jsontree

// Causes of a problem.
const (
	Empty           = "empty"           // nothing but white space
	BOM             = "bom"             // a byte order mark before valid JSON
	UTF16           = "utf-16"          // or another encoding that is not UTF-8
	UnclosedObject  = "unclosed-object" // the text ends inside an object
	UnclosedList    = "unclosed-list"   // the text ends inside a list
	UnclosedString  = "unclosed-string" // the text ends inside a string
	IncompleteWord  = "torn"            // the text ends inside a literal or a number
	LineBreak       = "line-break"      // in a string, or a string that is not closed on its line
	ControlChar     = "control-character"
	BadEscape       = "escape"
	InnerQuote      = "inner-quote"    // an unescaped quote inside a string
	TrailingComma   = "trailing-comma" // before a closing bracket
	CommaAfterValue = "comma-behind"   // after the whole value
	MissingComma    = "missing-comma"
	MissingColon    = "missing-colon"
	MissingValue    = "missing-value"
	Mismatch        = "mismatch"   // a closing bracket of another kind than the opening one
	TwoValues       = "two-values" // another value after the whole value
	TextAfterValue  = "text-behind"
	Comment         = "comment"
	ConflictMarker  = "conflict-marker"
	NaN             = "nan"     // NaN, Infinity
	Literal         = "literal" // True, None, undefined
	SingleQuotes    = "single-quotes"
	CurlyQuotes     = "curly-quotes"
	UnquotedKey     = "unquoted-key"
	UnquotedText    = "unquoted-text"
	UnquotedToken   = "unquoted-token" // {{NAME}} outside strings
	Number          = "number"
	NumberLimit     = "number-limit"    // a limit of this package
	Depth           = "depth"           // a limit of this package
	TooMany         = "too-many-values" // a limit of this package
	Unexpected      = "unexpected"
)

// Incomplete reports whether a text with a problem of this cause may be the beginning of a valid text.
func Incomplete(cause string) bool {
	switch cause {
	case UnclosedObject, UnclosedList, UnclosedString, IncompleteWord:
		return true
	}
	return false
}

// IsLimit reports whether the cause is a limit of this package. The text may be valid JSON.
func IsLimit(cause string) bool {
	return cause == NumberLimit || cause == Depth || cause == TooMany
}
