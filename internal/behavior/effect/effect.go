// Package effect names the effects of functions of the libraries of several languages.
package effect

import "github.com/skilllint/skilllint/internal/behavior/lex"

// An Effect is the effect of a library function.
type Effect uint8

const (
	None          Effect = iota
	Requests             // sends a request
	Decodes              // returns a decoded text
	Encodes              // returns an encoded text
	Evaluates            // runs its argument as code
	Executes             // runs its argument as a command
	Reads                // reads a file
	WritesTo             // writes to the file of its receiver
	WritesAll            // writes a file: path, content
	Removes              // removes a directory
	Connects             // returns a connection
	Receives             // returns data from a connection
	Transmits            // sends over a connection or by mail
	ConnectsShell        // connects a program with a connection
	Identifies           // returns information about the computer
	Loosens              // changes permissions
)

// In returns the effect of a function in a language, by its name.
func In(language, name string) Effect {
	switch language {
	case lex.Python:
		return pythonEffect(name)
	case lex.JavaScript:
		return jsEffect(name)
	case lex.PowerShell:
		return psEffect(name)
	}
	return None
}
