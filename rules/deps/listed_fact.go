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
	roles := role.Of(d)
	r := listReader{source: d.Source, isCode: func(at int) bool { return d.FenceAt(at) != nil }, isShown: func(at int) bool { return roles.At(at).Role.IsShown() }, at: d.At}
	r.read(d.BodyStart())
	if len(r.found) == 0 {
		return nil, analysis.ErrNoFact
	}
	return r.found, nil
}

// A listReader collects lists line by line.
type listReader struct {
	source          []byte
	isCode, isShown func(at int) bool
	at              func(analysis.Range) analysis.Location
	found           []namedList
	columns         map[int]namedList // of the current table; column 0 of a list
	skipped         map[int]bool      // columns whose header speaks of other places or times
	inTable, inList bool
	isElsewhere     bool // the nearest heading does
	names           int
}

func (r *listReader) read(start int) {
	for line := range bytes.Lines(r.source[start:]) {
		at := start
		start += len(line)
		line = bytes.TrimRight(line, "\r\n")
		trimmed := bytes.TrimLeft(line, " ")
		if len(trimmed) == 0 && !r.inTable || r.isCode(at) {
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
		if list := r.columns[i]; len(list) > minResolved && slices.ContainsFunc(list, listedName.hasWords) && !r.isShown(list[0].at.Range.Start) {
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
	r.columns[column] = append(r.columns[column], listedName{string(r.source[of.Start:of.End]), r.at(of), isLink})
}
