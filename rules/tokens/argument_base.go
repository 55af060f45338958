package tokens

import (
	"fmt"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/analysis"
	"github.com/skilllint/skilllint/analysis/quote"
	"github.com/skilllint/skilllint/facts/placeholder"
)

// fields reports $ARGUMENTS with a suffix that selects an argument in other languages: ".name", "[0]".
func (a *argumentCheck) fields() {
	for _, v := range a.all {
		if v.Escapes > 0 || v.Range.Start < a.d.BodyStart() {
			continue
		}
		switch {
		case v.Form == placeholder.Indexed && !a.rules.Indexed:
			a.suffix(v.Range, fmt.Sprintf("[%d]", v.Index), fmt.Sprintf("write $%d", a.rules.First+v.Index))
		case v.Form == placeholder.Arguments:
			if field := fieldAfter(a.d.Source, v.Range); field != "" {
				r := analysis.Range{Start: v.Range.Start, End: v.Range.End + len(field)}
				a.suffix(r, field, fmt.Sprintf("write $ARGUMENTS or $%d", a.rules.First))
			}
		}
	}
}

func (a *argumentCheck) suffix(at analysis.Range, suffix, help string) {
	a.pass.Report(analysis.Diagnostic{Range: at, Message: "unknown argument " + a.d.Text(at), Help: help,
		Effect: fmt.Sprintf("%s inserts all arguments, followed by %s", a.client.Title, quote.Text(suffix)),
		Group:  analysis.Group{Key: "field" + a.d.Rel, Message: analysis.Many + " unknown arguments", Effect: a.client.Title + " inserts all arguments, followed by the rest of the word", Help: help}})
}

// fieldAfter returns the field after a range, such as ".name". It returns "" if the text is the end of a sentence or a file
// extension.
func fieldAfter(text []byte, r analysis.Range) string {
	end := r.End + 1
	for end < len(text) && isNameByte(text[end]) {
		end++
	}
	if end-r.End < 3 || text[r.End] != '.' || end-r.End > 64 {
		return ""
	}
	inPath := r.Start > 0 && (isNameByte(text[r.Start-1]) || strings.IndexByte("/.-@:\\", text[r.Start-1]) >= 0)
	field := string(text[r.End:end])
	if inPath || strings.Contains(endings, field+".") || end < len(text) && strings.IndexByte("./-", text[end]) >= 0 && !endsSentence(text[end:]) || field[1] >= '0' && field[1] <= '9' {
		return ""
	}
	return field
}

// endsSentence reports whether a text begins with a full stop that ends a sentence.
func endsSentence(text []byte) bool {
	return text[0] == '.' && (len(text) == 1 || strings.IndexByte(" \t\r\n`*\")", text[1]) >= 0)
}

// endings are file extensions.
const endings = ".astro.bash.bat.c.cc.cfg.conf.cpp.cs.css.csv.dart.diff.doc.docx.env.ex.exs.feature.gif.go.graphql.h.hbs.html.ini.ipynb.java.jpeg.jpg.js.json.jsonl.jsx.kt.less.lock.log.lua.md.mdc.mdx.mjs.patch.pdf.php.png.prisma.proto.ps1.py.rb.rs.rst.scss.sh.spec.sql.svelte.svg.swift.test.tex.tf.toml.ts.tsx.txt.vue.xls.xlsx.xml.yaml.yml.zip.zsh."

// base reports numbers that start at another index than those of the client.
func (a *argumentCheck) base() {
	if len(a.open) == 0 {
		return
	}
	if a.rules.First > 0 {
		if i := slices.IndexFunc(a.open, func(v placeholder.Variable) bool { return v.Index < a.rules.First }); i >= 0 {
			v := a.open[i]
			a.pass.Report(analysis.Diagnostic{Range: v.Range, Message: "unknown argument $" + v.Name,
				Effect: fmt.Sprintf("%s counts from %d and leaves it unchanged", a.client.Title, a.rules.First),
				Help:   fmt.Sprintf("write $%d", a.rules.First)})
		}
		return
	}
	most := 0
	for _, v := range a.all {
		if v.Form == placeholder.Arguments || v.Form == placeholder.Indexed || v.Form == placeholder.Position && v.Index == 0 {
			return // the first argument is used
		}
	}
	for _, v := range a.open {
		most = max(most, v.Index)
	}
	first := slices.IndexFunc(a.open, func(v placeholder.Variable) bool { return v.Index == 1 })
	hinted, declared := a.hinted()
	if first < 0 || declared && hinted != most || !declared && a.d.Kind != analysis.Command {
		return
	}
	v := a.open[first]
	d := analysis.Diagnostic{Range: v.Range, Message: fmt.Sprintf("arguments start at $%s instead of $%d", v.Name, v.Index-1),
		Effect: fmt.Sprintf("%s counts from 0: $%s is %s", a.client.Title, v.Name, ordinal(v.Index, 0)),
		Help:   fmt.Sprintf("write $%d for the first argument", v.Index-1)}
	d.Related = alsoHere(a.d, slices.Delete(slices.Clone(a.open), first, first+1))
	a.pass.Report(d)
}

// hinted returns the number of arguments that the frontmatter declares, and whether it declares them.
func (a *argumentCheck) hinted() (n int, declared bool) {
	for _, field := range a.rules.Declared {
		v := a.d.Data.Get(field)
		if v == nil {
			continue
		}
		declared = true
		switch {
		case v.Kind == analysis.List:
			n = max(n, len(v.Items))
		case strings.ContainsAny(v.Text, "<["):
			n = max(n, strings.Count(v.Text, "<")+strings.Count(v.Text, "["))
		default:
			n = max(n, len(strings.Fields(v.Text)))
		}
	}
	return n, declared
}
