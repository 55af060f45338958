package frontmatter

import (
	"strings"
	"testing"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/facts/placeholder"
)

func TestStatesWhen(t *testing.T) {
	none := &analysis.Value{Kind: analysis.Map}
	for text, want := range map[string]bool{
		"Use when tests fail.": true, "Run this before a release.": true, "Must be loaded first.": true, "Reviews code if a pull request is open.": true,
		"处理表格。": true, "Gère les tableaux avec des formules pour le bureau.": true, "Crea presentaciones con diapositivas para la oficina": true,
		"Erstellt Berichte und Tabellen mit dem Modul": true, "Обрабатывает таблицы": true,
		"Focuses on the causes of failures for a team": false, "The username of callers": false, "Apps used for reports": true, "Triggers: deploy, release": true,
		`Deploys the service on "ship it" and "go live"`: true, `Formats "code" of the team`: false, "Run this on the changes of a branch": true,
		"Runs the tests of a package": false, "Claude Code oturumları için kapsamlı doğrulama sistemi": true,
		"Prüft Söhne, Äpfel": true, "The de facto standard of layouts": true, "The standard of de facto layouts for all": false,
		"Reviews code.": false, "Toolkit for the styling of artifacts with a theme": false, "Café finder for the city": false, "Vis-à-vis comparison of two texts by the letter": false,
	} {
		if got := statesWhen(none, text); got != want {
			t.Errorf("statesWhen(%q) = %v", text, got)
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
	for description, want := range map[string]bool{"The PDF forms skill": true, "Form filler.": true, "Papers": false, "PDF forms and more": false, "": false} {
		if got := repeatsName(fields, description); got != want {
			t.Errorf("repeatsName(%q) = %v", description, got)
		}
	}
}

// TestLongDescription checks that the cost of a long text is linear.
func TestLongDescription(t *testing.T) {
	text := strings.Repeat("todo ", 200_000)
	if placeholder.IsUnwrittenText(text) || statesWhen(&analysis.Value{Kind: analysis.Map}, text) {
		t.Error("long text is recognized as a placeholder, or as stating when to use the skill")
	}
}
