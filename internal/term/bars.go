package term

import "strings"

// Bars draws bars that show the used share of a limit.
type Bars struct {
	full, empty string
	width       int
	color       bool
}

// NewBars returns bars for a terminal of some columns; 0 means unlimited.
func NewBars(utf8, color bool, columns int) Bars {
	b := Bars{"█", "░", 20, color}
	if !utf8 {
		b.full, b.empty = "#", "."
	}
	switch {
	case columns > 0 && columns < 60:
		b.width = 0
	case columns > 0 && columns < 100:
		b.width = 10
	}
	return b
}

// Draw draws the used share of a limit. Its color depends on the share.
func (b Bars) Draw(used, limit int) string {
	if b.width == 0 || limit <= 0 {
		return ""
	}
	n := min((used*b.width+limit/2)/limit, b.width)
	if used > 0 && n == 0 {
		n = 1
	}
	bar := strings.Repeat(b.full, n) + strings.Repeat(b.empty, b.width-n)
	if !b.color {
		return bar
	}
	color := "32"
	switch {
	case used > limit:
		color = "1;31"
	case used*5 > limit*4:
		color = "1;33"
	}
	return "\x1b[" + color + "m" + bar + "\x1b[0m"
}
