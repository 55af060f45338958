package jsontree

// Causes of a problem.
const (
	Empty          = "empty"           // nothing but white space
	BOM            = "bom"             // a byte order mark before a text that parses
	UTF16          = "utf-16"          // not UTF-8 at all
	UnclosedObject = "unclosed-object" // the text ends inside an object …
	UnclosedList   = "unclosed-list"   // … a list …
	UnclosedString = "unclosed-string" // … a string …
	Torn           = "torn"            // … a literal or a number
	LineBreak      = "line-break"      // in a string, or a string that is not closed on its line
	ControlChar    = "control-character"
	BadEscape      = "escape"
	InnerQuote     = "inner-quote"    // a quote inside a string that is not escaped
	TrailingComma  = "trailing-comma" // before a closing bracket
	CommaBehind    = "comma-behind"   // behind the whole value
	MissingComma   = "missing-comma"
	MissingColon   = "missing-colon"
	MissingValue   = "missing-value"
	Mismatch       = "mismatch"   // a bracket closes what another one opened
	TwoValues      = "two-values" // another value behind the whole value
	TextBehind     = "text-behind"
	Comment        = "comment"
	ConflictMarker = "conflict-marker"
	NaN            = "nan"     // NaN, Infinity
	Literal        = "literal" // True, None, undefined
	SingleQuotes   = "single-quotes"
	CurlyQuotes    = "curly-quotes"
	UnquotedKey    = "unquoted-key"
	UnquotedText   = "unquoted-text"
	UnquotedToken  = "unquoted-token" // {{NAME}} outside of a string
	Number         = "number"
	NumberLimit    = "number-limit"    // limits of ours; the text may be JSON
	Depth          = "depth"           // …
	TooMany        = "too-many-values" // …
	Unexpected     = "unexpected"
)

// Incomplete reports whether a text with a problem of this cause may be the beginning of one that
// parses: nothing is wrong with it but that it ends.
func Incomplete(cause string) bool {
	switch cause {
	case UnclosedObject, UnclosedList, UnclosedString, Torn:
		return true
	}
	return false
}

// IsLimit reports whether the cause is a limit of this package, and the text may be JSON.
func IsLimit(cause string) bool {
	return cause == NumberLimit || cause == Depth || cause == TooMany
}
