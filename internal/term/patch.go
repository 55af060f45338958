package term

import (
	"bytes"
	"io"
	"strings"
)

// A patchColorer colors the lines of a patch as git does.
type patchColorer struct {
	w          io.Writer
	incomplete []byte
	inHunk     bool
}

// Write writes the complete lines.
func (c *patchColorer) Write(p []byte) (int, error) {
	c.incomplete = append(c.incomplete, p...)
	for {
		i := bytes.IndexByte(c.incomplete, '\n')
		if i < 0 {
			return len(p), nil
		}
		if _, err := io.WriteString(c.w, c.line(string(c.incomplete[:i]))+"\n"); err != nil {
			return 0, err
		}
		c.incomplete = c.incomplete[i+1:]
	}
}

// line returns a line with its color.
func (c *patchColorer) line(line string) string {
	style := ""
	switch {
	case strings.HasPrefix(line, "diff --git "):
		c.inHunk, style = false, bold
	case strings.HasPrefix(line, "@@"):
		c.inHunk, style = true, cyan
	case !c.inHunk:
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
