package loader

import (
	"fmt"
	"strings"
	"unicode"

	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/internal/clients/serdeyaml"
	"github.com/skilllint/skilllint/internal/syntax/libyaml"
)

// copilot parses the frontmatter with serde_yaml and repairs nothing. It is strict about the types of
// its own fields and about names, and lenient about missing fields.
var copilot = &Client{
	ID:      "copilot",
	Title:   "GitHub Copilot CLI",
	Program: "@github/copilot",
	Version: "1.0.102",
	Source:  "copilot skill list --json, run",
	Checked: "2026-11-29",
	Grade:   Measured,
	read:    readCopilot,
}

// Limits of copilot.
const (
	copilotBytes       = 1 << 20 // of the file
	copilotName        = 64      // ASCII characters
	copilotDescription = 1024    // UTF-16 units
	copilotDepth       = 127     // of nested values: the frontmatter is converted to JSON
	copilotLines       = 3       // of the body, if the description is missing
)

func readCopilot(f *file) outcome {
	if n := len(f.source); n > copilotBytes {
		return outcome{reasons: []Reason{{largeFile(n, copilotBytes), "", f.topRange(), "file-size"}}}
	}
	text := decode(f.source)
	bare := strings.TrimPrefix(text, "\ufeff")
	bom := len(text) - len(bare)
	header, opened, closed := rustHeaderOf(bare, func(line string) bool {
		return strings.TrimRightFunc(line, unicode.IsSpace) == "---"
	})
	switch {
	case !closed:
		return noRustHeader(f, bare, opened)
	case len(header.text) > serdeyaml.MaxBytes:
		return tooLarge(f)
	}
	root, err := serdeyaml.Load(header.text)
	if err == nil {
		err = root.Check()
	}
	if err != nil {
		place := func(offset int) int { return encodedAt(f.source, bom+header.inFile(offset)) }
		return serdeFailure(f, err, place)
	}
	if root != nil && root.Depth() > copilotDepth {
		message := fmt.Sprintf("frontmatter is nested more than %d levels deep", copilotDepth)
		return outcome{reasons: []Reason{{message, "", f.topRange(), "depth"}}}
	}
	c := copilotReader{file: f}
	if root != nil && root.Form != libyaml.Mapping && root.Kind() != serdeyaml.Null {
		c.bare = true
		bare := notMapping(f)
		bare.Effect = firstLinesShown
		c.reasons = append(c.reasons, bare)
	}
	if root == nil || root.Form != libyaml.Mapping {
		root = &serdeyaml.Node{Form: libyaml.Mapping}
	}
	return c.outcome(root, bare[header.body:])
}

type copilotReader struct {
	file     *file
	bare     bool // the frontmatter has no fields
	rejected bool
	reasons  []Reason
}

const firstLinesShown = "shows the first lines of the body as the description"

// reject adds a reason to skip the skill.
func (c *copilotReader) reject(message, field, cause string) {
	if !c.rejected {
		c.rejected, c.reasons = true, nil
	}
	c.reasons = append(c.reasons, Reason{message, "", c.file.valueRange(field), cause})
}

// addLosses adds reasons that do not prevent the skill from loading.
func (c *copilotReader) addLosses(reasons ...Reason) {
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
			c.reject(quote.Text(field)+" must be true or false", field, "field-type")
		}
	}
	if v := root.Field("argument-hint"); v != nil && v.Kind() != serdeyaml.String && v.Kind() != serdeyaml.Null && !v.IsNotFinite() {
		c.reject(mustBeString("argument-hint"), "argument-hint", "field-type")
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
			c.reject(`missing field "name", and the directory name is not valid`, "name", "no-name")
		}
		return hyphened(directory)
	}
	if n.Kind() != serdeyaml.String && n.Kind() != serdeyaml.Null {
		c.reject(mustBeString("name"), "name", "name-type")
		return ""
	}
	name := ""
	if n.Kind() == serdeyaml.String {
		name = trim(n.Resolved().Text)
	}
	switch what, ok := nameForm(name); {
	case name == "":
		c.reject(empty("name"), "name", "no-name")
	case !ok:
		c.reject(what, "name", "name-form")
	case len(name) > copilotName:
		c.reject(tooLong("name", len(name), copilotName), "name", "name-length")
	}
	shown := hyphened(name)
	if shown != name {
		c.addLosses(Reason{"space in name " + quote.Text(name), "replaces spaces in the name with hyphens", c.file.valueRange("name"), "name-form"})
	}
	c.addLosses(droppedTag(c.file, "name", n)...)
	return shown
}

// nameForm reports whether a name has valid characters, and returns the problem if not.
func nameForm(name string) (what string, ok bool) {
	for i, r := range name {
		alphanumeric := r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z'
		switch {
		case alphanumeric, i > 0 && strings.ContainsRune(" -_.:", r):
		case i == 0:
			return "name " + quote.Text(name) + " does not start with an ASCII letter or digit", false
		default:
			return "invalid character in name " + quote.Text(name), false
		}
	}
	return "", true
}

// hyphened replaces each run of spaces with a hyphen.
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

// description returns the description that copilot shows: from the frontmatter, or the body's first lines.
func (c *copilotReader) description(root *serdeyaml.Node, body string) string {
	n := root.Field("description")
	if n == nil {
		text := firstLines(body)
		if c.bare {
			return text
		}
		effect := firstLinesShown
		if text == "" {
			effect = "shows no description"
		}
		c.addLosses(Reason{`missing field "description"` + missingHint(root.Members, "description"), effect, c.file.valueRange("description"), "no-description"})
		return text
	}
	switch n.Kind() {
	case serdeyaml.String:
	case serdeyaml.Null:
		c.reject(empty("description"), "description", "description-type")
		return ""
	default:
		c.reject(mustBeString("description"), "description", "description-type")
		return ""
	}
	text := n.Resolved().Text
	if u := units(text); u > copilotDescription {
		c.reject(tooLong("description", u, copilotDescription), "description", "description-length")
	}
	c.addLosses(droppedTag(c.file, "description", n)...)
	return text
}

// firstLines joins the first three lines of a body that are neither empty nor headings.
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
				c.reject(`"allowed-tools" must be a string or a list of strings`, "allowed-tools", "field-type")
				return
			}
		}
		return
	}
	c.reject(`"allowed-tools" must be a string or a list of strings`, "allowed-tools", "field-type")
}
