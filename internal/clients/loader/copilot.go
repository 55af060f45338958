package loader

import (
	"fmt"
	"strings"
	"unicode"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/internal/clients/serdeyaml"
	"github.com/skilllint/skilllint/internal/syntax/libyaml"
)

// copilot reads the header into any values with serde_yaml and repairs nothing. It is strict about
// the types of its own fields and about names, and lenient about what is missing.
var copilot = &Agent{
	ID:      "copilot",
	Title:   "GitHub Copilot CLI",
	Program: "@github/copilot",
	Version: "1.0.102",
	Source:  "copilot skill list --json, run",
	Checked: "2026-11-21",
	Grade:   Measured,
	read:    readCopilot,
}

// Limits of copilot.
const (
	copilotBytes       = 1 << 20 // of the file
	copilotName        = 64      // ASCII characters
	copilotDescription = 1024    // units of UTF-16
	copilotDepth       = 127     // of values in values: the header becomes JSON on its way
	copilotLines       = 3       // of the body, for a description
)

func readCopilot(f *file) outcome {
	if n := len(f.source); n > copilotBytes {
		message := fmt.Sprintf("the file has %s bytes, and copilot reads %s at most", quote.Count(n), quote.Count(copilotBytes))
		return outcome{reasons: []Reason{{message, f.top(), "file-size"}}}
	}
	text := decode(f.source)
	bare := strings.TrimPrefix(text, "\ufeff")
	mark := len(text) - len(bare)
	header, opened, closed := rustHeaderOf(bare, func(line string) bool {
		return strings.TrimRightFunc(line, unicode.IsSpace) == "---"
	})
	switch {
	case !closed:
		return noRustHeader(f, bare, "copilot", opened)
	case len(header.text) > serdeyaml.MaxBytes:
		return tooLarge(f)
	}
	root, err := serdeyaml.Load(header.text)
	if err == nil {
		err = root.Check()
	}
	if err != nil {
		place := func(offset int) int { return encodedAt(f.source, mark+header.inFile(offset)) }
		return serdeFlaw(f, err, place, "copilot", "copilot repairs nothing")
	}
	if root != nil && root.Depth() > copilotDepth {
		message := fmt.Sprintf("values stand in values more than %d deep, which is as far as copilot reads", copilotDepth)
		return outcome{reasons: []Reason{{message, f.top(), "depth"}}}
	}
	c := copilotReader{file: f}
	if root != nil && root.Form != libyaml.Mapping && root.Kind() != serdeyaml.Null {
		c.bare = true
		c.say("the header is no mapping of fields to values, so copilot takes nothing from it, and shows the first lines of the body", f.top(), "not-a-mapping")
	}
	if root == nil || root.Form != libyaml.Mapping {
		root = &serdeyaml.Node{Form: libyaml.Mapping}
	}
	return c.outcome(root, bare[header.body:])
}

type copilotReader struct {
	file     *file
	bare     bool // the header has no fields
	rejected bool
	reasons  []Reason
}

func (c *copilotReader) say(message string, at analysis.Range, cause string) {
	c.reasons = append(c.reasons, Reason{message, at, cause})
}

// reject notes a reason that copilot drops the skill for.
func (c *copilotReader) reject(message, field, cause string) {
	if !c.rejected {
		c.rejected, c.reasons = true, nil
	}
	c.say(message, c.file.at(field), cause)
}

// loses notes a reason that does not hinder the skill from loading.
func (c *copilotReader) loses(reasons ...Reason) {
	if !c.rejected {
		c.reasons = append(c.reasons, reasons...)
	}
}

func (c *copilotReader) outcome(root *serdeyaml.Node, body string) outcome {
	name := c.name(root.Field("name"))
	description := c.description(root, body)
	c.tools(root.Field("allowed-tools"))
	for _, field := range []string{"disable-model-invocation", "user-invocable"} {
		if v := root.Field(field); v != nil && v.Kind() != serdeyaml.Bool {
			c.reject(field+" is neither true nor false, and copilot takes no skill with another value", field, "field-type")
		}
	}
	if v := root.Field("argument-hint"); v != nil && v.Kind() != serdeyaml.String && v.Kind() != serdeyaml.Null && !v.IsNotFinite() {
		c.reject("argument-hint is no text, and copilot takes no skill with another value; put it in quotation marks", "argument-hint", "field-type")
	}
	if c.rejected {
		return outcome{reasons: c.reasons}
	}
	return outcome{loaded: true, bare: c.bare, name: name, description: description, reasons: c.reasons}
}

// name returns the name that copilot shows.
func (c *copilotReader) name(n *serdeyaml.Node) string {
	if n == nil {
		directory := c.file.directory
		if _, ok := nameForm(directory); !ok || len(directory) > copilotName {
			c.reject("the header has no name, and copilot makes none of that of the directory", "name", "no-name")
		}
		return hyphened(directory)
	}
	if n.Kind() != serdeyaml.String && n.Kind() != serdeyaml.Null {
		c.reject("the name is no text to copilot; put it in quotation marks", "name", "name-type")
		return ""
	}
	name := ""
	if n.Kind() == serdeyaml.String {
		name = trim(n.Resolved().Text)
	}
	switch what, ok := nameForm(name); {
	case name == "":
		c.reject("the name is empty, and copilot takes no skill with such a name", "name", "no-name")
	case !ok:
		c.reject("the name "+what, "name", "name-form")
	case len(name) > copilotName:
		c.reject(fmt.Sprintf("the name has %d characters, and copilot takes %d", len(name), copilotName), "name", "name-length")
	}
	shown := hyphened(name)
	if shown != name {
		c.loses(Reason{"copilot puts a hyphen for the blanks in a name", c.file.at("name"), "name-form"})
	}
	c.loses(lostTag(c.file, "name", "copilot", n)...)
	return shown
}

// nameForm reports whether copilot takes the characters of a name, and if not, what is wrong.
func nameForm(name string) (what string, ok bool) {
	for i, r := range name {
		alphanumeric := r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z'
		switch {
		case alphanumeric, i > 0 && strings.ContainsRune(" -_.:", r):
		case i == 0:
			return "starts with " + quote.Text(string(r)) + ", and copilot takes a letter or digit of ASCII there", false
		default:
			return "has " + quote.Text(string(r)) + " in it, and copilot takes letters and digits of ASCII, blanks and - _ . : only", false
		}
	}
	return "", true
}

// hyphened puts a hyphen in the place of each run of blanks.
func hyphened(name string) string {
	var b strings.Builder
	for i, r := range name {
		switch {
		case r != ' ':
			b.WriteRune(r)
		case i == 0 || name[i-1] != ' ':
			b.WriteByte('-')
		}
	}
	return b.String()
}

// description returns the description that copilot shows: the header's, or the body's first lines.
func (c *copilotReader) description(root *serdeyaml.Node, body string) string {
	n := root.Field("description")
	if n == nil {
		text := firstLines(body)
		if c.bare {
			return text
		}
		message := "the header has no description" + misspelt(root.Members, "description")
		if text == "" {
			message += ", so copilot shows none"
		} else {
			message += ", so copilot shows the first lines of the body"
		}
		c.loses(Reason{message, c.file.at("description"), "no-description"})
		return text
	}
	switch n.Kind() {
	case serdeyaml.String:
	case serdeyaml.Null:
		c.reject("the description is empty, and copilot takes a text only; write one, or leave the field out", "description", "description-type")
		return ""
	default:
		c.reject("the description is no text to copilot; put it in quotation marks", "description", "description-type")
		return ""
	}
	text := n.Resolved().Text
	if u := units(text); u > copilotDescription {
		c.reject(fmt.Sprintf("the description has %s characters, and copilot takes %s", quote.Count(u), quote.Count(copilotDescription)), "description", "description-length")
	}
	c.loses(lostTag(c.file, "description", "copilot", n)...)
	return text
}

// firstLines returns the first three lines of a body that are neither empty nor headings, as one.
func firstLines(body string) string {
	var lines []string
	for at := 0; at < len(body) && len(lines) < copilotLines; {
		end, next := rustLines(body, at)
		line := strings.TrimSpace(body[at:end])
		if line != "" && line[0] != '#' {
			lines = append(lines, line)
		}
		at = next
	}
	text := strings.Join(lines, " ")
	length := 0
	for i, r := range text {
		length += units(string(r))
		if length > copilotDescription {
			return text[:i]
		}
	}
	return text
}

func (c *copilotReader) tools(n *serdeyaml.Node) {
	if n == nil || n.Kind() == serdeyaml.String {
		return
	}
	if n.Kind() == serdeyaml.List {
		for _, item := range n.Resolved().Items {
			if item.Kind() != serdeyaml.String {
				c.reject("allowed-tools has an entry that is no text, and copilot takes no skill with one", "allowed-tools", "field-type")
				return
			}
		}
		return
	}
	c.reject("allowed-tools is neither a text nor a list of texts, and copilot takes no skill with another value", "allowed-tools", "field-type")
}
