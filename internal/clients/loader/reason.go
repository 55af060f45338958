package loader

import (
	"fmt"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
)

// Clients share the messages and reasons in this file, so that reports can merge equal ones.

// missing returns the reason for a required field that does not exist.
func missing(f *file, field string) Reason {
	return Reason{"missing field " + quote.Text(field), "", f.topRange(), "no-" + field}
}

func notMapping(f *file) Reason {
	return Reason{"frontmatter is not a mapping of fields to values", "", f.topRange(), "not-a-mapping"}
}

// invalidYAML returns the reason for invalid YAML. It prefers skilllint's own diagnosis, which is more
// precise than the error of the client's parser.
func invalidYAML(f *file, problem string, at analysis.Range) Reason {
	if b := f.doc.Broken; b != nil {
		problem, at = b.Message, b.Range
	}
	if problem == "" {
		return Reason{"invalid YAML", "", at, "syntax"}
	}
	return Reason{"invalid YAML: " + problem, "", at, "syntax"}
}

// tooLarge returns the outcome of frontmatter that is too large for the models.
func tooLarge(f *file) outcome {
	return outcome{unknown: true, reasons: []Reason{{"frontmatter exceeds the limits of skilllint", "skilllint cannot tell what {} does", f.topRange(), "too-large"}}}
}

func empty(field string) string { return quote.Text(field) + " is empty" }

// mustBeString returns a message that callers complete with the actual type: ", not a list".
func mustBeString(field string) string { return quote.Text(field) + " must be a string" }

func tooLong(field string, length, limit int) string {
	return fmt.Sprintf("%s is %s characters long (limit %s)", quote.Text(field), quote.Count(length), quote.Count(limit))
}

func largeFile(size, limit int) string {
	return fmt.Sprintf("file is %s bytes long (limit %s)", quote.Count(size), quote.Count(limit))
}

// differentName returns the message for a name that differs from the directory or file name.
func differentName(name, container, want string) string {
	return "name " + quote.Text(name) + " does not match the " + container + " " + quote.Text(want)
}
