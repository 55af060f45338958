package deps

import (
	"bytes"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/role"
)

// A namedList is the names at the starts of the items of a list, or of the cells of a column.
type namedList []listedName

// A listedName is a name in a list. It may begin with "/", and with a plugin or group.
type listedName struct {
	name   string
	at     analysis.Location
	isLink bool
}

// hasWords reports whether a name has several words. A single word may be anything, so it is not reported.
func (n listedName) hasWords() bool { return strings.ContainsAny(n.name, "/-_") }

// maxListed limits the names of a file.
const maxListed = 2_000

// listFact is the lists and columns of a document that may name skills, commands or subagents, without those in code, examples
// and templates, and without items that speak of other places or times.
var listFact = analysis.NewFact("list", "names in lists and tables",
	analysis.PerDocument, analysis.Skill|analysis.Agent|analysis.Command|analysis.Instructions|analysis.Reference|analysis.CursorRule, readLists)

func readLists(pass *analysis.Pass) ([]namedList, error) {
	d := pass.Document
	if !mayName(d.Source[d.BodyStart():]) {
		return nil, analysis.ErrNoFact
	}
	r := listReader{d: d}
	r.read()
	if len(r.found) == 0 {
		return nil, analysis.ErrNoFact
	}
	return r.found, nil
}

// mayName reports whether an item of a list or a row of a table has a name of several words in code, in a link or in bold type.
func mayName(text []byte) bool {
	for line := range bytes.Lines(text) {
		line = bytes.TrimLeft(line, " ")
		if len(line) == 0 || line[0] != '|' && line[0] != '-' && line[0] != '*' {
			continue
		}
		for i := 0; i < len(line); i++ {
			if line[i] != '`' && line[i] != '[' && line[i] != '*' {
				continue
			}
			hasWords := false
			for i++; i < len(line) && (isNameByte(line[i]) || line[i] == '@'); i++ {
				hasWords = hasWords || line[i] == '-' || line[i] == '_' || line[i] == '/'
			}
			if hasWords {
				return true
			}
			i--
		}
	}
	return false
}

// A listReader collects lists line by line.
type listReader struct {
	d               *analysis.Document
	found           []namedList
	columns         map[int]namedList // of the current table; column 0 of a list
	skipped         map[int]bool      // columns whose header speaks of other places or times
	inTable, inList bool
	isElsewhere     bool // the nearest heading does
	names           int
}

func (r *listReader) read() {
	start := r.d.BodyStart()
	for line := range bytes.Lines(r.d.Source[start:]) {
		at := start
		start += len(line)
		line = bytes.TrimRight(line, "\r\n")
		trimmed := bytes.TrimLeft(line, " ")
		if len(trimmed) == 0 && !r.inTable || r.d.FenceAt(at) != nil {
			continue
		}
		switch {
		case bytes.HasPrefix(trimmed, []byte("|")):
			r.row(string(trimmed), at+len(line)-len(trimmed))
		case (bytes.HasPrefix(line, []byte("- ")) || bytes.HasPrefix(line, []byte("* "))) && !r.inTable:
			r.item(string(line), at)
		case bytes.HasPrefix(line, []byte("#")):
			r.end()
			r.isElsewhere = speaksOfElsewhere(string(line))
		case len(trimmed) > 0 && !bytes.HasPrefix(line, []byte("  ")), r.inTable:
			r.end()
		}
	}
	r.end()
}

// end ends the current table or list.
func (r *listReader) end() {
	for i := range len(r.columns) {
		if list := r.columns[i]; len(list) > minResolved && slices.ContainsFunc(list, listedName.hasWords) && !role.Of(r.d).At(list[0].at.Range.Start).Role.IsShown() {
			r.found = append(r.found, list)
		}
	}
	r.columns, r.skipped, r.inTable, r.inList = nil, nil, false, false
}

// row adds the cells of a row. The first row of a table is its header.
func (r *listReader) row(text string, at int) {
	if r.inList {
		r.end()
	}
	cells := strings.Split(strings.TrimSuffix(text, "|"), "|")[1:]
	if !r.inTable {
		r.inTable, r.columns, r.skipped = true, map[int]namedList{}, map[int]bool{}
		for i, cell := range cells {
			r.columns[i], r.skipped[i] = nil, speaksOfElsewhere(cell)
		}
		return
	}
	offset := at + 1
	for i, cell := range cells {
		if !r.skipped[i] {
			r.name(i, text, cell, offset)
		}
		offset += len(cell) + 1
	}
}

// item adds an item of a list.
func (r *listReader) item(text string, at int) {
	if !r.inList {
		r.end()
		r.inList, r.columns = true, map[int]namedList{0: nil}
	}
	r.name(0, text, text[2:], at+2)
}

// name adds the name at the start of a cell or item, unless the text around it speaks of other places or times.
func (r *listReader) name(column int, around, text string, at int) {
	start, end, isLink := leadingName(text)
	if start == end || r.isElsewhere || r.names == maxListed || speaksOfElsewhere(around) {
		return
	}
	r.names++
	of := analysis.Range{Start: at + start, End: at + end}
	r.columns[column] = append(r.columns[column], listedName{strings.Clone(r.d.Text(of)), r.d.At(of), isLink})
}
