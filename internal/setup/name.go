package setup

import (
	"fmt"
	"strings"
	"unicode"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
)

// A form is what the names of a kind look like.
type form int

const (
	kebab    form = iota // sort-mail
	snake                // sort_mail
	prefixed             // ct-sort-mail
	task                 // T123-sort-mail
)

// forms are the forms by their name in dialect.json.
var forms = map[string]form{"": kebab, "snake": snake, "prefixed": prefixed, "task": task}

const longest = 64 // characters in a name: the least that any agent takes

// check says what a name must look like, if it does not.
func (f form) check(name string) error {
	good := f.shaped(name)
	switch {
	case f == task && good != name:
		return fmt.Errorf("%s is no name of an output; write its task and its topic: T123-sort-mail", quote.Text(name))
	case good == "" || strings.ContainsFunc(name, func(r rune) bool { return r > unicode.MaxASCII }):
		return fmt.Errorf("%s is no name; write letters from a to z, digits and %s", quote.Text(name), f.mark())
	case analysis.IsWindowsDevice(good):
		return fmt.Errorf("%s is a device on Windows, where no file can be called so; choose another name", quote.Text(name))
	case len(good) > longest:
		return fmt.Errorf("the name has %d characters, and agents take %d", len(good), longest)
	case good != name:
		return fmt.Errorf("%s is no name here; write %s", quote.Text(name), quote.Text(good))
	}
	return nil
}

// plain returns a name, or a title, as a plain scalar of YAML; in quotation marks where it could be
// read as a number, a date, a truth value or as nothing.
func plain(text string) string {
	switch strings.ToLower(text) {
	case "null", "true", "false", "yes", "no", "on", "off", "y", "n":
		return `"` + text + `"`
	}
	if text[0] >= '0' && text[0] <= '9' {
		return `"` + text + `"`
	}
	return text
}

func (f form) mark() string {
	if f == snake {
		return "underscores"
	}
	return "hyphens"
}

// shaped returns a name as the form wants it; empty where nothing can be made of it.
func (f form) shaped(name string) string {
	words := strings.FieldsFunc(strings.ToLower(name), func(r rune) bool { return (r < 'a' || r > 'z') && (r < '0' || r > '9') })
	if len(words) == 0 {
		return ""
	}
	switch f {
	case snake:
		return strings.TrimLeft(strings.Join(words, "_"), "0123456789_")
	case prefixed:
		if words[0] != "ct" {
			words = append([]string{"ct"}, words...)
		}
		if len(words) == 1 || words[1][0] < 'a' {
			return ""
		}
	case task:
		digits, isTask := strings.CutPrefix(words[0], "t")
		if !isTask || digits == "" || strings.Trim(digits, "0123456789") != "" || len(words) < 2 {
			return ""
		}
		words[0] = "T" + digits
	}
	return strings.Join(words, "-")
}
