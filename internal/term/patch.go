package term

import (
	"bytes"
	"io"
	"strings"
)

// A patchColorer colors the lines of a patch as git does.
type patchColorer struct {
	w    io.Writer
	rest []byte
	hunk bool
}

// Write writes the complete lines.
func (c *patchColorer) Write(p []byte) (int, error) {
	c.rest = append(c.rest, p...)
	for {
		i := bytes.IndexByte(c.rest, '\n')
		if i < 0 {
			return len(p), nil
		}
		if _, err := io.WriteString(c.w, c.line(string(c.rest[:i]))+"\n"); err != nil {
			return 0, err
		}
		c.rest = c.rest[i+1:]
	}
}

// line returns a line with its color.
func (c *patchColorer) line(line string) string {
	style := ""
	switch {
	case strings.HasPrefix(line, "diff --git "):
		c.hunk, style = false, bold
	case strings.HasPrefix(line, "@@"):
		c.hunk, style = true, cyan
	case !c.hunk:
		style = bold
	case strings.HasPrefix(line, "+"):
		style = green
	case strings.HasPrefix(line, "-"):
		style = red
	}
	if style == "" {
		return line
	}
	return style + line + reset
}
