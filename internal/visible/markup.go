package visible

import (
	"html"
	"strings"
)

// commands are what CI systems obey in a log, whatever it stands in: "::name", "##[name]", "##vso[".
var commands = strings.NewReplacer("[", "&#91;", "::", "&#58;:")

// Markup returns text as String does, to stand between the elements of HTML or XML, or in a quoted
// attribute that is no address and no script.
func Markup(text string) string { return commands.Replace(html.EscapeString(String(text))) }
