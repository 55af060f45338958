package role

import "bytes"

// tableSize is the number of bytes before a row of a table that are searched for its header.
const tableSize = 4 << 10

// columnHeader returns the header of the column of a table that an offset is in, or "".
func columnHeader(source []byte, at int) string {
	start := bytes.LastIndexByte(source[:at], '\n') + 1
	cell := bytes.Count(source[start:at], []byte("|"))
	if cell == 0 || !isRow(source[start:at]) {
		return ""
	}
	var header, next []byte // the first rows of the table
	for top := start; top > 0 && start-top < tableSize; {
		from := bytes.LastIndexByte(source[:top-1], '\n') + 1
		line := source[from : top-1]
		if !isRow(line) {
			break
		}
		header, next, top = line, header, from
	}
	if cells := bytes.Split(header, []byte("|")); cell < len(cells) && bytes.Contains(next, []byte("--")) {
		return string(cells[cell])
	}
	return ""
}

func isRow(line []byte) bool { return bytes.HasPrefix(bytes.TrimLeft(line, " \t"), []byte("|")) }
