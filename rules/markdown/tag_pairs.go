package markdown

import (
	"bytes"
	"slices"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/suggest"
	"github.com/skilllint/skilllint/facts/markdown"
	"github.com/skilllint/skilllint/internal/sorting"
)

// An unpairedTag is an opening tag without a closing tag, or vice versa.
type unpairedTag struct {
	tag   markdown.Tag
	other *markdown.Tag // the tag that was probably meant to close it; if the name is the same, it comes too late
}

// pairTags returns the unpaired tags. It returns none if most tags are unpaired, because the file then does not use tags to mark
// parts.
func pairTags(lone []markdown.Tag) []unpairedTag {
	var stack, open, stray []markdown.Tag
	paired := map[string]int{}
	for _, t := range lone {
		if !t.Closes {
			stack = append(stack, t)
			continue
		}
		at := len(stack) - 1
		for at >= 0 && stack[at].Name != t.Name {
			at--
		}
		if at < 0 {
			stray = append(stray, t)
			continue
		}
		open = append(open, stack[at+1:]...)
		stack = stack[:at]
		paired[t.Name]++
	}
	open = append(open, stack...)
	sorting.By(open, func(a, b markdown.Tag) int { return a.Range.Start - b.Range.Start })
	return unpairedTags(open, stray, paired)
}

// structural are names of tags that enclose parts of instructions, and so are not placeholders.
var structural = []string{"instructions", "instruction", "rules", "constraints", "guidelines", "workflow", "process", "procedure",
	"objective", "objectives", "requirements", "examples", "important", "critical", "background", "persona", "policy", "principles"}

func unpairedTags(open, stray []markdown.Tag, paired map[string]int) []unpairedTag {
	var unpaired []unpairedTag
	pairs := 0
	for _, n := range paired {
		pairs += n
	}
	for _, t := range open {
		f := unpairedTag{tag: t}
		if i := endOf(t, stray); i >= 0 {
			end := stray[i]
			f.other, stray = &end, slices.Delete(slices.Clone(stray), i, i+1)
		} else if paired[t.Name] == 0 && !slices.Contains(structural, t.Name) {
			continue // possibly a placeholder
		}
		unpaired = append(unpaired, f)
	}
	for _, t := range stray {
		unpaired = append(unpaired, unpairedTag{tag: t})
	}
	if len(unpaired) <= pairs {
		return unpaired
	}
	return slices.DeleteFunc(unpaired, func(f unpairedTag) bool {
		return f.tag.Closes || f.other != nil || !slices.Contains(structural, f.tag.Name)
	})
}

// endOf returns the index of the closing tag that was probably meant for an open tag: a later one with the same or a similar
// name. It returns -1 if there is none.
func endOf(t markdown.Tag, stray []markdown.Tag) int {
	for i, end := range stray {
		if end.Range.Start < t.Range.Start {
			continue
		}
		if _, ok := suggest.Best(t.Name, []string{end.Name}); ok || end.Name == t.Name {
			return i
		}
	}
	return -1
}

// isPairedElsewhere reports whether the counterpart of a tag is in code or within a line.
func isPairedElsewhere(d *analysis.Document, t markdown.Tag) bool {
	mark := "</"
	if t.Closes {
		mark = "<"
	}
	opens, ends := 0, 0
	for _, line := range bytes.Split(bytes.ToLower(d.Source[d.BodyStart():]), []byte{'\n'}) {
		line = bytes.TrimRight(line, " \t\r")
		opens += bytes.Count(line, []byte("<"+t.Name+">")) + bytes.Count(line, []byte("<"+t.Name+" "))
		if bytes.HasSuffix(line, []byte("<"+t.Name)) { // its attributes follow on further lines
			opens++
		}
		ends += bytes.Count(line, []byte("</"+t.Name+">"))
	}
	return opens == ends || mark == "</" && ends > opens || mark == "<" && opens > ends
}
