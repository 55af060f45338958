package schema

import (
	"encoding/json"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// Units in which clients count the length of a string.
const (
	CodePoints = ""          // as JSON Schema's maxLength does
	UTF16      = "utf16"     // as JavaScript and Java count: two for an emoji
	Collapsed  = "collapsed" // code points after trimming and collapsing white space
)

// Length returns the length of a string in a unit.
func Length(text, unit string) int {
	switch unit {
	case UTF16:
		n := 0
		for _, r := range text {
			n += utf16.RuneLen(r)
		}
		return n
	case Collapsed:
		text = strings.Join(strings.Fields(text), " ")
	}
	return utf8.RuneCountInString(text)
}

// lengthOf parses a format of the form "UNIT-length-LIMIT".
func lengthOf(format string) (unit, limit string, ok bool) {
	unit, limit, ok = strings.Cut(format, "-length-")
	return unit, limit, ok && (unit == UTF16 || unit == Collapsed)
}

// lengthFormats are the length limits that maxLength cannot express.
var lengthFormats = []string{"utf16-length-1024", "utf16-length-1536", "collapsed-length-64", "collapsed-length-1024"}

func isWithin(format string) func(any) bool {
	unit, digits, _ := lengthOf(format)
	limit, err := strconv.Atoi(digits)
	return func(v any) bool {
		text, isText := v.(string)
		if n, ok := v.(json.Number); ok {
			text, isText = n.String(), true
		}
		return !isText || err == nil && Length(text, unit) <= limit
	}
}
