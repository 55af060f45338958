package frontmatter

import (
	"strings"
	"testing"

	"github.com/skilllint/skilllint/analysis"
)

func TestIsTemplateText(t *testing.T) {
	for text, want := range map[string]bool{
		"TODO": true, "todo.": true, "TBD": true, "FIXME: write this": true, "TODO: explain what it does": true, "TODO - description": true,
		"...": true, "<description>": true, "[what it does]": true, "{description}": true, "{{ description }}": true, "${DESCRIPTION}": true,
		"[TODO: Complete and informative explanation of what the skill does.]": true,
		"Description of the skill": true, "A brief description of what this skill does and when to use it.": true, "Your skill description here": true,
		"Replace with description of the skill and when Claude should use it.": true, "Describe what this skill does": true,
		"What this skill does and when to use it": true, "A clear and concise description of the agent": true, "Description": true, "Summary here": true,
		"Lorem ipsum dolor sit amet": true, "Enter a description": true,

		"$ARGUMENTS are parsed. Use when asked.": false, "Todo: keeps lists. Use when asked.": false, "Writes {{x}} and ${y}": false, "<a> and <b>": false,
		"TODO comments are found. Use when a code base has many.": false, "Todo lists. Use when asked.": false,
		"Description of the skill registry and its entries": false, "Describe what changed in a commit": false, "Descriptions of skills are checked": false,
		"Writes a description of what an API does. Use when asked.": false, "A complete summary of pull requests": false, "Replace text in files": false,
		"[WIP] Writes tests [beta]": false, "<b>Writes</b> tests": false, "Insert rows into tables": false, "写测试": false, "Deploys": false,
		"Lorem templates are filled": false, "[a [b]": false, "[" + strings.Repeat("x", 400) + "]": false, "[" + strings.Repeat("x", 300) + "]": true,
		"Add a skill to the registry": false, "What changed and why": false, "Brief description of images for the blind": false, "": true,
	} {
		if got := isTemplateText(text); got != want {
			t.Errorf("isTemplateText(%q) = %v", text, got)
		}
	}
}

func TestSaysWhen(t *testing.T) {
	none := &analysis.Value{Kind: analysis.Map}
	for text, want := range map[string]bool{
		"Use when tests fail.": true, "Run this before a release.": true, "Must be loaded first.": true, "Reviews code if a pull request is open.": true,
		"处理表格。": true, "Gère les tableaux avec des formules pour le bureau.": true, "Crea presentaciones con diapositivas para la oficina": true,
		"Erstellt Berichte und Tabellen mit dem Modul": true, "Обрабатывает таблицы": true,
		"Prüft Söhne, Äpfel": true, "The de facto standard of layouts": true, "The standard of de facto layouts for all": false,
		"Reviews code.": false, "Toolkit for the styling of artifacts with a theme": false, "Café finder for the city": false, "Vis-à-vis comparison of two texts by the letter": false,
	} {
		if got := saysWhen(none, text); got != want {
			t.Errorf("saysWhen(%q) = %v", text, got)
		}
	}
}

func TestEssence(t *testing.T) {
	for text, want := range map[string]string{"The PDF-forms skill.": "pdfforms", "pdf_forms": "pdfforms", "skill": "skill", "写 作": "写作", "e\u0301tude d'art": "e\u0301tudedart", "...": "", "": ""} {
		if got := essence(text); got != want {
			t.Errorf("essence(%q) = %q, want %q", text, got, want)
		}
	}
}

func TestRepeatsName(t *testing.T) {
	text := func(text string) *analysis.Value { return &analysis.Value{Kind: analysis.String, Text: text} }
	fields := &analysis.Value{Kind: analysis.Map, Members: []analysis.Member{
		{Key: "name", Value: text("pdf-forms")}, {Key: "display_name", Value: text("Form Filler")}, {Key: "title", Value: text("Papers")}}}
	for said, want := range map[string]bool{"The PDF forms skill": true, "Form filler.": true, "Papers": false, "PDF forms and more": false, "": false} {
		if got := repeatsName(fields, said); got != want {
			t.Errorf("repeatsName(%q) = %v", said, got)
		}
	}
}

// TestLongDescription checks that a long text costs no more than its length.
func TestLongDescription(t *testing.T) {
	text := strings.Repeat("todo ", 200_000)
	if isTemplateText(text) || saysWhen(&analysis.Value{Kind: analysis.Map}, text) {
		t.Error("a text of todos is taken for something else")
	}
}
