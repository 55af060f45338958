package term

import (
	"fmt"
	"io"
	"strings"

	"github.com/skilllint/skilllint/internal/escape"
)

// A Column is the format of a column.
type Column int

const (
	Left  Column = iota // text, possibly untrusted
	Right               // numbers
	Bar                 // drawn by Bars; omitted if all cells are empty
)

// Table prints rows with aligned columns, separated by two spaces. The default format of columns is Left.
func Table(w io.Writer, rows [][]string, columns ...Column) {
	for _, line := range Rows(rows, columns...) {
		fmt.Fprintln(w, line)
	}
}

// Rows returns the lines of a table.
func Rows(rows [][]string, columns ...Column) []string {
	columnOf := func(i int) Column {
		if i < len(columns) {
			return columns[i]
		}
		return Left
	}
	var widths []int
	for _, row := range rows {
		for i, cell := range row {
			if i == len(widths) {
				widths = append(widths, 0)
			}
			widths[i] = max(widths[i], cellWidth(cell, columnOf(i)))
		}
	}
	lines := make([]string, 0, len(rows))
	for _, row := range rows {
		var line strings.Builder
		for i, cell := range row {
			column := columnOf(i)
			pad := strings.Repeat(" ", widths[i]-cellWidth(cell, column))
			switch {
			case column == Bar && widths[i] == 0:
				continue
			case column == Bar:
				line.WriteString(cell + pad)
			case column == Right:
				line.WriteString(pad + escape.String(cell))
			case i < len(row)-1:
				line.WriteString(escape.String(cell) + pad)
			default:
				line.WriteString(escape.String(cell))
			}
			if i < len(row)-1 {
				line.WriteString("  ")
			}
		}
		lines = append(lines, strings.TrimRight(line.String(), " "))
	}
	return lines
}

// cellWidth is the width of a cell without the color of a bar.
func cellWidth(cell string, column Column) int {
	if rest, ok := strings.CutPrefix(cell, "\x1b["); ok && column == Bar {
		_, rest, _ = strings.Cut(rest, "m")
		cell = strings.TrimSuffix(rest, "\x1b[0m")
	}
	return escape.Width(cell)
}
