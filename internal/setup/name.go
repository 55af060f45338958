package setup

import (
	"fmt"
	"strings"
	"unicode"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
)

// A form is a spelling of names, such as kebab case.
type form int

const (
	kebab    form = iota // sort-mail
	snake                // sort_mail
	prefixed             // ct-sort-mail
	task                 // T123-sort-mail
)

// forms are the spellings by their name in dialect.json.
var forms = map[string]form{"": kebab, "snake": snake, "prefixed": prefixed, "task": task}

const maxName = 64 // characters in a name: the lowest limit of all clients

// check returns an error for an invalid name.
func (f form) check(name string) error {
	good := f.convert(name)
	switch {
	case f == task && good != name:
		return fmt.Errorf("invalid name %s: must be a task and a topic, for example T123-sort-mail", quote.Text(name))
	case good == "" || strings.ContainsFunc(name, func(r rune) bool { return r > unicode.MaxASCII }):
		return fmt.Errorf("invalid name %s: must consist of lower-case letters, digits and %s", quote.Text(name), f.separator())
	case analysis.IsWindowsDevice(good):
		return fmt.Errorf("invalid name %s: reserved for a device on Windows", quote.Text(name))
	case len(good) > maxName:
		return fmt.Errorf("name is %d characters long (limit %d)", len(good), maxName)
	case good != name:
		return fmt.Errorf("invalid name %s; did you mean %s?", quote.Text(name), quote.Text(good))
	}
	return nil
}

// plain returns a name or title as a YAML scalar, quoted if it could be a number, date, boolean or null.
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

func (f form) separator() string {
	if f == snake {
		return "underscores"
	}
	return "hyphens"
}

// convert converts a name to the form, or returns "" if that is impossible.
func (f form) convert(name string) string {
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
