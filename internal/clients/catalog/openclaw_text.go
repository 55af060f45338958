package catalog

import (
	"fmt"
	"sort"
	"strconv"
	"strings"

	"github.com/skilllint/skilllint/internal/clients/loader"
	"github.com/skilllint/skilllint/schema"
)

// The limits of the list, and the lengths of the client's own texts: the text around the entries, and the preceding note if
// descriptions or skills are lost.
const (
	openClawLimit  = 18_000
	openClawSkills = 150

	openClawLeast = 4   // characters of a truncated description, at least
	openClawMost  = 220 // at most

	openClawFull, openClawShort, openClawNames = 332, 340, 325

	openClawTruncated          = 73 // without the two numbers
	openClawShortened          = 41
	openClawOmitted            = 39
	openClawCompactShortened   = 102
	openClawCompactWithoutText = 100
)

// An openClawText fits a list into its limit.
type openClawText struct {
	items []Item // all skills
	home  string

	shown []Item // all skills, with their states
	cost  int
}

// An openClawForm is a form of the list.
type openClawForm struct {
	n    int  // number of skills
	most int  // characters of a description; -1: unlimited
	note bool // with the note on losses
}

// fit returns the list in the first form that fits.
func (t *openClawText) fit() string {
	form := t.form()
	t.cost = t.length(form)
	var kept []Item
	for _, item := range t.items[:form.n] {
		shown := truncateDescription(item.Description, form.most)
		switch {
		case form.most < 0:
		case shown == "" && item.Description != "":
			item.setShown("")
			item.State, item.Reason = NameOnly, "the list exceeds OpenClaw's limit of 18,000 characters"
		case strings.HasSuffix(shown, "...") && shown != item.Description:
			item.setShown(strings.TrimSuffix(shown, "..."))
			item.State, item.Reason = Cut, fmt.Sprintf("the list exceeds OpenClaw's limit, so descriptions have at most %d characters", form.most)
		}
		kept = append(kept, item)

	}
	for _, item := range t.items[form.n:] {
		item.setShown("")
		item.State, item.Reason = Omitted, "the list exceeds OpenClaw's limit of 18,000 characters"
		if len(t.items) > openClawSkills && form.n == openClawSkills {
			item.Reason = "OpenClaw lists at most 150 skills"
		}
		kept = append(kept, item)
	}
	t.shown = kept
	if form.n == 0 {
		t.cost = 0
		return ""
	}
	var b strings.Builder
	b.WriteString("<available_skills>\n")
	for _, item := range t.items[:form.n] {
		b.WriteString(t.entry(item, form.most))
	}
	b.WriteString("</available_skills>\n")
	return b.String()
}

// form returns the form that the client chooses.
func (t *openClawText) form() openClawForm {
	n := min(len(t.items), openClawSkills)
	fits := func(n, most int, note bool) bool { return t.length(openClawForm{n, most, note}) <= openClawLimit }
	if fits(n, -1, true) {
		return openClawForm{n, -1, true}
	}
	kept := n
	if !fits(n, 0, true) {
		kept = largest(n, func(n int) bool { return fits(n, 0, true) })
	}
	if kept == 0 && n > 0 {
		if fits(n, -1, false) {
			return openClawForm{n, -1, false}
		}
		kept = largest(n, func(n int) bool { return fits(n, 0, false) })
	}
	form := openClawForm{kept, 0, fits(kept, 0, true)}
	if kept > 0 && fits(kept, openClawLeast, form.note) {
		form.most = openClawLeast + largest(openClawMost-openClawLeast, func(more int) bool { return fits(kept, openClawLeast+more, form.note) })
	}
	return form
}

// largest returns the largest number up to a limit that fits. If a number fits, all smaller ones must fit.
func largest(limit int, fits func(int) bool) int {
	return sort.Search(limit, func(i int) bool { return !fits(i + 1) })
}

// length returns the length of a prompt in UTF-16 units.
func (t *openClawText) length(form openClawForm) int {
	length := 0
	if form.n > 0 {
		switch {
		case form.most < 0:
			length = openClawFull
		case form.most > 0:
			length = openClawShort
		default:
			length = openClawNames
		}
		length += len("<available_skills>\n</available_skills>")
	}
	for _, item := range t.items[:form.n] {
		length += schema.Length(t.entry(item, form.most), schema.UTF16)
	}
	if note := t.noteLength(form); note > 0 {
		length += note
		if form.n > 0 {
			length++
		}
	}
	return length
}

// noteLength returns the length of the note of a form; 0 if it has none.
func (t *openClawText) noteLength(form openClawForm) int {
	truncated := form.n < len(t.items)
	switch {
	case !form.note || !truncated && form.most < 0:
		return 0
	case truncated:
		length := openClawTruncated + len(strconv.Itoa(form.n)) + len(strconv.Itoa(len(t.items)))
		switch {
		case form.most > 0:
			length += openClawShortened
		case form.most == 0:
			length += openClawOmitted
		}
		return length
	case form.most > 0:
		return openClawCompactShortened
	}
	return openClawCompactWithoutText
}

func (t *openClawText) entry(item Item, most int) string {
	description := truncateDescription(item.Description, most)
	text := "  <skill>\n    <name>" + entities.Replace(item.Name) + "</name>\n"
	if description != "" {
		text += "    <description>" + entities.Replace(description) + "</description>\n"
	}
	at := item.Path
	if rest, ok := strings.CutPrefix(at, t.home+"/"); ok && t.home != "" {
		at = "~/" + rest
	}
	return text + "    <location>" + entities.Replace(at) + "</location>\n  </skill>\n"
}

// truncateDescription truncates a description to a number of UTF-16 units; -1: unlimited.
func truncateDescription(description string, most int) string {
	if most < 0 {
		return description
	}
	text := strings.Join(strings.FieldsFunc(description, func(r rune) bool { return loader.TrimJS(string(r)) == "" }), " ")
	if schema.Length(text, schema.UTF16) <= most {
		return text
	}
	dots := ""
	if most > 3 {
		most, dots = most-3, "..."
	}
	units := 0
	for i, r := range text {
		if units += schema.Length(string(r), schema.UTF16); units > most {
			text = text[:i]
			break
		}
	}
	if dots != "" {
		text = strings.TrimRightFunc(text, func(r rune) bool { return loader.TrimJS(string(r)) == "" })
	}
	return text + dots
}
